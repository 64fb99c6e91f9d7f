"""Votes by mail in every game: proposals, ballots, concessions, pauses and deadlines; who is told, and what binds."""

import datetime as dt
import os
import shutil
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.mail.ballots import open_proposals, voters
from pbm.mail.calendar import deadline
from pbm.mail.inbox import Arrival
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.sets import expected, settle
from pbm.office.careers import parts_in
from pbm.office.issue import issue
from pbm.office.round import make_round
from pbm.office.signup import resign
from pbm.office.status import status
from pbm.reading.sheet_code import sheet_code
from pbm.reading.votes import vote_in
from pbm.record.adjudicate import new_game, run_turn
from pbm.record.codes import code_of
from pbm.record.holders import readers
from pbm.record.holding import the_hold
from pbm.record.proof import prove
from pbm.record.proposals import change, needed, proposals
from pbm.record.standby import seat_standby
from pbm.record.votes import VOTES
from pbm.reports.sections import Turnsheet
from pbm.reports.text import render_text
from pbm.rules.dice import Dice
from pbm.rules.votes import Motion
from pbm.rulesets import load, names
from tests.helpers.posting import DAY, MONDAY, SECRET, SETTINGS, bag, letter

GAMES = names()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about disks."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def text(raw: bytes) -> str:
    """A mail as people read it: its subject and its text."""
    mail = message_from_bytes(raw, policy=default)
    body = mail.get_body(("plain",))
    return f"{mail['Subject']}\n{body.get_content() if body else ''}"


class Table:
    """A game by mail with two or three players, whose letters are short."""

    def __init__(self, folder: Path, ruleset: str = "toy", settings: str = "", players: int = 2) -> None:
        folder.mkdir(exist_ok=True)
        trial = new_game(folder, "trial", ruleset, SECRET)
        self.powers, everyone = trial.in_play(1)[:players], trial.in_play(1)
        shutil.rmtree(trial.folder)
        others = [power for power in everyone if power not in self.powers]
        self.game = new_game(folder, "g", ruleset, SECRET, others)
        with (self.game.folder / "game.toml").open("a") as file:
            file.write(SETTINGS + settings)
        people = "".join(f'[{power}]\nemail = "{power.lower()}@example.org"\nform = "text"\n' for power in self.powers)
        (self.game.folder / "players.toml").write_text(people)
        self.number = 0

    def write(self, who: int, *lines: str, code: bool = True, now: dt.datetime = MONDAY) -> Arrival:
        """A letter of a player; the entry that was made of it."""
        self.number += 1
        power = self.powers[who]
        proof = [f"Code: {sheet_code(SECRET, 'g', self.game.last() + 1, power)}"] if code else []
        raw = letter("\n".join([*proof, *lines, ""]), f"{power.lower()}@example.org", self.number)
        (entry,) = collect(self.game, bag(raw, at=now), now).entries
        return entry

    def run(self, now: dt.datetime = MONDAY) -> list[str]:
        return [
            said for name, said, _ in make_round(self.game.folder.parent, lambda: now, lambda _: None) if name == "g"
        ]

    def mails(self, who: int, kind: str) -> list[str]:
        """The mails of a kind to a player, as text."""
        outbox = Outbox(self.game)
        mark = f"-{self.powers[who]}-{kind}"
        return [text(outbox.path(id).read_bytes()) for id in outbox.ids() if mark in id]

    def pbm(self, *words: str) -> Result:
        return CliRunner().invoke(main, [*words, "--games", str(self.game.folder.parent)])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "games")


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_draw_is_proposed_agreed_and_ends_the_game(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset)
    one, two = table.powers
    assert table.write(0, f"PROPOSE DRAW {one} {two}").verdict == "vote"
    (made,) = proposals(table.game)
    assert (made.by, made.motion, made.is_open) == (one, Motion("draw", tuple(sorted((one, two)))), True)
    (asked,) = table.mails(1, "vote-1")
    assert asked.replace("\r\n", "\n").endswith("\n\n  AGREE 1\n  OPPOSE 1\n")
    assert "Silence is not consent" in asked
    assert table.write(1, "AGREE").verdict == "vote"
    assert proposals(table.game)[0].outcome == "agreed"
    assert [len(table.mails(who, "vote-1-agreed")) for who in (0, 1)] == [1, 1]
    run_turn(table.game, empty=True)
    ended = table.game.ended()
    assert ended
    assert (ended.how, ended.winners) == ("draw", tuple(sorted((one, two))))
    assert list(prove(table.game)) == []


