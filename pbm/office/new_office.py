"""Who runs the office and how its mail goes: the two files of the office, written for a game master who begins."""

import json
import re
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.files import put
from pbm.mail.front_door import Office
from pbm.mail.settings import WEEKDAYS, Dates, Post, bad_zone, post
from pbm.office.about import About, about
from pbm.office.credits import SETTINGS, office
from pbm.record.config import read_table
from pbm.record.game import CONFIG

TABLES = re.compile(r"^\[(\w+)\]", re.MULTILINE)
OURS = {SETTINGS: ("office",), CONFIG: ("mail", "calendar")}
"""The tables that are written here; a file with others, or with more in them, is left to its editor."""


class Wishes(msgspec.Struct, frozen=True):
    """What a game master says of their office."""

    gm: str = ""
    post_to: tuple[str, ...] = ()
    address: str = ""
    inbox: str = ""
    smtp: str = ""
    digest_to: str = ""
    days: int = 14
    weekday: str = ""
    zone: str = ""


def wishes_of(games: Path) -> Wishes:
    """What is written already."""
    who, path = about(games), games / "_office" / CONFIG
    text = path.read_bytes() if path.is_file() else b""
    mail = read_table(text, "mail", Post, str(path)) or Post()
    calendar = read_table(text, "calendar", dict, str(path)) or {}
    days, weekday, zone = calendar.get("days", 14), calendar.get("weekday", ""), calendar.get("zone", "")
    inbox = mail.inboxes[0] if mail.inboxes else ""
    return Wishes(who.gm, who.post_to, mail.address, inbox, mail.smtp, mail.digest_to, days, weekday, zone)


def as_written(wishes: Wishes) -> dict[str, str]:
    """The two files."""
    mail = [
        ("address", wishes.address),
        ("inbox", wishes.inbox),
        ("smtp", wishes.smtp),
        ("digest_to", wishes.digest_to),
    ]
    calendar = [("weekday", wishes.weekday), ("zone", wishes.zone)]
    return {
        SETTINGS: table("office", [("gm", wishes.gm)], [f"post_to = {json.dumps([*wishes.post_to])}"]),
        CONFIG: table("mail", mail) + "\n" + table("calendar", calendar, [f"days = {wishes.days}"]),
    }


def table(name: str, rows: list[tuple[str, str]], more: list[str] | None = None) -> str:
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in rows if value]
    return "\n".join([f"[{name}]", *lines, *(more or []), ""])


def keep_office(games: Path, wishes: Wishes) -> None:
    """Write the two files, unless somebody has written more into them by hand."""
    refuse_wrong(wishes)
    for name, text in as_written(wishes).items():
        refuse_by_hand(games / "_office" / name, name)
        put(office(games) / name, text.encode(), private=True)
    post(Office(games / "_office"))


def refuse_wrong(wishes: Wishes) -> None:
    if not wishes.gm:
        raise GameError("Your name is missing: every report and letter has it.")
    if wishes.address and "@" not in wishes.address:
        raise GameError(f"{wishes.address} is not a mail address. Write it like orders@example.org.")
    if wishes.weekday and wishes.weekday not in WEEKDAYS:
        raise GameError(f"{wishes.weekday} is no day of the week.")
    if not 1 <= wishes.days <= 366:
        raise GameError("From one deadline to the next it takes from 1 to 366 days.")
    if wishes.zone and (flaw := bad_zone(wishes.zone)):
        raise GameError(flaw)


def refuse_by_hand(path: Path, name: str) -> None:
    """What this page does not know must not be lost."""
    if not path.is_file():
        return
    text = path.read_bytes()
    strange = [one for one in TABLES.findall(text.decode("utf-8", "replace")) if one not in OURS[name]]
    known = {"office": About, "mail": Post, "calendar": Dates}
    asked = {"gm", "post_to", "address", "inbox", "smtp", "digest_to", "days", "weekday", "zone"}
    for each in OURS[name]:
        given = read_table(text, each, dict, str(path)) or {}
        strange += [f"{each}.{key}" for key in given if key not in asked and key in known[each].__struct_fields__]
    if strange:
        raise GameError(
            f"{path} was written by hand and has more than this page knows ({', '.join(strange)}): edit it there."
        )
