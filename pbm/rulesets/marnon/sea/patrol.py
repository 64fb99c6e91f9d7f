"""Patrols [4.6, 5.20]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, refused
from pbm.rules.playing import every_line, of_kind
from pbm.rulesets.marnon.changes.fleets import Sailed
from pbm.rulesets.marnon.codes import castle_of, is_war_fleet
from pbm.rulesets.marnon.map import is_area, seas_of
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import MarnonOrder, Scene, Words, action, first_reason, no_fleet
from pbm.rulesets.marnon.others.invader_fleets import spread_fleets
from pbm.rulesets.marnon.playing import played
from pbm.rulesets.marnon.sea.harbours import can_start, port_closed, seas_at, stormy
from pbm.rulesets.marnon.sea.interception import ALWAYS, ODDS
from pbm.rulesets.marnon.sea.sailing import Sail
from pbm.rulesets.marnon.world import World

PATROLS = "patrols"


def patrols(turn: Turn[World]) -> Iterator[Event]:
    """All PATROL lines, power by power; then the fleets of those without a player."""
    world = turn.world
    yield from ports_remembered(world)
    for who in world.ranked(world.powers):
        yield from played(turn, who, PATROLS)
    yield from other_patrols(turn)


def ports_remembered(world: World) -> Iterator[Event]:
    """The port each fleet begins the turn in."""
    for who, power in world.powers.items():
        for code, fleet in power.fleets.items():
            if is_area(fleet.at):
                yield Remember("began", (who, code), str(fleet.at))


@action(
    "5.20",
    form="PATROL {fleets}< {zone}>< {wish}>",
    meaning="patrol with {fleets}< in {zone}><, and stop others {wish}>",
)
class Patrol(MarnonOrder, frozen=True):
    """Keep war fleets in the sea of their port for the turn, to intercept ALWAYS, NEVER or by ODDS."""

    step: ClassVar = PATROLS
    kept: ClassVar = True
    conditional: ClassVar = True
    fleets: Words
    zone: Place | None
    wish: str | None

    def said(self, number: int) -> Mapping[str, object]:
        return {**super().said(number), "wish": "if the odds allow" if self.wish == "ODDS" else self.wish}

    def wrong(self, world: World, who: str) -> Refusal | None:
        return next(filter(None, (no_fleet(world, who, str(code), "5.20") for code in self.fleets)), None)

    def plan(self, at: Scene) -> Done:
        reason = no_patrol(at.world, at.who, self)
        return refused(reason) if reason else Done("ok", self.put_to_sea(at))

    def put_to_sea(self, at: Scene) -> Iterator[Event]:
        for code in dict.fromkeys(map(str, self.fleets)):
            fleet = at.power.fleets[code]
            zone = self.zone or seas_at(fleet.at)[0]
            yield Remember("patrol", (at.who, code), self.wish or ODDS)
            yield Remember("sailed", (at.who, code))
            if fleet.at != zone:
                yield Sailed(at.who, code, fleet.at, zone)


@first_reason
def no_patrol(world: World, who: str, order: Patrol) -> Iterator[Refusal | None]:
    if world.card_of(who, 37):
        yield Refusal("5.98", "a coup: no patrols")
    for code in map(str, order.fleets):
        fleet = world.powers[who].fleets.get(code)
        if fleet is None:
            yield Refusal("5.20", f"you have no fleet {code}")
            return
        if not is_war_fleet(code) or fleet.damaged:
            yield Refusal("5.20", f"{code} is no sound war fleet")
        if not can_start(world, who, code):
            yield Refusal("5.20", f"{code} is not in port")
        zone = order.zone or seas_at(fleet.at)[0]
        if zone not in seas_at(fleet.at):
            yield Refusal("5.20", f"{zone} is not at the port of {code}")
        if port_closed(world, str(fleet.at)):
            yield Refusal("5.98", f"the port of {fleet.at} is damaged")
        if stormy(world, zone):
            yield Refusal("5.98", f"there are storms in {zone}")


def other_patrols(turn: Turn[World]) -> Iterator[Event]:
    """Fleets without a player lie at sea: those of regions by ODDS, those of castles for whom they protect."""
    world = turn.world
    yield from spread_fleets(world)
    for who in world.ranked(world.powers):
        power = world.powers[who]
        if power.status == "np":
            yield from out_on_patrol(world, who, ODDS)
        if power.status == "castle":
            yield Remember("protected", who, bound_for(turn, castle_of(who)))
            yield from out_on_patrol(world, who, ALWAYS)


def out_on_patrol(world: World, who: str, wish: str) -> Iterator[Event]:
    for code in world.numbered(who, "fleets"):
        fleet = world.powers[who].fleets[code]
        if fleet.damaged or not is_area(fleet.at) or port_closed(world, str(fleet.at)):
            continue
        zone = seas_of(str(fleet.at))[0]
        if not stormy(world, zone):
            yield Remember("patrol", (who, code), wish)
            yield Sailed(who, code, fleet.at, zone)


def bound_for(turn: Turn[World], castle: str) -> set[str]:
    """The powers whose SAIL lines, done or not, name a merchant fleet and that port [5.78]."""
    sails = ((who, order) for who in turn.world.players() for _, order in of_kind(every_line(turn, who), Sail))
    return {who for who, order in sails if castle in order.route and has_merchant(order)}


def has_merchant(order: Sail) -> bool:
    return any(not is_war_fleet(str(code)) for code in order.fleets)
