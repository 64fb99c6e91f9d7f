"""What the office answers, in words."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from pbm.mail.as_page import flowed
from pbm.mail.asking import Asking, Wanted
from pbm.mail.calendar import day
from pbm.mail.compose import Mail
from pbm.office.offers import offers
from pbm.reading.errands import Errand
from pbm.record.clockface import EXAMPLE
from pbm.record.people import people
from pbm.reports.forms import page
from pbm.rules.votes import listed

Said = tuple[str, str]


def as_mail(said: Said) -> Mail:
    return Mail(said[0], flowed(said[1]))


def will_be_read() -> Said:
    text = (
        "Your letter has arrived. The game master will read it and answer you.\n\n"
        "If you want to know which games are open, or to play, write GAMES alone in a letter.\n"
        "If you meant to send orders: none were taken. Send the sheet again with the headings and the code of your\n"
        "report, each on a line of its own, such as Game: ... and Code: ...\n"
    )
    return "The game master will read your letter", text


def unknown_code() -> Said:
    text = (
        "The code in your letter is not one that we wait for. Perhaps it was used before, or its time is over.\n"
        "Nothing was changed. Write again what you want: GAMES, JOIN, STANDBY or LEAVE, and the name of the game.\n"
    )
    return "Your code is not known", text


def code_missing() -> Said:
    text = (
        "Your letter accepts or declines, but the code of our letter to you is not in it, or is misspelt. Nothing was\n"
        "changed. Please answer again with the whole line that our letter gives, such as ACCEPT K7Q-2MX-F.\n"
        "If you no longer have that letter, ask for it in your own words: a person reads it.\n"
    )
    return "Your code is missing", text


def code_quoted() -> Said:
    text = (
        "Your letter has our code only where it quotes our letter, so nothing was changed: a quotation may come back\n"
        "by itself. Please answer again, and write the code on a line of its own, above the quotation.\n"
    )
    return "Please write the code yourself", text


def asks(errands: Sequence[Errand], why: str) -> Said:
    said = " / ".join(f"{one.word.upper()} {one.game}".strip() for one in errands)
    return f"{said}: nothing was done", f"{said}: nothing was done.\n\n{why}\n"


def spoken(thing: Wanted) -> str:
    prefers = f" prefers {' '.join(thing.prefers)}" if thing.prefers else ""
    return f"{thing.act.upper()} {thing.game}{prefers}"


def to_confirm(games: Path, asked: Asking, until: dt.datetime) -> Said:
    person = asked.person or people(games)[asked.id]
    subject = f"Please confirm: {', '.join(f'{one.act.upper()} {one.game}' for one in asked.wanted)}"
    things = [spoken(one) for one in asked.wanted]
    leaves = any(one.act == "leave" for one in asked.wanted)
    values = {
        "things": things,
        "person": person,
        "new": asked.person is not None,
        "example": EXAMPLE,
        "code": asked.code,
    }
    return subject, page("office/confirm.txt", **values, until=day(until, person.clock), leaves=leaves)


def confirmed(games: Path, thing: Wanted, place: int) -> Said:
    if thing.act == "standby" or (games / thing.game).is_dir():  # it may have started while the letters went to and fro
        subject = f"{thing.game}: you are on the standby list"
        text = (
            f"You are number {place} on the standby list of {thing.game}. When a seat is vacant, it is offered to\n"
            f"those on the list in order. To leave the list, write LEAVE {thing.game}.\n"
        )
        return subject, text
    prefers = f" You prefer {listed(wished(games, thing))}." if thing.prefers else ""
    text = (
        f"You are number {place} on the list of {thing.game}.{prefers}\n\n"
        "When the game starts you get a first letter: your power, the report, the turnsheet with its code, and the\n"
        f"rules. To change what you prefer, send JOIN again. To leave the list, write LEAVE {thing.game}.\n"
    )
    return f"{thing.game}: you are on the list", text


def wished(games: Path, thing: Wanted) -> list[str]:
    """The powers that somebody would like, by name and code."""
    offer = offers(games).get(thing.game)
    called = offer.rules.state.seats(offer.settings) if offer else {}
    return [f"{called[code]} ({code})" if code in called else code for code in thing.prefers]


def needs_nod(thing: Wanted) -> Said:
    text = (
        f"Thank you: you have confirmed {spoken(thing)}. The game master has been told, and decides.\n"
        "You get a mail when you are on the list.\n"
    )
    return f"{thing.game}: the game master has been told", text


def refused(thing: Wanted) -> Said:
    text = (
        f"You asked for {spoken(thing)}. The game master has not put you on the list.\n"
        "If you want to know why, answer this mail: a person reads it.\n"
    )
    return f"{thing.game}: you are not on the list", text


def left(name: str, powers: str) -> Said:
    if not powers:
        return f"{name}: you are off the list", f"You are not on the list of {name} any more.\n"
    text = (
        f"You have left {name}. The computer plays {powers} from now on, unless somebody takes over.\n"
        "You get no more reports and no more sheets. Thank you for playing.\n"
    )
    return f"{name}: you have left the game", text
