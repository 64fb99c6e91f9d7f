"""Shock: declared, evaded, resolved one after the other, with all that follows from each [8, 9.0]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pbm.rules.event import Event, OfPower
from pbm.rules.hexes import Hex
from pbm.rulesets.tours import leaders
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.declare import Candidate, Fight, fight_drm, formed
from pbm.rulesets.tours.doctrine import ANY_ODDS, asks, value_of
from pbm.rulesets.tours.evade import Advanced, advance, chosen, evasions, follow_ups, is_open
from pbm.rulesets.tours.forces import UNITS, UnitId
from pbm.rulesets.tours.ground import beside
from pbm.rulesets.tours.odds import Items, net, odds, standing
from pbm.rulesets.tours.results import Disengaged, Disordered, Eliminated, Engaged, second_check
from pbm.rulesets.tours.tables import TABLES, Result, ShockRow, shock_row
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import World

ROLL, COUNTER, SECOND = "shock.roll", "shock.counter", "second.shock"
CONTINUED = " CA"
FATES = {"X": "eliminated", "D": "disordered"}


class Attacks(Seen, frozen=True):
    """The die of a combat, its modifiers, and what the table says for attacker and defender."""

    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    die: int
    drm: tuple[str, ...]
    adjusted: int
    result: str
    verb: ClassVar = "attacks"
    news: ClassVar = "{attackers} {attackers:attacks/attack} {defenders}"
    text: ClassVar = news + ": die {die}<, makes {adjusted} with {drm}>"

    def apply(self, world: World) -> None:
        for code in self.attackers:
            world.now.attacks[code] = world.now.attacks.get(code, 0) + 1

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return super().worded(names, public) + ("" if public else f": {self.meant()}")

    def meant(self) -> str:
        """What the table says, without what it does not do."""
        result = self.result.removesuffix(CONTINUED)
        sides = zip(result.split("/"), ((self.attackers, "attacker"), (self.defenders, "defender")), strict=True)
        parts = [
            f"the {one}{'s are' if len(units) > 1 else ' is'} {FATES[f]}" for f, (units, one) in sides if f in FATES
        ]
        table = "both sides are engaged" if "E" in result else " and ".join(parts)
        return table + (", and the attack may go on" if self.result.endswith(CONTINUED) else "")


class Counters(Attacks, frozen=True):
    verb: ClassVar = "counters"
    news: ClassVar = "{attackers} {attackers:counter-attacks/counter-attack} {defenders}"
    text: ClassVar = news + ": die {die}<, makes {adjusted} with {drm}>"

    def apply(self, world: World) -> None:
        """It is no attack of one's own player turn."""


class Stopped(Seen, frozen=True):
    """An attack that might have gone on does not, and why."""

    units: tuple[UnitId, ...]
    why: str
    text: ClassVar = "{units} {units:makes/make} no further attack: {why}"


class PassedOver(OfPower, frozen=True):
    """The unit that a line wants to advance cannot; only its side may know what it ordered."""

    unit: UnitId
    why: str
    text: ClassVar = "{unit} {unit:was/were} to advance (ADV) but {why}"


def resolved(bout: Bout, fights: list[Fight]) -> Iterator[Event]:
    """Evasions, follow-ups, then every combat to its end; cavalry that attacked is disordered [8.3, 8.6]."""
    yield from opened(bout, fights)
    for fight in fights:
        before = dict(bout.now.attacks)
        yield from fought(bout, fight)
        attacked = [code for code in fight.attackers if bout.now.attacks.get(code, 0) > before.get(code, 0)]
        yield from spent(bout.world, attacked)


def opened(bout: Bout, fights: list[Fight]) -> Iterator[Event]:
    for fight in fights:
        fight.fix(bout.world)
    yield from evasions(bout, fights)
    yield from follow_ups(bout, fights)


def fought(bout: Bout, fight: Fight) -> Iterator[Event]:
    """One combat with its advance, its counter-attack and its continued attacks."""
    world = bout.world
    attackers, defenders = fight.present(world, fight.attackers), fight.present(world, fight.defenders)
    if not attackers or not defenders:
        return
    items = odds(world, standing(world, attackers), defenders, max(bout.now.attacks.get(c, 0) for c in attackers))
    die = bout.roll(ROLL)
    row = shock_row(die + net(items))
    yield Attacks(*told(attackers, defenders, die, items, row))
    yield from suffered(bout, row, attackers, defenders)
    places = [fight.places[c] for c in defenders if c not in world.units]
    entered = []
    for event in advanced(bout, attackers, places, fight.advance):
        entered.append(event.unit)
        yield event
    yield from passed_over(bout, fight, places, entered)
    if die == TABLES.counter_on:
        yield from countered(bout, attackers, defenders)
    if row.continued:
        yield from continued(bout, attackers)


def told(
    attackers: Sequence[str], defenders: Sequence[str], die: int, items: Items, row: ShockRow
) -> tuple[tuple[str, ...], tuple[str, ...], int, tuple[str, ...], int, str]:
    drm = tuple(f"{name} {value:+}" for name, value in items)
    result = f"{row.attacker}/{row.defender}" + (" CA" if row.continued else "")
    return tuple(attackers), tuple(defenders), die, drm, die + net(items), result


