"""The receipt of a sheet: how every line is read, what it costs, and how sure it is; as data, text and HTML.

It is made only from what the player sent and may know; nothing here depends on a game.
"""

import hashlib
from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from pbm.reading.sheet_filling import Question, left_out, shown
from pbm.reports.forms import environment
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.plain import cleaned, cleaned_lines, width
from pbm.reports.text import narrow
from pbm.rules.event import Count
from pbm.rules.order import Line, Private, Sheet
from pbm.rules.turn_names import Called, headed
from pbm.rulesets.foresight import Foreseen, Foresight

SHORT, GROUP = 20, 4
"""80 bits: nobody can find other orders with the same digits."""
EXCERPT = 60
"""The most columns of a line that are shown; a longer line is cut around the error."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Point(NamedTuple):
    """Something that could interfere with orders, said once for all lines that it holds for."""

    letter: str
    text: str
    numbers: tuple[int, ...]

    @property
    def lines(self) -> str:
        return f"{'line' if len(self.numbers) == 1 else 'lines'} {spoken(list(self.numbers))}"


class Receipt(Struct, frozen=True):
    """A receipt as data. All text in it is plain and harmless; each form escapes it in its own way."""

    title: str
    game: str
    turn: Called
    who: str
    hash: str
    foresight: Foresight
    stray: tuple[Foreseen, ...] = ()
    """Extra lines, shown but not played."""
    questions: tuple[Question, ...] = ()
    messages: tuple[str, ...] = ()
    private: tuple[Private, ...] = ()
    contacts: dict[str, str] = {}
    notes: tuple[str, ...] = ()
    """Notes on the sheet's arrival: when it came, what it replaced."""
    signed: tuple[str, ...] = ()
    """What the game signed, line by line; empty if nobody received the sheet, as in a check at home."""

    @property
    def mark(self) -> str:
        return short(self.hash)

    @property
    def unread(self) -> list[int]:
        return [line.number for line in self.foresight.lines if not line.order]

    @property
    def empty(self) -> list[int]:
        filled = {line.number for line in self.foresight.lines}
        return [number for number in range(1, self.foresight.slots + 1) if number not in filled]

    @property
    def tally(self) -> str:
        """What becomes of the lines, in one sentence."""
        spare = len(self.stray) + len(self.left_out)
        return self.foresight.tally + (f", {Count(spare):more is/more are} not played" if spare else "")

    @property
    def points(self) -> tuple[Point, ...]:
        """What could interfere, and with which lines."""
        found: dict[str, list[int]] = {}
        for line in self.foresight.lines:
            for text in line.doubts if line.is_open else ():
                found.setdefault(text, []).append(line.number)
        rows = enumerate(found.items())
        return tuple(Point(lettered(number), text, tuple(lines)) for number, (text, lines) in rows)

    def verdict(self, line: Foreseen) -> str:
        """What becomes of a line; what it depends on by the letters of the points."""
        letters = [point.letter for point in self.points if point.text in line.doubts]
        return f"{line.verdict} It is open: see {spoken_words(letters)}.".strip() if letters else line.verdict

    left_out: tuple[str, ...] = ()
    """Lines that may be meant as orders and have no place on the sheet."""
    ignored: tuple[str, ...] = ()
    """What was passed over as greeting, signature or comment."""

    @property
    def understood(self) -> int:
        return sum(bool(line.order) for line in self.foresight.lines)

    @property
    def total(self) -> int:
        """All lines that may be meant as orders."""
        return len(self.foresight.lines) + len(self.stray) + len(self.left_out)

    @property
    def is_understood(self) -> bool:
        nothing = not (self.understood or self.messages or self.contacts)
        return not (self.unread or self.stray or self.left_out or self.questions or nothing)

    @property
    def look_at(self) -> str:
        """Which lines were not understood: lines 5 and 9, and 1 line without a number."""
        return to_look_at({*self.unread, *(line.number for line in self.stray)}, len(self.left_out))


class ReceiptMail(Struct, frozen=True):
    """A receipt as mail."""

    subject: str
    text: str
    html: str


def orders_hash(game: str, turn: Called, sheet: Sheet) -> str:
    """The order fingerprint: SHA-256 of the orders in standard form, shown in receipt and report for comparison.

    What is hashed is JSON without spaces: ["game",turn,"POWER",[[1,"ORDER"],...],["message",...]]. The turn is as
    on the sheet, a number or "set-up". An order is written as the game writes it, a line that could not be read as it
    stands, with single spaces.
    """
    orders = [(n, str(line.order) if line.order else " ".join(line.text.split())) for n, line in sheet.lines.items()]
    messages = [" ".join(message.split()) for message in sheet.messages]
    record = [game, turn, sheet.player, sorted(orders), messages]
    return hashlib.sha256(msgspec.json.encode(record)).hexdigest()


def short(digest: str) -> str:
    """The part that people compare: 3f2a-91c0-77de-5b08-e1d4."""
    return "-".join(digest[start : start + GROUP] for start in range(0, SHORT, GROUP))


