"""Who is late, who sends and who misses, and a new deadline on paper."""

import datetime as dt
from pathlib import Path

import pytest

from pbm.mail.absences import Absence, go_away
from pbm.mail.outbox import Outbox
from pbm.mail.sets import settle
from pbm.office.attendance import attendance
from pbm.office.digest import queue_digest
from pbm.office.erasing import erase_lists
from pbm.office.issue import issue
from pbm.office.round import make_round
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.game import Game
from pbm.reports.text import render_text
from tests.helpers.commands import pbm
from tests.helpers.posting import MONDAY, SECRET, SETTINGS, mail_game
from tests.mail.test_mail_receipts import mails, text

PLAYERS = """
[MER]
id = "mercia"
email = "mercia@example.org"

[WSX]
name = "W"
address = ["1 High Street", "Winchester"]
form = "paper"

[KNT]
email = "kent@example.org"
form = "text"
"""
FRIDAY = dt.datetime(2026, 11, 20, 18, tzinfo=dt.UTC)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    first = mail_game(tmp_path, name="first")
    others = [code for code in first.in_play(1) if code not in ("MER", "WSX", "KNT")]
    game = new_game(tmp_path, "g", "darkage", SECRET, others)
    (game.folder / "players.toml").write_text(PLAYERS)
    calendar(game, SETTINGS + "grace_hours = 24\n")
    return game


def calendar(game: Game, more: str) -> None:
    with (game.folder / "game.toml").open("a") as file:
        file.write(more)


def served(game: Game, now: dt.datetime) -> list[str]:
    return [words for name, words, _ in make_round(game.folder.parent, lambda: now, lambda _: None) if name == "g"]


def played(game: Game, *powers: str) -> None:
    turn = game.last() + 1
    for power in powers:
        (game.orders(turn) / f"{power}.txt").write_text("1. TAX\n")
    settle(game, turn)
    run_turn(game, empty=True)


def report(game: Game, power: str) -> str:
    return " ".join(render_text(issue(game, game.last()).of(power)).split())


def test_after_the_deadline_everyone_learns_who_is_late(game: Game) -> None:
    calendar(game, "tell_late = true\n")
    (game.orders(1) / "MER.txt").write_text("1. TAX\n")
    served(game, FRIDAY - dt.timedelta(hours=1))
    assert not mails(game, "-late-")
    assert "late: KNT, WSX" in served(game, FRIDAY + dt.timedelta(hours=1))
    served(game, FRIDAY + dt.timedelta(hours=2))
    told = mails(game, "-late-")
    assert sorted(id.split("-")[1] for id in told) == ["KNT", "MER"]
    assert all("None have come from Kent and Wessex." in " ".join(text(mail).split()) for mail in told.values())


def test_the_report_says_it_too(game: Game) -> None:
    calendar(game, "tell_late = true\n")
    go_away(game, Absence("KNT", FRIDAY.date(), FRIDAY.date()))
    played(game, "MER")
    assert "No orders came in time from Wessex." in report(game, "MER")


def test_nobody_is_told_if_the_game_does_not_want_it(game: Game) -> None:
    served(game, FRIDAY + dt.timedelta(hours=1))
    played(game, "MER")
    assert not mails(game, "-late-")
    assert "No orders came in time" not in report(game, "MER")
    assert "Turns for which orders came" not in report(game, "MER")


def test_the_game_master_sees_who_sends_and_who_misses(game: Game) -> None:
    go_away(game, Absence("KNT", FRIDAY.date(), FRIDAY.date()))
    played(game, "MER")
    played(game, "MER", "KNT")
    found = attendance(game)
    assert {power: (one.sent, one.missed, one.away) for power, one in found.items()} == {
        "MER": (2, 0, 0),
        "WSX": (0, 2, 0),
        "KNT": (1, 0, 1),
    }
    shown = pbm(game, "players", "g").output
    assert [line.split() for line in shown.splitlines() if line.split()[:1] == ["WSX"]] == [
        ["WSX", "W", "paper", "·", "2", "·"]
    ]
    assert "20 Nov 2026 to 20 Nov 2026" in shown


