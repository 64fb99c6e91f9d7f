"""How a position remembers what only this turn has to know: by events that are not written."""

from collections.abc import Iterator
from typing import Any, ClassVar

from pbm.rules.event import Event
from pbm.rulesets.marnon.world import World


class Remember(Event, frozen=True):
    """A field of `Now` is set, or something is put into it: under its key, if it has keys."""

    what: str
    key: Any = True
    value: Any = None
    silent: ClassVar = True
    written: ClassVar = False

    def apply(self, world: World) -> None:
        match getattr(world.now, self.what):
            case set() as held:
                held.add(self.key)
            case list() as held:
                held.append(self.key)
            case dict() as held:
                held[self.key] = self.value
            case _:
                setattr(world.now, self.what, self.key)


class Forget(Event, frozen=True):
    """Something is taken out of a field of `Now`, if it is there."""

    what: str
    key: Any
    silent: ClassVar = True
    written: ClassVar = False

    def apply(self, world: World) -> None:
        held = getattr(world.now, self.what)
        if self.key in held:
            held.remove(self.key) if isinstance(held, set) else held.pop(self.key)


def enters(world: World, who: str, code: str, how: str = "") -> Iterator[Event]:
    """When and how a force came into its area."""
    time = world.now.clock + 1
    yield Remember("clock", time)
    yield Remember("entered", (who, code), time)
    yield Remember("came", (who, code), how) if how else Forget("came", (who, code))


def inherits(world: World, who: str, new: str, old: str) -> Iterator[Event]:
    """A part of a force has the same past as the whole."""
    for past in ("struck", "moved"):
        if (who, old) in getattr(world.now, past):
            yield Remember(past, (who, new))
    for past in ("entered", "came"):
        if (who, old) in (held := getattr(world.now, past)):
            yield Remember(past, (who, new), held[who, old])


def forget(who: str, code: str) -> Iterator[Event]:
    return (Forget(past, (who, code)) for past in ("struck", "moved", "tried", "entered", "came"))
