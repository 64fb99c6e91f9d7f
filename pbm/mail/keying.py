"""Typing in a sheet that came by post, twice: each line is checked at once, then both are compared box by box."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from pbm.reading.addressed import ADDRESSED
from pbm.reading.language import Reader
from pbm.reading.sheet_code import is_well_formed, same
from pbm.reading.sheet_lines import entries
from pbm.reading.votes import vote_in
from pbm.reading.wishes import is_final, is_pass
from pbm.record.narrative import caret
from pbm.rules.condition import If
from pbm.rules.form import BOX_WORDS
from pbm.rules.order import Order, Shape, Slots
from pbm.rules.turn_names import Called

Ask = Callable[[str], str]
Say = Callable[[str], None]
Key = TypeVar("Key")
STOP, BACK = "end", "<"
CODE = re.compile(r"[\w.]*\w")
BLANK = "-"
PASS = "PASS"
FINAL = {True: "FINAL", False: "NOT YET", None: ""}
"""Whether the sheet is its player's last word for the turn, if it says so."""


@dataclass
class Keyed:
    """What was typed: the text of each action or line, the lines of the message, the contacts, FINAL or NOT YET,
    votes, and whether it says PASS."""

    actions: dict[int, str] = field(default_factory=dict)
    message: list[str] = field(default_factory=list)
    contacts: dict[str, str] = field(default_factory=dict)
    final: bool | None = None
    votes: list[str] = field(default_factory=list)
    passes: bool = False

    def noted(self, text: str, reader: Reader) -> str:
        """What a line says that is no order: FINAL, NOT YET, PASS or a vote, in a word for the typist; else nothing."""
        if not is_wish(text, reader):
            return ""
        if is_pass(text):
            self.passes = True
            return PASS
        final, vote = is_final(entries(text)), vote_in(text, reader)
        self.final = self.final if final is None else final
        self.votes += [vote.written.upper()] if vote and vote.written.upper() not in self.votes else []
        return FINAL[final] or (vote.written.upper() if vote else "")

    def text(self, game: str, turn: Called, power: str, code: str, label: str) -> str:
        """The sheet as a file, as if the player had typed it."""
        lines = [f"Game: {game}", f"Turn: {turn}", f"{label.capitalize()}: {power}", f"Code: {code}"]
        lines += [*([FINAL[self.final]] if self.final is not None else []), *self.votes, *[PASS] * self.passes]
        lines += [f"{number}. {action}" for number, action in sorted(self.actions.items())]
        lines += [f"{kind.capitalize()}: {contact}" for kind, contact in self.contacts.items()]
        if self.message:
            lines += ["Message:", *(line if ADDRESSED.fullmatch(line) else f"| {line}" for line in self.message)]
        return "\n".join([*lines, "End", ""])


Part = Callable[[Reader, Keyed, Ask, Say], bool]
"""Asks for a part of a sheet; false if the typist goes back to the part before it."""
Show = Callable[[str, Say], None]
"""Says where a picture of a part of the sheet is, by its name."""


def unseen(name: str, say: Say) -> None:
    """There is no picture."""


@dataclass(frozen=True)
class Difference:
    """A box that was typed in two ways."""

    number: int
    box: str
    first: str
    second: str
    called: str = "action"

    def __str__(self) -> str:
        return f"{self.called} {self.number}, {self.box}: first {self.first}, then {self.second}"


def ask_code(right: str, power: str, ask: Ask, say: Say) -> str:
    """Ask for the code on the paper until it is right; if left empty, the game master vouches for the sheet."""
    while code := ask("Code on the sheet (empty if you know whose it is)").strip():
        if same(code, right):
            break
        wrong = f"another turn's or {power}'s" if is_well_formed(code) else "not a code: check your typing"
        say(f"  {code} is {wrong}.")
    return right


def key_sheet(
    reader: Reader, ask: Ask, say: Say, keyed: Keyed | None = None, lines: "Part | None" = None, show: Show = unseen
) -> Keyed:
    """Ask for a whole sheet, going on after what was typed before; if broken off, `keyed` holds what was typed.

    `lines` asks for its lines in another way, and `show` says where a picture of a part is."""
    keyed = Keyed() if keyed is None else keyed
    contacts: list[Part] = [partial(key_contacts, show=show)] if reader.words.contacts else []
    parts: list[Part] = [lines or key_lines, *contacts, partial(key_message, show=show)]
    at = 0
    while at < len(parts):
        at += 1 if parts[at](reader, keyed, ask, say) else -1
    return keyed


def key_lines(reader: Reader, keyed: Keyed, ask: Ask, say: Say) -> bool:
    """Ask for every action of a sheet with slots, or for the lines of a list until an empty one."""
    shape: Shape = reader.shape
    slots = isinstance(shape, Slots)
    rest = f"an empty line leaves one out, {STOP.upper()} leaves out the rest" if slots else "an empty line ends them"
    say(f"{shape.called.capitalize()}s: {rest}, {BACK} goes back a line.")
    number = max(keyed.actions, default=0) + 1
    while number <= shape.most:
        text = key_line(reader, f"{number:2}", ask, say)
        if text == BACK:
            number = max(1, number - 1)
            keyed.actions.pop(number, None)
            continue
        if noted := keyed.noted(text, reader):
            say(f"    {noted} is noted.")
            continue
        if text.casefold() == STOP or not (text or slots):
            break
        if text:
            keyed.actions[number] = text
        number += 1
    return True


def is_wish(text: str, reader: Reader) -> bool:
    """Whether a line is no order: FINAL, NOT YET, PASS, or a vote; in some games PASS is an order."""
    if is_final(entries(text)) is not None:
        return True
    return (is_pass(text) or vote_in(text, reader) is not None) and not reader.order(text)


