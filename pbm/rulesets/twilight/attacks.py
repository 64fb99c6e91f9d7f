"""ATTACK and SIEGE: one enemy force after another, as often as ordered and paid for [17.0, 17.7, 17.9, 24.2]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, refused
from pbm.rulesets.twilight.combat import GREEK_FIRE, Side, attack, burned, led, table_of
from pbm.rulesets.twilight.doctrine import taken_up
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.fortunes import ATTACKED, ChangedHands
from pbm.rulesets.twilight.leaders import ended
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.marching import advance, free_move
from pbm.rulesets.twilight.moves import op_cost
from pbm.rulesets.twilight.operations import in_hand, not_in_hand
from pbm.rulesets.twilight.order import FieldOrder, Scene, Words, action, either
from pbm.rulesets.twilight.segments import Attacked, AttackEnded, Segment
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.units import Stack
from pbm.rulesets.twilight.world import BULGARIA, BULGARS, MAGYARS, World, called, lacking


@dataclass(frozen=True)
class Assault:
    """What an ATTACK or SIEGE line says."""

    where: str
    """The area or sea of an attack, the burg of a siege."""
    foe: str
    """A power, or ANY."""
    place: int
    """Which of its forces there, from 1."""
    tables: tuple[str, ...]
    """The first of them that the force may use."""
    times: int
    least: int
    leadership: str | None
    fire: bool


def banned(world: World, one: str, other: str) -> bool:
    """Whether a council, an oath or a shared land keeps two powers from fighting."""
    for ban in world.bans:
        if ban == "CHU" and is_christian(world, one) and is_christian(world, other):
            return True
        if isinstance(ban, list) and ban[0] == "OAT" and {one, other} <= set(ban[1:]):
            return True
    return False


def is_christian(world: World, power: str) -> bool:
    """Bound by a church council [28.CHU]."""
    council = tables().church_council
    return world.is_frankish(power) or power in council.powers or (power in council.from_866 and world.year >= 866)


def shares_home(one: str, other: str, place: str) -> bool:
    """Bulgars and Magyars keep the peace in the land they share [27.10]."""
    return place == BULGARIA and {one, other} == {BULGARS, MAGYARS}


def field_of(world: World, seg: Segment, plan: Assault) -> str:
    """Where the attacking force must stand."""
    return chart()[plan.where].within or plan.where


def foes(world: World, seg: Segment, plan: Assault) -> list[tuple[str, Stack]]:
    """The enemy forces that the line may fall upon, in order."""
    who = seg.power
    if chart()[plan.where].kind == "burg" or plan.foe != ANY:
        powers = [plan.foe] if plan.foe != ANY else world.foreign(plan.where, who)
        first = max(0, plan.place - 1)
        return [(power, stack) for power in powers for stack in world.stacks(plan.where, power)[first : first + 1]]
    others = [power for power in world.foreign(plan.where, who) if not world.kin(power, who)]
    others = [power for power in others if not forbidden(world, who, power, plan.where)]
    ranked = sorted(others, key=lambda power: (rank(world, power), power))
    return [(power, stack) for power in ranked for stack in world.stacks(plan.where, power)]


def rank(world: World, power: str) -> int:
    """Franks before Majors and foreign players' powers, before Minors."""
    if world.is_frankish(power):
        return 0
    return 2 if world.powers[power].kind == "minor" else 1


def forbidden(world: World, one: str, other: str, place: str) -> bool:
    return banned(world, one, other) or shares_home(one, other, place)


def cannot_attack(world: World, seg: Segment, number: int, plan: Assault) -> Refusal | None:
    field = field_of(world, seg, plan)
    if refusal := not_in_hand(world, seg, number, field):
        return refusal
    if chart()[field].kind == "sea" and not in_hand(world, seg).is_fleet:
        return Refusal("19.1", "land units do not fight at sea")
    found = foes(world, seg, plan)
    if plan.foe == seg.power or not found:
        return no_enemy(world, seg, plan)
    if not seg.by_name and world.kin(seg.power, found[0][0]):
        return Refusal("17.2", f"under FOR ANY kin are not attacked: write this line under FOR {seg.power}")
    if forbidden(world, seg.power, found[0][0], plan.where):
        return Refusal("28.CHU", f"{called(seg.power)} may not attack {called(found[0][0])} this year")
    return spent_out(world, seg, plan)


