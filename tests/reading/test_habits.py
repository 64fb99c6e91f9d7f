"""Order lines as people write them: most are read as they are meant, the others are asked about, none is read wrong."""

import re
from collections import Counter
from functools import cache
from itertools import product

import pytest

from pbm.kit.play import begun_once
from pbm.reading.language import Reader
from pbm.reading.letter import Text
from pbm.reading.sheet import Filled, read_sheet
from pbm.reading.sheet_filling import left_out
from pbm.reading.vocabulary import COUNTED, FILLERS
from pbm.rulesets import load
from tests import ROOT, TESTS

CORPUS = TESTS / "habits.txt"
PAGE = ROOT / "docs" / "turnsheets.md"
LEAST = 300
ASKED = "?"


@cache
def corpus() -> list[tuple[str, str, str]]:
    """Game, line and meaning."""
    found, game = [], ""
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            game = heading[1]
        elif line and game:
            written, _, meant = line.rpartition(" => ")
            found.append((game, written, meant))
    return found


@cache
def reader(game: str) -> Reader:
    return load(game).language.reader(begun_once(game))


def sheet_of(game: str, line: str) -> Filled:
    return read_sheet(Text("the message", f"Game: game42\nTurn: 7\nCode: MS1-MRP-P\n\n{line}\n"), reader(game))


@cache
def outcome(game: str, line: str, meant: str) -> str:
    filled = sheet_of(game, line)
    orders = [str(each.order) for _, each in sorted(filled.sheet.lines.items()) if each.order]
    orders += ["PASS"] if filled.passes else []
    doubts = [each for each in (*filled.sheet.lines.values(), *filled.sheet.stray) if each.refusal]
    if doubts or left_out(filled.questions):
        return "wrong" if orders else "asked about"
    if line in filled.ignored:  # a courtesy, shown as not read
        return "asked about"
    assert orders, f"{line!r} is neither an order nor asked about"
    return "read right" if " / ".join(orders) == meant else "wrong"


@pytest.mark.parametrize(("game", "line", "meant"), corpus(), ids=lambda text: str(text)[:40])
def test_no_line_is_read_wrong(game: str, line: str, meant: str) -> None:
    found = outcome(game, line, meant)
    assert found == ("asked about" if meant == ASKED else "read right")


OTHERS = ("twilight", "tours", "marnon", "homelands")
STRANGERS = ("fresh", "autumn", "winter", "spring", "summer", "everyday")
"""The folders of lines that were written before any of them was tried."""
LEAST_OF_A_GAME = 150
READ = 9
"""So many lines of ten that have a meaning are read."""