def test_everyone_sees_it_if_the_game_says_so(game: Game) -> None:
    calendar(game, "tell_record = true\n")
    played(game, "MER", "KNT")
    played(game, "MER")
    assert "Turns for which orders came: Mercia 2 of 2, Wessex 0 of 2, Kent 1 of 2." in report(game, "KNT")


def test_a_player_who_dropped_out_misses_nothing_more(game: Game) -> None:
    for _ in range(4):
        played(game, "MER")
    assert attendance(game)["WSX"].missed == 2


def test_without_a_list_of_players_it_goes_by_power(game: Game) -> None:
    (game.folder / "players.toml").unlink()
    played(game, "MER")
    assert {power: one.sent for power, one in attendance(game).items()} == {"KNT": 0, "MER": 1, "WSX": 0}


def deadlines(game: Game) -> list[str]:
    """The letters with a new deadline that are to be posted."""
    return [path.read_text().partition("\n")[0] for path in game.turn(1).glob("post/*-deadline-*.txt")]


def test_a_new_deadline_reaches_players_on_paper(game: Game) -> None:
    done = pbm(game, "extend", "g", "3")
    assert "Letters to post, to WSX: pbm print g" in done.output
    assert deadlines(game) == ["g turn 1: the deadline is now Mon 23 Nov 2026 18:00 UTC"]
    assert sorted(id.split("-")[1] for id in mails(game, "-deadline-")) == ["KNT", "MER"]


@pytest.mark.parametrize("quiet", [False, True])
def test_letters_with_a_deadline_of_before_are_thrown_away(game: Game, quiet: bool) -> None:
    pbm(game, "extend", "g", "3")
    pbm(game, "extend", "g", "1", *["--untold"] * quiet)
    assert deadlines(game) == ["g turn 1: the deadline is now Tue 24 Nov 2026 18:00 UTC"] * (not quiet)


def test_a_quiet_extension_tells_nobody(game: Game) -> None:
    pbm(game, "extend", "g", "3", "--untold")
    assert not deadlines(game)


@pytest.mark.parametrize(("ruleset", "missed"), [("toy", 2), ("twilight", 1)])
def test_every_ruleset_has_it(tmp_path: Path, ruleset: str, missed: int) -> None:
    """A set-up that the rules make for whoever sends none is not counted as missed."""
    game = new_game(tmp_path, "g", ruleset, SECRET)
    calendar(game, SETTINGS + "tell_late = true\ntell_record = true\n")
    power = game.in_play(1)[0]
    (game.folder / "players.toml").write_text(f'[{power}]\nname = "N"\naddress = ["1 High Street"]\nform = "paper"\n')
    assert f"Letters to post, to {power}: pbm print g" in pbm(game, "extend", "g", "3").output
    run_turn(game, empty=True)
    run_turn(game, empty=True)
    assert attendance(game)[power].missed == missed
    assert "No orders came in time from" in report(game, power)


def test_whoever_is_erased_is_in_no_list_and_no_digest_of_the_game_master(tmp_path: Path) -> None:
    game = mail_game(tmp_path, settings=SETTINGS.replace("[calendar]", 'digest_to = "gm@example.org"\n\n[calendar]', 1))
    office = tmp_path / "_office"
    office.mkdir(exist_ok=True)
    matters = {"g": ["letter 1 from ann@example.org: hello", "letter 2 from joann@example.org: hello"]}
    assert queue_digest(tmp_path, [game], matters, MONDAY)
    (office / "printed.json").write_text('["  g: letter 1 from Ann@example.org: hello", "g: 1 mail sent"]')
    (digest,) = (Outbox(game).path(id) for id in Outbox(game).ids() if "-digest-" in id)
    assert list(erase_lists(tmp_path, ["ann@example.org"]))
    for place in (office / "told.json", office / "printed.json", digest):
        assert " ann@" not in place.read_text().casefold()
    assert "joann@example.org" in (office / "told.json").read_text()
    assert not list(erase_lists(tmp_path, ["ann@example.org"]))
