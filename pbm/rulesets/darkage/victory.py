"""Winning and losing: section 4 of the rulebook."""

from collections import defaultdict
from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.code import Term
from pbm.rules.engine import Turn
from pbm.rules.event import Event, InBrief, OfPower
from pbm.rules.result import NOBODY, Result, most_points
from pbm.rulesets.darkage.battle_events import score
from pbm.rulesets.darkage.income import ledger
from pbm.rulesets.darkage.world import Victory, World, is_viking

FIRST_CENSUS = (3, 5)
CENSUS_GAP = (3, 5)
RUNAWAY = 2
KNOCKOUT = (40, 100)


class CensusSet(Event, frozen=True):
    """The turn of the next census, which is secret."""

    turn: int
    text: ClassVar = "the next census is in turn {turn}"

    def apply(self, world: World) -> None:
        world.census.taken = world.turn
        world.census.next = self.turn


def census(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    if world.turn != world.census.next:
        return
    people: dict[str, int] = defaultdict(int)
    for area in world.areas.values():
        if area.owner:
            people[area.owner] += area.population
    for who in world.order:
        yield from score(world, who, people[who], "census")
    first, last = CENSUS_GAP
    yield CensusSet(world.turn + first - 1 + turn.dice.roll("census", last - first + 1))


class Eliminated(OfPower, frozen=True):
    verb: ClassVar = "eliminated"
    text: ClassVar = "{who} fell and left the game"
    news: ClassVar = "{who} fell and left the game"
    brief: ClassVar = (InBrief(10, "eliminated", "loss", "who", "Your kingdom is out of the game"),)

    def apply(self, world: World) -> None:
        world.order.remove(self.who)


def eliminations(turn: Turn[World]) -> Iterator[Event]:
    """No area and no fleet to come back with; or neither BPs, treasury nor income [4.1]."""
    world = turn.world
    landed = {area.owner for area in world.areas.values()}
    for who in list(world.order):
        kingdom = world.kingdoms[who]
        homeless = who not in landed and not kingdom.fleet
        if homeless or not (kingdom.bp or kingdom.treasury or earns(world, who)):
            yield Eliminated(who)


def earns(world: World, who: str) -> bool:
    people, _ = ledger(world)
    return people[who] > 0 or (is_viking(who) and not world.kingdoms[who].appeared)


class Warned(OfPower, frozen=True):
    how: Term
    verb: ClassVar = "warning"
    text: ClassVar = "a {how} win of {who} is in sight"
    news: ClassVar = "a {how} win of {who} is in sight: the game ends at the next census if a win holds then"

    def apply(self, world: World) -> None:
        world.census.warned = True


class WarningOver(Event, frozen=True):
    verb: ClassVar = "reprieve"
    text: ClassVar = "no win held at the census"
    news: ClassVar = "no win held at the census: the game goes on"

    def apply(self, world: World) -> None:
        world.census.warned = False


class GameWon(OfPower, frozen=True):
    how: Term
    verb: ClassVar = "victory"
    text: ClassVar = "{who} won the game ({how})"
    news: ClassVar = "{who} won the game ({how})"

    def apply(self, world: World) -> None:
        world.won = Victory(self.who, self.how)


def victory(turn: Turn[World]) -> Iterator[Event]:
    """A win must hold at a census after the turn in which everyone was warned of one [4.3]."""
    world = turn.world
    if world.census.next <= FIRST_CENSUS[1]:
        return
    win, at_census = winning(world), world.census.taken == world.turn
    if world.census.warned and at_census:
        yield GameWon(win.who, win.how) if win else WarningOver()
    elif win and not world.census.warned:
        yield Warned(win.who, win.how)


def winning(world: World) -> Victory | None:
    """The kingdom with the strictly highest total, if a player has it and one of the three wins holds [4.3]."""
    points = {who: world.kingdoms[who].vp for who in world.order}
    first, *others = sorted(points, key=lambda who: -points[who]) or [""]
    best, following = points.get(first, 0), max((points[who] for who in others), default=0)
    if not can_win(world, first) or best <= max(following, 0):
        return None
    if best >= RUNAWAY * following:
        return Victory(first, "runaway")
    total = sum(points[who] for who in points if can_win(world, who))
    if best * KNOCKOUT[1] >= KNOCKOUT[0] * total:
        return Victory(first, "knockout")
    return Victory(first, "points") if best > target(world) else None


def can_win(world: World, who: str) -> bool:
    """Whether a kingdom counts for a win: it has a player, or the house rules do not ask for one [4.3]."""
    return who in world.kingdoms and (world.settings.computers_win or world.kingdoms[who].control == "player")


def result(world: World) -> Result | None:
    won = world.won
    return Result(won.how, f"{won.who} won ({won.how})", (won.who,)) if won else None


def ended_early(world: World) -> Result:
    """The highest total of those that can win, as at a census; nobody if two have as many [4.3]."""
    points = {who: world.kingdoms[who].vp for who in world.order if can_win(world, who)}
    return most_points(points, world.names()) if points else NOBODY


def target(world: World) -> int:
    return world.settings.points_target or sum(place.limit for place in world.map.values())
