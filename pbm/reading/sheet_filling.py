"""Fills a sheet from the lines of a letter: every line gets its place, or the player is asked about it."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from pbm.reading.addressed import known, unknown
from pbm.reading.courtesy import greets, is_small_talk, speaks
from pbm.reading.line_numbers import LineNumbers
from pbm.reading.line_readings import ONE_EACH, Orders, Reading, Readings
from pbm.reading.sheet_lines import (
    HEADINGS,
    ORDER_LINES,
    TURNING,
    SheetLine,
    numbered,
    ordered,
    visible,
)
from pbm.reading.sheet_rows import row_lines
from pbm.rules.order import Line, Lines, Order, Private, Refusal, Sheet

LONGEST_MESSAGE, MOST_MESSAGE_LINES = 4000, 60
"""The limits for all messages of a sheet together, so that the reports of a turn stay readable."""
MOST_MESSAGES = 8
MOST_SHOWN = 100
"""Extra lines, and questions, that a player is shown; the rest are only counted."""
NOT_CLEAR = f"number {{number}} is not clear: {ONE_EACH}"
LABEL = re.compile(r"[^:=]*[:=]")
BLANKS = " _.-"
ASKS = {
    "number": "{doubt}",
    "out of order": "action {number} comes after action {before}; it is played as number {number}",
    "counts lines": "{several} is several actions, so this line is action {number}, and those below it follow",
    "prose": "{why} If it is only a comment, put # before it.",
    "remark": "a comment, ignored as an order",
    "direction": "it contains right-to-left marks; it was read in the order it is stored",
    "in message": "this looks like an order inside the message, so it was neither played nor published; "
    "put orders above Message:",
    "below end": "ignored, because it is below End",
    "long message": "with this message the messages have {length} characters and {lines} lines; the limit is {most} "
    "characters and {most_lines} lines in all, so it was ignored",
    "nobody": "nobody is called {names}, so this message does not go to them; write it again with the right name",
    "many messages": "the sheet has {number} messages; the limit is {most}, so only the first {most} count",
    "long contact": "it has {length} characters; the limit is {most}, so it was ignored",
    "many lines": "the sheet has {number} lines more than are shown here; they were ignored",
    "second contact": "{kind} was given above as {first}; that one counts",
}
"""All questions to a player about a sheet."""
OF_MESSAGES = {"in message", "below end", "nobody", "long message", "many messages", "long contact", "second contact"}
LEFT_OUT = {"prose", "above", "below", "in message", "below end", "remark"}
"""Questions about lines that may be meant as orders, and are not on the sheet."""
Said = tuple[tuple[str, ...], str]
"""A message, after the powers that it is for; none if it is for everyone."""


class Rules(Protocol):
    """A game's settings for its sheets."""

    @property
    def rule(self) -> str: ...
    @property
    def contacts(self) -> Mapping[str, int]: ...
    @property
    def contact_rule(self) -> str: ...


class Question(Struct, frozen=True):
    """A question about a sheet that only its player can answer."""

    about: str
    line: int
    """Its line in the text that was sent."""
    written: str
    text: str
    rule: str = ""
    column: int | None = None
    also: tuple[str, ...] = ()
    """Further lines of which the same is asked."""
    choices: tuple[str, ...] = ()
    """The words or lines that may have been meant."""