@cache
def plain_words(game: str, folder: str) -> list[tuple[str, str]]:
    """Lines in everyday English, and what they mean."""
    lines = (CORPUS.parent / "habits" / folder / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [(written, meant) for written, _, meant in (line.rpartition(" => ") for line in lines)]


@pytest.mark.parametrize("folder", ["made", "spoken"])
@pytest.mark.parametrize("game", OTHERS)
def test_everyday_english_is_read_or_asked_about_and_never_read_wrong(game: str, folder: str) -> None:
    found = {line: (outcome(game, line, meant), meant) for line, meant in plain_words(game, folder)}
    assert len(found) >= LEAST_OF_A_GAME
    assert [line for line, (how, _) in found.items() if how == "wrong"] == []
    assert [line for line, (how, meant) in found.items() if meant == ASKED and how != "asked about"] == []
    clear = [how for how, meant in found.values() if meant != ASKED]
    assert 10 * clear.count("read right") >= READ * len(clear)


@pytest.mark.parametrize(("game", "folder"), [*product(OTHERS, STRANGERS), ("darkage", "everyday")])
def test_lines_of_strangers_are_never_read_wrong(game: str, folder: str) -> None:
    """Lines that were written before any was tried, many of them doubtful on purpose."""
    found = {line: (outcome(game, line, meant), meant) for line, meant in plain_words(game, folder)}
    assert [line for line, (how, _) in found.items() if how == "wrong"] == []
    assert [line for line, (how, meant) in found.items() if meant == ASKED and how != "asked about"] == []


def test_the_page_states_the_figures_of_everyday_english() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for game, folder in [*product(OTHERS, ("made", "spoken", *STRANGERS)), ("darkage", "everyday")]:
        rows = plain_words(game, folder)
        counts = Counter(outcome(game, *row) for row in rows)
        figures = (len(rows), counts["read right"], counts["asked about"], counts["wrong"])
        assert f"| {load(game).title} | {' | '.join(map(str, figures))} |" in page


def test_the_page_states_the_figures() -> None:
    assert len(corpus()) >= LEAST
    page = PAGE.read_text(encoding="utf-8")
    for game in ("darkage", "twilight", "tours", "toy"):
        counts = Counter(outcome(*row) for row in corpus() if row[0] == game)
        figures = (sum(counts.values()), counts["read right"], counts["asked about"], counts["wrong"])
        title = load(game).title
        assert f"| {title} | {' | '.join(map(str, figures))} |" in page


@pytest.mark.parametrize("game", ["darkage", "twilight", "toy"])
def test_no_everyday_word_of_ours_is_a_word_of_the_game(game: str) -> None:
    """A word that is left out must never be a code: then a line would lose a box."""
    assert not [word for word in FILLERS | set(COUNTED) if reader(game).words.codes_named(word)]


@pytest.mark.parametrize(
    ("written", "choices"),
    [("attack", "ASSAULT"), ("march", "MOVE"), ("build forts", "FORTIFY"), ("recruit", "LEVY"), ("attack GAL", "MOVE")],
)
def test_everyday_words_are_answered_with_actions(written: str, choices: str) -> None:
    _, refusal = reader("darkage").read(written)
    assert refusal
    assert choices in refusal.choices


@pytest.mark.parametrize(
    ("game", "written", "choices"),
    [
        ("marnon", "hire two warships at PORTSTON MOOR", ("BUY",)),
        ("marnon", "A1 besieges Castle 5", ("STORM",)),
        ("marnon", "besiege Castle 5 with A1", ("STORM",)),
        ("marnon", "MRCH A1", ("MARCH",)),
    ],
)
def test_what_people_call_an_action_comes_before_what_is_spelt_alike(
    game: str, written: str, choices: tuple[str, ...]
) -> None:
    _, refusal = reader(game).read(written)
    assert refusal
    assert refusal.choices == choices


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("marnon", "keep A1 from marching to Pembroke"),
        ("marnon", "leave the alliance with Whispery Meadow"),
        ("marnon", "leave Whispery Meadow out of the alliance"),
        ("marnon", "not all armies pursue"),
        ("marnon", "A1 does not always pursue"),
        ("marnon", "march A1 to Pembroke (leaving a garrison)"),
        ("homelands", "leave the truce with the Picts"),
        ("homelands", "move 1 LI from CAN to LON and back"),
        ("twilight", "keep force 1 from attacking LO1 in Burgundy, raid"),
        ("tours", "not every HI evades"),
        ("tours", "H05 attacks RC1, RC2 attacks H05"),
        ("darkage", "levy CON 2, CON 3"),
        ("tours", "H01 moves forward"),
        ("tours", "GC2 attacks H12 if they are disordered 3"),
        ("twilight", "force 3 in Saxony with the field armies"),
        ("homelands", "build a village and a fort in FEN with 1"),
        ("marnon", "A1 and A2 march to Pembroke with 500"),
        ("marnon", "A1 marches with most of its men to Pembroke"),
        ("marnon", "Hempen Wood trades with Golden Dunes"),
        ("marnon", "A1 will pursue; A2 won't"),
        ("twilight", "keep force 1 out of Burgundy"),
        ("darkage", "passage through Kent for Essex"),
        ("darkage", "levy 2 in TAM and LEI"),
        ("homelands", "everyone except one LI goes from Londinium to Coritania"),
        ("tours", "K01 goes towards 1410"),
    ],
)
def test_small_words_that_turn_a_line_are_not_passed_over(game: str, line: str) -> None:
    assert outcome(game, line, ASKED) == "asked about"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("marnon", "end the war with Hempen Wood"),
        ("marnon", "march A1 to Pembroke leaving 500 behind"),
        ("marnon", "march A1 to Pembroke 2 turns"),
        ("homelands", "move half of CAN to LON"),
        ("homelands", "move everyone but the HI from TRI to LON"),
        ("homelands", "keep the sheep"),
        ("tours", "move K01 from 1319 to 1420"),
        ("twilight", "move 2 warriors from Francia to Burgundy"),
        ("twilight", "bid 2 less for MUS"),
    ],
)
def test_nothing_is_suggested_that_says_less_or_the_opposite(game: str, line: str) -> None:
    order, refusal = reader(game).read(line)
    assert order is None
    assert refusal
    assert not any(" " in choice for choice in refusal.choices)


