"""How powers stand with each other, and what is friendly to whom [5.3, 5.4, 5.77, 5.80, 5.96, 5.97]."""

from pbm.rulesets.marnon.codes import INVADER, castle_of, castle_power
from pbm.rulesets.marnon.map import areas
from pbm.rulesets.marnon.ongoing import King
from pbm.rulesets.marnon.pieces import Force, PowerState
from pbm.rulesets.marnon.world import ALLY, CASTLE_STATUS, PEACE, WAR, World

WORSE = (WAR, PEACE, ALLY)
FRIEND, ALLIED_ON_TRACK = 1, 2
"""How high a marker stands on the track of a region that says PEACE, or ALLY [5.87]."""


def relation(world: World, a: str, b: str) -> str:
    """The worse of what the two say, unless an exile, a king or a card has a say in it."""
    if a == b:
        return ALLY
    if world.event and world.event.card == 28 and {a, b} == {*world.event.pair}:
        return PEACE
    if is_host(world, a, b) or is_host(world, b, a):
        return ALLY
    if world.ongoing.king and (found := by_king(world, world.ongoing.king, a, b)):
        return found
    return min(says(world, a, b), says(world, b, a), key=WORSE.index)


def says(world: World, a: str, b: str) -> str:
    power = world.powers.get(a)
    if power is None or power.status in ("dropout", "out"):
        return WAR
    if power.status == CASTLE_STATUS:
        return favoured(world, castle_of(a), b) or (power.relations.get(b, WAR) if npc_has_player(world) else WAR)
    if power.status == "np":
        return region_says(world, power, b)
    return power.relations.get(b, WAR)


def npc_has_player(world: World) -> bool:
    return world.settings.np_castles == "player"


def region_says(world: World, power: PowerState, other: str) -> str:
    """WAR to those who have entered it, ALLY to a power at war with one of them, else PEACE."""
    row = world.np_regions.get(power.home or "")
    invaders = row.invaders if row else []
    if other in invaders:
        return WAR
    if found := favoured(world, power.home or "", other):
        return found
    enemies = [each for each in invaders if each in world.powers and world.powers[each].status != "np"]
    is_np = world.powers[other].status == "np" if other in world.powers else True
    return ALLY if not is_np and any(at_war(world, other, each) for each in enemies) else PEACE


def favoured(world: World, place: str, other: str) -> str:
    """What a castle or region says by the track, if it is played with."""
    mark = world.track.get(place, {}).get(other, 0) if world.settings.np_track else 0
    return ALLY if mark >= ALLIED_ON_TRACK else PEACE if mark >= FRIEND else ""


def is_host(world: World, host: str, exile: str) -> bool:
    """Whether one of them is the other's host now."""
    power, giver = world.powers.get(exile), world.powers.get(host)
    if not power or not power.exile or power.status != "exile" or power.exile.host != host or not giver:
        return False
    return exile in giver.host and giver.status in ("player", "dropout")


def king_side(world: World, who: str) -> str:
    """`for`, `against`, or nothing."""
    king = world.ongoing.king
    if king is None or who not in world.powers or world.powers[who].status not in ("player", "dropout", "exile"):
        return ""
    if who == king.power or who in king.friends:
        return "for"
    if who in king.against or world.settings.king_silence == "against":
        return "against"
    return ""


def by_king(world: World, king: King, a: str, b: str) -> str:
    one, other = king_side(world, a), king_side(world, b)
    if not one or not other:
        return ""
    return ALLY if one == other else WAR


def at_war(world: World, a: str, b: str) -> bool:
    return relation(world, a, b) == WAR


def allied(world: World, a: str, b: str) -> bool:
    return relation(world, a, b) == ALLY


def same_side(world: World, who: str, other: str) -> bool:
    """Whether a king or an exile makes one's areas friendly to the other."""
    if who == other:
        return True
    if world.card(28) and world.event and {who, other} == {*world.event.pair}:
        return False
    side = king_side(world, who)
    return is_host(world, other, who) or bool(side and side == king_side(world, other))


def friendly(world: World, who: str, area: str, supply: bool = False) -> bool:
    """Whether an area is friendly to a power [5.4]; for supply those of allies may count too."""
    owner = world.owner(area)
    if owner is None:
        return area in world.np_castles and favoured(world, area, who) == ALLY
    if same_side(world, who, owner):
        return True
    if supply and world.settings.allied_supply and allied(world, who, owner):
        return True
    place = world.powers[owner].home if owner in world.powers and world.powers[owner].status == "np" else None
    return bool(place) and favoured(world, place or "", who) == ALLY


def enemies_in(world: World, who: str, area: str) -> list[tuple[str, str, Force]]:
    """Foreign forces at war with a power in an area, of any size, inside walls or out."""
    found = world.forces_in(area)
    wars = {other: at_war(world, who, other) for other in {row[0] for row in found if row[0] != who}}
    return [row for row in found if wars.get(row[0])]


def has_enemy(world: World, who: str, area: str) -> bool:
    return bool(enemies_in(world, who, area))


def enemy_areas(world: World, who: str) -> set[str]:
    """Every area in which `has_enemy` would find one."""
    foes = [
        power for other, power in world.powers.items() if other != who and power.forces and at_war(world, who, other)
    ]
    return {force.at for power in foes for force in power.forces.values() if force.at and force.points > 0}


def holder_of(world: World, who: str, area: str) -> str | None:
    """Who bars an area to a power: an enemy who stands in it, else its owner."""
    return next((other for other, _, _ in enemies_in(world, who, area)), None) or owner_of(world, area)


def enemy_points(world: World, who: str, area: str, outside: bool = False) -> int:
    return sum(force.points for _, _, force in enemies_in(world, who, area) if not (outside and force.inside))


def holder(world: World, castle: str) -> str | None:
    """Who holds a castle: its owner, or the garrison of one that has no player."""
    owner = world.owner(castle)
    if owner:
        return owner
    return castle_power(castle) if castle in world.np_castles else None


def owner_of(world: World, area: str) -> str | None:
    """The owner of an area, or the garrison of a castle without a player."""
    return holder(world, area) if areas()[area].castle else world.owner(area)


def may_enter(world: World, who: str, area: str) -> bool:
    """PEACE with its owner bars an area to those who are not the invader [5.3, 5.97]."""
    owner = owner_of(world, area)
    if owner is None or owner == who:
        return True
    if closed(world, owner):
        return False
    return who == INVADER or relation(world, who, owner) != PEACE


def closed(world: World, owner: str) -> bool:
    return world.settings.np_regions == "closed" and owner in world.powers and world.powers[owner].status == "np"


def trades_with(world: World, who: str, owner: str) -> bool:
    """Whether the owner of a port or castle lets a power trade there [5.61, 5.78, 5.80, 5.87]."""
    power = world.powers.get(owner)
    if power is None or owner == who:
        return False
    if power.status == CASTLE_STATUS:
        row = world.np_castles.get(castle_of(owner))
        allowed = row is not None and row.type != "RAIDER"
        if npc_has_player(world) and power.trade:
            allowed = who in power.trade
        return allowed and not disliked(world, castle_of(owner), who)
    if power.status == "np":
        row2 = world.np_regions.get(power.home or "")
        return (row2 is None or who not in row2.invaders) and not disliked(world, power.home or "", who)
    return who in power.trade


def disliked(world: World, place: str, who: str) -> bool:
    return world.settings.np_track and world.track.get(place, {}).get(who, 0) < 0
