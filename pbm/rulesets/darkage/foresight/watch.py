"""An order tried out on a copy of a world, with a note of everything that the rules looked at to decide it.

Rules are arithmetic: if nothing they looked at can be otherwise, neither can what they decide.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbm.rules.copying import copied
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rulesets.darkage.action import Action
from pbm.rulesets.darkage.world import Area, Kingdom, World

Key = tuple[str, str]
"""A fact: the code of an area or kingdom, and the name of one of its figures."""
IN_PLAY, THERE, LENDER = "in play", "there", "lender"


@dataclass(slots=True)
class Notes:
    """What has been looked at, in order."""

    keys: dict[Key, None] = field(default_factory=dict)
    on: bool = True

    def take(self, code: str, name: str) -> None:
        if self.on:
            self.keys[code, name] = None


class Glass:
    """Stands before an area or a kingdom and notes what is looked at; what is changed goes straight through."""

    __slots__ = ("_code", "_notes", "_thing")

    def __init__(self, thing: Area | Kingdom, code: str, notes: Notes) -> None:
        for name, value in (("_thing", thing), ("_code", code), ("_notes", notes)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        self._notes.take(self._code, name)
        return getattr(self._thing, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._thing, name, value)


class Roll(dict[str, Any]):
    """The kingdoms, copied; asking for one that is not there is noted too."""

    def __init__(self, kingdoms: Mapping[str, Kingdom], notes: Notes) -> None:
        super().__init__({code: Glass(kingdom, code, notes) for code, kingdom in kingdoms.items()})
        self.notes = notes

    def __contains__(self, code: object) -> bool:
        self.notes.take(str(code), THERE)
        return super().__contains__(code)

    def get(self, code: str, default: Any = None) -> Any:
        self.notes.take(code, THERE)
        return super().get(code, default)


class Shelf(dict[str, Any]):
    """The areas, each copied when it is first looked at."""

    def __init__(self, areas: Mapping[str, Area], notes: Notes) -> None:
        super().__init__()
        self.areas = areas
        self.notes = notes
        self.copies: dict[str, Area] = {}

    def __missing__(self, code: str) -> Glass:
        self.copies[code] = copied(self.areas[code])
        glass = self[code] = Glass(self.copies[code], code, self.notes)
        return glass

    def items(self) -> Any:
        return {code: self[code] for code in self.areas}.items()


class Watched(World, kw_only=True):
    notes: Notes

    def in_play(self, kingdom: str) -> bool:
        self.notes.take(kingdom, IN_PLAY)
        return kingdom in self.order

    def lender(self, kingdom: str) -> str | None:
        """One fact: a borrower knows their own lender, but not other loans."""
        self.notes.take(kingdom, LENDER)
        was, self.notes.on = self.notes.on, False
        found = World.lender(self, kingdom)
        self.notes.on = was
        return found


class Trial(NamedTuple):
    """What an order came to."""

    amount: int
    price: int
    refusals: tuple[Refusal, ...]
    events: tuple[Event, ...]
    weighed: tuple[Key, ...]
    """What decided whether it is done, and at what price."""
    looked: tuple[Key, ...]
    """What decided everything."""
    after: World


def tried(world: World, who: str, order: Action, number: int, supposed: Mapping[Key, int] | None = None) -> Trial:
    """The order as action of that number, with some figures supposed to be otherwise."""
    notes = Notes()
    kingdoms = copied(world.kingdoms)
    shelf, census, line = Shelf(world.areas, notes), copied(world.census), list(world.order)
    watched = Watched(
        world.turn, line, census, Roll(kingdoms, notes), shelf, world.won,
        map=world.map, settings=world.settings, notes=notes,
    )  # fmt: skip
    for key, value in (supposed or {}).items():
        suppose(watched, key, value)
    told(watched, order.tried(watched, who))
    notes.keys.clear()
    amount, price, refusals = order.weighed(watched, who, number)
    weighed = tuple(notes.keys)
    events: tuple[Event, ...] = ()
    if not refusals:
        kingdoms[who].bp -= price
        events = told(watched, order.run(watched, who, amount))
    looked = tuple(notes.keys)
    areas = {**world.areas, **shelf.copies}
    after = replace(world, order=line, census=census, kingdoms=kingdoms, areas=areas)
    return Trial(amount, price, refusals, events, weighed, looked, after)


def told(world: Watched, events: Iterable[Event]) -> tuple[Event, ...]:
    """Apply each event as it is told; what applying it looks at decides nothing."""
    kept = []
    for event in events:
        world.notes.on = False
        event.apply(world)
        world.notes.on = True
        kept.append(event)
    return tuple(kept)


def figure(world: World, key: Key) -> object:
    code, name = key
    thing = world.areas.get(code) or world.kingdoms.get(code)
    return getattr(thing, name, None)


def suppose(world: World, key: Key, value: int) -> None:
    code, name = key
    thing: Any = world.kingdoms[code] if code in world.kingdoms else world.areas[code]
    if name == "usable":
        thing.reserve = thing.pending + value
    else:
        setattr(thing, name, value)
