"""Typing a sheet in the browser: the boxes of the game's own sheet, checked as they are typed, beside the strips of a
picture if there is one, and twice if the game master wants it."""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Response, g, request
from markupsafe import Markup

from pbm.errors import GameError
from pbm.mail.compose import Mail
from pbm.mail.counter import Counter, open_counter
from pbm.mail.enclosures import PICTURE, attachments
from pbm.mail.inbox import KEYED, Arrival, Inbox, identity
from pbm.mail.keying import Keyed, differences, spelled
from pbm.mail.sources import wrapped
from pbm.mail.typed import as_sheet, refuse_strange
from pbm.mail.window import read_at_window, told
from pbm.office.scanned import as_png, scanned, suggest
from pbm.reading.language import Reader
from pbm.record.narrative import caret
from pbm.rules.names import opened
from pbm.rules.order import Slots
from pbm.scan.strips import Strip
from pbm.web.buttons import BUTTONS
from pbm.web.jobs import Command
from pbm.web.letters import chosen
from pbm.web.pages import Desk, answer, render

FEW, MOST = 12, 400
"""A list begins with so many empty lines, and has at most so many."""
KEPT = 30
"""So many sheets that are being typed are remembered."""


@dataclass(frozen=True)
class Row:
    """A line of the form."""

    number: int
    called: str
    value: str = ""
    said: str = ""
    wrong: bool = False
    picture: str = ""
    looks_like: str = ""
    words: str = ""


@dataclass
class Typing:
    """A sheet that is being typed: its pictures, and what was typed the first time."""

    strips: Sequence[Strip] = ()
    remarks: Sequence[str] = ()
    first: Keyed | None = None
    pictures: dict[str, str] = field(default_factory=dict)
    """The strips as they are shown, by name."""


@dataclass
class Desktop:
    """What lies on the desk while sheets are typed, by game, power and letter."""

    there: dict[tuple[str, str, str], Typing] = field(default_factory=dict)

    def of(self, key: tuple[str, str, str]) -> Typing:
        if key not in self.there:
            self.there = {key: Typing(), **dict(list(self.there.items())[: KEPT - 1])}
        return self.there[key]

    def clear(self, key: tuple[str, str, str]) -> None:
        self.there.pop(key, None)


DESKTOP = Desktop()


def page(game: str, power: str) -> Response:
    """The empty form, or what became of it."""
    desk: Desk = g.desk
    said: Mapping[str, str] = request.form if request.method == "POST" else request.args
    letter, act = said.get("letter", ""), said.get("act", "")
    key = (game, power, letter)
    with desk.reading:
        counter = open_counter(desk.game(game), desk.now())
        code = power_named(counter, power)
        refuse_strange(counter, code, counter.turn)
        lying = DESKTOP.of(key)
        if act == "picture":
            take_pictures(counter, code, lying)
        elif letter and not act and not lying.strips:
            open_letter(counter, code, lying, letter)
        keyed = typed(counter.reader, said, lying.strips)
        keyed.actions |= printed(counter.reader, lying) if act in ("", "picture") else {}
        if act == "receipt":
            return receipt(counter, code, keyed)
        if act == "file":
            return file(counter, code, keyed, said, key)
        return drawn(counter, code, lying, keyed, said, checked=act == "check")


def power_named(counter: Counter, power: str) -> str:
    code = power.upper()
    if code not in counter.expected.in_play:
        raise GameError(f"{power} cannot give orders. There are {', '.join(counter.expected.in_play)}.")
    return code


def typed(reader: Reader, said: Mapping[str, str], strips: Sequence[Strip]) -> Keyed:
    """What stands in the boxes."""
    keyed = Keyed(message=[line for line in said.get("message", "").splitlines() if line.strip()])
    prefixes = {number: strip.words for number, strip in numbered(reader, strips)}
    for number in range(1, MOST + 1):
        text = " ".join(said.get(f"line{number}", "").split())
        words = prefixes.get(number, "")
        text = f"{words} {text}" if words and text and not text.upper().startswith(words) else text
        if text and not keyed.noted(text, reader):
            keyed.actions[number] = text
    if said.get("final"):
        keyed.final = True
    return keyed