class Filling:
    """A sheet being filled in, line by line."""

    def __init__(self, rules: Rules, orders: Orders, prose: bool = False) -> None:
        self.rules = rules
        self.orders = orders
        self._readings = Readings(orders, rules.rule)
        self.prose = prose
        """Whether lines may be prose, as in a letter."""
        self.lines: dict[int, Line] = {}
        self.stray: list[Line] = []
        self.questions: list[Question] = []
        self.passed: list[SheetLine] = []
        """Greetings, and names below them."""
        self.headings: dict[str, list[SheetLine]] = {}
        self.contacts: dict[str, str] = {}
        self._messages: list[tuple[tuple[str, ...], list[str]]] = []
        self._in_message = False
        self._ended = False
        self._number = 0
        self._numbers = LineNumbers()
        self._unnumbered = False
        """Whether a line of orders had no number, so that others are hardly numbered."""
        self._several = ""
        """The last line that was several actions."""
        self._guessed: set[int] = set()
        """The numbers of lines that were neither understood nor numbered: whoever writes the number has it."""
        self._not_shown = 0

    def sheet(self, player: str) -> Sheet:
        taken = [said for said, fits in self._weighed() if fits]
        public = tuple(message for to, message in taken if not to)
        private = tuple(Private(code, message) for to, message in taken for code in known(to))
        lines, stray = dict(sorted(self.lines.items())), tuple(map(self._unplaced, self.stray))
        return Sheet(player, lines, stray, public, self.contacts, private=private)

    def _unplaced(self, line: Line) -> Line:
        """A line without a place, and why: by the lines that are on the sheet in the end."""
        unclear = Refusal(self.rules.rule, NOT_CLEAR.format(number=line.number), kind="read")
        return msgspec.structs.replace(line, refusal=self._doubt(line.number) or unclear)

    def _said(self) -> list[Said]:
        return [(to, message) for to, lines in self._messages if (message := joined(lines))]

    def _weighed(self) -> list[tuple[Said, bool]]:
        """The messages, and whether each still fits beside those that were taken before it."""
        weighed: list[tuple[Said, bool]] = []
        for said in self._said()[:MOST_MESSAGES]:
            length, lines = measured([taken[1] for taken, fits in weighed if fits] + [said[1]])
            weighed.append((said, length <= LONGEST_MESSAGE and lines <= MOST_MESSAGE_LINES))
        return weighed

    def fill(self, entries: Iterable[SheetLine]) -> "Filling":
        for entry in entries:
            if any(mark in TURNING for mark in entry.raw):
                self._ask("direction", entry)
            if self._ended:
                self._after_end(entry)
            elif entry.kind in HEADINGS:
                self._in_message = False
                self.headings.setdefault(entry.kind, []).append(entry)
            else:
                getattr(self, f"_{entry.kind}")(entry)
        self._measure()
        return self

    def _measure(self) -> None:
        """Drop a message that is too long as a whole; never cut it."""
        said, weighed = self._said(), self._weighed()
        taken = [message for (_, message), fits in weighed if fits]
        for message in (message for (_, message), fits in weighed if not fits):
            first = SheetLine("message", "", 0, raw=message.partition("\n")[0][:60])
            length, lines = measured([*taken, message])
            most, most_lines = LONGEST_MESSAGE, MOST_MESSAGE_LINES
            self._ask("long message", first, length=length, lines=lines, most=most, most_lines=most_lines)
        if len(said) > MOST_MESSAGES:
            next_one = SheetLine("message", "", 0, raw=said[MOST_MESSAGES][1][:60])
            self._ask("many messages", next_one, number=len(said), most=MOST_MESSAGES)
        if self._not_shown:
            self._ask("many lines", SheetLine("action", "", 0), number=self._not_shown)
            self.questions.insert(0, self.questions.pop())

    def _action(self, entry: SheetLine) -> None:
        shape = self.orders.shape
        has_boxes = isinstance(shape, Lines) and shape.boxes and not self._in_message
        row = row_lines(entry.value) if has_boxes else None
        if row is not None:
            for text in row:
                self._action(msgspec.structs.replace(entry, value=text, raw=text))
            return
        readings = self._readings.in_line(entry, self._place())
        self._unnumbered = self._unnumbered or entry.number is None
        written, (order, refusal) = readings[0]
        if self._in_message and not self._left_for_orders(entry, order):
            return
        if self.prose and refusal and not (entry.dotted or self.orders.resembles(written)):
            self._prose(entry, refusal)
            return
        if isinstance(shape, Lines):
            for text, reading in readings:
                self._append(shape, entry, text, reading)
        else:
            self._slots(entry, readings)

    def _place(self) -> int:
        """The number of the next line, if lines are numbered."""
        return 0 if self._unnumbered else self._number + 1

    def _prose(self, entry: SheetLine, refusal: Refusal) -> None:
        """A line that is no order: passed over if it is a courtesy, or a name directly below one; else asked about."""
        below = bool(self.passed) and self.passed[-1].line == entry.line - 1
        courtesy = greets(entry.raw) or (below and not speaks(entry.raw))
        if is_small_talk(entry.raw) or (courtesy and not self.orders.may_be_meant(entry.value)):
            self.passed.append(entry)
        else:
            why = refusal.text + ("" if refusal.text.endswith("?") else ".")
            self._ask("prose", entry, refusal.choices, why=why)

    def _slots(self, entry: SheetLine, readings: list[tuple[str, Reading]]) -> None:
        """The numbered place of an order; several orders in a line take the places that follow."""
        numbers, written = self._numbers, entry.number
        said = any(readings[0][1])
        if said and entry.unsure:
            self._refuse(entry, entry.value, written or 0)
            return
        if said and numbers.is_unclear(written):
            because = f"{self._several} is several actions, so {NOT_CLEAR.format(number=written)}"
            self._refuse(entry, entry.value, written or 0, because)
            return
        begins = said and numbers.begins_to_count_lines(written, self._number)
        entry = msgspec.structs.replace(entry, number=numbers.meant(written))
        if begins:
            self._ask("counts lines", entry, several=self._several, number=entry.number)
        first = self._number + 1 if entry.number is None else entry.number
        places = range(first, first + len(readings))
        if len(places) > 1 and (full := [place for place in places if place in self.lines]):
            there = f"action {full[0]} is {self.lines[full[0]].text}"
            self._refuse(entry, entry.value, first, f"this is actions {first} to {places[-1]}, but {there}: {ONE_EACH}")
            return
        for text, reading in readings:
            self._slot(entry, text, reading)
            entry = msgspec.structs.replace(entry, number=None)
        if len(places) > 1:
            numbers.add(len(places) - 1)
            self._several = f'"{entry.value}"'

    def _refuse(self, entry: SheetLine, text: str, number: int, why: str = "") -> None:
        """A line that has no place on the sheet."""
        if len(self.stray) >= MOST_SHOWN:
            self._not_shown += 1
            return
        line = self._unplaced(Line(number, ordered(text), None))
        self.stray.append(line)
        self._ask("number", entry, doubt=why or (line.refusal.text if line.refusal else ""))

    _other = _action

    def _left_for_orders(self, entry: SheetLine, order: Order | None) -> bool:
        """Whether a line ends the message above it: an order does, if no order came before the message."""
        spoken = entry.number is None and (" " not in str(order) or not self.orders.begins(entry.value))
        if order is None or spoken:
            self._say(visible(entry.raw).strip())
        elif self.lines:
            self._ask("in message", entry)
        else:
            self._in_message = False
        return not self._in_message

    def _append(self, shape: Lines, entry: SheetLine, written: str, reading: Reading) -> None:
        """The next line of a list; a line over the limit is refused unread."""
        if not any(reading) and not shape.as_written:
            return
        self._number += 1
        if self._number > shape.most + MOST_SHOWN:
            self._not_shown += 1
            return
        if self._number > shape.most:
            text = f"a sheet has at most {shape.most} lines; this is number {self._number}"
            reading = None, Refusal(self.rules.rule, text, kind="read")
        elif shape.as_written and len(entry.raw) > shape.longest:
            text = f"a line may have at most {shape.longest} characters, with its comment"
            reading = None, Refusal(self.rules.rule, text, kind="read")
        if any(reading):
            self.lines[self._number] = Line(self._number, written, *reading)

    def _slot(self, entry: SheetLine, written: str, reading: Reading) -> None:
        before = self._number
        number = before + 1 if entry.number is None else entry.number
        displaced = self.lines.pop(number) if entry.number in self._guessed and any(reading) else None
        doubt = self._doubt(number)
        if not any(reading):
            self._number = before if doubt else number
        elif doubt:
            self._refuse(entry, written, number)
        else:
            self._number = number
            self._guessed -= {number}
            self._guessed |= {number} if entry.number is None and reading[1] else set()
            self.lines[number] = Line(number, written, *reading)
            if number < before:
                self._ask("out of order", entry, number=number, before=before)
        if displaced:
            self._refuse(SheetLine("other", displaced.text, 0, raw=displaced.text), displaced.text, number)

    def _doubt(self, number: int) -> Refusal | None:
        last, rule = self.orders.shape.most, self.rules.rule
        if number < 1 or number > last:
            return Refusal(rule, f"a sheet has actions 1 to {last}; this would be number {number}", kind="read")
        if number in self.lines:
            text = f"action {number} is already on the sheet: {self.lines[number].text}"
            return Refusal(rule, text, kind="read")
        return None

    def _message(self, entry: SheetLine) -> None:
        self._in_message = True
        self._messages.append((entry.to, []))
        if strangers := unknown(entry.to):
            self._ask("nobody", entry, names=" or ".join(strangers))
        if entry.value:
            self._say(LABEL.sub("", visible(entry.raw), count=1).strip())

    def _continued(self, entry: SheetLine) -> None:
        if self._in_message:
            self._say(visible(entry.raw).strip().removeprefix("|").removeprefix(" "))
        else:
            self._action(entry)

    def _blank(self, entry: SheetLine) -> None:
        if self._in_message:
            self._say("")

    def _say(self, line: str) -> None:
        self._messages[-1][1].append(line)

    def _phone(self, entry: SheetLine) -> None:
        self._in_message = False
        kind, contact = entry.kind.upper(), entry.value
        most = self.rules.contacts.get(kind)
        if most is None or not contact.strip(BLANKS):
            return
        if len(contact) > most:
            self._ask("long contact", entry, length=len(contact), most=most)
        elif self.contacts.setdefault(kind, contact) != contact:
            self._ask("second contact", entry, kind=kind, first=self.contacts[kind])

    _email = _phone

    def _new_email(self, entry: SheetLine) -> None:
        """In a message it is plain text; elsewhere it is no order, and is taken from the letter as a whole."""
        if self._in_message:
            self._say(visible(entry.raw).strip())

    _new_address = _new_email

    _final = _not_yet = _trial = _away = _not_away = _passes = _new_email

    def _closed(self, entry: SheetLine) -> None:
        self._in_message = False

    def _end(self, entry: SheetLine) -> None:
        self._in_message, self._ended = False, True

    def _after_end(self, entry: SheetLine) -> None:
        if entry.kind in ORDER_LINES and self.orders.may_be_meant(entry.value):
            self._ask("below end", entry)

    def _remark(self, entry: SheetLine) -> None:
        number, rest = numbered(entry.value.lstrip("#; "))
        if number is not None and self.orders.order(rest):
            self._ask("remark", entry)

    def _ask(self, about: str, entry: SheetLine, choices: tuple[str, ...] = (), **values: object) -> None:
        rule = self.rules.contact_rule if about in OF_MESSAGES else self.rules.rule
        text, written = ASKS[about].format(**values), visible(entry.raw).strip()
        self.questions.append(Question(about, entry.line, written, text, rule, choices=choices))


def shown(questions: Iterable[Question]) -> list[Question]:
    """As many questions as a person reads, and how many more there are."""
    every = list(questions)
    more = len(every) - MOST_SHOWN
    left = [Question("more", 0, f"and {more} more lines", "they are not shown here")] if more > 0 else []
    return every[:MOST_SHOWN] + left


def left_out(questions: Iterable[Question]) -> list[tuple[str, str]]:
    """Every line that may be meant as an order but is not on the sheet, and why."""
    asked = [each for each in questions if each.about in LEFT_OUT]
    return [(line, each.text) for each in asked for line in (each.written, *each.also)]


def measured(messages: list[str]) -> tuple[int, int]:
    """How many characters and lines they have."""
    return sum(map(len, messages)), sum(message.count("\n") + 1 for message in messages)


def joined(lines: list[str]) -> str:
    """A message as one text; ruled lines left for writing count as blank."""
    return "\n".join(line if line.strip(BLANKS) else "" for line in lines).strip()
