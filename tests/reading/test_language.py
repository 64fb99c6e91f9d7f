"""The language of orders with every construct it may have: printed and read back, mistaken, in lists and in blocks."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.desk.tongue import tongue_of
from pbm.mail.keying import Keyed, differences, key_sheet
from pbm.reading.language import Reader
from pbm.reading.pdfform import on_sheet
from pbm.receipts.foresee import as_it_is
from pbm.receipts.receipt import receipt, receipt_html, receipt_text
from pbm.rules.condition import If, Not
from pbm.rules.doctrine import DoctrineDropped, in_force, standing
from pbm.rules.doctrine import given as given_by
from pbm.rules.form import Form
from pbm.rules.order import ALL, Lines, Number, Order, Sheet, Slots, blocks
from pbm.rulesets.foresight import Foresight
from tests.helpers import tongue
from tests.helpers.tongue import AREAS, HEXES, POWERS, PURSE, UNITS, WORDS, World, action

LIST = Lines(40)
READER = tongue.reader(LIST)

area, power, unit, hexes = (st.sampled_from(sorted(codes)) for codes in (AREAS, POWERS, UNITS, HEXES))
count = st.integers(0, 99)
number = st.none() | st.builds(Number, count, st.booleans())
troops = st.lists(st.from_regex(r"[LFWNMS][0-9]{0,2}", fullmatch=True), min_size=1, max_size=5).map(tuple)
kind = st.sampled_from(("LI", "HI", "TS", "LI.X"))
part = unit | st.tuples(unit, unit)
selector = st.lists(part, min_size=1, max_size=4).map(tuple)
route = st.lists(hexes, min_size=1, max_size=5).map(tuple) | st.from_regex(r"/[1-6]{1,6}", fullmatch=True)
step = area | st.just("PIN") | st.tuples(st.just("PICK"), unit)
enemy = st.just("ANY") | st.tuples(power, st.none() | count)
table = st.sampled_from(("SHOCK", "RAID", "ENGAGE"))
words = st.from_regex(r"[a-z]{1,8}( [A-Za-z]{1,8}){0,4}", fullmatch=True)


def some(items: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(items, min_size=1, max_size=5).map(tuple)


ORDERS = st.one_of(
    st.builds(tongue.For, power),
    st.builds(tongue.Levy, area, number),
    st.builds(tongue.Force, count, area, st.none() | troops, st.none() | troops),
    st.builds(tongue.Move, selector, st.none() | selector, route, st.none() | hexes),
    st.builds(tongue.March, unit, some(step)),
    st.builds(tongue.Sail, area, area, some(st.tuples(kind, count))),
    st.builds(tongue.Attack, count, area, enemy, table, st.none() | count, st.none() | count),
    st.builds(tongue.Losses, some(kind)),
    st.builds(tongue.Permit, power, area),
    st.builds(tongue.Pass),
)
MESSAGES = st.builds(tongue.Message, power, words)
PLAIN = st.one_of(st.builds(tongue.Won), st.builds(tongue.Enemy, area, st.none() | power), st.builds(tongue.Op, count))
CONDITIONS = st.lists(PLAIN | st.builds(Not, PLAIN), min_size=1, max_size=3).map(tuple)
CONDITIONAL = st.builds(If, CONDITIONS, ORDERS, st.booleans())


def read(text: str) -> Order:
    order, refusal = READER.read(text)
    assert order, (text, refusal)
    return order


@given(ORDERS | MESSAGES | CONDITIONAL)
@settings(max_examples=300, deadline=None)
def test_what_is_printed_reads_back_as_it_was(order: Order) -> None:
    printed = str(order)
    assert read(printed) == order
    assert isinstance(order, tongue.Message) or read(printed.lower()) == order


LINE = st.lists(
    st.sampled_from(
        ["IF", "AND", "NOT", "WON", ":", "ENEMY", "FRC", "1807", "H01..H05", "RED", "AB-", "2007-1907", "/6"]
    )
    | st.text(max_size=4)
)


@given(st.sampled_from([*action, "IF", ""]), LINE)
@settings(max_examples=300, deadline=None)
def test_no_line_breaks_the_reader(word: str, rest: list[str]) -> None:
    line = READER.line(" ".join([word, *rest]))
    assert line is None or line.order or (line.refusal and line.refusal.kind == "read")


@pytest.mark.parametrize(
    ("text", "answer", "column", "choices"),
    [
        ("MOVE H09 1807", 'no unit is called "H09": did you mean H01 or H02 or H05?', 6, ("H01", "H02", "H05")),
        ("MOVE H01 1808", 'no hex is called "1808": did you mean 1807?', 10, ("1807",)),
        ("MARCH BYZ.A3 FRC", 'no unit is called "BYZ.A3": did you mean BYZ.A2?', 7, ("BYZ.A2",)),
        ("MOVE FRC 1807", "FRC is the area Francia; this box is for the code of the unit", 6, ()),
        ("LEVY 1807", "1807 is a hex; this box is for the code of the area", 6, ()),
        ("IF ENEMY FRD : PASS", 'no area is called "FRD": did you mean FRC (Francia)?', 10, ("FRC",)),
        (
            "IF WN : PASS",
            '"WN" does not belong here: did you mean WON? It is written: IF condition : order, '
            "with NOT, WON, ENEMY or OP here",
            4,
            ("WON",),
        ),
        ("IF ENEMY : PASS", "ENEMY is not complete; it is written: IF ENEMY where [power] : order", 10, ()),
        ("IF WON AND ENEMY : PASS", "ENEMY is not complete; it is written: IF ENEMY where [power] : order", 18, ()),
        ("IF ENEMY : LEVY FRC 3", "ENEMY is not complete; it is written: IF ENEMY where [power] : order", 10, ()),
        ("IF NOT ENEMY : LEVY FRC", "ENEMY is not complete; it is written: IF ENEMY where [power] : order", 14, ()),
        ("IF ENEMY FRC", "the order is missing; it is written: IF condition : order", 13, ()),
        (
            "ENEMY FRC : LEVY FRC 3",
            "IF is missing: did you mean IF ENEMY FRC : LEVY FRC 3?",
            1,
            ("IF ENEMY FRC : LEVY FRC 3",),
        ),
        ("LEVI FRC", '"LEVI" is not an action: did you mean LEVY?', 1, ("LEVY",)),
        ("LEVY North Marsh", 'nothing is called "NORTH MARSH": did you mean SER (North March)?', 6, ("SER",)),
        (
            "ATTACK 1 LOT LOM RAID 2 MAX 3",
            '"MAX" does not belong here; it is written: ATTACK force where enemy table [times] [MIN least], '
            "with IF or MIN here",
            25,
            (),
        ),
    ],
)
def test_every_kind_of_mistake_is_answered(text: str, answer: str, column: int, choices: tuple[str, ...]) -> None:
    _, refusal = READER.read(text)
    assert refusal
    assert (refusal.text, refusal.column, refusal.choices) == (answer, column, choices)


def test_long_lines_resemble_an_order_and_prose_does_not() -> None:
    assert READER.resembles("march byz.a2 frc pick rc1 lot pin ser pick h01 frc pick h02 lto pin lot pick red")
    assert not READER.resembles("Move on, my friend, before the winter comes and all our ships are lost at sea")


def test_a_list_is_taken_as_written_and_numbers_are_labels() -> None:
    sheet = READER.sheet("LOM", "7. PASS\n\n# a remark\nLEVY FRC\n-\n7) PASS\nNONSENSE HERE\n")
    assert [(n, line.number, line.text) for n, line in sheet.lines.items()] == [
        (1, 1, "PASS"),
        (2, 2, "LEVY FRC"),
        (3, 3, "PASS"),
        (4, 4, "NONSENSE HERE"),
    ]
    assert not sheet.stray


def test_lines_too_many_fail_and_say_so() -> None:
    sheet = tongue.reader(Lines(2)).lines("LOM", ["PASS", "", "LEVY FRC", "PASS"])
    assert [bool(line.order) for line in sheet.lines.values()] == [True, True, False]
    refusal = sheet.lines[3].refusal
    assert refusal
    assert refusal.text == "a sheet has at most 2 lines; this is number 3"


def test_empty_lines_may_have_their_places() -> None:
    texts = ["PASS", "-", "", "# only a comment", "PASS"]
    assert list(READER.lines("LOM", texts).lines) == [1, 2]
    assert list(tongue.reader(Lines(40, as_written=True)).lines("LOM", texts).lines) == [1, 5]


def test_a_comment_may_count_as_part_of_its_line() -> None:
    texts = ["PASS # a comment", "PASS"]
    short, whole = (tongue.reader(Lines(40, longest=8, as_written=way)).lines("LOM", texts) for way in (False, True))
    assert [bool(line.order) for line in short.lines.values()] == [True, True]
    assert [bool(line.order) for line in whole.lines.values()] == [False, True]


def test_a_line_may_be_as_long_as_the_shape_says() -> None:
    _, refusal = tongue.reader(Lines(40, longest=8)).read("LEVY FRC 2")
    assert refusal
    assert refusal.text == "an order may have at most 8 characters"


def test_blocks_give_each_power_its_lines() -> None:
    sheet = READER.lines("LOM", ["PASS", "FOR BYZ", "LEVY SER", "for nobody", "PASS", "for pap"])
    assert [(who, [line.number for line in lines]) for who, lines in blocks(sheet, action.opener)] == [
        ("LOM", [1]),
        ("BYZ", [2, 3]),
        ("", [4, 5]),
        ("PAP", [6]),
    ]
    assert [who for who, _ in blocks(sheet, None)] == ["LOM"]


def test_conditions_hold_when_the_line_comes_up() -> None:
    world = World(won=True)
    order = read("IF WON AND NOT ENEMY FRC AND ENEMY SER BYZ AND OP>=5 : PASS")
    assert isinstance(order, If)
    assert order.holds(world, "LOM")
    assert not order.holds(World(won=True, crowns=4), "LOM")
    assert read("PASS IF WON") != read("IF WON : PASS")


def test_standing_orders_are_kept_replaced_added_and_dropped() -> None:
    world = World()
    for text in ("LOSSES LI HI", "PERMIT BYZ FRC", "PERMIT BYZ LOT", "losses ts"):
        event = given_by("LOM", read(text))
        assert event
        event.apply(world)
    assert given_by("LOM", read("PASS")) is None
    texts = ["LOSSES TS", "PERMIT BYZ FRC", "PERMIT BYZ LOT"]
    assert [text for _, text in standing(world.doctrine["LOM"])] == texts
    assert [str(order) for order in in_force(world.doctrine["LOM"], READER.order)] == texts
    DoctrineDropped("LOM", "PERMIT BYZ").apply(world)
    assert world.doctrine["LOM"] == {"LOSSES": "LOSSES TS"}
    DoctrineDropped("LOM").apply(world)
    assert world.doctrine["LOM"] == {}


def test_a_form_says_how_an_action_is_written() -> None:
    assert str(tongue.Move.form) == "MOVE units [AB-but] route [ELSE otherwise]"
    assert tongue.Sail.written_boxes() == ("from", "to", "cargo")
    assert Form("PASS").boxes == ()
    assert str(tongue.Levy("FRC", None)) == "LEVY FRC"
    assert str(tongue.Levy("FRC", ALL)) == "LEVY FRC ALL"


def receipt_of(*texts: str, shape: Lines | Slots = LIST) -> tuple[str, str]:
    sheet = tongue.reader(shape).lines("LOM", texts)
    of_powers = blocks(sheet, action.opener)
    lines = [as_it_is(line, {**AREAS, **POWERS}, World(), who) for who, lines in of_powers for line in lines]
    foresight = Foresight(
        "LOM",
        tuple(lines),
        {PURSE: 5, "grain": 2},
        slots=shape.most if isinstance(shape, Slots) else 0,
        standing=tuple(text for _, text in standing({"LOSSES": "LOSSES TS"})),
    )
    made = receipt("A test", "game1", 3, sheet, foresight)
    return receipt_text(made), receipt_html(made)


def test_the_plain_receipt_of_a_list() -> None:
    for text in receipt_of(
        "LEVY FRC 2", "LEVY SER", "FOR BYZ", "LEVY SER", "IF WON AND NOT ENEMY FRC : PASS", "LEVI FRC"
    ):
        flat = " ".join(text.split())
        assert "Levy 2 armies in Francia (FRC)" in flat
        assert "It costs 4 crowns." in flat
        assert "crowns to spend" in flat
        assert "grain to spend" in flat
        assert flat.count("It fails as things stand.") == 1
        assert "SER is not yours" in flat
        assert "If WON and not an enemy in Francia (FRC): do nothing" in flat
        assert "please look at line 6" in flat
        assert "LOSSES TS" in flat
        assert "Left empty" not in flat
        assert "Sure" not in flat


def test_the_plain_receipt_of_slots_says_what_is_empty() -> None:
    text, page = receipt_of("PASS", shape=Slots(3))
    assert "Left empty         2, 3" in text
    assert "Left empty" in page


def test_a_list_is_keyed_down_to_the_first_empty_line() -> None:
    answers = iter(["LEVY FRC 2", "IF WON : PASS", "", "", "", ""])
    said: list[str] = []
    keyed = key_sheet(READER, lambda question: next(answers), said.append)
    assert keyed.actions == {1: "LEVY FRC 2", 2: "IF WON : PASS"}
    assert said[0] == "Lines: an empty line ends them, < goes back a line."
    other = Keyed({1: "LEVY FRC 3", 2: "if won:pass"})
    assert list(map(str, differences(READER, keyed, other))) == ["line 1, number: first 2, then 3"]


def test_a_form_of_lines_is_read_back() -> None:
    read_back = list(on_sheet({"l02": "PASS", "l01": "LEVY FRC", "l101": "PASS", "l03": ""}))
    assert [(entry.number, entry.value) for entry in read_back] == [(1, "LEVY FRC"), (2, "PASS"), (101, "PASS")]


def test_names_are_known_by_kind() -> None:
    assert WORDS.names["area"] == {"francia": "FRC", "lotharingia": "LOT", "north march": "SER", "the marches": "SER"}
    assert WORDS.name("PAR") == "PAR"
    assert Sheet("LOM", {}) == READER.sheet("LOM", "")


@pytest.mark.parametrize("pattern", [r"/SHOCK|RAID|ENGAGE/i", r"/(SHOCK|RAID|ENGAGE)\b/i"])
def test_a_choice_of_words_ends_where_a_word_ends_and_is_offered_whole(pattern: str, tmp_path: Path) -> None:
    text = tongue.GRAMMAR.read_text(encoding="utf-8").replace(r"/(?:SHOCK|RAID|ENGAGE)(?!\w)/i", pattern)
    (tmp_path / "tongue.lark").write_text(text, encoding="utf-8")
    reader = Reader(WORDS, tmp_path / "tongue.lark", action, LIST)
    assert reader.order("ATTACK 1 LOT ANY ENGAGE")
    refusal = reader.read("ATTACK 1 LOT ANY RAIDING")[1]
    assert refusal
    assert '"RAIDING"' in refusal.text
    assert tongue_of(reader.grammar, WORDS, action).leaves["TABLE"].words == ("SHOCK", "RAID", "ENGAGE")