def numbered(reader: Reader, strips: Sequence[Strip]) -> list[tuple[int, Strip]]:
    lines = [strip for strip in strips if strip.is_line]
    slots = isinstance(reader.shape, Slots)
    return [(int(strip.called) if slots else place, strip) for place, strip in enumerate(lines, 1)]


def printed(reader: Reader, lying: Typing) -> dict[int, str]:
    """The lines that are as they were printed: nobody types them."""
    return {number: one.printed for number, one in numbered(reader, lying.strips) if one.printed and not one.written}


def rows(reader: Reader, lying: Typing, keyed: Keyed, checked: bool) -> Iterator[Row]:
    seen = dict(numbered(reader, lying.strips))
    last = max([*keyed.actions, *seen, 0])
    most = reader.shape.most if isinstance(reader.shape, Slots) else min(max(last + 4, FEW), reader.shape.most)
    for number in range(1, most + 1):
        strip = seen.get(number)
        value = keyed.actions.get(number, "")
        if strip and not strip.written and not value and not isinstance(reader.shape, Slots):
            continue
        words = strip.words if strip else ""
        said, wrong = check_line(reader, value) if checked and value else ("", False)
        picture = lying.pictures.get(strip.name, "") if strip else ""
        called = strip.called if strip else str(number)
        shown = value.removeprefix(words).strip() if words else value
        yield Row(number, called, shown, said, wrong, picture, strip.looks_like if strip else "", words)


def check_line(reader: Reader, text: str) -> tuple[str, bool]:
    """How a line is read, and whether it is wrong."""
    if noted := Keyed().noted(text, reader):
        return f"{noted} is noted.", False
    order, refusal = reader.read(text)
    if order:
        return spelled(order, reader), False
    return (f"{text}\n{caret(text, refusal)}\n{refusal.text}" if refusal else "left empty"), bool(refusal)


def check(game: str, power: str) -> Response:
    """One line as it is typed, for the page's script."""
    desk: Desk = g.desk
    with desk.reading:
        counter = open_counter(desk.game(game), desk.now())
        said, wrong = check_line(counter.reader, " ".join(request.form.get("line", "").split())[:500])
    return answer(json.dumps({"said": said, "wrong": wrong}).encode(), "application/json")


def drawn(
    counter: Counter, power: str, lying: Typing, keyed: Keyed, said: Mapping[str, str], checked: bool, **more: object
) -> Response:
    others = [
        (strip, lying.pictures.get(strip.name, "")) for strip in lying.strips if not strip.is_line and strip.written
    ]
    return render(
        "sheet",
        opened(f"{counter.name(power)}, {counter.game.named(counter.turn)} of {counter.game.name}"),
        game=counter.game.name,
        power=power,
        letter=said.get("letter", ""),
        twice=said.get("twice", ""),
        arrived=said.get("arrived", ""),
        final=bool(keyed.final),
        message="\n".join(keyed.message),
        rows=list(rows(counter.reader, lying, keyed, checked)),
        others=others,
        remarks=lying.remarks,
        called=counter.reader.shape.called,
        second=more.pop("second", False),
        differing=more.pop("differing", ()),
        lists=not isinstance(counter.reader.shape, Slots),
    )


def take_pictures(counter: Counter, power: str, lying: Typing) -> None:
    """Cut a photo or scan of the sheet into its lines."""
    files = [(one.filename or "picture", one.read()) for one in request.files.getlist("picture") if one]
    files = [(name, content) for name, content in files if content]
    if not files:
        raise GameError("Choose a picture first.")
    lay_out(counter, power, lying, files)


