"""Who wins [5.75]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.result import NOBODY, Result
from pbm.rulesets.marnon.map import areas, is_castle, value_of
from pbm.rulesets.marnon.setup import np_regions
from pbm.rulesets.marnon.world import World

HALF_LAND, HALF_CASTLES = 18, 4


class Won(OfPower, frozen=True):
    how: str
    verb: ClassVar = "won"
    text: ClassVar = "{who} {who:has/have} won: {how}"

    def apply(self, world: World) -> None:
        world.winner = self.who


def has_half(world: World, who: str) -> bool:
    own = world.owned(who)
    held = sum(is_castle(code) for code in own)
    return len(own) - held >= HALF_LAND and held >= HALF_CASTLES


def standing(world: World, who: str) -> tuple[int, int, int, tuple[int, int, str]]:
    """Most areas, then value, crowns, the earlier in the order; the best is the least."""
    own = world.owned(who)
    rank = world.rank(who)
    return -len(own), -sum(map(value_of, own)), -world.powers[who].cash, (0, *rank)


def victory(turn: Turn[World]) -> Iterator[Event]:
    """8e: the last player, half or all of Marnon, or the last turn."""
    world, settings = turn.world, turn.world.settings
    if world.winner:
        return
    left = world.players()
    began = sum(power.status in ("player", "dropout", "exile", "out") for power in world.powers.values())
    if len(left) == 1 and began >= 2 and began_with_players(world) >= 2:
        yield Won(left[0], "nobody else is left")
        return
    able = [who for who in left if fulfils(world, who)]
    if able:
        yield Won(min(able, key=lambda who: standing(world, who)), settings.victory)
    elif settings.last_turn and world.turn >= settings.last_turn and left:
        yield Won(min(left, key=lambda who: standing(world, who)), "most areas after the last turn")


def ended_early(world: World) -> Result:
    """As after the last turn."""
    left = world.players()
    if not left:
        return NOBODY
    winner = min(left, key=lambda who: standing(world, who))
    return Result("areas", f"{world.names().get(winner, winner)} won", (winner,))


def began_with_players(world: World) -> int:
    """Powers that were ever a player's; a conquered region never was."""
    never = np_regions(world.settings)
    return sum(
        power.status in ("player", "dropout", "exile", "out") and power.home not in never
        for who, power in world.powers.items()
        if who != "INV"
    )


def fulfils(world: World, who: str) -> bool:
    if world.settings.victory == "half":
        return has_half(world, who)
    return world.settings.victory == "all" and len(world.owned(who)) == len(areas())