def no_enemy(world: World, seg: Segment, plan: Assault) -> Refusal:
    if plan.foe == seg.power or seg.power in world.present(plan.where):
        return Refusal("17.2", f"the force in {called(plan.where)} is its own")
    return Refusal("17.0", f"there is no such enemy force in {called(plan.where)}")


def spent_out(world: World, seg: Segment, plan: Assault) -> Refusal | None:
    """Why the force cannot attack now, for want of points or units."""
    if seg.op < op_cost("attack"):
        return Refusal("17.0", "no OP are left")
    if in_hand(world, seg).size < plan.least:
        return Refusal("17.0", f"the force has fewer than {plan.least} units")
    return None


def assault(turn: Turn[World], seg: Segment, plan: Assault) -> Iterator[Event]:
    """Attack again and again, until times, points, units or enemies run out."""
    world = turn.world
    force = in_hand(world, seg)
    done, foe = 0, None
    while done < plan.times and seg.goes_on(world) and seg.force(world) and not spent_out(world, seg, plan):
        foe = foe if foe and standing(world, foe, plan) else next_foe(world, seg, plan, foe)
        if foe is None:
            break
        before = (seg.force(world) or ("", force))[0]
        yield from struck(turn, seg, plan, force, foe, first=not done)
        done += 1
        if (seg.force(world) or (None, force))[0] != before:
            break


def standing(world: World, foe: Side, plan: Assault) -> bool:
    return foe.alive and foe.where(world) == plan.where


def next_foe(world: World, seg: Segment, plan: Assault, last: Side | None) -> Side | None:
    """The first force the line means; after it only ANY goes on to the next."""
    if last is not None and (plan.foe != ANY or chart()[plan.where].kind == "burg"):
        return None
    found = foes(world, seg, plan)
    return Side(*found[0]) if found else None


def struck(turn: Turn[World], seg: Segment, plan: Assault, force: Stack, foe: Side, first: bool) -> Iterator[Event]:
    """One attack with its counterattacks, and what the attacker may do then."""
    yield Attacked(seg.power, op_cost("attack"))
    attacker, target = Side(seg.power, force), Side(foe.who, foe.stack)
    yield from woken(turn, seg, foe.who)
    if first:
        yield from bolstered(turn, attacker, plan)
    if not (force.size and foe.alive):
        return
    course = yield from attack(turn, attacker, target, table_of(force, plan.tables))
    yield from ended(turn.world)
    yield AttackEnded(seg.power, not foe.alive)
    if seg.goes_on(turn.world) and force.size:
        yield from followed_up(turn, seg, plan, foe, course.free)


def bolstered(turn: Turn[World], attacker: Side, plan: Assault) -> Iterator[Event]:
    """Markers of the line count for its first combat [17.5]."""
    held = turn.world.powers[attacker.who].markers
    if plan.leadership and plan.leadership in held:
        yield from led(turn, attacker, plan.leadership)
    if plan.fire and GREEK_FIRE in held and chart()[plan.where].kind == "sea":
        yield from burned(turn, attacker)


def followed_up(turn: Turn[World], seg: Segment, plan: Assault, foe: Side, free: bool) -> Iterator[Event]:
    """A free move, or the entry into a burg that was taken [17.7, 17.9]."""
    if free and free_move(turn.world, seg, seg.advance):
        yield from advance(turn, seg, seg.advance)
    elif chart()[plan.where].kind == "burg" and not foe.alive and turn.world.doctrine(seg.power).occupy:
        yield from advance(turn, seg, [plan.where])