def open_letter(counter: Counter, power: str, lying: Typing, name: str) -> None:
    """The pictures that came with a letter, if there are any: cut into lines, or why they could not be."""
    game, _, number = name.partition("/")
    letter = chosen(game, number)
    came = attachments(Inbox(letter.game).raw(letter.entry.hash))
    files = [(one, content) for one, kind, content in came if kind == PICTURE or one.casefold().endswith(".pdf")]
    try:
        if files:
            lay_out(counter, power, lying, files)
    except GameError as error:
        lying.remarks = [f"No strips: {error}"]


def lay_out(counter: Counter, power: str, lying: Typing, files: Sequence[tuple[str, bytes]]) -> None:
    seen = scanned(counter.game, files)
    if power and seen.power != power:
        raise GameError(
            f"The picture shows the sheet of {seen.power} for {counter.game.named(seen.turn)}, and not this one."
        )
    suggest(seen.strips, counter.reader)
    lying.strips, lying.remarks = seen.strips, seen.remarks
    lying.pictures = {one.name: data_uri(one) for one in seen.strips if one.picture and one.written}


def data_uri(strip: Strip) -> str:
    assert strip.picture
    return "data:image/png;base64," + base64.b64encode(as_png(strip.picture)).decode()


def receipt(counter: Counter, power: str, keyed: Keyed) -> Response:
    """The receipt that the sheet would get, with its rehearsals; nothing is kept."""
    mail = receipt_of(counter, power, keyed)
    return render("receipt", mail.subject, html=Markup(mail.html) if mail.html else "", text=mail.text)


def receipt_of(counter: Counter, power: str, keyed: Keyed) -> Mail:
    text = as_sheet(counter, power, counter.turn, whole(counter, power, keyed))
    raw = wrapped(f"{power}.txt", text.encode())
    entry = Arrival(identity(raw), counter.now, counter.now, counter.turn, KEYED)
    return told(counter, entry, read_at_window(counter, raw, KEYED)[0])


def whole(counter: Counter, power: str, keyed: Keyed) -> str:
    called = counter.game.called(counter.turn)
    return keyed.text(counter.game.name, called, power, "", counter.expected.power)


def file(counter: Counter, power: str, keyed: Keyed, said: Mapping[str, str], key: tuple[str, str, str]) -> Response:
    """File the sheet; if it is typed twice, compare the two first."""
    lying = DESKTOP.of(key)
    if said.get("twice") and lying.first is None:
        lying.first = keyed
        again = Keyed(printed(counter.reader, lying))
        return drawn(counter, power, lying, again, said, False, second=True)
    if found := disagreeing(counter.reader, lying.first, keyed) if said.get("twice") else []:
        lying.first = keyed
        return drawn(counter, power, lying, keyed, said, True, second=True, differing=found)
    desk: Desk = g.desk
    command = filing(counter, power, keyed, said)
    job = desk.jobs.begin(command, said.get("once", ""))
    DESKTOP.clear(key)
    made = Response(status=303)
    made.headers["Location"] = f"/jobs/{job.id}"
    return made


def disagreeing(reader: Reader, first: Keyed | None, second: Keyed) -> list[str]:
    """Where a sheet that was typed twice says two things."""
    if first is None:
        return []
    found = [str(each) for each in differences(reader, first, second)]
    found += ["the message"] * (first.message != second.message)
    found += ["FINAL"] * (first.final != second.final)
    return [*found, *["the votes"] * (sorted(first.votes) != sorted(second.votes))]


def filing(counter: Counter, power: str, keyed: Keyed, said: Mapping[str, str]) -> Command:
    text, letter = whole(counter, power, keyed), said.get("letter", "")
    if letter:
        return BUTTONS["accept"].command(letter, {"power": power, "sheet": text}, f"/letters/{letter}")
    values = {"power": power, "sheet": text, "arrived": said.get("arrived", "")}
    return BUTTONS["enter"].command(counter.game.name, values, f"/games/{counter.game.name}")