@pytest.mark.parametrize(
    ("game", "line", "meant"),
    [
        ("marnon", "A1 goes to Pembroke by way of Maplevale", "MARCH A1 R3T3 R3T4"),
        ("marnon", "A1 -> Pembroke", "MARCH A1 R3T4"),
        ("marnon", "A2: Oxleaf, then Orc Hill", "MARCH A2 R2T5 R2T6"),
        ("marnon", "500 of A3 leave for Fernham, the rest stay", "MARCH A3 500 R4T6"),
        ("marnon", "A1, A2 and A3 march to Pembroke", "MARCH A1 R3T4 / MARCH A2 R3T4 / MARCH A3 R3T4"),
        ("marnon", "we order A1 to Pembroke", "MARCH A1 R3T4"),
        ("marnon", "let A1 go to Pembroke", "MARCH A1 R3T4"),
        ("homelands", "everybody in Londinium goes to Cantium", "MOVE LON CAN ALL"),
        ("homelands", "We become vassals of the Picts", "VASSAL PIC"),
        ("homelands", "if 3 enemies come, everybody in Icenia goes inside", "WITHDRAW ICE ALL IF 3"),
        ("homelands", "2 grain and 1 fish for Icenia", "BUY GRAIN ICE 2 / BUY FISH ICE 1"),
        ("twilight", "force 1 and force 2 move from Paris to Francia", "MOVE 1 PAR FRC / MOVE 2 PAR FRC"),
        ("twilight", "If nobody is in Benevento, force 1 moves there from Spoleto", "IF EMPTY BEN : MOVE 1 SPO BEN"),
        ("tours", "GC2 attacks H12 if they have lost 10", "ATTACK GC2 H12 IF KILLED 10"),
        ("tours", "the light cavalry evades, the heavy cavalry doesn't", "EVADE LC YES / EVADE HC NO"),
        ("twilight", "force 1 goes from Paris to Francia, then to Burgundy", "MOVE 1 PAR FRC / MOVE 1 FRC BUR"),
        ("darkage", "grow ARD, STS and DBS", "GROW ARD / GROW STS / GROW DBS"),
    ],
)
def test_what_people_say_in_other_ways(game: str, line: str, meant: str) -> None:
    assert outcome(game, line, meant) == "read right"


@pytest.mark.parametrize(
    ("game", "lines", "last"),
    [
        ("marnon", ("A1 to Pembroke", "500 of A3 to Fernham"), "MARCH A3 500 R4T6"),
        ("marnon", ("1 A1 to Pembroke", "2 A2 to Fernham"), "MARCH A2 R4T6"),
        ("homelands", ("truce PIC", "2 LI from Icenia to Lindum"), "MOVE ICE LIN LI 2"),
        ("homelands", ("1 truce PIC", "2 3 LI from Icenia to Lindum"), "MOVE ICE LIN LI 3"),
        ("homelands", ("1 truce PIC", "2 LI from Icenia to Lindum"), None),
        ("twilight", ("slot early", "buy 1", "3 militia for Swabia"), None),
    ],
)
def test_how_many_is_no_number_of_a_line(game: str, lines: tuple[str, ...], last: str | None) -> None:
    """A sheet with numbers has one on every line; where a number may be either, nothing is played."""
    filled = sheet_of(game, "\n".join(lines))
    read = [str(line.order) for line in filled.sheet.lines.values() if line.order]
    assert read[len(lines) - 1 :] == ([last] if last else [])


TURNING = """not or if unless instead except half maybe only without until don't no both each via back never perhaps
either most some about over under less than nor rather cancel stop skip ignore undo forget"""


@pytest.mark.parametrize("game", ["darkage", "twilight"])
def test_a_word_that_may_turn_the_meaning_is_never_passed_over(game: str) -> None:
    meant = sorted({order for row in corpus() if row[0] == game and row[2] != ASKED for order in row[2].split(" / ")})
    words = TURNING.split()
    for at, order in enumerate(order for order in meant if order != "SCOUT"):  # which does nothing, whatever follows it
        said = order.split()
        said.insert(at % (len(said) + 1), words[at % len(words)])
        filled = sheet_of(game, " ".join(said))
        assert not filled.understood, said
        assert filled.sheet.lines or filled.sheet.stray or left_out(filled.questions), said
