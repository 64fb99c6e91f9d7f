"""What is in contact and what is in reach, reckoned by the rules themselves [16.6, 8.4]."""

from collections.abc import Iterable, Iterator

from pbm.reports.sections import AnySection, Grid, Row, columns
from pbm.rulesets.tours.bout import Bout
from pbm.rulesets.tours.forces import CONTINGENTS, HI, UNITS
from pbm.rulesets.tours.odds import net, odds, standing
from pbm.rulesets.tours.report.words import Author, joined, signed
from pbm.rulesets.tours.stances import best_ride
from pbm.rulesets.tours.strike import best_stand, fronts

CONTACT = columns("_<4# hex<# in_front<~ others_beside<~ your_net|net>!")
ODDS = (-1, 0, 1, 2)
REACH = columns("_<4# units> SHOCK_-1> SHOCK_0> SHOCK_1>! SHOCK_2>")
SHOTS = columns("archer<4# fires_from<# at<# range> die_needed>! faces_of_ten>")
NONE = "-"
BEST = 4  # so many of the best stands of a contingent are named


def chances(author: Author) -> Iterator[AnySection]:
    yield Grid(
        "contact",
        "In contact",
        CONTACT,
        tuple(contact(author)),
        empty="None of your units has an enemy beside it.",
        caption="The net modifier if the unit attacked all enemies in front of it now, together with the friends who "
        "have the same enemies in front, as if every contingent were active. A dash: it may not attack, or has nobody "
        "in front. Against it: the same for each enemy who has it in front.",
    )
    yield Grid(
        "reach",
        "In reach",
        REACH,
        tuple(reach(author)),
        note="best:",
        caption="How many units of a contingent could strike (STANCE STRIKE) at each value of SHOCK if it activated "
        "now: each by itself with all its points, out of the wall, and nobody else moving.",
    )
    if shots := tuple(best_shots(author)):
        told = "What each archer would do under STANCE HARRY."
        yield Grid("shots", "Best shots", SHOTS, shots, caption=told)


# in contact


def contact(author: Author) -> Iterator[Row]:
    """Every unit of one's own with an enemy beside it."""
    world, mine, theirs = author.world, author.bout(author.side), author.bout(author.foe)
    for code in world.of(author.side):
        near = world.enemies_beside(world.units[code].hex, author.side)
        if not near:
            continue
        front = world.in_front(code)
        items = attack(mine, code)
        beside = joined(sorted(enemy for enemy in near if enemy not in front))
        made = ", ".join(f"{name} {value:+}" for name, value in items or ())
        against = joined(threats(theirs, code, near))
        drm = NONE if items is None else signed(net(items))
        note = "; ".join(filter(None, (made, f"against it: {against}" if against else "")))
        yield Row((code, world.units[code].hex, joined(front, NONE), beside, drm), note=note)


def attack(bout: Bout, code: str) -> tuple[tuple[str, int], ...] | None:
    """The items of a unit's attack as things stand; None if there is none."""
    enemies = bout.world.in_front(code)
    if not enemies or not bout.may_attack(code):
        return None
    team = sorted((code, *fronts(bout, code).get(enemies, ())))
    return odds(bout.world, standing(bout.world, team), enemies)


def threats(bout: Bout, code: str, near: Iterable[str]) -> Iterator[str]:
    """The enemies who have a unit in front, each with its net modifier; a dash for those who may not attack."""
    for enemy in sorted(near):
        if code in bout.world.in_front(enemy):
            items = attack(bout, enemy)
            yield f"{enemy} {NONE if items is None else signed(net(items))}"


# in reach


def reach(author: Author) -> Iterator[Row]:
    for con in CONTINGENTS[author.side]:
        units = author.world.of(author.side, con)
        if units:
            found = strikes(author, con, units)
            counts = tuple(sum(drm >= least for drm, _ in found) for least in ODDS)
            best = joined(text for _, text in sorted(found, key=lambda row: -row[0])[:BEST])
            yield Row((con, len(units), *counts), note=best)


def strikes(author: Author, con: str, units: list[str]) -> list[tuple[int, str]]:
    """The best stand of each unit of a contingent that alone is active."""
    bout = out_of_wall(author, con)
    stands = ((code, best_stand(bout, code, min(ODDS))) for code in units if bout.is_free(code))
    return [
        (stand.drm, f"{code} {stand.hex} {stand.face} on {'+'.join(stand.enemies)} {signed(stand.drm)}")
        for code, stand in stands
        if stand
    ]


def out_of_wall(author: Author, con: str) -> Bout:
    bout = author.bout(author.side, (con,))
    if HI in CONTINGENTS[author.side]:
        bout.world = Author(author.view).world
        bout.world.wall = False
    return bout


def best_shots(author: Author) -> Iterator[Row]:
    bout = author.bout(author.side)
    for code in author.world.of(author.side):
        if not UNITS[code].is_archer:
            continue
        ride = best_ride(bout, code)
        if ride is None:
            yield Row((code, NONE, NONE, None, NONE, None))
        else:
            shot = ride.shot
            needed = str(max(shot.need - shot.drm, 0))
            made = ", ".join(f"{name} {value:+}" for name, value in shot.items)
            yield Row((code, ride.hex, shot.target, shot.range, needed, shot.faces), note=made)
