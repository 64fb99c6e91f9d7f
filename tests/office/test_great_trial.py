"""Half a year of an office: games that start late and stall, people who join, are away, drop out, vote and leave; by
mail and by post. No turn that is due is passed over in silence, and nobody is given a date that is past."""

import os
from pathlib import Path

import pytest

from pbm.office.signup import signups
from pbm.record.codes import code_of
from pbm.record.players import listed
from tests.helpers.great_trial import DAY, HOUR, Folder, Server, Trial
from tests.helpers.long import LONG
from tests.helpers.servers import running

PEOPLE = ("ann", "bob", "cyd", "dot", "eve", "fay", "gus", "hal", "ida", "joe")
"""With kit, who has paper, eleven."""
GAMES = ("verdun", "huns", "spring")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about disks."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def people_join(trial: Trial) -> None:
    """By mail, after the game master's nod, before there is any game; one on paper."""
    trial.pbm("offer", "verdun", "--ruleset", "twilight", "--house", "scenario=888")
    trial.pbm("offer", "huns", "--ruleset", "homelands", "--house", "era=huns")
    trial.write("ann", "GAMES\n")
    for who, wish in {"ann": "JOIN verdun prefers ODO", "bob": "JOIN verdun prefers ARN", "cyd": "JOIN huns"}.items():
        trial.confirm(who, f"{wish}\nForm: text")
        trial.pbm("signup", wish.split()[1], who)
    trial.pbm("signup", "verdun", "kit", "--form", "paper", "--address", "1 High Street", "--prefers", "GUY")
    trial.confirm("ann", "JOIN huns")  # she is known now, and nothing more is asked
    trial.pbm("signup", "huns", "dot", "--email", "dot@example.org", "--form", "text")
    trial.pbm("signup", "huns", "eve", "--email", "eve@example.org", "--form", "text")
    assert [one.id for one in signups(trial.games, "huns")] == ["cyd", "ann", "dot", "eve"]
    for name in ("verdun", "huns"):
        trial.pbm("start", name)
    assert "1 envelope to print: GUY" in trial.run()


def nobody_answers(trial: Trial) -> None:
    """The set-up of both games waits a day, and the computers play it; then the machine is off for three weeks."""
    trial.now = trial.due("verdun") + HOUR
    trial.run()
    assert len(trial.explained) >= 2
    trial.now += 21 * DAY
    trial.run()
    assert [trial.game(name).last() for name in ("verdun", "huns")] == [1, 1]


def a_game_starts_late(trial: Trial) -> None:
    """Four play, and eve is in two games now, as ann is."""
    trial.pbm("signup", "spring", "eve")
    for who in ("fay", "ida", "joe"):
        trial.pbm("signup", "spring", who, "--email", f"{who}@example.org", "--form", "text")
    trial.pbm("start", "spring", "--ruleset", "darkage")
    trial.run()


def all_are_away(trial: Trial) -> None:
    """All of verdun are away; ann's letter counts in her other game too."""
    until = trial.due("verdun") + 2 * DAY
    for who in ("ann", "bob"):
        trial.order("verdun", who, f"AWAY until {until.day} {until:%b}")
    trial.pbm("away", "verdun", "GUY", f"{trial.now.date()}", f"{until.date()}")
    trial.silent = {("verdun", "ann"), ("verdun", "bob"), ("huns", "ann")}
    trial.play("verdun")
    assert [trial.game(name).last() for name in ("verdun", "huns")] == [2, 2]


def one_drops_out(trial: Trial) -> None:
    """Dot misses two turns; gus and hal stand by: one does not answer, and the other takes the seat."""
    for who in ("gus", "hal"):
        trial.confirm(who, "STANDBY huns\nForm: text")
        trial.pbm("signup", "huns", who)
    trial.silent = {("huns", "dot")}
    for _ in range(2):
        trial.play("huns")
    trial.now += 5 * DAY
    assert "hal, the second of the standby list, was asked" in trial.run()
    trial.write("hal", f"ACCEPT {trial.code('hal', 'a seat for you')}\n")
    trial.run()


