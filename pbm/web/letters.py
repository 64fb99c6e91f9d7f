"""Letters on the desk: what waits, and one letter with all that can be done with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from flask import Response, g

from pbm.errors import GameError
from pbm.mail.compose import body, header
from pbm.mail.enclosures import PICTURE, attachments
from pbm.mail.front_door import NAME, correspondent, correspondents
from pbm.mail.inbox import Inbox
from pbm.mail.outbox import Outbox
from pbm.mail.waiting import Waiting, find_letter, waiting
from pbm.office.gm_letters import power_of
from pbm.office.saved_answers import saved_answers
from pbm.reading.letter import read_letter, safely
from pbm.record.apart import apart
from pbm.web.buttons import BUTTONS
from pbm.web.pages import Desk, answer, form, render, shown

THREAD, MOST_HTML = 30, 2_000_000
SHAPES = {b"\x89PNG\r\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}
"""What a picture begins with that a page may show."""


@dataclass(frozen=True)
class Enclosed:
    number: int
    name: str
    kind: str
    size: int
    is_picture: bool


@dataclass(frozen=True)
class Said:
    """A letter of a thread."""

    when: str
    ours: bool
    subject: str
    text: str
    link: str = ""


def page() -> Response:
    """All letters that wait, of every game."""
    desk: Desk = g.desk
    with desk.reading:
        found, broken = apart(correspondents(desk.games), waiting)
        rows = [(one, when(one), one.line()) for letters in found.values() for one in letters]
    return render("letters", "Letters", rows=rows, broken=broken)


def when(letter: Waiting) -> str:
    return f"{letter.entry.arrived:%a %d %b %Y %H:%M} UTC"


def chosen(game: str, number: str) -> Waiting:
    desk: Desk = g.desk
    correspondent(desk.games, game)
    return find_letter(correspondents(desk.games), f"{game}/{number}")


def one(game: str, number: str) -> Response:
    desk: Desk = g.desk
    with desk.reading:
        letter = chosen(game, number)
        opened, power = letter.letter, power_of(letter) if game != NAME else ""
        raw = Inbox(letter.game).raw(letter.entry.hash)
        saved = saved_answers(desk.games)
        values: dict[str, Any] = {
            "letter": letter,
            "game": game,
            "when": when(letter),
            "subject": header(opened.subject) or "(no subject)",
            "texts": [body(text.text).strip("\n") for text in opened.texts if not text.spare],
            "why": header(letter.why, 1000),
            "problems": opened.problems,
            "has_html": bool(html_of(raw)),
            "files": list(enclosed(raw)),
            "judged": [(sheet, letter.game.named(sheet.turn)) for sheet in letter.entry.sheets],
            "power": power or next((sheet.power for sheet in letter.entry.sheets if sheet.power), ""),
            "powers": letter.game.in_play(letter.game.last() + 1) if game != NAME and not letter.game.ended() else [],
            "thread": thread(letter, power),
            "saved": saved,
            "answer": form(BUTTONS["answer"], letter.name, back=f"/letters/{letter.name}"),
            "done": form(BUTTONS["done"], letter.name),
            "forward": form(BUTTONS["forward"], letter.name),
        }
        return render("letter", f"Letter {letter.name}", **values)


def html_of(raw: bytes) -> str:
    """The letter as HTML, if it has that form."""
    mail = message_from_bytes(raw, policy=policy.default)
    part = safely(lambda: mail.get_body(("html",)) if isinstance(mail, EmailMessage) else None, None)
    said = safely(lambda: part.get_content() if part else "", "")
    return said[:MOST_HTML] if isinstance(said, str) else ""


def html(game: str, number: str) -> Response:
    """What the letter says in HTML, in a sandbox: no scripts, no pictures from elsewhere, no forms, no way out."""
    desk: Desk = g.desk
    with desk.reading:
        letter = chosen(game, number)
        text = html_of(Inbox(letter.game).raw(letter.entry.hash))
    return shown(text.encode("utf-8", "replace"))


def enclosed(raw: bytes) -> Iterator[Enclosed]:
    for number, (name, kind, content) in enumerate(attachments(raw)):
        yield Enclosed(number, name, kind, len(content), bool(kind == PICTURE and shape(content)))


def shape(content: bytes) -> str:
    return next((kind for begin, kind in SHAPES.items() if content.startswith(begin)), "")


def file(game: str, number: str, place: int) -> Response:
    """A file that came with a letter: pictures are shown, anything else is only saved."""
    desk: Desk = g.desk
    with desk.reading:
        letter = chosen(game, number)
        files = list(attachments(Inbox(letter.game).raw(letter.entry.hash)))
    if not 0 <= place < len(files):
        raise GameError("The letter has no such file.")
    name, _, content = files[place]
    made = answer(content, shape(content) or "application/octet-stream")
    if not shape(content):
        made.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return made


def thread(letter: Waiting, power: str) -> list[Said]:
    """The letters between the game and this person, the newest first."""
    inbox, outbox = Inbox(letter.game), Outbox(letter.game)
    theirs = [
        entry
        for entry in inbox.entries()
        if entry.hash != letter.entry.hash
        and (
            (entry.sender and entry.sender == letter.entry.sender)
            or (power and power in [s.power for s in entry.sheets])
        )
    ]
    found = [(entry.arrived.isoformat(), their_letter(letter, entry.hash, entry.number)) for entry in theirs[-THREAD:]]
    mark = letter.entry.hash[:12]
    ours = [id for id in outbox.ids() if (power and id.split("-")[1] == power) or mark in id]
    found += [our_mail(outbox, id) for id in ours[-THREAD:] if outbox.path(id).is_file()]
    return [said for _, said in sorted(found, key=lambda row: row[0], reverse=True)][:THREAD]


def their_letter(letter: Waiting, hash: str, number: int) -> Said:
    inbox = Inbox(letter.game)
    entry = inbox.find(hash)
    opened = read_letter(inbox.raw(hash))
    text = "\n\n".join(body(one.text).strip() for one in opened.texts if not one.spare)
    link = f"/letters/{letter.game.name}/{number}" if number else ""
    stamp = f"{entry.arrived:%d %b %Y %H:%M}" if entry else ""
    return Said(stamp, False, header(opened.subject) or "(no subject)", text[:4000], link)


def our_mail(outbox: Outbox, id: str) -> tuple[str, Said]:
    path = outbox.path(id)
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    part = mail.get_body(("plain",))
    date = mail["Date"].datetime if mail["Date"] else None
    text = str(part.get_content()) if part else ""
    stamp = f"{date:%d %b %Y %H:%M}" if date else ""
    return (date.isoformat() if date else "", Said(stamp, True, str(mail["Subject"]), text[:4000]))
