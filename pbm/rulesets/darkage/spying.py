"""Spying and scouting: section 7 of the rulebook."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Self

from pbm.rules.action import Reasons
from pbm.rules.code import Place, Power
from pbm.rules.event import Event, InBrief, OfPower, enumerated
from pbm.rules.names import word
from pbm.rules.order import Box, Refusal, Unreadable, lasting
from pbm.rulesets.darkage.action import Action, Journey, action, not_another, not_near, not_own
from pbm.rulesets.darkage.map import nations
from pbm.rulesets.darkage.world import Spy as Agent
from pbm.rulesets.darkage.world import World, is_viking

RECRUIT = 2


class Recruited(OfPower, frozen=True):
    where: Place
    shows: ClassVar = ("where",)
    text: ClassVar = "{who} recruited a spy in {where}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].spy = Agent(self.where)


class SpyMoved(OfPower, frozen=True):
    origin: Place
    target: Place
    shows: ClassVar = ("origin", "target")
    text: ClassVar = "the spy of {who} slipped from {origin} to {target}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].spy = Agent(self.target)


class SpyKilled(OfPower, frozen=True):
    where: Place
    by: Power
    parties: ClassVar = ("who", "by")
    shows: ClassVar = ("where",)
    text: ClassVar = "the spy of {who} was killed in {where} by {by}"
    brief: ClassVar = (
        InBrief(160, "spy_lost", "loss", "who", "Your spy was killed in ", "{where} by {by}"),
        InBrief(180, "spy_caught", "gain", "by", "Killed the spy of ", "{who} in {where}"),
    )

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].spy = None


class WatcherKilled(OfPower, frozen=True):
    where: Place
    by: Power
    parties: ClassVar = ("who", "by")
    text: ClassVar = "the watcher of {who} was killed in {where} by {by}"
    brief: ClassVar = (
        InBrief(170, "watcher_lost", "loss", "who", "A watcher of yours was killed in ", "{where} by {by}"),
    )

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].watchers.remove(self.where)


@action(
    "7.2",
    form="SPY {origin} {target}",
    meaning="send the spy< from {origin}> to {target}",
    touches="spy",
    costs="0, or 2 for a new spy",
)
class Spy(Journey, frozen=True):
    """Move your spy to a neighbouring area; without a spy, find a new one and move it."""

    def wrong(self, world: World, who: str) -> Reasons:
        spy = world.kingdoms[who].spy
        if spy:
            return (not_near(world, spy.at, self.target, "7.2"),)
        home = self.origin or self.target
        apart = home != self.target
        return (
            None if may_recruit(world, who, home) else Refusal("7.2", f"no spy can be found in {world.called(home)}"),
            not_near(world, home, self.target, "7.2") if apart else None,
        )

    def price(self, world: World, who: str, amount: int) -> int:
        return 0 if world.kingdoms[who].spy else RECRUIT

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        spy = world.kingdoms[who].spy
        at = spy.at if spy else self.origin or self.target
        if not spy:
            yield Recruited(who, at)
            yield from spring_traps(world, who)
        if at != self.target and world.kingdoms[who].spy:
            yield SpyMoved(who, at, self.target)
            yield from spring_traps(world, who)


def may_recruit(world: World, who: str, where: str) -> bool:
    at_sea = is_viking(who) and world.map[where].is_sea
    return world.areas[where].owner == who or where in world.kingdoms[who].watchers or at_sea


def spring_traps(world: World, who: str) -> Iterator[Event]:
    """A spy that enters an area where another spy waits for it dies [7.5]."""
    spy = world.kingdoms[who].spy
    for code, kingdom in world.kingdoms.items():
        trap = kingdom.spy
        if spy and trap and trap.waiting_for == who and trap.at == spy.at:
            yield SpyKilled(who, spy.at, code)
            return


@action("7.3", form="KILL {where} {kingdom}", meaning="kill the spy or watcher of {kingdom} in {where}", touches="")
class Kill(Action, frozen=True):
    """Put a kingdom's spy to death in an area of yours, or its watcher if no spy is there."""

    where: str
    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        other = world.kingdoms.get(self.kingdom)
        spied = other is not None and ((other.spy and other.spy.at == self.where) or self.where in other.watchers)
        return (
            not_own(world, who, self.where, "7.3"),
            not_another(world, who, self.kingdom, "7.3"),
            None
            if spied
            else Refusal("7.3", f"nobody of {world.called(self.kingdom)} is in {world.called(self.where)}"),
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        spy = world.kingdoms[self.kingdom].spy
        if spy and spy.at == self.where:
            yield SpyKilled(self.kingdom, self.where, who)
        else:
            yield WatcherKilled(self.kingdom, self.where, who)


class Searched(OfPower, frozen=True):
    where: Place | None
    kingdom: Power | None
    found: tuple[tuple[str, str], ...]
    """Whose spies, and where."""
    text: ClassVar = "{who} searched for spies< of {kingdom}>< in {where}>"

    def sentence(self, names: Mapping[str, str], public: bool = False) -> str:
        found = [f"the spy of {word(names, whose)}{self.beyond(names, at)}" for whose, at in self.found]
        return f"{self.worded(names)} and found {enumerated(found) or 'nobody'}"

    def beyond(self, names: Mapping[str, str], at: str) -> str:
        return "" if self.where else f" in {word(names, at)}"


@action("7.4", form="FIND {where} {kingdom}", meaning="search for the spies< of {kingdom}>< in {where}>", touches="")
class Find(Action, frozen=True):
    """Search for one kingdom's spy, for any spy in an area, or for one kingdom's spy in an area."""

    where: str | None
    kingdom: str | None

    @classmethod
    def read(cls, *boxes: Box) -> Self:
        """Tell the two boxes apart by their content."""
        kingdoms = [box for box in boxes if box in nations()]
        areas = [box for box in boxes if box not in nations()]
        if len(kingdoms) > 1 or len(areas) > 1:
            raise Unreadable("FIND takes one area, one kingdom, or one of each")
        return super().read(next(iter(areas), None), next(iter(kingdoms), None))

    def wrong(self, world: World, who: str) -> Reasons:
        if not self.where and not self.kingdom:
            return (lasting("7.4", "name an area, a kingdom, or both"),)
        return (not_another(world, who, self.kingdom, "7.4") if self.kingdom else None,)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        found = tuple(
            (code, kingdom.spy.at)
            for code, kingdom in world.kingdoms.items()
            if code != who and kingdom.spy and self.where in (None, kingdom.spy.at) and self.kingdom in (None, code)
        )
        yield Searched(who, self.where, self.kingdom, found)


class TrapSet(OfPower, frozen=True):
    where: Place
    target: Place
    text: ClassVar = "the spy of {who} lay in wait in {where} for the spy of {target}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].spy = Agent(self.where, self.target)


def no_spy(world: World, who: str, rule: str) -> Refusal | None:
    return None if world.kingdoms[who].spy else Refusal(rule, "you have no spy")


@action("7.5", form="WAIT {kingdom}", meaning="let the spy wait where it is for that of {kingdom}", touches="spy")
class Wait(Action, frozen=True):
    """Your spy, in an area of yours, kills that kingdom's spy when it enters."""

    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        spy = world.kingdoms[who].spy
        return (
            not_another(world, who, self.kingdom, "7.5"),
            no_spy(world, who, "7.5"),
            not_own(world, who, spy.at, "7.5") if spy else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        if spy := world.kingdoms[who].spy:
            yield TrapSet(who, spy.at, self.kingdom)


class Sabotaged(OfPower, frozen=True):
    where: Place
    owner: Power | None
    armies: int
    ships: int
    parties: ClassVar = ("who", "owner")
    shows: ClassVar = ("where",)
    text: ClassVar = "the spy of {who} in {where} broke up {armies:army/armies} and died for it"
    at_sea: ClassVar = (
        "the spy of {who} in {where} broke up {ships:ship/ships}< with {armies:army/armies} aboard> and died for it"
    )
    brief: ClassVar = (InBrief(150, "sabotaged", "loss", "owner", "Sabotage: ", "{where} by {who}"),)

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.armies -= self.armies
        area.ships -= self.ships
        world.kingdoms[self.who].spy = None
        if self.owner:
            world.kingdoms[self.owner].reserve += self.armies
            world.kingdoms[self.owner].fleet += self.ships

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(self.at_sea if self.ships else self.text, names)


@action(
    "7.6",
    form="SABOTAGE",
    meaning="let the spy break up an army or a ship where it is",
    touches="spy reserve+ usable+ fleet+",
    cost=1,
)
class Sabotage(Action, frozen=True):
    """Your spy sends an army there, or a ship at sea with the armies it carried, back to reserve, and is caught."""

    def wrong(self, world: World, who: str) -> Reasons:
        spy = world.kingdoms[who].spy
        empty = spy is not None and not any(sabotaged(world, spy.at))
        return (
            no_spy(world, who, "7.6"),
            Refusal("7.6", "there is nothing to break up where your spy is") if empty else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        if spy := world.kingdoms[who].spy:
            yield Sabotaged(who, spy.at, world.areas[spy.at].owner, *sabotaged(world, spy.at))


def sabotaged(world: World, where: str) -> tuple[int, int]:
    """Armies and ships: one of what the place holds; at sea the armies that lose their ship go with it [8.7]."""
    area = world.areas[where]
    if not world.map[where].is_sea:
        return min(area.armies, 1), 0
    ship = min(area.ships, 1)
    return max(0, area.armies - (area.ships - ship)), ship


class WatchSet(OfPower, frozen=True):
    where: Place
    shows: ClassVar = ("where",)
    text: ClassVar = "the spy of {who} stayed in {where} as a watcher"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].spy = None
        world.kingdoms[self.who].watchers.append(self.where)


@action("7.7", form="WATCH", meaning="let the spy stay where it is as a watcher", touches="spy watchers")
class Watch(Action, frozen=True):
    """Your spy stays where it is and reports every turn; any other watcher there is removed."""

    def wrong(self, world: World, who: str) -> Reasons:
        kingdom = world.kingdoms[who]
        twice = kingdom.spy is not None and kingdom.spy.at in kingdom.watchers
        return (
            no_spy(world, who, "7.7"),
            Refusal("7.7", "you have a watcher there already") if twice else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        if not (spy := world.kingdoms[who].spy):
            return
        for code, kingdom in world.kingdoms.items():
            if code != who and spy.at in kingdom.watchers:
                yield WatcherKilled(code, spy.at, who)
        yield WatchSet(who, spy.at)


class Bygone(Action, frozen=True):
    """No longer an action."""

    def wrong(self, world: World, who: str) -> Reasons:
        return (lasting(self.rule, self.advice),)


@action("7.1", form="SCOUT", meaning="no longer an action", gone=True)
class Scout(Bygone, frozen=True):
    """No longer an action: armies scout by themselves."""

    advice: ClassVar = (
        "there is no SCOUT action: every area next to one of your armies is scouted by itself; elsewhere use SPY, or "
        "put an army beside it"
    )


@action("7.5", form="TREACHERY", meaning="no longer an action", gone=True)
class Treachery(Bygone, frozen=True):
    """No longer an action: spies sabotage instead."""

    advice: ClassVar = "there is no TREACHERY action: to harm an enemy from within use SABOTAGE, or SIEGE a city"