def suffered(bout: Bout, row: ShockRow, attackers: list[str], defenders: list[str]) -> Iterator[Event]:
    """Results, second checks, leaders of the disordered, leaders of the fallen: defenders first, then attackers."""
    world = bout.world
    results: dict[str, Result] = dict.fromkeys(defenders, row.defender) | dict.fromkeys(attackers, row.attacker)
    led = {code: leader for code in results if (leader := world.leader_with(code))}
    again = [code for code, result in results.items() if result == "D" and world.units[code].dis]
    yield from engagement(world, row, tuple(results))
    for code, result in results.items():
        if result == "X":
            yield Eliminated(code, "shock")
        elif result == "D" and code not in again:
            yield Disordered(code, "shock")
    for code in again:
        yield from second_check(bout, code, SECOND)
    for code, leader in led.items():
        if results[code] == "D":
            yield from leaders.tried(bout, leader, leaders.SHOCK)
    for code, leader in led.items():
        if code not in world.units:
            yield from leaders.bereft(bout, leader)


def engagement(world: World, row: ShockRow, codes: tuple[str, ...]) -> Iterator[Event]:
    """Engaged units stay so until a combat of theirs ends otherwise."""
    if "E" in (row.attacker, row.defender):
        yield Engaged(codes)
    elif held := tuple(code for code in codes if world.units[code].eng):
        yield Disengaged(held)


def advanced(
    bout: Bout, attackers: list[str], places: list[Hex], wish: tuple[str, str | None] | None = None
) -> Iterator[Advanced]:
    """One attacker who is not disordered must enter each hex in which a defender fell [8.5]."""
    world, left = bout.world, list(attackers)
    for place in sorted(places):
        able = [c for c in left if c in world.units and not world.units[c].dis and place in beside(world.units[c].hex)]
        if able and is_open(world, place, UNITS[able[0]].side):
            code = chosen(able, wish)
            left.remove(code)
            yield advance(bout, code, place, wish)


def passed_over(bout: Bout, fight: Fight, places: list[Hex], entered: list[str]) -> Iterator[Event]:
    """The unit behind ADV, if there was a hex to enter and it did not."""
    unit = fight.advance[0] if fight.advance else ""
    if places and unit in fight.ordered and unit not in entered:
        found = bout.world.units.get(unit)
        why = "has fallen" if found is None else "is disordered" if found.dis else "finds the hex closed"
        yield PassedOver(bout.side, unit, why)


def spent(world: World, attackers: list[str]) -> Iterator[Event]:
    """Cavalry is disordered by its own attack [8.6]."""
    for code in attackers:
        if code in world.units and not UNITS[code].kind.foot and not world.units[code].dis:
            yield Disordered(code, "after shock")


def countered(bout: Bout, attackers: list[str], defenders: list[str]) -> Iterator[Event]:
    """The defenders who survive may strike back at once [9.0]."""
    world = bout.world
    team, targets = counter_team(bout, attackers, defenders)
    if not team:
        return
    items, places = odds(world, standing(world, team), targets), standing(world, targets)
    die = bout.roll(COUNTER)
    row = shock_row(die + net(items))
    yield Counters(*told(team, targets, die, items, row))
    yield from suffered(bout, row, team, targets)
    yield from advanced(bout, team, [places[code] for code in targets if code not in world.units])
    yield from spent(world, team)


def counter_team(bout: Bout, attackers: list[str], defenders: list[str]) -> tuple[list[str], list[str]]:
    """The lowest fixes the targets, the others join; whoever asks for better odds leaves, the lowest first."""
    world = bout.world
    pool = {code: wish for code in defenders if (wish := counter_wish(world, code)) is not None}
    while True:
        fronts = {code: [enemy for enemy in world.in_front(code) if enemy in attackers] for code in pool}
        targets = next((front for front in fronts.values() if front), [])
        team = [code for code, front in fronts.items() if targets and set(targets) <= set(front)]
        if not team:
            return [], []
        drm = net(odds(world, standing(world, team), targets))
        unwilling = next((code for code in team if pool[code] > drm), None)
        if unwilling is None:
            return team, targets
        del pool[unwilling]


def counter_wish(world: World, code: str) -> int | None:
    able = code in world.units and UNITS[code].may_charge and not world.in_wall(code)
    return asks(value_of(world, code, "counter")) if able else None


def continued(bout: Bout, attackers: list[str]) -> Iterator[Event]:
    """The attackers may attack whatever is now before them, at a penalty for each attack so far [9.0]."""
    world = bout.world
    ready = [code for code in attackers if code in world.units and not world.in_wall(code)]
    wishes = {code: asks(value_of(world, code, "press")) for code in ready}
    fights = again(bout, {code: wish for code, wish in wishes.items() if wish is not None})
    if ready and not fights:
        yield Stopped(tuple(ready), why_stopped(bout, ready))
    yield from opened(bout, fights)
    for fight in fights:
        yield from fought(bout, fight)


def again(bout: Bout, wishes: Mapping[str, int]) -> list[Fight]:
    """The combats of those who attack again, each at the odds it asks for."""
    fronts = {code: bout.world.in_front(code) for code in wishes}
    able = [Candidate(code, front, wishes[code]) for code, front in fronts.items() if front]
    return sorted(formed(bout, [], able), key=lambda fight: fight.attackers)


def why_stopped(bout: Bout, ready: list[str]) -> str:
    """Nobody is left to attack, or the odds are not what PRESS asks for."""
    possible = again(bout, dict.fromkeys(ready, -ANY_ODDS))
    nets = " and ".join(f"{fight_drm(bout, fight):+}" for fight in possible)
    return f"not wanted at a net modifier of {nets}" if possible else "nobody is in front of them"
