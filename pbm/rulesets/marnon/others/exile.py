"""Exile and return [5.77, 6.8]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Place, Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, refused
from pbm.rulesets.marnon.changes.areas import sieges_over
from pbm.rulesets.marnon.changes.crowns import Received
from pbm.rulesets.marnon.changes.forces import Raised, remove_force
from pbm.rulesets.marnon.changes.generals import GeneralMoved
from pbm.rulesets.marnon.land.arriving import arrived
from pbm.rulesets.marnon.land.ways import no_entry
from pbm.rulesets.marnon.map import by_number, seas_of
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, action
from pbm.rulesets.marnon.pieces import Exiled, General
from pbm.rulesets.marnon.relations import is_host
from pbm.rulesets.marnon.sea.harbours import stormy
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.world import World

RETURNS = "returns"
EACH_SHIP = 500


class WentIntoExile(OfPower, frozen=True):
    """A power without land: one general and 250 points are left to it."""

    kind: str
    host: Power | None
    general: str | None
    points: int
    verb: ClassVar = "exile"
    text: ClassVar = "{who} {who:has/have} lost all {who:its/their} land and {who:goes/go} into exile< with {host}>"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        stripped(world, self.who, keep=self.general)
        power.status, power.seat = "exile", None
        power.exile = Exiled(self.kind, self.host, self.points, self.general)  # type: ignore[arg-type]


class WentOut(OfPower, frozen=True):
    verb: ClassVar = "out"
    text: ClassVar = "{who} {who:is/are} out of the game"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        stripped(world, self.who)
        power.status, power.seat, power.exile, power.cash = "out", None, None, 0
        power.due, power.debts, power.diplomats, power.screens = [], [], {}, {}


class ExileChanged(OfPower, frozen=True):
    """How an exile stands."""

    kind: str
    host: Power | None
    points: int
    text: ClassVar = "in exile< with {host}>: {points} points"

    def apply(self, world: World) -> None:
        exile = world.powers[self.who].exile
        assert exile
        exile.kind, exile.host, exile.points = self.kind, self.host, self.points  # type: ignore[assignment]


class Restored(OfPower, frozen=True):
    """An exile holds land again."""

    verb: ClassVar = "restored"
    text: ClassVar = "{who} {who:is/are} back from exile"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        power.status, power.exile = "player", None


class LeaderFound(OfPower, frozen=True):
    """A returning exile without a general gets one."""

    general: str
    text: ClassVar = "{general} leads the return"

    def apply(self, world: World) -> None:
        world.powers[self.who].generals[self.general] = General()


def stripped(world: World, who: str, keep: str | None = None) -> None:
    """Other points, fleets, caravans and generals are lost."""
    power = world.powers[who]
    general = power.generals.get(keep or "")
    for code in list(power.forces):
        remove_force(world, who, code)
    for fleet in power.fleets.values():
        if fleet.merc:
            world.mercs.hired.pop(fleet.merc, None)
            world.mercs.draw.append(fleet.merc)
    power.fleets, power.caravans, power.heirs, power.heirs_due = {}, {}, 0, 0
    power.generals = {keep: general} if keep and general else {}
    if general:
        general.place = None
    sieges_over(world, who)


# 3e: the return


@action("5.77", form="RETURN< {force}>< {area}>", meaning="return from exile< with {force}>< to {area}>")
class Return(MarnonOrder, frozen=True):
    """Come back from exile: land in a coastal area, or take the field in land of your host, by default at the seat."""

    step: ClassVar = RETURNS
    force: str | None
    area: Place | None

    def wrong(self, world: World, who: str) -> Refusal | None:
        exile = world.powers[who].exile
        if world.powers[who].status != "exile" or exile is None:
            return Refusal("5.77", "you are not in exile")
        if self.force in world.powers[who].forces:
            return Refusal("5.77", f"{self.force} is on the map already")
        if self.area and exile.kind != "HOST" and not seas_of(self.area):
            return Refusal("5.77", f"{self.area} has no coast", kind="lasting")
        return None

    def plan(self, at: Scene) -> Done:
        reason = self.wrong(at.world, at.who) or no_return(at.world, at.who, self)
        return refused(reason) if reason else Done("ok", self.returned(at))

    def returned(self, at: Scene) -> Iterator[Event]:
        world, who, power = at.world, at.who, at.power
        exile = power.exile
        assert exile
        if not power.generals:
            yield LeaderFound(who, "G1")
        general = exile.general if exile.general in power.generals else next(iter(power.generals))
        code = self.force or world.free_code(who, "A")
        if is_host(world, exile.host or "", who):
            place = self.area or world.powers[exile.host or ""].seat or ""
            yield from set_down(world, who, code, place, exile.points, general)
            return
        ships = at.dice.roll(f"exile.fleets.{who}") + 2
        yield Thrown(who, "ships for the return", (ships,))
        yield Remember("lent", (who, code), ships)
        yield from set_down(world, who, code, str(self.area), min(exile.points, ships * EACH_SHIP), general)
        yield from arrived(at.turn, who, code, "landed")


def set_down(world: World, who: str, code: str, area: str, points: int, general: str) -> Iterator[Event]:
    exile = world.powers[who].exile
    assert exile
    yield ExileChanged(who, exile.kind, exile.host, exile.points - points)
    yield Raised(who, code, area, points, "the return from exile")
    yield GeneralMoved(who, general, code)


def no_return(world: World, who: str, order: Return) -> Refusal | None:
    exile = world.powers[who].exile
    assert exile
    if exile.points <= 0 or world.powers[who].forces:
        return Refusal("5.77", "there are no points to return with")
    if is_host(world, exile.host or "", who):
        place = order.area or world.powers[exile.host or ""].seat
        found = place is not None and world.owner(place) == exile.host
        return None if found else Refusal("5.77", f"from a host you return to land of {exile.host}")
    if order.area is None:
        return Refusal("5.77", "name a coastal area")
    if not seas_of(order.area):
        return Refusal("5.77", f"{order.area} has no coast")
    if all(stormy(world, zone) for zone in seas_of(order.area)):
        return Refusal("5.98", "there are storms at sea")
    return no_entry(world, who, order.area)


# the end of the turn


def exiles(turn: Turn[World]) -> Iterator[Event]:
    """8d: hosts that are no more, and the die of the exile."""
    world = turn.world
    for who in world.ranked(world.players()):
        power = world.powers[who]
        if power.status != "exile" or power.exile is None:
            continue
        if world.owned(who):
            continue
        exile = power.exile
        if exile.kind == "HOST" and not is_host(world, exile.host or "", who):
            yield ExileChanged(who, "OFFSHORE", None, exile.points)
        yield from exile_roll(turn, who)


def exile_roll(turn: Turn[World], who: str) -> Iterator[Event]:
    exile = turn.world.powers[who].exile
    assert exile
    die = turn.dice.roll(f"exile.roll.{who}")
    crowns, points = tables().exile.result[die]
    yield Thrown(who, "the exile's fortunes", (die,))
    if crowns:
        yield Received(who, crowns, "contributions in exile")
    if points:
        yield ExileChanged(who, exile.kind, exile.host, max(exile.points + points, 0))


def eliminations(turn: Turn[World]) -> Iterator[Event]:
    """8e: who has no area goes into exile or is out; an exile with an area is back."""
    world = turn.world
    for who in world.players():
        power = world.powers[who]
        if world.owned(who):
            if power.status == "exile":
                yield Restored(who)
        elif power.status == "exile":
            continue
        elif power.status == "dropout" or not world.settings.exile or power.exile_to == "NONE":
            yield WentOut(who)
        else:
            yield exiled(world, who)


def exiled(world: World, who: str) -> WentIntoExile:
    power = world.powers[who]
    host = power.exile_to.removeprefix("HOST ") if power.exile_to.startswith("HOST ") else None
    willing = host in world.powers and who in world.powers[host or ""].host
    able = willing and world.powers[host or ""].status in ("player", "dropout") and world.owned(host or "")
    general = next(iter(sorted(power.generals, key=by_number)), None)
    points = tables().exile.points
    return WentIntoExile(who, "HOST" if able else "OFFSHORE", host if able else None, general, points)