def test_the_turn_that_a_vote_ends_can_be_adjudicated_by_hand(table: Table) -> None:
    table.write(0, "PROPOSE END")
    table.write(1, "AGREE")
    done = table.pbm("adjudicate", "g", "--anyway", "--no-orders", "--no-reports")
    assert (done.exit_code, "ending.json" in done.output) == (0, True)
    assert table.game.ended()


@pytest.mark.parametrize("ruleset", GAMES)
def test_whoever_concedes_gets_a_last_report_without_a_sheet_and_the_other_wins(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset, players=3)
    others = len(table.powers) > 2
    table.write(0, "CONCEDE")
    (notice,) = table.mails(0, "ballot")
    assert "conceded" in notice
    assert table.powers[0] not in expected(table.game, 1)
    run_turn(table.game, empty=True)
    assert (table.game.ended() is None) == others
    report = issue(table.game, 1, keep=False).reports[table.powers[0]]
    assert not list(report.of(Turnsheet))
    assert "conceded" in render_text(report)
    assert table.powers[0] in readers(table.game, 1)
    assert list(prove(table.game)) == []
    if others:
        run_turn(table.game, empty=True)
        assert table.powers[0] not in readers(table.game, 2)


def test_no_orders_are_played_of_whoever_concedes(tmp_path: Path) -> None:
    """Those in the same letter are refused, and those that came before no longer count."""
    table = Table(tmp_path / "games", "darkage", players=3)
    table.write(0, "1. TAX")
    table.write(1, "1. TAX")
    settle(table.game, 1)
    assert table.write(0, "CONCEDE").verdict == "vote"
    both = table.write(1, "1. TAX", "CONCEDE")
    assert [(sheet.accepted, sheet.kind) for sheet in both.sheets] == [(False, "has left")]
    settle(table.game, 1)
    assert not {*table.powers[:2]} & {*table.game.sheets(1)}
    (refused,) = table.mails(1, "answer")
    assert "You concede in the same letter" in " ".join(refused.split())


