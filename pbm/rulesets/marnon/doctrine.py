"""Standing orders and relations, which take effect in step 0 [3.3, 4.2, 5.3, 5.18]."""

import re
from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, Said
from pbm.rules.order import Line, Refusal
from pbm.rulesets.marnon.changes.forces import LeviesGiven, levied
from pbm.rulesets.marnon.map import areas
from pbm.rulesets.marnon.order import ALL, YES, MarnonOrder, Standing
from pbm.rulesets.marnon.orders import standing as of
from pbm.rulesets.marnon.orders.moving import Bluff
from pbm.rulesets.marnon.orders.ruling import Message
from pbm.rulesets.marnon.pieces import Navy
from pbm.rulesets.marnon.sheet import answer, done, fails, lines_of, orders_of
from pbm.rulesets.marnon.world import World

ODDS = re.compile(r"ODDS(?=\d)")


class Ordered(Event, frozen=True):
    """A standing order: which, of what, and how."""

    who: Power
    what: str
    of: str
    value: tuple[str, ...]
    text: ClassVar = "until further notice: {what} {of} {value}"

    def worded(self, names: object, public: bool = False) -> str:
        return f"until further notice: {ODDS.sub('ODDS ', ' '.join(filter(None, self.as_line())))}"

    def as_line(self) -> tuple[str, ...]:
        """The line that orders it."""
        match self.what:
            case "relations":
                return (*self.value, self.of)
            case "exile_to":
                return ("EXILE", *self.value)
            case "navy":
                return ("NAVY", "ROUNDS", self.value[0], "CHASE", self.value[1])
        return (self.what.upper(), self.of, *self.value)

    def apply(self, world: World) -> None:
        power, first = world.powers[self.who], self.value[0] if self.value else ""
        match self.what:
            case "stance" | "pursue" | "bluff":
                for code in power.forces if self.of == ALL else [self.of]:
                    setattr(power.forces[code], self.what, first)
            case "ground":
                power.forces[self.of].ground = int(first)
            case "retreat":
                power.forces[self.of].retreat = list(self.value)
            case "castle":
                power.walls[self.of] = first
            case "relations":
                power.relations[self.of] = first
            case "trade" | "host":
                rows = [code for code in getattr(power, self.what) if code != self.of]
                setattr(power, self.what, [*rows, self.of] if first == YES else rows)
            case "navy":
                power.navy = Navy(int(first), self.value[1])
            case "pay":
                power.pay = list(self.value)
            case _:
                setattr(power, self.what, first)


def standing_orders(turn: Turn) -> Iterator[Event]:
    """Doctrine and relations of all powers, read from the top; of two on one thing the last stands."""
    world: World = turn.world
    for who in world.senders():
        for line in lines_of(turn, who, Standing, Bluff):
            order = line.order
            if isinstance(order, of.Assign):
                continue
            assert isinstance(order, (Standing, Bluff))
            yield from noted(turn, who, line, order)
        for line, said in orders_of(turn, who, Message):
            yield from spoken(turn, who, line, said)


def noted(turn: Turn, who: str, line: Line, order: Standing | Bluff) -> Iterator[Event]:
    world: World = turn.world
    if reason := order.wrong(world, who) or barred(world, who, order):
        yield answer(turn, who, line, "failed", reason)
        return
    if isinstance(order, of.Retreat) and not all(str(area) in areas() for area in order.areas):
        yield fails(turn, who, line, "5.34", "there is no such area")
        return
    yield done(turn, who, line)
    if event := kept(world, who, order):
        yield event


def barred(world: World, who: str, order: Standing | Bluff) -> Refusal | None:
    """Treaties need a diplomat on the spot, where that is played [5.86]."""
    treaty = isinstance(order, (of.Peace, of.Ally)) or (isinstance(order, of.Trade) and order.answer == YES)
    if world.settings.diplomacy != "envoys" or not treaty:
        return None
    other = order.power  # type: ignore[union-attr]
    there = any(each.at and world.owner(each.at) == other for each in world.powers[who].diplomats.values())
    return None if there else Refusal("5.86", f"no diplomat of yours is in the land of {other}")


