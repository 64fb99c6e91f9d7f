"""Who attacks whom: attacks as ordered, forced attacks and those by doctrine, until all fits together [8.0, 8.2]."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pbm.rules.condition import bare
from pbm.rules.hexes import Hex
from pbm.rules.order import Line, Refusal
from pbm.rulesets.tours.bout import SAT_OUT, Bout
from pbm.rulesets.tours.conditions import is_met
from pbm.rulesets.tours.doctrine import asks, value_of
from pbm.rulesets.tours.field import Attack
from pbm.rulesets.tours.forces import UNITS, piece_called
from pbm.rulesets.tours.odds import net, odds, standing
from pbm.rulesets.tours.unit_lines import GONE, inactive, refusals, units_of
from pbm.rulesets.tours.world import World


@dataclass
class Fight:
    """A combat in the making: every defender lies in front of every attacker."""

    defenders: list[str]
    ordered: dict[str, int] = field(default_factory=dict)
    """The attackers of ATTACK lines, and their lines."""
    joined: list[str] = field(default_factory=list)
    """Those who attack of themselves."""
    advance: tuple[str, str | None] | None = None
    """Who is to advance, and how they then face."""
    places: dict[str, Hex] = field(default_factory=dict)
    """Where everybody stood when it was fixed."""
    evaded: list[str] = field(default_factory=list)

    @property
    def attackers(self) -> list[str]:
        return sorted((*self.ordered, *self.joined))

    def fix(self, world: World) -> None:
        self.places = standing(world, (*self.attackers, *self.defenders))

    def present(self, world: World, codes: Iterable[str]) -> list[str]:
        """Those of them who are still where they stood."""
        return [c for c in sorted(codes) if c in world.units and world.units[c].hex == self.places[c]]


@dataclass(frozen=True)
class Candidate:
    """A unit that may attack of itself, and the net modifier it asks for."""

    code: str
    front: tuple[str, ...]
    asks: int | None
    """None: it is forced to attack, whatever the odds."""


def declared(bout: Bout, lines: list[Line]) -> list[Fight]:
    """Attacks as ordered, then the others, until nothing changes."""
    ordered = attacks_ordered(bout, lines)
    while True:
        fights = formed(bout, ordered, candidates(bout, ordered))
        if not adjusted(bout, ordered, fights):
            rest = [fight for fight in fights if not fight.ordered]
            return [*ordered, *sorted(rest, key=lambda fight: fight.attackers)]


def attacks_ordered(bout: Bout, lines: list[Line]) -> list[Fight]:
    fights: list[Fight] = []
    for line in lines:
        order = bare(line.order)
        if isinstance(order, Attack):
            bout.refuse(line, attack_ordered(bout, line, order, fights))
    return fights


def attack_ordered(bout: Bout, line: Line, order: Attack, fights: list[Fight]) -> Refusal | None:
    """Open a combat, or join that of an earlier line on the same enemies; or why not."""
    if wrong := refusals(bout, line):
        return wrong[0]
    if not (units := units_of(bout, order)):
        return GONE
    targets = sorted(code for code in order.enemies if code in bout.world.units)
    if not targets:
        return Refusal("8.2", "none of its targets is in play")
    able = [code for code in units if is_able(bout, line, code, targets, fights)]
    if not able:
        return None
    fight = fight_on(targets, fights)
    if fight is None:
        return Refusal("8.2", "some of its targets are attacked by an earlier line")
    fight.ordered |= dict.fromkeys(able, line.number)
    take_wish(bout, line, order, fight)
    return None


def take_wish(bout: Bout, line: Line, order: Attack, fight: Fight) -> None:
    """Who is to advance: one of the attackers, as the first line says that names one [8.5]."""
    if not order.unit:
        return
    if fight.advance and fight.advance[0] != order.unit:
        bout.leave_out(
            line, order.unit, "8.5", f"was passed over: an earlier line names {piece_called(fight.advance[0])}"
        )
    elif order.unit not in fight.ordered:
        bout.leave_out(line, order.unit, "8.5", "could not advance: not in this attack")
    fight.advance = fight.advance or (order.unit, order.face)


def fight_on(targets: list[str], fights: list[Fight]) -> Fight | None:
    """The combat on exactly these enemies, or a new one; None if another has some of them."""
    same = next((fight for fight in fights if fight.defenders == targets), None)
    if same is None and not any(code in fight.defenders for fight in fights for code in targets):
        same = Fight(targets)
        fights.append(same)
    return same


def is_able(bout: Bout, line: Line, code: str, targets: list[str], fights: list[Fight]) -> bool:
    """Whether a unit takes part in an attack; if not, its line tells why."""
    if reason := unable(bout, line, code, targets, fights):
        bout.leave_out(line, code, *reason)
    return reason is None


def unable(bout: Bout, line: Line, code: str, targets: list[str], fights: list[Fight]) -> tuple[str, str] | None:
    """Why a unit sits an attack out."""
    world = bout.world
    if not is_met(line.order, bout.scene(UNITS[code].con, (world.units[code].hex,))):
        return SAT_OUT
    if not UNITS[code].may_charge:
        return "8.0", "had only bows"
    if not bout.is_active(code) and not world.units[code].eng:
        return inactive(bout, code)
    if world.in_wall(code):
        return "5.2.6", "stood in Shield Wall"
    if any(code in fight.ordered for fight in fights):
        return "8.2", "attacked under an earlier line"
    return None if set(targets) <= set(world.in_front(code)) else ("8.2", "did not have all targets in front")


def candidates(bout: Bout, ordered: Sequence[Fight]) -> list[Candidate]:
    """Engaged units, which must attack, and active ones that may and want to [8.0]."""
    world, found = bout.world, []
    busy = [code for fight in ordered for code in fight.ordered]
    for code in world.of(bout.side):
        front = world.in_front(code)
        if code in busy or not front or not bout.may_attack(code):
            continue
        wanted = asks(value_of(world, code, "shock"))
        if world.units[code].eng:
            found.append(Candidate(code, front, None))
        elif wanted is not None:
            found.append(Candidate(code, front, wanted))
    return found


def formed(bout: Bout, ordered: Sequence[Fight], able: Sequence[Candidate]) -> list[Fight]:
    """Combats of all candidates, without those who ask for better odds, the lowest first, one at a time."""
    left = list(able)
    while True:
        fights = assigned(bout.world, ordered, left)
        unwilling = next((one for one in left if asks_more(bout, one, fights)), None)
        if unwilling is None:
            return fights
        left.remove(unwilling)


def asks_more(bout: Bout, one: Candidate, fights: list[Fight]) -> bool:
    fight = next((fight for fight in fights if one.code in fight.joined), None)
    return one.asks is not None and fight is not None and one.asks > fight_drm(bout, fight)


def fight_drm(bout: Bout, fight: Fight) -> int:
    attackers = fight.attackers
    earlier = max(bout.now.attacks.get(code, 0) for code in attackers)
    return net(odds(bout.world, standing(bout.world, attackers), fight.defenders, earlier))


def assigned(world: World, ordered: Sequence[Fight], able: Sequence[Candidate]) -> list[Fight]:
    """Those with one enemy in front first, then those with two; each opens a combat or joins one."""
    fights = list(ordered)
    for fight in fights:
        fight.joined = []
    for one in (*(c for c in able if len(c.front) == 1), *(c for c in able if len(c.front) > 1)):
        fight_for(world, one, fights)
    return fights


def fight_for(world: World, one: Candidate, fights: list[Fight]) -> None:
    on = {code: fight for fight in fights for code in fight.defenders}
    free = [code for code in one.front if code not in on]
    if free:
        fights.append(Fight(free, joined=[one.code]))
        return
    there = [fight for fight in fights if set(fight.defenders) <= set(one.front)]
    if there:
        fewest = min(there, key=lambda fight: (len(fight.attackers), min(world.units[c].hex for c in fight.defenders)))
        fewest.joined.append(one.code)


def adjusted(bout: Bout, ordered: list[Fight], fights: list[Fight]) -> bool:
    """One change for an ordered attacker with an enemy in front whom nobody attacks; whether there was one [8.0]."""
    attacked = [code for fight in fights for code in fight.defenders]
    for fight in list(ordered):
        for code in sorted(fight.ordered):
            more = [enemy for enemy in bout.world.in_front(code) if enemy not in attacked]
            if more:
                take_in(bout, ordered, fight, code, more[0])
                return True
    return False


def take_in(bout: Bout, ordered: list[Fight], fight: Fight, code: str, enemy: str) -> None:
    """All its partners have the enemy in front too, or it leaves the combat."""
    if all(enemy in bout.world.in_front(partner) for partner in fight.ordered):
        fight.defenders = sorted((*fight.defenders, enemy))
        return
    del fight.ordered[code]
    if not fight.ordered:
        ordered.remove(fight)


def attack_answers(bout: Bout, lines: list[Line], fights: list[Fight]) -> None:
    """A line counts as done once a combat with one of its attackers is fixed; those who left it are named."""
    for line in lines:
        order, tally = bare(line.order), bout.tally(line)
        if isinstance(order, Attack) and not tally.reasons:
            attack = [code for fight in fights for code, number in fight.ordered.items() if number == line.number]
            tally.done = bool(attack)
            known = [*attack, *(code for codes in tally.left_out.values() for code in codes)]
            for code in units_of(bout, order):
                if code not in known:
                    bout.leave_out(line, code, "8.0", "had another enemy in front whom they could not attack")
