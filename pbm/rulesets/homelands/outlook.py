"""What winter will find if nothing changes: the same figures for receipts, reports and computer players [10.2]."""

from collections.abc import Iterator
from typing import NamedTuple

from pbm.rules.event import Count
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.household import Household
from pbm.rulesets.homelands.larder import larders
from pbm.rulesets.homelands.tables import SPRING, SUMMER, WINTER, tables
from pbm.rulesets.homelands.units import kind
from pbm.rulesets.homelands.world import World


class Outlook(NamedTuple):
    """Food that will be there at the end of the winter, and who will ask for it."""

    grain: int
    """In stores, with what the fields will bring and the stores can hold."""
    fish: int
    settlements: int
    units: int
    fodder: int
    """Grain that riders and elephants need besides."""
    herds: int
    """Grain that herds need, if the winter is not good."""
    meat: int
    """The full meat of all herds."""

    @property
    def food(self) -> int:
        return self.grain + self.fish // 2

    @property
    def need(self) -> int:
        return self.settlements + self.units + self.fodder

    @property
    def lack(self) -> int:
        """What people will lack if no herd is culled and none is fed."""
        return max(0, self.need - self.food)


def outlook(board: Board, who: str, sown: bool = False) -> Outlook:
    """As the household stands; in spring with what could be sown, or with `sown` only with what is."""
    house, world = Household(board, who), board.world
    coming = grown(house) if sown or world.season not in (SPRING, SUMMER) else house.coming
    fodder = sum(
        count * tables().units[kind(key).type].feed_grain
        for _, _, units in world.stands(who)
        for key, count in units.items()
    )
    feed = sum(tables().herds[herd].feed for herd in house.herds.values())
    grain = min(house.store, house.grain + coming)
    return Outlook(grain, house.fish, house.towns, house.mouths - house.towns, fodder, feed, house.meat)


def grown(house: Household) -> int:
    """What stands on the fields, with the yield that is still to come."""
    world, chart = house.world, house.board.chart
    stacks = [(code, row.grain) for code in house.net if (row := world.fields[code].sown) and row.owner == house.who]
    coming = world.season == SPRING
    return sum(grain + (chart[code].grain if coming else 0) for code, grain in stacks)


def ahead(world: World, who: str) -> Iterator[str]:
    """How the power stands, and the hunger that is ahead of it."""
    if world.turn:
        realm, units = world.powers[who], f"{world.unit_count(who)} of {world.settings.unit_limit} units"
        yield f"When your orders are done, and before the round ends: {realm.gold} gold, {realm.pp} PP, {units}."
        yield from warnings(world, who)


def warnings(world: World, who: str) -> Iterator[str]:
    """Hunger ahead, from the position as a power knows it after its own orders."""
    if not world.on("agriculture") or not world.is_active(who):
        return
    board = Board(world)
    if world.season == WINTER:
        yield from this_winter(board, who)
        return
    ahead = outlook(board, who, sown=True)
    if ahead.lack:
        herds = f" Your herds would give {ahead.meat} meat if they were culled." if ahead.meat else ""
        yield (
            f"Hunger ahead: at the end of the year there will be food for {ahead.food or 'none'} of {ahead.need}, "
            f"if nothing changes and the weather is normal [5.14.2b].{herds}"
        )


def this_winter(board: Board, who: str) -> Iterator[str]:
    """Who goes unfed at the end of this round."""
    for larder in larders(board, who):
        larder.feed()
        for code, points in (larder.cities | larder.villages).items():
            if not points:
                where = board.world.called(code)
                yield f"The settlement in {where} will not be fed this winter, and is lost [5.14.2c]."
        if larder.hungry:
            hungry = f"{Count(len(larder.hungry)):unit/units} of yours"
            yield f"{hungry} will not be fed this winter and will dissolve [5.14.2c]."
        if larder.culled:
            yield f"{Count(len(larder.culled)):herd/herds} of yours will not be fed and will be culled lean [5.14.2a]."
    fed = {code for part in board.parts(who) for code in part}
    stray = sum(
        count
        for code, place, units in board.world.stands(who)
        if code not in fed and place in ("open", "building", "aboard")
        for key, count in units.items()
        if tables().units[kind(key).type].feed
    )
    if stray:
        yield f"{Count(stray):unit is/units are} cut off from your settlements: whoever is unfed dissolves [5.14.2d]."