def woken(turn: Turn[World], seg: Segment, power: str) -> Iterator[Event]:
    """A Minor that nobody controls finds a protector when it is attacked [24.2]."""
    world = turn.world
    if world.powers[power].kind != "minor" or world.powers[power].player:
        return
    seats = [seat for seat in world.seats if world.players[seat].control != "out" and seat != seg.seat]
    if seats:
        yield ChangedHands(power, None, turn.dice.pick("minor.control", seats), ATTACKED)
        yield from taken_up(turn, power)


# orders


class Fight(FieldOrder, frozen=True):
    """ATTACK and SIEGE."""

    number: int
    where: Place
    table: str
    tail: Words

    def flaw(self) -> str:
        words = self.tail
        kinds = ["LD" if str(word).startswith("LD") else str(word) for word in words if not isinstance(word, int)]
        most = 2 if "MIN" in kinds else 1
        twice = len(set(kinds)) < len(kinds) or sum(isinstance(word, int) for word in words) > most
        return "something is said twice after the table" if twice else super().flaw()

    def intended(self, at: Scene) -> Assault:
        raise NotImplementedError

    def misplaced(self, where: str | None) -> Refusal | None:
        """Why nothing of the kind is done in such a place."""
        raise NotImplementedError

    def plan(self, at: Scene) -> Done:
        if reason := self.misplaced(at.place(self.where)):
            return refused(reason)
        plan = self.intended(at)
        reason = cannot_attack(at.world, at.seg, self.number, plan)
        return either(reason, assault(at.turn, at.seg, plan), unheld(at, plan))


def unheld(at: Scene, plan: Assault) -> Iterator[Refusal]:
    """The markers of the line that the power has not."""
    for marker in (plan.leadership, GREEK_FIRE if plan.fire else None):
        if marker and marker not in at.power.markers:
            yield lacking(at.who, marker)


def planned(where: str, foe: str, place: int, table: str, tail: Words) -> Assault:
    """The words after the table's name stand in any order."""
    words = list(tail)
    least = int(words[words.index("MIN") + 1]) if "MIN" in words else 1
    plain = [word for at_, word in enumerate(words) if isinstance(word, int) and (not at_ or words[at_ - 1] != "MIN")]
    leadership = next((str(word) for word in words if str(word).startswith("LD")), None)
    return Assault(where, foe, place, (table,), int(plain[0]) if plain else 1, least, leadership, "GRF" in words)


@action(
    "17.0",
    form="ATTACK {number} {where} {foe:/} {table}< {tail}>",
    meaning="attack {foe} in {where} with force {number} on {table}",
    costs="1 OP each",
)
class Attack(Fight, frozen=True):
    """Attack a force in the same area or sea."""

    foe: Words

    def said(self, number: int) -> Mapping[str, object]:
        power, *rest = self.foe
        force = (f"force {rest[0]}",) if rest and rest[0] else ()
        return {**super().said(number), "foe": ("whoever is there" if power == "ANY" else power, *force)}

    def intended(self, at: Scene) -> Assault:
        power, *rest = self.foe
        place = int(rest[0]) if rest and rest[0] else 1
        return planned(at.place(self.where) or "", str(power), place, self.table, self.tail)

    def misplaced(self, where: str | None) -> Refusal | None:
        if where is None or chart()[where].kind == "burg":
            return Refusal("17.0", "an attack is in an area or at sea; SIEGE is for burgs")
        return None


@action(
    "17.9",
    form="SIEGE {number} {where} {table}< {tail}>",
    meaning="besiege {where} with force {number} on {table}",
    costs="1 OP each",
)
class Siege(Fight, frozen=True):
    """Attack the garrison of a burg from the area around it."""

    def intended(self, at: Scene) -> Assault:
        return planned(at.place(self.where) or "", ANY, 1, self.table, self.tail)

    def misplaced(self, where: str | None) -> Refusal | None:
        if where is None or chart()[where].kind != "burg":
            return Refusal("17.9", f"{called(self.where)} is no burg")
        return None