def kept(world: World, who: str, order: Standing | Bluff) -> Event | None:
    """The event of a standing order, by its kind."""
    if isinstance(order, of.NavyDoctrine):
        return Ordered(who, "navy", "", navy(world, who, order))
    if isinstance(order, of.Relation):
        return Ordered(who, "relations", order.power, (order.word,))
    if isinstance(order, of.ExileTo):
        return Ordered(who, "exile_to", "", (f"HOST {order.power}" if order.power else order.kind,))
    what, thing, value = KEPT[type(order)]
    given = getattr(order, value)
    words = tuple(dict.fromkeys(map(str, given))) if isinstance(given, tuple) else ("".join(str(given).split()),)
    return Ordered(who, what, str(getattr(order, thing)) if thing else "", words)


KEPT: dict[type[MarnonOrder], tuple[str, str, str]] = {
    of.Stance: ("stance", "force", "manner"),
    of.Castle: ("castle", "castle", "gate"),
    of.Pursue: ("pursue", "force", "answer"),
    of.Ground: ("ground", "force", "number"),
    of.Retreat: ("retreat", "force", "areas"),
    of.Trade: ("trade", "power", "answer"),
    of.Host: ("host", "power", "answer"),
    of.Pay: ("pay", "", "heads"),
    of.Initiative: ("initiative", "", "place"),
    Bluff: ("bluff", "unit", "sign"),
}
"""What is kept of a standing order: under which name, of what, and which box."""


def navy(world: World, who: str, order: of.NavyDoctrine) -> tuple[str, str]:
    """Rounds and chase; what the line does not name stays."""
    row, words = world.powers[who].navy, [str(word) for word in order.doctrine]
    given = dict(zip(words[::2], words[1::2], strict=True))
    return given.get("ROUNDS", str(row.rounds)), given.get("CHASE", row.chase)


def spoken(turn: Turn, who: str, line: Line, order: Message) -> Iterator[Event]:
    world: World = turn.world
    if order.to != ALL and not world.in_play(order.to):
        yield fails(turn, who, line, "3.5", f"this game is played without {order.to}")
        return
    yield done(turn, who, line)
    yield Said(who, order.words, None if order.to == ALL else order.to)


# levies


def assigned(turn: Turn, who: str, line: Line, order: of.Assign) -> Iterator[Event]:
    """The whole list of a force anew; a territory of another force must be given up first [5.18]."""
    world: World = turn.world
    if reason := order.wrong(world, who):
        yield answer(turn, who, line, "failed", reason)
        return
    levies, why = read_levies(order)
    own = [levied(levy) for levy in levies]
    elsewhere = [
        levied(levy) for code, force in world.powers[who].forces.items() if code != order.force for levy in force.terr
    ]
    if why:
        yield fails(turn, who, line, "5.18", why)
    elif len(own) > of.MOST_LEVIES or len({*own}) < len(own):
        yield fails(turn, who, line, "5.18", "a force has the levies of three territories at most")
    elif wrong := next((code for code in own if areas()[code].castle or world.owner(code) != who), None):
        yield fails(turn, who, line, "5.18", f"{wrong} is not a territory of yours")
    elif wrong := next((code for code in own if code in elsewhere), None):
        yield fails(turn, who, line, "5.18", f"{wrong} is given to another force")
    else:
        yield done(turn, who, line)
        yield LeviesGiven(who, order.force, tuple(levies))


def read_levies(order: of.Assign) -> tuple[list[str | list[str]], str]:
    """Territories, each with the type that may follow it."""
    found: list[str | list[str]] = []
    for word in map(str, order.given):
        if word in areas():
            found.append(word)
        elif not found or not isinstance(last := found[-1], str) or word not in areas()[last].types:
            return found, f"{word} is not a type of the territory before it"
        else:
            found[-1] = [last, word]
    return found, ""
