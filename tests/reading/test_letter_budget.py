"""What a letter costs has a limit, counted in units of reading: a stranger's letter is not parsed at all, a player's is
read once and stops at a budget, and no letter costs more because others came before it."""

import os
import sys
from collections import Counter as Tally
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pbm.mail.counter import MOST_WORK, Opened, open_counter
from pbm.mail.inbox import Arrival, Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.waiting import waiting
from pbm.reading import language
from pbm.reading.beside import said_beside
from pbm.reading.glance import Glance
from pbm.reading.letter import read_letter
from pbm.reading.recall import NOTHING
from pbm.reading.requests import taken_out
from pbm.reading.sheet import find_sheet
from pbm.reading.verdict import Reason
from pbm.record.game import Game
from pbm.rulesets import load
from tests.helpers.forgeries import VICTIM, Target, target
from tests.helpers.long import times
from tests.helpers.posting import DAY, MONDAY, bag, letter, mail_game, sheet
from tests.worst_letters import ENVELOPES, a_reader, as_it_is, cost, kept, letter_of, worst_line

GAMES = ("darkage", "twilight", "tours", "marnon", "homelands")
MOST_OF_A_LINE = 600
"""The units of one line: so far a letter may go over its budget."""
TARGETS: dict[str, Target] = {}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("budgets")


def aimed(made: Path, name: str) -> Target:
    if name not in TARGETS:
        (made / name).mkdir()
        TARGETS[name] = target(made / name, name, "code")
    return TARGETS[name]


def opened(aim: Target, raw: bytes) -> Opened:
    counter = open_counter(aim.game, MONDAY)
    return Opened(counter, raw, counter.turn)


@pytest.mark.parametrize("envelope", ENVELOPES)
@pytest.mark.parametrize("name", GAMES)
def test_no_line_of_a_stranger_is_parsed(name: str, envelope: Any, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aim = aimed(made, name)
    number = GAMES.index(name) + ENVELOPES.index(envelope)
    raw = letter_of(kept(name)[number % 4], "Code: ABC-DEF-G", envelope, 40)
    monkeypatch.setattr(language, "tree_of", None)
    letter = opened(aim, raw)
    assert isinstance(letter.reader, Glance)
    assert not letter.shown
    reasons = {verdict.reason for _, verdict in letter.received.judged}
    assert reasons <= {Reason.MISTYPED_CODE, Reason.ASIDE, Reason.EMPTY, Reason.TWO_SHEETS}


@pytest.mark.parametrize("name", GAMES)
def test_a_request_needs_no_parsing_though_its_words_begin_an_order(name: str, made: Path) -> None:
    """In some games SEND is an action."""
    for words in ("SEND REPORT 1", "please send me my report of turn 1 again", "Could you send me the map?\n\nWHO"):
        found = opened(aimed(made, name), letter(f"Hello,\n\n{words}\n\nThanks\n", VICTIM))
        assert isinstance(found.reader, Glance)
        assert [what for what, _ in found.asked] == (["map", "who"] if "map" in words else ["report"])
        assert not [each for each in found.sheets if each.sheet.lines]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES[:: times(2, 1)])
def test_a_players_letter_stops_at_its_budget(name: str, made: Path) -> None:
    aim = aimed(made, name)
    line = max(kept(name), key=lambda line: cost(a_reader(name), line))
    letter = opened(aim, letter_of(line, f"Code: {aim.code()}", as_it_is))
    ((_, verdict),) = letter.received.judged
    assert verdict.reason is Reason.TOO_LONG
    assert letter.reader.work
    assert -MOST_OF_A_LINE <= letter.reader.work.left < 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_cost_of_a_letter_does_not_depend_on_what_was_read_before(name: str, made: Path) -> None:
    aim = aimed(made, name)
    raw = letter_of(kept(name)[0], f"Code: {aim.code()}", as_it_is, 20)
    first, again = opened(aim, raw), None
    assert first.received.judged
    again = Opened(first.counter, raw, first.turn)
    assert again.received.judged
    assert first.reader.work
    assert again.reader.work
    assert first.reader.work.left == again.reader.work.left < MOST_WORK


