"""The end of a year and of the game: victory points, levels, moral victory, the roll for the end [25.0, 26.0, 29.4]."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

from pbm.rules.code import Code
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.result import NOBODY, Result
from pbm.rulesets.twilight.levy import income_of, land_value
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.tables import Moral, level, tables
from pbm.rulesets.twilight.world import World

EMPIRE = 40
"""Land areas, or feudalism markers, that end the extended game."""
ULTIMATE = "Ultimate"
NO_MORAL: Moral = "none"


def contenders(world: World) -> list[str]:
    """Frankish players' powers that can win: with a leader, unless nobody ever had one [26.1]."""
    franks = [code for code in world.of_kind("pp") if world.powers[code].frankish]
    led = any(world.leader_at(code) for code in world.powers)
    return [code for code in franks if not led or world.leader_at(code)]


def points(world: World, who: str) -> int:
    """LV with shares, DV, DP as far as they count, a point for each sea with own fleets, feudalism [26.1]."""
    land = land_value(world, who)
    burgs = income_of(world, who)
    dp = world.powers[who].dp
    counted = dp if world.settings.dp_as_vp == "all" else min(dp, burgs)
    seas = sum(chart()[place].kind == "sea" for place in world.places(who))
    feudal = sum((world.share(who, area) for area in world.feudal), Fraction(0))
    return int(land + burgs + counted + seas + feudal)


class PointsCounted(Event, frozen=True):
    points: dict[str, int]
    verb: ClassVar = "points"
    text: ClassVar = "victory points were counted"

    def apply(self, world: World) -> None:
        world.vp = dict(self.points)


class EndThrown(Event, frozen=True):
    roll: int
    ends: bool
    verb: ClassVar = "endroll"
    text: ClassVar = "the throw for the end of the game was {roll}"


class GameOver(Event, frozen=True):
    levels: dict[str, str]
    moral: Annotated[Moral, Code("term", named=False)]
    verb: ClassVar = "end"
    text: ClassVar = "the game is over"

    def apply(self, world: World) -> None:
        world.over, world.levels, world.moral = True, dict(self.levels), self.moral


class YearClosed(Event, frozen=True):
    """Bans, slots and paralysis go; the order of play is remembered."""

    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.last_order = list(world.order)
        world.bans, world.paralysed, world.slots, world.begun, world.rested = [], [], {}, [], []
        world.heard = world.fell = False
        world.turn += 1
        world.year += 1
        for power in world.powers.values():
            power.waits = False
        world.segment = world.diplomacy = None


def count_points(turn: Turn[World]) -> Iterator[Event]:
    """Nothing is counted if the last leader fell: the game has ended in the middle of the year [23.1]."""
    if turn.world.over:
        return
    yield PointsCounted({who: points(turn.world, who) for who in contenders(turn.world)})


def game_end(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    if world.over:
        return
    if world.settings.extended:
        yield from empire_won(world)
        return
    first, last = scenario(world.scenario).turns
    if world.turn < first:
        return
    if world.turn >= last:
        yield over(world)
        return
    roll = turn.dice.roll("end.roll")
    ends = roll <= (tables().game_end.first if world.turn == first else tables().game_end.second)
    yield EndThrown(roll, ends)
    if ends:
        yield over(world)


def empire_won(world: World) -> Iterator[Event]:
    """One power rules nearly all the land, or feudalism has covered it [29.4]."""
    land = [code for code, spot in chart().items() if spot.kind == "land"]
    rulers = [who for who in contenders(world) if sum(who in world.sharers(area) for area in land) >= EMPIRE]
    if rulers:
        yield GameOver({rulers[0]: ULTIMATE}, NO_MORAL)
    elif len(world.feudal) >= EMPIRE:
        yield GameOver(dict.fromkeys(contenders(world), ULTIMATE), NO_MORAL)


def over(world: World) -> GameOver:
    levels = {who: level(points(world, who)) for who in contenders(world)}
    ranks = [name for _, name in tables().victory]
    best = min(levels.values(), key=ranks.index, default="Elimination")
    return GameOver(levels, tables().moral.get(best, NO_MORAL))


def ended_early(world: World) -> Result:
    """The levels of those who can win, as after the last year."""
    found = over(world).levels
    score = {who: points(world, who) for who in found}
    winners = tuple(who for who in found if score[who] == max(score.values()))
    text = ", ".join(f"{who} {level}" for who, level in sorted(found.items()))
    return Result(found[winners[0]], text, winners, dict(found)) if winners else NOBODY


def close_year(turn: Turn[World]) -> Iterator[Event]:
    """The year goes on to the next, unless the last leader fell in it."""
    world = turn.world
    if not world.over or world.levels or not world.fell:
        yield YearClosed()