def a_hold(trial: Trial) -> None:
    """Over the deadline of verdun, while huns goes on with a later deadline."""
    trial.silent = set()
    trial.attend()
    trial.pbm("hold", "verdun", "--reason", "The umpire is ill.")
    trial.now = max(trial.now, trial.due("verdun") - DAY)
    trial.run()
    trial.now = trial.due("verdun") + 3 * DAY
    trial.run()
    (page,) = (trial.game("verdun").folder / "turns").glob("*/post/GUY-held*.txt")
    assert trial.power("verdun", "kit") == "GUY"
    assert "Told by post: GUY" in trial.pbm("resume", "verdun")
    assert not page.exists()
    trial.pbm("extend", "huns", "7")
    trial.run()


def a_sheet_comes_late(trial: Trial) -> None:
    game = trial.game("verdun")
    turn = str(game.called(game.last() + 1))
    late = trial.power("verdun", "ann")
    code = code_of(game, game.last() + 1, late)
    trial.silent = {("verdun", "ann")}
    trial.play("verdun")
    trial.write("ann", f"Game: verdun\nTurn: {turn}\nPower: {late}\nCode: {code}\nPASS\n", "orders")
    trial.run()


def a_vote_ends_a_game(trial: Trial) -> None:
    trial.order("spring", "eve", "PROPOSE DRAW")
    trial.run()
    for who in ("fay", "ida", "joe"):
        trial.order("spring", who, "AGREE")
    trial.run()
    trial.play("spring")
    assert trial.game("spring").ended()


def one_leaves(trial: Trial) -> None:
    trial.confirm("bob", "LEAVE")
    trial.run()


STORY = [
    people_join,
    nobody_answers,
    a_game_starts_late,
    all_are_away,
    one_drops_out,
    a_hold,
    a_sheet_comes_late,
    a_vote_ends_a_game,
    one_leaves,
]
LETTERS = {
    "The games that are open": ("ann",),
    "Please confirm: JOIN": ("ann", "bob", "cyd"),
    "you are on the list": ("ann", "bob", "cyd"),
    "begins: you play": ("ann", "bob", "cyd", "dot", "eve", "fay", "ida", "joe"),
    "nobody has sent orders": ("ann", "bob", "cyd", "dot", "eve"),
    "you are away": ("ann", "bob"),
    "you are on the standby list": ("gus", "hal"),
    "If you miss one more turn": ("dot",),
    "you no longer play here": ("dot",),
    "a seat for you": ("gus", "hal"),
    "Welcome to huns: you play": ("hal",),
    "the game is held": ("ann", "bob"),
    "the game goes on": ("ann", "bob"),
    "the deadline is now": ("ann", "cyd", "eve"),
    "too late, kept for": ("ann",),
    "no further turn is paid for": ("ann", "eve", "hal"),
    "your vote is asked": ("fay", "ida", "joe"),
    "is the last": ("eve", "fay", "ida", "joe"),
    "is over: your last report": ("eve", "fay", "ida", "joe"),
    "After spring: the games that are open": ("eve", "fay", "ida", "joe"),
    "All dice of this game came from this secret": ("eve", "fay", "ida", "joe"),
    "you have left the game": ("bob",),
}
"""Every letter of a game's life, and whose it was in this story."""


def test_half_a_year_of_an_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(Trial(tmp_path, Folder(tmp_path), monkeypatch))


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="PBM_LONG=1 plays it over real mail servers too")
def test_half_a_year_over_real_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running([*PEOPLE]) as servers:
        for name in ("PBM_IMAP_PASSWORD", "PBM_SMTP_PASSWORD", "SSL_CERT_FILE"):
            monkeypatch.setenv(name, servers.environment[name])
        tell(Trial(tmp_path, Server(servers), monkeypatch))


def tell(trial: Trial) -> None:
    """Let it all happen, and look at what everybody has got."""
    for happens in STORY:
        happens(trial)
    lacking = [(who, words) for words, whose in LETTERS.items() for who in whose if not trial.had(who, words)]
    assert lacking == []
    assert [said for who in PEOPLE for said in trial.past_dates(who)] == []
    seats = [one.id for name in GAMES for one in listed(trial.game(name)).values() if one.id]
    assert sorted(id for id in {*seats} if seats.count(id) > 1) == ["ann", "eve"]
    for name in GAMES:
        assert "verified" in trial.pbm("verify", name)
    assert "1 envelope" in trial.pbm("print")
