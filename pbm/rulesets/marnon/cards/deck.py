"""Drawing the card of the coming turn, and what happens at the draw [4.10, 5.90, 5.91, 5.98]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.cards.crusade import called
from pbm.rulesets.marnon.cards.deals import CardDrawn, CardLeft, shuffled_events
from pbm.rulesets.marnon.cards.king import crowned
from pbm.rulesets.marnon.cards.outbreaks import HuntCalled, Struck, TruceCalled
from pbm.rulesets.marnon.changes.fleets import FleetLost
from pbm.rulesets.marnon.changes.forces import FellBack
from pbm.rulesets.marnon.crowns.auction import HIRED_FLEET, hired, joined_force
from pbm.rulesets.marnon.crowns.musters import own_ports
from pbm.rulesets.marnon.crowns.upkeep import MercLeft
from pbm.rulesets.marnon.map import castles, is_area, island, ports, power_of, seas_of, territories, value_of
from pbm.rulesets.marnon.others.invader import landing
from pbm.rulesets.marnon.relations import allied, has_enemy
from pbm.rulesets.marnon.sea.harbours import capacity, nearest_port
from pbm.rulesets.marnon.tables import Card, cards, effect, mercenaries
from pbm.rulesets.marnon.telling import Thrown
from pbm.rulesets.marnon.war.gates import ends
from pbm.rulesets.marnon.war.retreat import from_list, open_areas
from pbm.rulesets.marnon.world import World

DUST = {1: "R1", 2: "R1", 3: "R4", 4: "R4", 5: "R6", 6: "R6"}


class MercNamed(Event, frozen=True):
    """The card that a power got by this turn's event."""

    card: str
    silent: ClassVar = True

    def apply(self, world: World) -> None:
        assert world.event
        world.event.merc = self.card


def region_power(world: World, region: str) -> str | None:
    """Its home power, else the player with most of it, by value, then code [5.91]."""
    home = power_of()[region]
    if home in world.powers and world.powers[home].status in ("player", "dropout"):
        return home
    held: dict[str, list[int]] = {}
    for code in territories(region):
        owner = world.owner(code)
        if owner in world.players() and world.powers[str(owner)].status != "exile":
            held.setdefault(str(owner), []).append(value_of(code))
    return min(held, key=lambda who: (-len(held[who]), -sum(held[who]), who), default=None)


def player_owner(world: World, area: str) -> str | None:
    owner = world.owner(area)
    return owner if owner in world.players() else None


# the draw


def next_card(turn: Turn[World]) -> Iterator[Event]:
    """The card of this turn leaves, the next is drawn, and its effects at the draw are done."""
    world = turn.world
    if world.event:
        card = cards()[world.event.card]
        yield CardLeft(card.no, card.remove)
        if card.reshuffle:
            yield shuffled_events(turn.dice, [*world.deck.draw, *world.deck.discard])
    if not world.deck.draw:
        if not world.deck.discard:
            return
        yield shuffled_events(turn.dice, list(world.deck.discard))
    card = cards()[world.deck.draw[0]]
    yield from drawn(turn, card)
    yield from at_the_draw(turn, card)


def drawn(turn: Turn[World], card: Card) -> Iterator[Event]:
    world, dice = turn.world, turn.dice
    match card.scope:
        case "territory":
            yield CardDrawn(card.no, card.title, areas=tuple(random_territories(turn, card.count)))
        case "region":
            region = f"R{dice.roll('event.region')}"
            yield CardDrawn(card.no, card.title, region, region_power(world, region))
        case "dust":
            region = DUST[dice.roll("event.dust")]
            yield CardDrawn(card.no, card.title, region, region_power(world, region))
        case "port":
            found = random_ports(turn, card.count)
            if card.count > 1:
                yield CardDrawn(card.no, card.title, ports=tuple(found))
            else:
                yield CardDrawn(card.no, card.title, power=player_owner(world, found[0]), port=found[0])
        case "sea":
            yield CardDrawn(card.no, card.title, sea=island().random_seas[str(dice.roll("event.sea"))])
        case "siege":
            under = [code for code in castles() if world.siege(code)]
            yield CardDrawn(card.no, card.title, siege=dice.pick("event.siege", under) if under else None)
        case "alliance":
            pairs = alliances(world)
            yield CardDrawn(card.no, card.title, pair=dice.pick("event.alliance", pairs) if pairs else ())
        case _:
            yield CardDrawn(card.no, card.title)