@pytest.mark.slow
def test_a_letter_that_is_not_read_waits_for_the_game_master_and_is_told_so(tmp_path: Path) -> None:
    game, room = mail_game(tmp_path), len(" 1500")
    line = max((line[:-room] for line in kept("darkage")), key=lambda line: cost(a_reader("darkage"), line))
    orders = "".join(f"{line} {number}\n" for number in range(1_500))
    (entry,) = collect(game, bag(letter(sheet(orders=orders))), MONDAY).entries
    assert (entry.verdict, entry.sheets[0].kind) == ("refused", Reason.TOO_LONG)
    (found,) = waiting(game)
    assert "stopped reading" in found.why
    (id,) = Outbox(game).ids()
    told = Outbox(game).path(id).read_bytes()
    assert b"The game master will read it" in told
    assert game.sheets(1) == {}


def test_a_line_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a letter is looked through, and however many lines it has."""
    tried: Tally[str] = Tally()
    real = language.Reader._try

    def counted(self: language.Reader, text: str) -> Any:
        tried[text] += 1
        return real(self, text)

    monkeypatch.setattr(language.Reader, "_try", counted)
    known = a_reader("darkage")
    tongue = load("darkage").language
    reader = language.Reader(known.words, tongue.grammar, tongue.actions, tongue.shape)
    orders = "".join(f"{n}. MOVE TAM STS {n}\n" for n in range(1, 900))
    read = read_letter(letter(sheet(orders=orders)))
    _, rest = taken_out(read, reader)
    assert find_sheet(rest.texts, reader).sheets
    assert not said_beside(rest.texts, reader, NOTHING)
    assert max(tried.values()) == 1
    assert len(tried) >= 899


@pytest.mark.parametrize("name", GAMES)
def test_a_climb_finds_no_line_that_costs_more_than_a_line_may(name: str) -> None:
    """`python -m tests.worst_letters GAME` climbs further, and keeps what it finds in tests/letters/worst."""
    reader = a_reader(name)
    found = [*kept(name), *(worst_line(reader, seed, times(20, 2_000)) for seed in range(100, times(101, 110)))]
    assert max(cost(reader, line) for line in found) <= MOST_OF_A_LINE


# The letters that came before.


def calls(game: Game, letters: list[bytes]) -> int:
    """How many functions are called in a run that takes letters in."""
    number = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        collect(game, bag(*letters), MONDAY)
    finally:
        sys.setprofile(before)
    return number


def cost_of_one_more(game: Game, text: str) -> int:
    """What a second letter costs in a run, after a run that has looked at all there is."""
    letters = [letter(text, number=10_000 + n) for n in range(4)]
    calls(game, letters[:1])
    return calls(game, letters[1:3]) - calls(game, letters[3:])


def fill(game: Game, number: int) -> None:
    """Letters that came before, each with its answer, a twentieth of them from the player who writes now."""
    for n in range(number):
        hash, at = f"{n:032x}", MONDAY - DAY * (number - n) / 1440
        sender = VICTIM if n % 20 else "mercia@example.org"
        id = f"001-{'none' if n % 20 else 'MER'}-answer-{hash[-12:]}"
        entry = Arrival(hash, at, at, 1, f"bag:{n}", sender=sender, verdict="refused", answers=(id,), number=n + 1)
        Inbox(game).record(entry)
        (game.folder / "inbox" / f"{hash}.eml").write_bytes(b"Subject: x\n\nhello\n")
        Outbox(game).folder.mkdir(exist_ok=True)
        Outbox(game).path(id).write_bytes(b"To: mercia@example.org\r\n\r\nhello\r\n")


@pytest.mark.slow
@pytest.mark.parametrize("text", [sheet(), "Code: ABC-DEF-G\n1. TAX\n", "SEND MAP\n"])
def test_a_letter_costs_the_same_among_few_and_among_many(tmp_path: Path, text: str) -> None:
    costs = []
    for number in (800, 1_600):
        game = mail_game(tmp_path / str(number))
        fill(game, number)
        costs.append(cost_of_one_more(game, text))
    assert costs[1] <= costs[0] * 1.2
