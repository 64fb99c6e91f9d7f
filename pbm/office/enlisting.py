"""People who join, stand by or leave, as they asked for it; and the game master's nod where that is needed."""

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from pbm.errors import GameError
from pbm.mail.asking import Asking, Wanted, all_asked, ask, drop
from pbm.mail.authority import Effect, Permit
from pbm.mail.front_door import if_open
from pbm.mail.outbox import Outbox
from pbm.office.offer_letter import power_name
from pbm.office.reception_words import as_mail, confirmed, refused
from pbm.office.signup import Signup, all_lists, places_of, resign, sign_up, withdraw
from pbm.record.game import Game
from pbm.record.holders import players
from pbm.record.people import forget, rows

EFFECTS: Mapping[str, Effect] = {"join": Effect.JOIN, "standby": Effect.STANDBY, "leave": Effect.LEAVE}


def enlist(games: Path, permit: Permit, asked: Asking, thing: Wanted) -> int:
    """Put somebody on the list of a game; return their place on it."""
    return sign_up(games, thing.game, signup_for(games, permit.of(EFFECTS[thing.act]), asked, thing))


def signup_for(games: Path, id: str, asked: Asking, thing: Wanted) -> Signup:
    new = msgspec.to_builtins(asked.person) if asked.person else {}
    fields = {"name": id, **new, **rows(games).get(id, {}), "id": id, "prefers": thing.prefers}
    return msgspec.convert(fields, Signup)


def leave(games: Path, id: str, name: str) -> str:
    """Take somebody off a list, and out of their seats; return what they left."""
    listed = id in all_lists(games).get(name, [])
    game = Game(games / name)
    there = [power for power, one in players(game).items() if one.id == id] if game.folder.is_dir() else []
    if listed:
        withdraw(games, name, id)
    for power in there:
        resign(game, power)
    if not listed and not there:
        raise GameError(f"You are not in {name}, nor on its list.")
    if not places_of(games, id):
        forget(games, [id])
    return ", ".join(power_name(game, power) for power in there)


def waiting_for_nod(games: Path) -> Iterator[tuple[Asking, Wanted]]:
    """What was confirmed and waits for the game master."""
    for one in all_asked(games):
        yield from ((one, thing) for thing in one.wanted if one.confirmed and thing.act != "leave")


def of_person(games: Path, name: str, id: str) -> tuple[Asking, Wanted] | None:
    found = [(one, thing) for one, thing in waiting_for_nod(games) if (thing.game, one.id) == (name, id)]
    return found[0] if found else None


def tell_of_nod(games: Path, name: str, id: str, place: int, now: dt.datetime) -> str:
    """Take a request off those that wait, and mail its writer that they are on the list, or that they are not."""
    if not (found := of_person(games, name, id)):
        return ""
    one, thing = found
    office = if_open(games)
    mail = confirmed(games, thing, place) if place else refused(thing)
    if office:
        kind = f"{'nod' if place else 'refusal'}-{name}-{one.code}"
        Outbox(office).queue(0, "", kind, as_mail(mail), one.email, now)
    rest = tuple(each for each in one.wanted if each != thing)
    if any(each.act != "leave" for each in rest):
        ask(games, msgspec.structs.replace(one, wanted=rest))
    else:
        drop(games, one)
    return one.email if office else ""