def key_line(reader: Reader, prompt: str, ask: Ask, say: Say) -> str:
    """Ask for one action; if it cannot be read, ask once more, and keep it as typed if the paper says so."""
    text = ask(prompt).strip()
    while text and text.casefold() not in (STOP, BACK) and not is_wish(text, reader):
        order, refusal = reader.read(text)
        if order:
            say(f"    {spelled(order, reader)}")
        if not refusal:
            return text
        say(f"    {text}\n    {caret(text, refusal)}\n    {refusal.text}")
        again = ask("    Type it again, or press Enter to keep it as written").strip()
        if not again:
            return text
        text = again
    return text


def key_contacts(reader: Reader, keyed: Keyed, ask: Ask, say: Say, show: Show = unseen) -> bool:
    """Ask for each kind of contact; going back from the first one asks for the last line again."""
    kinds = list(reader.words.contacts.items())
    at = len(keyed.contacts)
    while at < len(kinds):
        kind, most = kinds[at]
        show(kind.lower(), say)
        contact = ask(kind.capitalize()).strip()
        if contact == BACK:
            if not at:
                forget_last(keyed.actions)
                return False
            at -= 1
            keyed.contacts.pop(kinds[at][0], None)
        elif len(contact) > most:
            say(f"    it has {len(contact)} characters; the limit is {most}.")
        else:
            keyed.contacts |= {kind: contact} if contact else {}
            at += 1
    return True


def key_message(reader: Reader, keyed: Keyed, ask: Ask, say: Say, show: Show = unseen) -> bool:
    show("message", say)
    say(f"The message, line by line: an empty line ends it, {BACK} goes back a line.")
    while line := ask("Message").strip():
        if line != BACK:
            keyed.message.append(line)
        elif keyed.message:
            keyed.message.pop()
        else:
            forget_last(keyed.contacts) if reader.words.contacts else forget_last(keyed.actions)
            return False
    return True


def forget_last(typed: dict[Key, str]) -> None:
    if typed:
        typed.popitem()


def spelled(order: Order, reader: Reader) -> str:
    """The order with its codes in full, so that a wrong one is noticed."""
    codes = dict.fromkeys(CODE.findall(str(order)))
    named = [f"{code} {reader.words.name(code)}" for code in codes if reader.words.name(code) != code]
    return f"{order}" + (f"  ({', '.join(named)})" if named else "")


def differences(reader: Reader, first: Keyed, second: Keyed) -> Iterator[Difference]:
    for number in sorted({*first.actions, *second.actions}):
        one, two = (boxes(reader, keyed.actions.get(number, "")) for keyed in (first, second))
        if one.keys() != two.keys():
            one, two = {"line": " ".join(one.values())}, {"line": " ".join(two.values())}
        differing = [box for box in one if one[box] != two[box]]
        yield from (Difference(number, box, one[box], two[box], reader.shape.called) for box in differing)


def boxes(reader: Reader, text: str) -> dict[str, str]:
    """The boxes of a line as filled in; a line that makes no order is one box."""
    order, _ = reader.read(text)
    if not order or isinstance(order, If):
        return {"line": str(order or " ".join(text.upper().split())) or BLANK}
    return {"action": order.word} | {BOX_WORDS.get(box, box): order.form.box(order, box) for box in order.boxes}


def agree(reader: Reader, first: Keyed, second: Keyed, ask: Ask, say: Say) -> Keyed:
    """Make one sheet of two: where they differ, ask the game master to look at the paper again."""
    found = list(differences(reader, first, second))
    agreed = dict(first.actions)
    for number in dict.fromkeys(each.number for each in found):
        for each in found:
            if each.number == number:
                say(str(each))
        agreed[number] = decide(reader, number, first.actions.get(number, ""), second.actions.get(number, ""), ask, say)
    message = settled("The message", "\n".join(first.message), "\n".join(second.message), ask, say)
    contacts = {
        kind: settled(f"The {kind.capitalize()}", first.contacts.get(kind, ""), second.contacts.get(kind, ""), ask, say)
        for kind in reader.words.contacts
    }
    final = settled("FINAL or NOT YET", FINAL[first.final], FINAL[second.final], ask, say)
    votes = settled("The votes", "\n".join(sorted(first.votes)), "\n".join(sorted(second.votes)), ask, say)
    return Keyed(
        {number: text for number, text in agreed.items() if text},
        [line for line in message.split("\n") if line],
        {kind: contact for kind, contact in contacts.items() if contact},
        is_final(entries(final)),
        [line for line in votes.split("\n") if line],
        bool(settled(PASS, PASS * first.passes, PASS * second.passes, ask, say)),
    )


def decide(reader: Reader, number: int, one: str, two: str, ask: Ask, say: Say) -> str:
    question = f"1 for the first ({one or 'empty'}), 2 for the second ({two or 'empty'}), or type it again (- for none)"
    while not (choice := ask(question).strip()):
        say("    type 1, 2, the order, or - for none")
    if choice in ("1", "2"):
        return one if choice == "1" else two
    order, refusal = reader.read(choice)
    say(f"    {spelled(order, reader)}" if order else f"    {refusal.text if refusal else 'left empty'}")
    return choice


def settled(what: str, one: str, two: str, ask: Ask, say: Say) -> str:
    if one == two:
        return one
    say(f"{what} was typed in two ways:\n  1: {one or 'empty'}\n  2: {two or 'empty'}")
    while (choice := ask("1 or 2").strip()) not in ("1", "2"):
        say("    type 1 or 2")
    return one if choice == "1" else two
