"""Sheets that do not come back as text: the PDF form, filled in or untouched, and paper that is typed in."""

import io
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from random import Random

import pytest
from pypdf import PdfReader, PdfWriter

from pbm.mail.drafts import Draft, key_draft
from pbm.reading.pdfform import form_fields
from pbm.rules.order import Slots
from tests.helpers.long import times
from tests.helpers.round_trip import GAMES, Answer, Order, Sent, complaints, mail, mails, played, received

FILLED = 6
BOXES = "abcd"


def some(name: str) -> list[Sent]:
    return mails(name)[: times(1, 99)]


def attached(content: bytes, text: str = "Here is my sheet.\n") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "player@example.org", "orders@game.example", "orders"
    made.set_content(text)
    made.add_attachment(content, maintype="application", subtype="pdf", filename="sheet.pdf")
    return bytes(made)


def filled_in(content: bytes, entered: dict[str, str]) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(content))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, entered)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def on_form(sent: Sent, random: Random) -> tuple[dict[str, str], list[Order]]:
    """Orders in some empty lines of a form, and the orders of the whole form, each with the power it is for."""
    fields = form_fields(sent.form)
    assert isinstance(fields, dict)
    if isinstance(sent.reader.shape, Slots):
        numbers = sorted(random.sample(range(1, sent.reader.shape.most + 1), FILLED))
        orders = {number: str(sent.reader.order(random.choice(sent.stock))) for number in numbers}
        boxes = {number: order.split(" ", len(BOXES) - 1) for number, order in orders.items()}
        entered = {f"{box}{n:02}": word for n, words in boxes.items() for box, word in zip(BOXES, words, strict=False)}
        return entered, [(sent.power, number, order) for number, order in orders.items()]
    room = [name for name, value in fields.items() if name[0] == "l" and not value and name in lines_of(sent)]
    entered = {name: random.choice(sent.stock) for name in random.sample(room, min(FILLED, len(room)))}
    return entered, [*whole(sent, lines_of(sent) | entered)]


def lines_of(sent: Sent) -> dict[str, str]:
    """The lines of a form as they are printed."""
    fields = PdfReader(io.BytesIO(sent.form)).get_fields() or {}
    return {name: str(field.get("/V") or "") for name, field in fields.items() if name[0] == "l" and name[1:].isdigit()}


def whole(sent: Sent, lines: dict[str, str]) -> Iterator[Order]:
    who = sent.power
    for _, text in sorted(lines.items(), key=lambda item: int(item[0][1:])):
        if text.startswith("FOR "):
            who = text.split()[1]
        elif text:
            yield who, None, str(sent.reader.order(text))


@pytest.mark.parametrize("name", GAMES)
def test_a_form_comes_out_as_filled_in(name: str) -> None:
    for sent in some(name):
        for seed in range(times(1, 5)):
            comes_out_of_its_form(sent, Random(f"{name} {sent.power} {seed}"))


def comes_out_of_its_form(sent: Sent, random: Random) -> None:
    entered, orders = on_form(sent, random)
    found = received(sent, attached(filled_in(sent.form, entered)))
    assert (played(sent, found), complaints(found)) == (orders, [])


@pytest.mark.parametrize("name", GAMES)
def test_an_untouched_form_says_nothing(name: str) -> None:
    """Not even beside orders in the letter, though lines of ours are printed in it."""
    for sent in some(name):
        says_nothing_untouched(sent)


def says_nothing_untouched(sent: Sent) -> None:
    found = received(sent, attached(sent.form))
    assert not any(verdict.accepted for _, verdict in found.judged)
    assert (played(sent, found), complaints(found)) == ([], [])
    answer = sent.filled(Random(sent.power))
    found = received(sent, attached(sent.form, typed(answer)))
    assert sorted(played(sent, found), key=str) == sorted(answer.orders, key=str)


def typed(answer: Answer) -> str:
    return "\n".join(answer.heads) + "\n" + answer.list + "End\n"


@pytest.mark.parametrize("name", GAMES)
def test_paper_that_is_typed_in_comes_out_as_it_was_filled_in(name: str) -> None:
    for sent in some(name):
        comes_out_of_paper(sent)


def comes_out_of_paper(sent: Sent) -> None:
    answer = sent.filled(Random(f"paper {sent.power}"))
    keyed = key_draft(sent.reader, Draft(), True, typist(sent, answer), lambda _: None)
    words = dict(line.split(": ", 1) for line in answer.heads)
    text = keyed.text(words["Game"], words["Turn"], sent.power, words["Code"], sent.expected.power)
    found = received(sent, mail(text, subject="orders"))
    assert sorted(played(sent, found), key=str) == sorted(answer.orders, key=str)
    assert complaints(found) == []


def typist(sent: Sent, answer: Answer) -> Callable[[str], str]:
    """Somebody at the keys who types the lines of the paper, those of blocks below their FOR, and nothing else."""
    most, by_number = sent.reader.shape.most, {number: order for _, number, order in answer.orders}
    slots = isinstance(sent.reader.shape, Slots)
    lines = [by_number.get(n, "") for n in range(1, most + 1)] if slots else answer.list.splitlines()
    waiting = iter(lines)
    return lambda prompt: next(waiting, "") if prompt.strip().isdigit() else ""