def receipt(
    title: str,
    game: str,
    turn: Called,
    sheet: Sheet,
    foresight: Foresight,
    questions: Iterable[Question] = (),
    notes: Iterable[str] = (),
    signed: Iterable[str] = (),
    ignored: Iterable[str] = (),
) -> Receipt:
    """The receipt for a sheet of that turn, from the game's prediction."""
    questions = tuple(questions)
    return Receipt(
        title=title,
        game=cleaned(game),
        turn=turn,
        who=sheet.player,
        hash=orders_hash(game, turn, sheet),
        foresight=msgspec.structs.replace(
            foresight,
            lines=tuple(harmless(line) for line in foresight.lines),
            standing=tuple(cleaned(text) for text in foresight.standing),
        ),
        stray=tuple(harmless(unplaced(line)) for line in sheet.stray),
        questions=tuple(asked(question) for question in shown(questions)),
        messages=tuple(cleaned_lines(message) for message in sheet.messages),
        private=tuple(Private(each.to, cleaned_lines(each.message)) for each in sheet.private),
        contacts={kind: cleaned(contact) for kind, contact in sheet.contacts.items()},
        notes=tuple(cleaned(note) for note in notes),
        signed=tuple(signed),
        left_out=tuple(excerpt(line) for line, _ in left_out(questions)),
        ignored=tuple(excerpt(line) for line in ignored),
    )


def unplaced(line: Line) -> Foreseen:
    return Foreseen(line.number, line.text, errors=(line.refusal,) if line.refusal else ())


def asked(question: Question) -> Question:
    return msgspec.structs.replace(question, written=excerpt(question.written), text=cleaned(question.text))


def harmless(line: Foreseen) -> Foreseen:
    """The line without hidden characters, short enough to show, with its carets in the right columns."""
    at = next((error.column for error in line.errors if error.column is not None), None)
    errors = tuple(
        msgspec.structs.replace(error, text=cleaned(error.text), column=pointed(line.written, error.column))
        for error in line.errors
    )
    shown = {"written": excerpt(line.written, at), "order": cleaned(line.order), "meaning": cleaned(line.meaning)}
    return msgspec.structs.replace(line, **shown, errors=errors)


def excerpt(text: str, column: int | None = None) -> str:
    """The part of a line around a column, or its beginning."""
    start = cut_at(text, column)
    kept, room = "", EXCERPT
    for character in cleaned(text)[start:]:
        room -= width(character)
        kept += character if room >= 0 else ""
    return ("…" if start else "") + kept + ("…" if room < 0 else "")


def cut_at(text: str, column: int | None) -> int:
    """How many characters of the cleaned line are cut off before the error."""
    before = len(cleaned(text[: (column or 1) - 1] + "x")) - 1
    return max(0, before - EXCERPT // 2) if width(cleaned(text)) > EXCERPT else 0


def pointed(text: str, column: int | None) -> int | None:
    """The column in the excerpt for a column of the line, as shown on the page."""
    if column is None:
        return None
    start = cut_at(text, column)
    before = cleaned(text[: column - 1] + "x")[:-1]
    return width(("…" if start else "") + before[start:]) + 1


def to_look_at(numbers: Collection[int], bare: int) -> str:
    """Lines by their numbers, and how many have none."""
    numbered = f"{'line' if len(numbers) == 1 else 'lines'} {spoken(sorted(numbers))}" if numbers else ""
    others = f"{Count(bare):line/lines} without a number" if bare else ""
    return " and ".join(filter(None, [numbered, others]))


def spoken(numbers: list[int]) -> str:
    return spoken_words([str(number) for number in numbers])


def spoken_words(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def lettered(number: int) -> str:
    """a, b, ..., z, aa, ab."""
    over, place = divmod(number, len(LETTERS))
    return (LETTERS[over - 1] if over else "") + LETTERS[place]


def receipt_text(receipt: Receipt) -> str:
    """For mail and the screen, in the columns of a mail."""
    return narrow(environment(False).get_template("receipt.txt.j2").render(receipt=receipt, pointer=pointer))


def receipt_html(receipt: Receipt, book: Paragraphs | None = None) -> str:
    """One file that needs nothing else; with links to the rulebook if that is on the web."""
    page = environment(True).get_template("receipt.html.j2").render(receipt=receipt, pointer=pointer)
    return book.on_page(page) if book else page


def receipt_mail(receipt: Receipt, book: Paragraphs | None = None) -> ReceiptMail:
    state = counted(receipt.understood, receipt.total, receipt.look_at) or "orders received"
    subject = f"{receipt.game} {headed(receipt.turn)}: {receipt.foresight.name}, {state}"
    return ReceiptMail(subject, receipt_text(receipt), receipt_html(receipt, book))


def counted(understood: int, total: int, look_at: str) -> str:
    """For a subject: 14 of 16 lines understood; empty if all are."""
    return f"{understood} of {Count(total):line/lines} understood: please look at {look_at}" if look_at else ""


def count_of(sheet: Sheet, questions: Iterable[Question]) -> str:
    """The same for a sheet of which nothing is foreseen."""
    wrong = {line.number for line in sheet.lines.values() if not line.order} | {line.number for line in sheet.stray}
    understood, bare = sum(bool(line.order) for line in sheet.lines.values()), len(left_out(questions))
    total = len(sheet.lines) + len(sheet.stray) + bare
    return counted(understood, total, to_look_at(wrong, bare))


def pointer(column: int) -> str:
    return " " * (column - 1) + "^"