def random_territories(turn: Turn[World], count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        code = f"R{turn.dice.roll('event.region')}T{turn.dice.roll('event.territory')}"
        if code not in found:
            found.append(code)
    return found


def random_ports(turn: Turn[World], count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        port = island().random_ports[str(turn.dice.roll("event.port", 10))][0]
        if port not in found:
            found.append(port)
    return found


def alliances(world: World) -> list[tuple[str, str]]:
    players = sorted(world.players())
    return [(a, b) for place, a in enumerate(players) for b in players[place + 1 :] if allied(world, a, b)]


def at_the_draw(turn: Turn[World], card: Card) -> Iterator[Event]:
    """What begins or happens at once [5.90]."""
    world, event = turn.world, turn.world.event
    assert event
    match card.no:
        case 1:
            yield Struck("plague", tuple(event.areas))
        case 19:
            yield Struck("rebellion", tuple(event.areas))
        case 24:
            yield TruceCalled(True)
        case 27:
            yield HuntCalled()
        case 32 if event.power:
            yield from called(turn, event.power)
        case 42:
            yield from crowned(turn)
        case 52:
            yield from landing(turn)
        case 11 if event.power:
            yield from free_mercenary(world, event.power)
        case 41 if event.power:
            yield from mercenaries_leave(world, event.power)
        case 39 if event.siege:
            yield from siege_broken(world, event.siege)
        case 46 if event.sea:
            yield from wind(turn, event.sea)


def free_mercenary(world: World, who: str) -> Iterator[Event]:
    """The top card joins the largest supplied force, or the first own port, and is kept for its fee."""
    if not world.mercs.draw:
        return
    card = world.mercs.draw[0]
    where = next(iter(own_ports(world, who)), "") if card == HIRED_FLEET else joined_force(world, who)
    if where:
        yield from hired(world, who, card, 0, where, mercenaries()[card].fee)
        assert world.event
        yield MercNamed(card)


def mercenaries_leave(world: World, who: str) -> Iterator[Event]:
    for card, row in list(world.mercs.hired.items()):
        if row.power == who:
            yield MercLeft(who, card, "they go home")


def siege_broken(world: World, castle: str) -> Iterator[Event]:
    """The besiegers go by their list, back where they came from, to friendly land, or by sea; else they stay."""
    siege, room = world.siege(castle), ships_near(world, castle)
    assert siege
    who = siege.by
    units = [code for code, force in world.own_in(who, castle).items() if not force.inside]
    yield ends(world, castle, "it collapsed")
    for code in units:
        origin = world.force(who, code).origin
        back = origin if is_area(origin) and not has_enemy(world, who, str(origin)) else None
        target = from_list(world, who, code, castle) or back or next(iter(open_areas(world, who, castle)), None)
        if target:
            yield FellBack(who, code, target, "went back to")
        elif port := by_sea(world, who, world.force(who, code).points, room):
            yield FellBack(who, code, port, "went back by sea to")


def ships_near(world: World, castle: str) -> dict[tuple[str, str], int]:
    """By power and port on a sea of the castle, the points that the fleets there can carry [5.23]."""
    room: dict[tuple[str, str], int] = {}
    near = [port for port in ports() if {*seas_of(port)} & {*seas_of(castle)}]
    for who, power in world.powers.items():
        for code in [code for code, fleet in power.fleets.items() if fleet.at in near]:
            if port := nearest_port(world, who, code):
                room[who, port] = room.get((who, port), 0) + capacity(code)
    return room


def by_sea(world: World, who: str, points: int, room: dict[tuple[str, str], int]) -> str | None:
    """The port that fleets of theirs, or of a friend, take a force to: whole, or not at all."""
    friends = [other for other in world.ranked(world.powers) if other == who or allied(world, who, other)]
    friends.sort(key=lambda other: other != who)
    for key in [(other, port) for other in friends for port in ports() if room.get((other, port), 0) >= points]:
        room[key] -= points
        return key[1]
    return None


def wind(turn: Turn[World], zone: str) -> Iterator[Event]:
    """Every fleet in the sea or in a port on it founders on 5 and 6."""
    world = turn.world
    lost = effect(46, "wind")["destroyed_on"]
    for who in world.ranked(world.powers):
        for code in world.numbered(who, "fleets"):
            at = world.powers[who].fleets[code].at
            if at == zone or (is_area(at) and zone in seas_of(str(at))):
                die = turn.dice.roll(f"event.wind.{who}.{code}")
                yield Thrown(who, "divine wind", (die,), code)
                if die in lost:
                    yield FleetLost(who, code, at, "divine wind")
