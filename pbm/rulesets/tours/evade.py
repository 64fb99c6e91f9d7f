"""Retreat before shock, and following into the hexes left [8.1]."""

from collections.abc import Iterator
from typing import ClassVar, cast

from pbm.rules.code import Place
from pbm.rules.event import Event
from pbm.rules.hexes import Hex
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.declare import Fight
from pbm.rulesets.tours.doctrine import value_of
from pbm.rulesets.tours.facing import turn_to
from pbm.rulesets.tours.forces import UNITS, LeaderId, UnitId, enemy_of
from pbm.rulesets.tours.ground import beside, distance, is_passable
from pbm.rulesets.tours.results import Disordered
from pbm.rulesets.tours.tables import TABLES
from pbm.rulesets.tours.telling import Seen
from pbm.rulesets.tours.world import Facing, World, homeward

LIGHT = ("LC", "MA")
HEAVY_HORSE = "HC"


class Evaded(Seen, frozen=True):
    unit: UnitId
    origin: Place
    target: Place
    leader: LeaderId | None = None
    before: tuple[UnitId, ...] = ()
    """The attackers whom it does not await."""
    verb: ClassVar = "evades"
    text: ClassVar = "{unit} {unit:evades/evade} from {origin} to {target}< with {leader}>< before {before}>"
    news: ClassVar = "{unit} {unit:evades/evade}< before {before}>"

    def apply(self, world: World) -> None:
        world.place(self.unit, self.target)
        if self.leader:
            world.leaders[self.leader].hex = self.target


class EvasionTried(Seen, frozen=True):
    unit: UnitId
    die: int
    text: ClassVar = "{unit} {unit:gives/give} way to heavy cavalry: the die shows {die}"


class Advanced(Seen, frozen=True):
    """A unit enters a hex that an enemy has left or fallen in."""

    unit: UnitId
    origin: Place
    target: Place
    face: str
    leader: LeaderId | None = None
    verb: ClassVar = "advances"
    text: ClassVar = "{unit} {unit:advances/advance} from {origin} to {target}< with {leader}>"
    news: ClassVar = "{unit} {unit:advances/advance}"

    def apply(self, world: World) -> None:
        world.place(self.unit, self.target)
        world.units[self.unit].face = cast("Facing", self.face)
        if self.leader:
            world.leaders[self.leader].hex = self.target


def evasions(bout: Bout, fights: list[Fight]) -> Iterator[Event]:
    """All defenders by hex number, each by the field as earlier evasions left it."""
    rows = sorted((fight.places[code], code, fight) for fight in fights for code in fight.defenders)
    for place, code, fight in rows:
        dice = needs_die(bout.world, code, fight)
        if dice is None or not wants_to(bout.world, code, dice):
            continue
        if target := way_out(bout.world, code):
            fight.evaded.append(code)
            yield Evaded(code, place, target, bout.rides_with(code), tuple(fight.attackers))
            yield from turn_to(bout.world, code, None)
            if dice:
                yield from given_way(bout, code)


def given_way(bout: Bout, code: str) -> Iterator[Event]:
    die = bout.roll("shock.evade")
    yield EvasionTried(code, die)
    if die > TABLES.evade_light.clean_to:
        yield Disordered(code, "evasion")


def needs_die(world: World, code: str, fight: Fight) -> bool | None:
    """Whether an evasion needs a die; None if there can be none [8.1, 8.1.1]."""
    unit, row = world.units[code], UNITS[code]
    if row.kind.foot or unit.dis or unit.eng:
        return None
    mounted = [UNITS[attacker].type for attacker in fight.attackers if not UNITS[attacker].kind.foot]
    if not mounted:
        return False
    light = row.type in LIGHT and all(kind == HEAVY_HORSE for kind in mounted)
    return True if light else None


def wants_to(world: World, code: str, dice: bool) -> bool:
    word = value_of(world, code, "evade")
    if word == "LIGHT":
        return UNITS[code].type in LIGHT
    return not dice if word == "FOOT" else bool(word)


def way_out(world: World, code: str) -> Hex | None:
    """The hex farthest from the enemy, then nearest to one's own edge, then lowest."""
    side, foes = UNITS[code].side, [world.units[enemy].hex for enemy in world.enemies(UNITS[code].side)]
    threatened = world.threatened(side)
    found = [p for p in beside(world.units[code].hex) if p not in threatened and is_open(world, p, side)]
    safety = {place: min((distance(place, foe) for foe in foes), default=0) for place in found}
    return min(found, key=lambda place: (-safety[place], homeward(side, place), place), default=None)


def is_open(world: World, place: Hex, side: str) -> bool:
    """Whether a unit may be put there: passable, without a unit or an enemy leader."""
    leader = world.leader_of(enemy_of(side))
    free = is_passable(place) and place not in world.standing and not world.is_barred(place, side)
    return free and not (leader and leader.hex == place)


def follow_ups(bout: Bout, fights: list[Fight]) -> Iterator[Event]:
    """One attacker may enter each hex left, if every defender of the combat has evaded."""
    for fight in fights:
        if len(fight.evaded) == len(fight.defenders):
            for place in sorted(fight.places[code] for code in fight.evaded):
                yield from followed(bout, fight, place)


def followed(bout: Bout, fight: Fight, place: Hex) -> Iterator[Event]:
    world = bout.world
    able = [c for c in fight.present(world, fight.attackers) if not world.units[c].dis and not world.units[c].eng]
    willing = [code for code in able if value_of(world, code, "follow")]
    if willing and is_open(world, place, bout.side):
        yield advance(bout, chosen(willing, fight.advance), place, fight.advance)


def chosen(able: list[str], wish: tuple[str, str | None] | None) -> str:
    """Who advances: the unit that the line names, else the lowest."""
    return wish[0] if wish and wish[0] in able else min(able)


def advance(bout: Bout, code: str, place: Hex, wish: tuple[str, str | None] | None) -> Advanced:
    unit = bout.world.units[code]
    face = wish[1] if wish and wish[0] == code and wish[1] else unit.face
    return Advanced(code, unit.hex, place, face, bout.rides_with(code))
