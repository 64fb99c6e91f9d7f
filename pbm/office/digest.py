"""One mail to the game master after a run, if there is anything new to look at in any game."""

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbm.files import put_json, read_json
from pbm.mail.compose import Mail
from pbm.mail.outbox import Outbox
from pbm.mail.settings import post
from pbm.office.credits import office
from pbm.record.game import Game
from pbm.rules.event import Count

TOLD = "told.json"
GM, DIGEST, MARK = "GM", "digest", 8
Matters = Mapping[str, list[str]]
"""What needs the game master, by the name of the game."""


def queue_digest(games: Path, all_games: Iterable[Game], matters: Matters, now: dt.datetime) -> list[Game]:
    """Queue a mail for each game master, unless they have been told of everything in it; return where."""
    told, queued = read_told(games), []
    masters, broken = by_game_master(all_games)
    for address, theirs in masters.items():
        own = {*(game.name for game in theirs), *broken}
        mine = {name: lines for name, lines in matters.items() if name in own and lines}
        new = [f"{name}: {line}" for name, lines in mine.items() for line in lines]
        if not set(new) <= set(told.get(address, [])):
            mark = hashlib.sha256("\n".join(new).encode()).hexdigest()[:MARK]
            by = queued_by(theirs, f"{DIGEST}-{now:%Y%m%d}-{mark}", digest_mail(mine), address, now)
            queued += by
            if not by:
                continue
        told[address] = new
    if told != read_told(games):
        put_json(office(games) / TOLD, told, private=True)
    return queued


def queued_by(games: Iterable[Game], kind: str, mail: Mail, address: str, now: dt.datetime) -> list[Game]:
    """The first of some games that can send a mail to their master."""
    for game in games:
        try:
            Outbox(game).queue(game.last(), GM, kind, mail, address, now)
        except Exception:  # the mail itself says what is wrong with a game
            continue
        return [game]
    return []


def by_game_master(games: Iterable[Game]) -> tuple[dict[str, list[Game]], list[str]]:
    """The games of each address that wants a digest, and those so broken that every address is told of them."""
    found: dict[str, list[Game]] = {}
    broken: list[str] = []
    for game in games:
        try:
            settings = post(game)
            game.last()
        except Exception:
            broken.append(game.name)
            continue
        if settings.digest_to and settings.address:
            found.setdefault(settings.digest_to, []).append(game)
    return found, broken


def digest_mail(matters: Matters) -> Mail:
    number = sum(map(len, matters.values()))
    parts = [f"{name}\n" + "".join(f"  - {line}\n" for line in lines) for name, lines in matters.items()]
    subject = f"{', '.join(matters)}: {Count(number):thing needs/things need} you"
    return Mail(subject, "\n".join(parts))


def read_told(games: Path) -> dict[str, list[str]]:
    return read_json(office(games) / TOLD, dict[str, list[str]], {}, "Delete it.")
