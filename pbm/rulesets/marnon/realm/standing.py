"""The standing orders of a power as it would write them, where they are not the usual ones [3.3, 3.4]."""

from collections.abc import Iterator

from pbm.rulesets.marnon.changes.forces import levied
from pbm.rulesets.marnon.map import by_number
from pbm.rulesets.marnon.pieces import Force, Navy
from pbm.rulesets.marnon.world import World

USUAL = Force()


def in_force(world: World, who: str) -> Iterator[str]:
    """Every line that stands, as it could be written again."""
    power = world.powers.get(who)
    if power is None:
        return
    for code in sorted(power.forces, key=by_number):
        yield from of_force(code, power.forces[code])
    yield from (f"CASTLE {castle} {gate}" for castle, gate in sorted(power.walls.items()) if gate != "ODDS")
    if power.navy != Navy():
        yield f"NAVY ROUNDS {power.navy.rounds} CHASE {power.navy.chase}"
    if power.pay:
        yield f"PAY {' '.join(power.pay)}"
    yield from (
        f"{word} {other}" for other, word in sorted(power.relations.items()) if word != "WAR" and other != "INV"
    )
    yield from (f"TRADE {other} YES" for other in sorted(power.trade))
    yield from (f"HOST {other} YES" for other in sorted(power.host))
    if power.exile_to != "OFFSHORE":
        yield f"EXILE {power.exile_to}"
    if power.initiative != "LAST":
        yield f"INITIATIVE {power.initiative}"
    for code in sorted(power.caravans, key=by_number):
        row = power.caravans[code]
        if row.to:
            yield f"TREK {code} {row.to}{' VIA ' + ' '.join(row.via) if row.via else ''}"


def of_force(code: str, force: Force) -> Iterator[str]:
    if force.stance != USUAL.stance:
        yield f"STANCE {code} {spaced(force.stance)}"
    if force.pursue != USUAL.pursue:
        yield f"PURSUE {code} {force.pursue}"
    if force.ground != USUAL.ground:
        yield f"GROUND {code} {force.ground}"
    if force.retreat:
        yield f"RETREAT {code} {' '.join(force.retreat)}"
    if force.terr:
        levies = (each if isinstance(each, str) else f"{levied(each)} {each[1]}" for each in force.terr)
        yield f"ASSIGN {code} {' '.join(levies)}"


def spaced(stance: str) -> str:
    """ODDS 2 for ODDS2."""
    return f"ODDS {stance.removeprefix('ODDS')}" if stance.startswith("ODDS") else stance
