"""Card 20: intrigue against a power [6.14]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.cards.choices import CardChoice, choice_of, chosen, once, recipients
from pbm.rulesets.marnon.changes.crowns import Paid, Received
from pbm.rulesets.marnon.changes.fleets import Damaged
from pbm.rulesets.marnon.changes.generals import GeneralTested
from pbm.rulesets.marnon.codes import is_war_fleet
from pbm.rulesets.marnon.map import by_number
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.order import Scene
from pbm.rulesets.marnon.tables import tables
from pbm.rulesets.marnon.telling import Met, Noted, Thrown
from pbm.rulesets.marnon.world import World


@once(20)
def another_power(at: Scene, order: CardChoice) -> str:
    good = len(order.choice) == 1 and order.choice[0] in at.world.players() and order.choice[0] != at.who
    return "" if good else "name another power"


def conspiracies(turn: Turn[World]) -> Iterator[Event]:
    """Card 20: one roll on the intrigue table against a power of one's choice [6.14]."""
    world = turn.world
    for who in recipients(world):
        yield from chosen(turn, who)
        others = sorted((other for other in world.players() if other != who), key=lambda o: (-world.score(o), o))
        target = next(iter(choice_of(world, who)), next(iter(others), None))
        if target:
            yield from intrigue(turn, who, target)


def intrigue(turn: Turn[World], who: str, target: str) -> Iterator[Event]:
    world = turn.world
    die = turn.dice.roll("event.intrigue")
    yield Thrown(who, f"intrigue against {target}: {tables().intrigue.result[die]}", (die,))
    power = world.powers[target]
    match die:
        case 2:
            units = tuple(f"{target}.{code}" for code in world.numbered(target, "forces"))
            yield Met(who, power.seat or "", units, power.points)
            yield Noted(who, roster_of(world, target))
        case 3:
            wanted = turn.dice.roll("event.intrigue") + turn.dice.roll("event.intrigue")
            stolen = min(wanted, max(power.cash, 0))
            if stolen:
                yield Paid(target, stolen, "stolen by intrigue")
                yield Received(who, stolen, "intrigue")
        case 4:
            sound = [
                code
                for code in world.numbered(target, "fleets")
                if is_war_fleet(code) and not power.fleets[code].damaged
            ]
            if sound:
                yield Damaged(target, sound[0], "intrigue")
        case 5:
            yield Remember("foiled", target)
        case 6:
            yield from slandered(world, target)


def roster_of(world: World, who: str) -> str:
    power = world.powers[who]
    forces = [
        f"{code} at {force.at}, {force.points} points"
        for code, force in sorted(power.forces.items(), key=lambda row: by_number(row[0]))
    ]
    generals = [f"{code} {row.rating} {row.skill} with {row.place}" for code, row in sorted(power.generals.items())]
    return f"the roster of {who}: {'; '.join([*forces, *generals]) or 'nothing'}"


def slandered(world: World, target: str) -> Iterator[Event]:
    """The best general of a power has one less until step 7c."""
    generals = world.powers[target].generals
    best = min(generals, key=lambda code: (-generals[code].rating, by_number(code)), default=None)
    if best:
        yield Remember("lowered", (target, best))
        yield GeneralTested(target, best, generals[best].rating - 1, generals[best].skill)


def good_name_restored(turn: Turn[World]) -> Iterator[Event]:
    who, code = turn.world.now.lowered
    generals = turn.world.powers[who].generals if who in turn.world.powers else {}
    if code in generals:
        yield GeneralTested(who, code, generals[code].rating + 1, generals[code].skill)
        yield Remember("lowered", ("", ""))
