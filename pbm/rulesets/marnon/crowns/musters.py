"""Where what is bought can be placed [5.71, 5.84]."""

from pbm.rulesets.marnon.crowns.income import merchant_limit, merchants
from pbm.rulesets.marnon.crowns.supply import LinesAfterCount
from pbm.rulesets.marnon.map import areas, distances, is_area, is_castle, ports
from pbm.rulesets.marnon.relations import has_enemy
from pbm.rulesets.marnon.world import World


def not_free(world: World, area: str) -> bool:
    """Nothing is bought in a besieged castle."""
    return world.siege(area) is not None


def army_place(world: World, who: str, area: str) -> str:
    """Why points cannot be placed in an area as such; empty if they can [5.71]."""
    if world.owner(area) != who:
        return f"{area} is not yours"
    if not_free(world, area):
        return f"{area} is besieged"
    power = world.powers[who]
    start = power.castle if power.castle and world.owner(power.castle) == who else power.seat
    if area == start or (world.is_original(who, area) and world.area(area).fort):
        return ""
    return f"{area} is neither the seat nor a fort in your own land"


def army_target(world: World, who: str, where: str) -> tuple[str, str | None, str]:
    """The force that gets new points, where it stands, and why not."""
    power = world.powers[who]
    if where in power.forces:
        force = power.forces[where]
        if not is_area(force.at) or not world.is_original(who, str(force.at)) or world.owner(force.at) != who:
            return "", None, f"{where} is not in an original area of yours"
        if not_free(world, str(force.at)):
            return "", None, f"{force.at} is besieged"
        return where, force.at, ""
    if not is_area(where):
        return "", None, f"you have no force {where}"
    if why := army_place(world, who, where):
        return "", None, why
    return world.largest(who, where) or world.free_code(who, "A"), where, ""


def own_ports(world: World, who: str) -> list[str]:
    """Original ports that are held and not besieged, territories first."""
    return [code for code in ports() if world.owner(code) == who and world.is_original(who, code)]


def bad_port(world: World, who: str, port: str) -> str:
    if port not in own_ports(world, who) or not_free(world, port):
        return f"{port} is not an original port of yours"
    return ""


def bad_fort(world: World, who: str, area: str) -> str:
    if is_castle(area) or world.owner(area) != who:
        return f"{area} is not a territory of yours"
    if world.area(area).fort:
        return f"{area} has a fort"
    if has_enemy(world, who, area):
        return f"there is an enemy in {area}"
    return "" if LinesAfterCount(world, who).is_linked(area) else f"{area} is not linked to your castle"


def regiment_place(world: World, who: str, where: str) -> str | None:
    """The nearest place for points that are to march to a force outside one's own land [5.84]."""
    force = world.powers[who].forces.get(where)
    if force is None or not is_area(force.at) or world.is_original(who, str(force.at)):
        return None
    able = [code for code in areas() if not army_place(world, who, code)]
    return min(able, key=lambda code: (distances(code)[str(force.at)], code), default=None)


def merchant_allowed(world: World, who: str) -> bool:
    limit = merchant_limit(world, who)
    waiting = sum(row.what == "MERCHANT" for row in world.powers[who].due)
    return limit is None or len(merchants(world, who)) + waiting < limit


def general_place(world: World, who: str, where: str) -> str:
    """Why a general cannot be placed there; empty if he can."""
    if where in world.powers[who].forces:
        force = world.force(who, where)
        if world.is_besieged(force):
            return f"{where} is besieged"
        return "" if is_area(force.at) else f"{where} is not on the map"
    if not is_area(where) or not is_castle(where) or world.owner(where) != who or not_free(world, where):
        return f"{where} is neither a force nor a castle of yours"
    return ""
