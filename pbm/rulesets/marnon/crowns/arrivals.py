"""What was bought before and comes now, and parts that fall due [5.84, 5.85]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.areas import Fortified
from pbm.rulesets.marnon.changes.crowns import Paid
from pbm.rulesets.marnon.changes.fleets import FleetCame
from pbm.rulesets.marnon.changes.forces import Raised
from pbm.rulesets.marnon.crowns.bills import purse
from pbm.rulesets.marnon.crowns.income import earners
from pbm.rulesets.marnon.crowns.musters import (
    army_target,
    bad_fort,
    bad_port,
    general_place,
    merchant_allowed,
    not_free,
    own_ports,
    regiment_place,
)
from pbm.rulesets.marnon.crowns.purchase import DueChanged, delivered, named, regiment
from pbm.rulesets.marnon.pieces import Due
from pbm.rulesets.marnon.telling import Noted
from pbm.rulesets.marnon.world import World


def arrivals(turn: Turn[World]) -> Iterator[Event]:
    """What was paid for before and comes now; parts that fall due [5.84, 5.85]."""
    world = turn.world
    for who in earners(world):
        index = 0
        while index < len(world.powers[who].due):
            row = world.powers[who].due[index]
            if row.turn > world.turn:
                index += 1
            elif row.left:
                before = len(world.powers[who].due)
                yield from part_paid(turn, who, index, row)
                index += len(world.powers[who].due) == before
            else:
                yield DueChanged(who, index, 0, 0)
                yield from came(world, who, row)


def part_paid(turn: Turn[World], who: str, index: int, row: Due) -> Iterator[Event]:
    if row.price > purse(turn.world, who):
        yield DueChanged(who, index, 0, 0)
        yield Noted(who, f"a part could not be paid: {row.what.lower()} for {row.to} is forfeited")
        return
    left = row.left - 1
    yield Paid(who, row.price, f"a part of the {row.what.lower()} for {row.to}")
    yield DueChanged(who, index, left, turn.world.turn + 1)
    if not left:
        yield from completed(turn, who, row)


def completed(turn: Turn[World], who: str, row: Due) -> Iterator[Event]:
    """The last part is paid: the thing is got, if it may be placed there now."""
    world, where = turn.world, row.to or ""
    why = {
        "FLEET": lambda: bad_port(world, who, where),
        "MERCHANT": lambda: bad_port(world, who, where) or ("" if merchant_allowed(world, who) else "limit"),
        "FORT": lambda: bad_fort(world, who, where),
        "GENERAL": lambda: general_place(world, who, where),
    }[row.what]()
    if why:
        yield Noted(who, f"{row.what.lower()} for {where} is lost: it cannot be placed there now")
    elif row.what == "FORT":
        yield Fortified(who, where)
    elif row.what == "GENERAL":
        yield from named(turn, who, where)
    else:
        yield from delivered(world, who, row.what, where)


def troops_came(world: World, who: str, row: Due) -> Iterator[Event]:
    if world.settings.march_regiments and (place := regiment_place(world, who, row.to or "")):
        yield from regiment(world, who, place, row.to or "", row.n)
        return
    target, at, why = army_target(world, who, row.to or "")
    if why:
        power = world.powers[who]
        homes = (code for code in (power.castle, power.seat) if code and world.owner(code) == who)
        at = next((code for code in homes if not not_free(world, code)), None)
        target = (world.largest(who, at) or world.free_code(who, "A")) if at else ""
    if target:
        yield Raised(who, target, at, row.n, "trained")
    else:
        yield Noted(who, f"{row.n} trained points are lost: there is no place for them")


def came(world: World, who: str, row: Due) -> Iterator[Event]:
    """Trained troops and ships; if their place is lost, another of one's own [5.84]."""
    if row.what == "ARMY":
        yield from troops_came(world, who, row)
        return
    port = row.to if not bad_port(world, who, row.to or "") else next(iter(own_ports(world, who)), None)
    if port:
        yield FleetCame(who, world.free_code(who, "F" if row.what == "FLEET" else "M"), port, "built")
    else:
        yield Noted(who, f"a {row.what.lower()} is lost: there is no port for it")
