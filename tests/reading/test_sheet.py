"""The sheet in a letter: whose words a line is, where the sheet begins and ends, and what must be asked."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbm.reading.letter import Sender, Text
from pbm.reading.quoting import Zone, pieces
from pbm.reading.sheet import Filled, find_sheet, read_sheet, written
from pbm.reading.sheet_code import sheet_code
from pbm.reading.sheet_filling import ASKS, LONGEST_MESSAGE, MOST_MESSAGES
from pbm.reading.verdict import SAYS, Reason, Verdict, judge
from tests.helpers.letters import SECRET, corpus, game42, reader

CODE = sheet_code(SECRET, "game42", 7, "MER")
HEAD = f"Game: game42\nTurn: 7\nKingdom: MER\nCode: {CODE}\n"


def fill(text: str) -> Filled:
    return read_sheet(Text("the message", text), reader())


def orders(filled: Filled) -> dict[int, str]:
    return {number: line.text for number, line in filled.sheet.lines.items()}


def asked(filled: Filled) -> list[str]:
    return [question.about for question in filled.questions]


def zones(text: str) -> str:
    """A letter for each line: own, quoted, below the signature."""
    return "".join(piece.zone.value[0] for piece in pieces(text.split("\n")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n> b\nc", "oqo"),
        ("a\n>b\n>> c\n> > d", "oqqq"),
        ("a\n-- \nb\n> c\nd", "ossqs"),
        ("a\n--\nb", "oss"),
        ("a\n---\nb\n-----", "oooo"),
        ("a\nOn Monday the master wrote:\n> b\nc", "oqqo"),
        ("a\nOn Monday the master\n<gm@example.org> wrote:\n\n> b\nc", "oqqoqo"),
        ("a\nOn Monday the master wrote:\nb\nc", "oqqq"),
        ("a\n-----Original Message-----\nb", "oqq"),
        ("a\nFrom: x\nSent: y\nTo: z\n\nb", "oqqqqq"),
        ("a\nFrom: x\nb", "ooo"),
        ("a\nSent from my iPhone\nb", "oss"),
        ("On we go\nand he wrote: nothing", "oo"),
    ],
)
def test_whose_words(text: str, expected: str) -> None:
    assert zones(text) == expected
    assert {zone.value[0] for zone in Zone} == set("oqs")


def test_a_question_shows_its_place() -> None:
    [question] = fill(HEAD + "1. TAX\n1. LEVY TAM\n").questions
    assert (question.line, question.written, question.rule) == (6, "1. LEVY TAM", "1.8")
    assert question.text == "action 1 is already on the sheet: TAX"


def test_numbers_are_never_given_silently() -> None:
    assert orders(fill(HEAD + "1. TAX\n9999.\nLEVY TAM\n")) == {1: "TAX", 2: "LEVY TAM"}
    assert orders(fill(HEAD + "1. TAX\n17. GROW STS\nLEVY TAM\n")) == {1: "TAX", 2: "LEVY TAM"}
    filled = fill(HEAD + "5. TAX\n3. GROW STS\nLEVY TAM\nRAZE TAM\n")
    assert orders(filled) == {3: "GROW STS", 4: "LEVY TAM", 5: "TAX"}
    assert asked(filled) == ["out of order", "number"]
    assert [line.text for line in filled.sheet.stray] == ["RAZE TAM"]


def test_a_message_too_long_is_left_out_whole() -> None:
    filled = fill(HEAD + "1. TAX\nMessage: " + "peace " * LONGEST_MESSAGE)
    assert filled.sheet.messages == ()
    assert asked(filled) == ["long message"]
    assert len(fill(HEAD + "Message: " + "x" * LONGEST_MESSAGE).sheet.messages[0]) == LONGEST_MESSAGE


def test_a_hundred_messages() -> None:
    filled = fill(HEAD + "Message: peace\n" * 100)
    assert len(filled.sheet.messages) == MOST_MESSAGES
    assert asked(filled) == ["many messages"]


def test_a_message_keeps_its_letters() -> None:
    filled = fill(HEAD + "1. TAX\nMessage: “Þæt” – № ½ #1; x\n  | 2. TAX\nPhone\nﬁn…\n")
    assert filled.sheet.messages == ("“Þæt” – № ½ #1; x\n2. TAX\nPhone\nﬁn…",)


def test_an_unfilled_message_is_none() -> None:
    template = HEAD + "1. TAX\nMessage:\n____________\n\n....\nPhone: ______\nEmail: -\nEnd\n"
    assert fill(template).sheet == fill(HEAD + "1. TAX\n").sheet


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("1. tax x3\n2. levy TAM 1\n3. grow TAM\n", "1 tax, 2 tax, 3 tax, 4 levy TAM 1, 5 grow TAM"),
        ("tax x2\nlevy TAM 1\n3. grow TAM\n", "1 tax, 2 tax, 3 levy TAM 1, 4 grow TAM"),
        ("1. tax x2\n2. tax x2\n3. grow TAM\n", "1 tax, 2 tax, 3 tax, 4 tax, 5 grow TAM"),
        ("1. tax, grow TAM\n2. levy TAM 1\n", "1 tax, 2 grow TAM, 3 levy TAM 1"),
        ("1. tax x2\n2. levy TAM 1\n3. ____\n4. grow TAM\n", "1 tax, 2 tax, 3 levy TAM 1, 5 grow TAM"),
        ("1. tax x3\n2. ____\n3. levy TAM 1\n4. ____\n", "1 tax, 2 tax, 3 tax, 4 levy TAM 1"),
    ],
)
def test_numbers_below_a_line_that_is_several_actions_count_lines(text: str, places: str) -> None:
    filled = fill(HEAD + text)
    assert ", ".join(f"{number} {order}" for number, order in orders(filled).items()) == places
    assert filled.sheet.stray == ()
    assert asked(filled) == ["counts lines"]


@pytest.mark.parametrize("text", ["1. tax x3\n4. levy TAM 1\n", "1. tax x3\n2. ____\n3. ____\n4. levy TAM 1\n"])
def test_numbers_that_leave_room_for_several_actions_stand(text: str) -> None:
    filled = fill(HEAD + text)
    assert list(orders(filled)) == [1, 2, 3, 4]
    assert asked(filled) == []


@pytest.mark.parametrize(
    ("text", "stray", "question"),
    [
        ("2. grow TAM\n1. tax x3\n", "tax x3", "this is actions 1 to 3, but action 2 is grow TAM: write one"),
        ("1. tax x3\n6. grow TAM\n2. tax\n", "tax", "action 2 is already on the sheet: tax"),
        ("1. tax x3\n2. grow TAM\n7. tax\n", "tax", '"tax x3" is several actions, so number 7 is not clear: write one'),
    ],
)
def test_numbers_that_can_be_read_in_two_ways_are_one_question(text: str, stray: str, question: str) -> None:
    filled = fill(HEAD + text)
    assert [line.text for line in filled.sheet.stray] == [stray]
    [asks] = [each.text for each in filled.questions if each.about == "number"]
    assert question in asks
    assert reader().sheet("MER", written(filled)) == filled.sheet


def test_a_number_with_a_question_mark_is_not_played() -> None:
    filled = fill(f"{HEAD}1. TAX\n3? TAX\n")
    assert list(orders(filled)) == [1]
    assert [question.text for question in filled.questions] == ["number 3 is not clear: write one action on each line"]


def test_a_greeting_between_headings_and_orders_is_passed_over() -> None:
    filled = fill(f"{HEAD}\nDear GM,\nI hope you are well.\n1. TAX\n\nBest wishes\nAnna\n")
    assert orders(filled) == {1: "TAX"}
    assert filled.questions == ()
    assert filled.ignored == ("Dear GM,", "I hope you are well.", "Best wishes", "Anna")


@pytest.mark.parametrize("line", ["the OVERRUN STS LEI", "in LEVY TAM 1", "again SIEGE STS TAM", "Best LEVY TAM 1"])
def test_an_order_below_a_greeting_is_never_passed_over(line: str) -> None:
    filled = fill(f"{HEAD}1. TAX\nThanks\n{line}\n2. TAX\n")
    assert [question.written for question in filled.questions] == [line]


def test_what_may_be_an_order_below_end_or_in_a_quotation_is_asked_about() -> None:
    filled = fill(f"{HEAD}1. TAX\nEnd\nattack LEI\nI hope to move house in May\n")
    assert [question.written for question in filled.questions] == ["attack LEI"]
    filled = fill(f"{HEAD}1. TAX\n\nOn Monday the game master wrote:\nTax x2\n")
    assert [question.written for question in filled.questions] == ["Tax x2"]


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("1. tax 2. levy TAM 2", {1: "tax", 2: "levy TAM 2"}),
        ("1) tax; 2) levy TAM 2; 3) grow STS", {1: "tax", 2: "levy TAM 2", 3: "grow STS"}),
        ("1. tax; 2. attack LEI", {}),
        ("1. levy TAM 2. grow STS", {}),
        ("1. tax; grow STS 2. tax", {}),
        ("1. levy TAM #3", {}),
    ],
)
def test_numbers_inside_a_line(line: str, places: dict[int, str]) -> None:
    """Two numbered orders are two actions; whatever else they may be is asked about, and stays so when filed."""
    filled = fill(f"{HEAD}{line}\n")
    assert {number: each.text for number, each in filled.sheet.lines.items() if each.order} == places
    assert bool(places) or filled.sheet.lines[1].refusal
    assert reader().sheet("MER", written(filled)) == filled.sheet


def test_a_letter_of_prose_below_headings_asks_about_all_but_courtesies() -> None:
    filled = fill(f"{HEAD}\nDear GM,\nI hope you are well.\nSee you at the convention in May.\n\nBest wishes\nAnna\n")
    assert [question.written for question in filled.questions] == ["See you at the convention in May."]
    assert filled.ignored == ("Dear GM,", "I hope you are well.", "Best wishes", "Anna")


def test_a_contact_given_twice() -> None:
    filled = fill(HEAD + "Phone: 1\nPhone: 2\nPhone: 1\n")
    assert filled.sheet.contacts == {"PHONE": "1"}
    assert asked(filled) == ["second contact"]


@pytest.mark.parametrize(
    ("heading", "kingdom"),
    [
        ("mer", "MER"),
        ("MERCIA", "MER"),
        ("Mercia (MER)", "MER"),
        ("MER - Mercia", "MER"),
        ("the kingdom of Mercia", "MER"),
        ("the West Wales", "WWL"),
        ("Mercia (WSX)", None),
        ("Mercia and Wessex", None),
        ("king", None),
        ("TAM", None),
    ],
)
def test_kingdoms_as_people_write_them(heading: str, kingdom: str | None) -> None:
    filled = fill(f"Game: game42\nKingdom: {heading}\n1. TAX\n")
    assert filled.power == kingdom
    assert filled.sheet.player == (kingdom or "")


@pytest.mark.parametrize(
    ("again", "rival"),
    [
        ("Kingdom: mercia\nGame: 42\nTurn: 7", ""),
        (f"Code: {CODE.lower().replace('-', ' ')}", ""),
        ("Kingdom: Wessex", "its kingdom is given as MER and as Wessex"),
        ("Game: game43", "its game is given as game42 and as game43"),
        ("Turn: 8", "its turn is given as 7 and as 8"),
    ],
)
def test_a_heading_given_twice(again: str, rival: str) -> None:
    assert fill(f"{HEAD}1. TAX\n{again}\n").rival == rival


def test_an_unknown_kingdom_is_answered_with_a_suggestion() -> None:
    [question] = fill("Game: game42\nKingdom: Merica\n1. TAX\n").questions
    assert question.text == 'no kingdom is called "Merica": did you mean MER?'


LINE = st.sampled_from(["TAX", "LEVY TAM 3", "MOVE TAM STS ALL", "MOOVE TAM", "x", "", "# no", "RAZE TMA"])
NUMBERED = st.tuples(st.sampled_from(["", *(f"{number}. " for number in range(20))]), LINE).map("".join)


@given(st.lists(NUMBERED, max_size=20), st.lists(st.text(max_size=40), max_size=3), st.text(max_size=30))
@settings(max_examples=100, deadline=None)
def test_what_is_written_reads_back(lines: list[str], messages: list[str], contact: str) -> None:
    text = HEAD + "\n".join([*lines, *(f"Message:\n| {message}" for message in messages), f"Phone: {contact}"])
    filled = fill(text)
    assert reader().sheet("MER", written(filled)) == filled.sheet


PIECES = ["TAX", "LEVY TAM 2", "MOVE TAM STS 2", "17", " ", ".", "- ", ",", ":", ")", "(", "|", "3 x ", ";", "#", "2) "]


@example(["|", ".", "LEVY TAM 2"])
@example(["3 x ", ":", "TAX"])
@example(["MOVE TAM STS 2", ".", ".", " ", "- ", "LEVY TAM 2"])
@given(st.lists(st.sampled_from(PIECES), max_size=8))
@settings(max_examples=200, deadline=None)
def test_odd_signs_before_an_order_read_back(pieces: list[str]) -> None:
    filled = fill(f"{HEAD}{''.join(pieces)}\n")
    assert reader().sheet("MER", written(filled)) == filled.sheet


def test_sheets_of_two_parts_of_a_letter() -> None:
    body, file = Text("the message", HEAD), Text("orders.txt", "1. TAX\n")
    [filled] = find_sheet([body, file], reader()).sheets
    assert (filled.where, filled.power, filled.code) == ("orders.txt", "MER", CODE)
    texts = [Text("a", HEAD + "1. TAX"), Text("b", HEAD + "1. TAX"), Text("c", HEAD + "2. TAX")]
    [filled] = find_sheet(texts, reader()).sheets
    assert filled.rival == "there is one sheet in a and another in c"


def verdict(text: str, policy: str = "code", over: str = "", sender: str = "mercia@example.org") -> Verdict:
    return judge(fill(text), game42(policy, over), Sender(sender))


def test_every_reason_is_met_in_the_letters() -> None:
    of_other_tests = {"whose orders", "mostly not understood", "too long to read"}
    of_former = {str(Reason.GONE)}  # the mail says it in words of its own
    met = {expected["verdict"] for expected in corpus().values()} - {"accepted"} | of_other_tests
    assert {str(reason) for reason in SAYS} == met == {str(reason) for reason in Reason} - {"", *of_former}


def test_every_question_is_met() -> None:
    met = {question for expected in corpus().values() for question in expected.get("questions", [])}
    assert set(ASKS) - met == {"long message", "many lines", "many messages", "second contact"}


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("Turn: 7", "Turn: 7", ""),
        ("Turn: 7", "Turn: 6", "The sheet is for turn 6, which has been played; orders are now for turn 7."),
        ("MER", "ESX", "Essex is not in play, so it cannot give orders."),
        ("game42", "game9", "The sheet is for game game9, but this is game42: compare the headings of your report."),
        ("Kingdom: MER", "Kingdom: WSX", f"The code {CODE} belongs to another kingdom, not to Wessex."),
    ],
)
def test_the_answer_names_the_reason(right: str, wrong: str, says: str) -> None:
    assert verdict(HEAD.replace(right, wrong) + "1. TAX").text == says


def test_a_refusal_never_tells_whose_code_it_is() -> None:
    found = verdict(HEAD.replace("Kingdom: MER", "Kingdom: WSX") + "1. TAX")
    assert found.reason is Reason.OTHERS_CODE
    assert "Mercia" not in found.text
    assert "MER" not in found.text