def test_the_last_report_of_an_agreed_end_says_so_in_its_subject(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy")
    table.write(0, "PROPOSE DRAW")
    table.write(1, "AGREE")
    run_turn(table.game, empty=True)
    table.run(MONDAY + 7 * DAY)
    assert all("is over: your last report" in table.mails(who, "report")[0] for who in (0, 1))


def test_a_stranger_who_votes_is_asked_for_the_code(table: Table) -> None:
    raw = letter(f"Power: {table.powers[0]}\nPROPOSE END\n", From="someone@example.org")
    collect(table.game, bag(raw), MONDAY)
    assert not open_proposals(table.game)
    (answer,) = [text(Outbox(table.game).path(id).read_bytes()) for id in Outbox(table.game).ids()]
    assert "has no code" in answer
    assert "empty" not in answer


def test_a_vote_without_a_code_does_not_count_and_is_answered_with_what_to_send(table: Table) -> None:
    table.write(0, "PROPOSE END", code=False)
    table.write(0, "CONCEDE", code=False)
    assert proposals(table.game) == []
    assert all("It has no code" in text for text in table.mails(0, "ballot"))
    assert len(table.mails(0, "ballot")) == 2
    assert table.mails(1, "vote") == []


def test_a_vote_stands_beside_orders_on_a_sheet(table: Table) -> None:
    entry = table.write(0, "Turn: 1", "1. LEVY ASH 1", "2. PROPOSE END", "End")
    assert (entry.verdict, [sheet.accepted for sheet in entry.sheets]) == ("accepted", [True])
    assert proposals(table.game)[0].motion == Motion("end")
    assert b"PROPOSE" not in table.game.sheets(1)[f"{table.powers[0]}.txt"]


def test_words_in_a_message_are_no_vote(table: Table) -> None:
    table.write(0, "Message:", "PROPOSE END", "CONCEDE", "End")
    assert proposals(table.game) == []


def test_opposing_refuses_what_all_must_agree_to_and_the_game_goes_on(table: Table) -> None:
    table.write(0, "PROPOSE END")
    table.write(1, "OPPOSE 1")
    assert proposals(table.game)[0].outcome == "refused"
    assert "The game goes on as it was" in table.mails(0, "vote-1-refused")[0]
    run_turn(table.game, empty=True)
    assert table.game.ended() is None
    assert "did not agree on an early end" in render_text(issue(table.game, 1, keep=False).roundup)
    assert list(prove(table.game)) == []


def test_who_is_asked_in_a_later_turn_reads_that_it_is_the_second_time(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", settings="[votes]\ndays = 60\n")
    table.write(0, "PROPOSE END")
    run_turn(table.game, empty=True)
    table.run(MONDAY + 9 * DAY)
    subjects = [mail.splitlines()[0] for mail in table.mails(1, "vote")]
    assert subjects == ["g: proposal 1, your vote is asked", "g: proposal 1, your vote is still asked"]


def test_the_same_vote_twice_in_a_letter_is_answered_once(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", players=3)
    table.write(0, "PROPOSE END")
    table.write(1, "AGREE", "AGREE 1")
    (mail,) = table.mails(1, "ballot")
    assert mail.count("You agree to proposal 1") == 1


def test_a_proposal_lapses_and_stands_over_turns_until_then(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", settings="[votes]\ndays = 10\n")
    table.write(0, "PROPOSE END")
    run_turn(table.game, empty=True)
    assert "AGREE 1 or OPPOSE 1" in render_text(issue(table.game, 1, keep=False).reports[table.powers[1]])
    table.run(MONDAY + 9 * DAY)
    assert [one.number for one in open_proposals(table.game)] == [1]
    table.run(MONDAY + 11 * DAY)
    assert proposals(table.game)[0].outcome == "lapsed"
    assert (table.game.turn(2) / VOTES).is_file()
    assert not table.write(1, "AGREE 1", now=MONDAY + 11 * DAY).sheets
    assert "is settled: too few players agreed in time on it" in " ".join(table.mails(1, "ballot")[0].split())


def test_a_proposed_deadline_is_named(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy")
    table.write(0, "PROPOSE DEADLINE 7")
    (asked,) = table.mails(1, "vote-1")
    assert "Orders for turn 1 are then due Fri 27 Nov 2026 18:00 UTC" in " ".join(asked.split())


def test_the_rule_of_the_game_says_how_many_must_agree(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", settings='[votes]\nagree = "most"\n', players=3)
    table.write(0, "PROPOSE CONCEDE TO " + table.powers[1])
    assert open_proposals(table.game)
    table.write(1, "AGREE 1")
    assert proposals(table.game)[0].outcome == "agreed"
    run_turn(table.game, empty=True)
    ended = table.game.ended()
    assert ended
    assert ended.winners == (table.powers[1],)
    assert [needed("two thirds", count) for count in (1, 2, 3, 4, 5, 6)] == [1, 2, 2, 3, 4, 4]


def test_in_a_secret_vote_nobody_is_named(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", settings="[votes]\nsecret = true\n", players=3)
    table.write(0, "PROPOSE END")
    table.write(1, "OPPOSE")
    name = load("toy").state.names(table.game.config().open(table.game.position(0)))[table.powers[0]]
    told = "".join(table.mails(2, "vote-1"))
    assert "A player proposes" in told
    assert name not in told
    assert b'"agreed":[]' in table.game.votes(1)
    assert table.powers[1].encode() not in table.game.votes(1)
    assert table.powers[0] not in table.pbm("votes", "g").output


def test_a_pause_holds_the_game_and_ends_by_itself(table: Table) -> None:
    table.write(0, "PROPOSE PAUSE 14")
    table.write(1, "AGREE")
    table.run(MONDAY)
    assert "agreed to pause until Mon 30 Nov 2026 12:00 UTC" in the_hold(table.game).reason
    told = " ".join("".join(table.mails(1, "vote-1-agreed")).split())
    assert "The game stops until Mon 30 Nov 2026, and then goes on by itself. The deadline of Fri 20 Nov 2026" in told
    assert "You are told then when orders are due." in told
    table.write(0, "LEVY ASH 1", "End")
    receipt = " ".join("".join(table.mails(0, "receipt")[-1:]).split())
    assert "The game is paused until Mon 30 Nov 2026 12:00 UTC, and then goes on by itself." in receipt
    assert "The deadline" not in receipt
    assert table.run(MONDAY + 8 * DAY)
    assert table.game.last() == 0
    table.run(MONDAY + 14 * DAY)
    assert the_hold(table.game).reason == ""
    due = deadline(table.game, 1)
    assert due
    assert due > MONDAY + 14 * DAY
    assert any(
        "deadline is now" in text or "goes on" in text
        for text in [*table.mails(1, "deadline"), *table.mails(1, "resumed")]
    )


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_last_report_of_a_game_that_was_ended_early_says_who_has_won(tmp_path: Path, ruleset: str) -> None:
    table = Table(tmp_path / "games", ruleset)
    table.write(0, "PROPOSE END")
    table.write(1, "AGREE")
    run_turn(table.game, empty=True)
    ended = table.game.ended()
    assert ended
    ending = issue(table.game, 1, keep=False).of(table.powers[0]).ending
    assert ending
    assert (" won." in ending.text) or (" won" in ended.text) or not ended.winners


def keys(table: Table) -> set[str]:
    """Of the sections, facts and lines of the brief that a player reads last."""
    made = issue(table.game, table.game.last(), keep=False)
    sections = (*made.of(table.powers[0]).sections, *made.roundup.sections)
    rows = (row for one in sections for part in ("facts", "notices", "warnings") for row in getattr(one, part, ()))
    return {one.key for one in sections} | {row.key for row in rows if hasattr(row, "key")}


@pytest.mark.parametrize("ruleset", [name for name in GAMES if load(name).reports.ahead])
def test_after_an_agreed_end_nothing_is_said_of_a_turn_to_come(tmp_path: Path, ruleset: str) -> None:
    going, ended = Table(tmp_path / "going", ruleset), Table(tmp_path / "ended", ruleset)
    for table in (going, ended):
        run_turn(table.game, empty=True)
    ended.write(0, "PROPOSE END")
    ended.write(1, "AGREE")
    for table in (going, ended):
        run_turn(table.game, empty=True)
    ahead = {*load(ruleset).reports.ahead, "next"}
    assert len(ahead & keys(going)) > 1
    assert not ahead & {*keys(ended)} - {"end"}


def test_a_draw_is_shared_by_whoever_played_when_it_was_agreed(table: Table) -> None:
    path = table.game.folder / "players.toml"
    path.write_text(path.read_text().replace("\nemail", '\nid = "p"\nemail').replace('id = "p"', 'id = "q"', 1))
    table.write(0, "PROPOSE DRAW")
    table.write(1, "AGREE")
    table.write(1, "CONCEDE")
    table.run(MONDAY + 5 * DAY)
    table.run(MONDAY + 7 * DAY)
    assert table.game.ended()
    assert {part.id: (part.won, part.place) for part in parts_in(table.game)} == {"p": (True, 1), "q": (True, 1)}


def test_a_draw_leaves_out_whoever_has_left_since_it_was_proposed(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy", players=3)
    one, two, three = table.powers
    table.write(0, "PROPOSE DRAW")
    resign(table.game, three)
    table.write(1, "AGREE")
    (done,) = proposals(table.game)
    assert (done.outcome, done.motion.powers) == ("agreed", tuple(sorted((one, two))))


def test_a_win_of_somebody_who_has_left_lapses(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy", players=3)
    table.write(0, f"PROPOSE CONCEDE TO {table.powers[2]}")
    resign(table.game, table.powers[2])
    table.run()
    (done,) = proposals(table.game)
    assert (done.outcome, done.motion.powers) == ("lapsed", (table.powers[2],))


def test_whoever_has_just_taken_a_seat_has_nothing_to_concede(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "toy")
    for _ in range(2):
        run_turn(table.game, empty=True)
    power = table.powers[0]
    seat_standby(table.game, power)
    code = code_of(table.game, 3, power)
    collect(table.game, bag(letter(f"Code: {code}\nCONCEDE\n", f"{power.lower()}@example.org", 90)), MONDAY)
    assert "CONCEDE: You have only just taken this seat" in " ".join(table.mails(0, "ballot")[0].split())
    assert not proposals(table.game)
    assert power in expected(table.game, 3)


def test_a_win_that_is_not_agreed_is_told_in_english(table: Table) -> None:
    table.write(0, f"PROPOSE CONCEDE TO {table.powers[0]}")
    table.write(1, "OPPOSE")
    assert any(
        "did not agree that all concede the game to" in " ".join(one.split()) for one in table.mails(1, "vote-1")
    )


def test_after_a_pause_the_game_stays_held_if_the_game_master_holds_it(table: Table) -> None:
    table.write(0, "PROPOSE PAUSE 2")
    table.write(1, "AGREE")
    table.run(MONDAY)
    table.pbm("hold", "g", "--reason", "I am ill")
    table.run(MONDAY + 3 * DAY)
    assert the_hold(table.game).reason == "I am ill"


def test_a_later_deadline_is_set_once_and_everybody_is_told(table: Table) -> None:
    before = deadline(table.game, 1)
    table.write(0, "PROPOSE DEADLINE 7")
    table.write(1, "AGREE 1")
    table.run(MONDAY)
    table.run(MONDAY)
    assert before
    assert deadline(table.game, 1) == before + 7 * DAY
    assert len(table.mails(1, "deadline")) == 1


def test_a_later_deadline_is_set_once_though_the_run_broke_off(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = deadline(table.game, 1)
    table.write(0, "PROPOSE DEADLINE 7")
    table.write(1, "AGREE 1")
    with monkeypatch.context() as patch:
        patch.setattr("pbm.office.votes.change", lambda game, one: 1 / 0 if one.carried else change(game, one))
        table.run(MONDAY)
    table.run(MONDAY + DAY)
    assert before
    assert deadline(table.game, 1) == before + 7 * DAY


@pytest.mark.parametrize(
    ("settings", "line", "answer"),
    [
        ("[votes]\nallowed = []\n", "PROPOSE DRAW", "no votes on a draw"),
        ('[votes]\nallowed = ["draw"]\n', "PROPOSE END", "no votes on an early end"),
        ('[votes]\nallowed = ["draw"]\n', "CONCEDE", "nobody can concede"),
        ("", "PROPOSE PAUSE 99", "from 1 to 60 days"),
        ("", "PROPOSE TRUCE", "not understood"),
        ("", "PROPOSE DRAW XXX", "not understood"),
        ("", "PROPOSE CONCEDE", "Name the one power"),
        ("", "AGREE", "No proposal stands"),
        ("", "AGREE 7", "no proposal 7"),
    ],
)
def test_what_cannot_be_voted_on_is_answered(tmp_path: Path, settings: str, line: str, answer: str) -> None:
    table = Table(tmp_path / "games", settings=settings)
    table.write(0, line)
    assert answer in " ".join(table.mails(0, "ballot")[0].split())
    assert proposals(table.game) == []


def test_no_more_than_three_proposals_of_a_player_in_a_turn(table: Table) -> None:
    for days in range(1, 6):
        table.write(0, f"PROPOSE PAUSE {days}")
    assert len(proposals(table.game)) == 3
    table.write(1, "AGREE")
    assert "with its number: 1, 2, 3" in " ".join(table.mails(1, "ballot")[0].split())


def test_the_same_proposal_again_is_a_vote_for_it(table: Table) -> None:
    table.write(0, "PROPOSE DRAW")
    table.write(1, "propose a draw")
    assert [one.outcome for one in proposals(table.game)] == ["agreed"]


def test_the_game_master_sees_ends_and_overrules(table: Table) -> None:
    table.write(0, "PROPOSE END")
    assert "proposal 1 stands: an early end of the game" in table.pbm("status", "g").output
    table.write(1, "AGREE")
    assert "is the last" in table.pbm("status", "g").output
    done = table.pbm("votes", "g", "--overrule", "1", "--reason", "too early")
    assert done.exit_code == 0, done.output
    assert "too early" in table.mails(0, "vote-1-overruled")[0]
    run_turn(table.game, empty=True)
    assert table.game.ended() is None
    assert "overruled" in table.pbm("votes", "g").output
    late = table.pbm("votes", "g", "--overrule", "1", "--reason", "again")
    assert late.exit_code != 0
    assert "in the record" in late.output
    assert list(prove(table.game)) == []


def test_the_game_master_takes_a_concession_back(table: Table) -> None:
    table.write(0, "CONCEDE")
    assert table.pbm("votes", "g", "--overrule", "1", "--reason", "a mistake").exit_code == 0
    assert table.powers[0] in expected(table.game, 1)
    assert voters(table.game) == list(table.powers)
    run_turn(table.game, empty=True)
    assert list(prove(table.game)) == []


def test_the_game_master_declares_what_is_agreed(table: Table) -> None:
    table.write(0, "PROPOSE END")
    assert table.pbm("votes", "g", "--carry", "1", "--reason", "the other wrote by post").exit_code == 0
    run_turn(table.game, empty=True)
    assert table.game.ended()


def test_what_was_agreed_counts_again_when_the_turn_is_undone(table: Table) -> None:
    table.write(0, "PROPOSE END")
    table.write(1, "AGREE")
    run_turn(table.game, empty=True)
    first = table.game.record(1, VOTES)
    assert table.pbm("undo", "g", "--reason", "wrong").exit_code == 0
    assert table.game.ended() is None
    run_turn(table.game, empty=True)
    assert table.game.record(1, VOTES) == first
    assert table.game.ended()
    assert list(prove(table.game)) == []


def test_a_game_without_votes_has_no_trace_of_them(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.write(0, "Turn: 1", "1. LEVY ASH 1", "End")
    table.run(MONDAY + 7 * DAY)
    assert table.game.last() == 1
    assert not (table.game.folder / "proposals.json").exists()
    assert "votes" not in " ".join(path.name for path in table.game.result(1).rglob("*"))


@pytest.mark.parametrize("ruleset", GAMES)
def test_powers_are_named_by_code_or_name(ruleset: str) -> None:
    rules = load(ruleset)
    world, _ = rules.state.setup(rules.state.settings(), Dice(SECRET, 0), {})
    reader = rules.language.reader(world)
    (one, first), (two, second) = list(reader.words.powers.items())[:2]
    for line in (f"PROPOSE DRAW {one} {two}", f"I propose a draw between {first} and the {second}."):
        found = vote_in(line, reader)
        assert found
        assert found.motion == Motion("draw", (one, two))
    assert vote_in("propose a truce", reader) is None
    assert vote_in("I agree", reader) is None


def test_whoever_proposes_is_not_asked_to_vote(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.write(0, "PROPOSE END")
    table.run()
    assert [len(table.mails(who, "vote-1")) for who in (0, 1)] == [0, 1]
    run_turn(table.game, empty=True)
    reports = issue(table.game, 1, keep=False).reports
    assert ["AGREE 1" in render_text(reports[power]) for power in table.powers] == [False, True]


def test_a_proposal_about_a_deadline_stands_until_that_deadline(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", settings="early = 'in'\n\n[votes]\ndays = 60\n")
    table.run()
    due = deadline(table.game, 1)
    assert due
    table.write(0, "PROPOSE DEADLINE 7")
    table.write(1, "PROPOSE PAUSE 7")
    assert [one.until <= due for one in proposals(table.game)] == [True, False]


def test_a_proposal_about_a_deadline_lapses_when_the_turn_is_played(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.run()
    table.write(0, "PROPOSE DEADLINE 7")
    run_turn(table.game, empty=True)
    table.run()
    assert [one.outcome for one in proposals(table.game)] == ["lapsed"]


def test_a_proposal_stands_until_a_moment_in_the_readers_zone(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    with (table.game.folder / "players.toml").open("a") as file:
        file.write('zone = "Asia/Tokyo"\n')
    table.write(0, "PROPOSE END")
    assert "JST" in " ".join(table.mails(1, "vote-1")[0].split())


def test_a_receipt_gives_the_end_of_a_pause_in_the_readers_zone(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    with (table.game.folder / "players.toml").open("a") as file:
        file.write('zone = "Europe/Vienna"\n')
    table.write(0, "PROPOSE PAUSE 14")
    table.write(1, "AGREE")
    table.run(MONDAY)
    for number, said in enumerate(["12:00 UTC, and", "12:00 UTC (13:00 CET for you), and"]):
        table.write(number, "LEVY ASH 1", "End")
        assert said in " ".join(table.mails(number, "receipt")[-1].split())


def test_an_agreed_deadline_is_so_many_days_later_and_all_letters_give_the_same_date(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.run()
    table.pbm("extend", "g", "3")
    before = deadline(table.game, 1)
    assert before
    table.write(0, "PROPOSE DEADLINE 7")
    table.write(1, "AGREE 1")
    table.run()
    after = deadline(table.game, 1)
    assert after == before + 7 * DAY
    date = f"{after:%-d %b %Y}"
    assert all(date in " ".join(table.mails(0, kind)[-1].split()) for kind in ("vote-1-agreed", "deadline"))
    assert "change your mind" not in table.mails(1, "ballot")[0]


def test_final_where_turns_are_never_early_is_said_to_change_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.write(0, "PASS", "FINAL")
    assert "FINAL and NOT YET change nothing in this game" in " ".join(table.mails(0, "receipt")[0].split())


@pytest.mark.parametrize(
    ("early", "said"), [("no", "FINAL and NOT YET change nothing"), ("final", "Your sheet is marked FINAL")]
)
def test_final_alone_marks_the_sheet_before_it_although_that_has_no_orders(
    tmp_path: Path, early: str, said: str
) -> None:
    table = Table(tmp_path / "games", settings=f'early = "{early}"\n')
    table.write(0, "PASS")
    entry = table.write(0, "FINAL")
    (receipt,) = table.mails(0, f"receipt-{entry.hash[:12]}")
    assert "your message" not in receipt
    assert said in " ".join(receipt.split())


def test_a_proposal_names_powers_as_sentences_do_and_counts_who_must_agree(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "tours")
    table.write(0, "PROPOSE DRAW")
    said = " ".join(table.mails(1, "vote-1")[0].split())
    assert "a draw between the Franks" in said
    assert "Both players must agree." in said


def test_mails_go_out_in_the_order_in_which_they_were_made(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    made = []
    for _ in range(4):
        known = set(Outbox(table.game).ids())
        table.write(0, "PASS")
        made += sorted({*Outbox(table.game).ids()} - known)
    assert [id for id in Outbox(table.game).waiting() if id in made] == made


FRIDAY = MONDAY + 4 * DAY + dt.timedelta(hours=7)


def waiting(table: Table, who: int, kind: str) -> list[str]:
    """The mails of a kind to a player that are still to be sent."""
    return [id for id in Outbox(table.game).waiting() if f"-{table.powers[who]}-{kind}" in id]


def test_nobody_is_asked_about_a_turn_that_is_played_and_whoever_has_voted_is_not_asked_again(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", players=3)
    table.run(MONDAY - 20 * DAY)
    table.write(0, "PASS", "PROPOSE END", now=FRIDAY)
    table.write(1, "PASS", "AGREE 1", now=FRIDAY)
    assert waiting(table, 2, "vote-1")
    table.run(FRIDAY)
    assert table.game.last() == 1
    assert [len(waiting(table, who, "vote-1")) for who in range(3)] == [0, 0, 1]
    (asked,) = waiting(table, 2, "vote-1")
    assert asked.startswith("002-")


def test_whoever_dropped_out_is_not_asked_and_one_alone_does_not_end_the_game(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", settings='unanswered = "play"\n')
    table.run(MONDAY - 20 * DAY)
    table.write(0, "PASS", now=FRIDAY)
    table.run(FRIDAY)
    due = deadline(table.game, 2)
    assert due
    now = due + dt.timedelta(hours=1)
    table.write(0, "PASS", "PROPOSE END", now=now)
    table.run(now)
    assert table.game.last() == 2
    assert not waiting(table, 1, "vote-1")
    assert voters(table.game) == [table.powers[0]]
    assert proposals(table.game)[0].is_open
    table.run(now)
    assert not table.game.ended()
    (line,) = [note for note in status(table.game, now).notes if "proposal 1" in note]
    assert "waits for you, since one player alone is left to vote on an early end" in line
    assert table.pbm("votes", "g", "--carry", "1", "--reason", "Nobody else came.").exit_code == 0
    assert proposals(table.game)[0].outcome == "agreed"
