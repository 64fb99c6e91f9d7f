"""A round of Homelands, step by step [4.1], and the set-up before the first.

Where a step says `at_once`, all powers act at the same time: each line is judged by the position at the start of the
step and by the power's own lines above it.
"""

from collections.abc import Iterator
from dataclasses import replace

from pbm.rules import playing as common
from pbm.rules import roster
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event
from pbm.rules.playing import Scenes, lines_of
from pbm.rulesets.homelands import (
    attacks,
    attrition,
    building,
    feeding,
    fields,
    fishing,
    herding,
    income,
    market,
    missed,
    newyear,
    pacts,
    retreats,
    salaries,
    setup,
    sieges,
    standing,
    trade,
    tributes,
    victory,
    withdrawal,
)
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.causes import locks
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.playing import PLAYING, at_once, in_turn, one_a_go
from pbm.rulesets.homelands.special import ALL_MARKS, rest
from pbm.rulesets.homelands.tables import AUTUMN, SPRING, SUMMER, WINTER
from pbm.rulesets.homelands.units import ARRIVED, MOVED, STOPPED
from pbm.rulesets.homelands.world import World


def messages(turn: Turn[World]) -> Iterator[Event]:
    return roster.messages(turn) if turn.world.settings.messages else iter(())


def locks_before(turn: Turn[World]) -> Iterator[Event]:
    board = Board(turn.world)
    for who in turn.world.codes:
        if lines_of(turn, who, "3d"):
            yield herding.LocksSeen(who, locks(board, who))


def for_herds(turn: Turn[World]) -> Scenes[World, Scene]:
    board, locked = Board(turn.world), turn.world.round.locked
    return lambda now, who: Scene(now.world, who, now.dice, board=board, seen=locked.get(who))


SET_UP = (
    Step(START, "11.1", "new players", roster.new_players),
    Step(ORDERS, "4.1", "the sheets", PLAYING.unplayed),
    Step(ORDERS, "5.2.4", "options", in_turn("option", powers=setup.seated)),
    Step(ORDERS, "5.2.2", "start fields", in_turn("start", powers=setup.seated)),
    Step(ORDERS, "5.2.3", "outfits", setup.outfits),
    Step(ORDERS, "5.18.26", "pacts from the start", setup.first_pacts),
    Step(END, "11.1", "messages", messages),
    Step(END, "4.1", "the set-up is over", common.turn_over),
)
BEFORE = (
    Step(START, "11.1", "new players", roster.new_players),
    Step(START, "5.2.6", "powers that enter late", setup.late_powers),
    Step(ORDERS, "4.1", "the round begins", standing.round_begins),
    Step(ORDERS, "3.2", "the sheets", PLAYING.unplayed),
    Step(ORDERS, "3.3", "standing orders", in_turn(standing.NOTED)),
    Step(ORDERS, "5.12.2", "rivals", in_turn(pacts.RIVALS)),
    Step(ORDERS, "5.11.1", "pacts", in_turn(pacts.TREATIES)),
    Step(ORDERS, "5.12.3", "forced marches and toil", in_turn("0e")),
    Step(ORDERS, "5.15.2", "claims", in_turn(standing.CLAIMED)),
)
SEASONS = {
    SPRING: (
        Step(ORDERS, "5.3.1", "New Year", newyear.new_year),
        Step(ORDERS, "5.3.3", "calves by order", at_once(newyear.CALVES)),
        Step(ORDERS, "5.3.3", "calves", newyear.calves),
        Step(ORDERS, "5.11.3", "rebellion", at_once("rebel")),
        Step(ORDERS, "5.3.2", "muster", at_once(newyear.MUSTER)),
        Step(ORDERS, "5.3.4", "sowing", at_once(fields.SOWING)),
    ),
    SUMMER: (
        Step(ORDERS, "5.3.5", "weather and yield", fields.summer),
        Step(ORDERS, "5.3.10", "taxes", income.taxes),
    ),
    AUTUMN: (
        Step(ORDERS, "5.3.6", "harvest by order", at_once(fields.HARVEST)),
        Step(ORDERS, "5.3.6", "harvest", fields.harvest),
        Step(ORDERS, "5.3.7", "recruitment", at_once(income.RECRUITMENT)),
    ),
    WINTER: (
        Step(ORDERS, "5.3.8", "festivals", income.festivals),
        Step(ORDERS, "5.3.9", "winter weather", income.winter_weather),
        Step(ORDERS, "5.18.27", "black rivers", income.black_rivers),
    ),
}
AFTER = (
    Step(ORDERS, "5.4.4", "boarding", at_once("2a")),
    Step(ORDERS, "4.1", "aboard", rest(ARRIVED)),
    Step(ORDERS, "5.4.3", "sailing", at_once("2b")),
    Step(ORDERS, "4.1", "under way", rest(ARRIVED)),
    Step(ORDERS, "5.4.1", "landing and moving", at_once("2c")),
    Step(ORDERS, "4.1", "moved", rest(ARRIVED)),
    Step(ORDERS, "5.1.7", "locked fields", locks_before),
    Step(ORDERS, "5.5.1", "special moves", at_once("3a", "3b", "3c")),
    Step(ORDERS, "5.5.5", "herds and goods", replace(PLAYING, stage=for_herds).at_once("3d")),
    Step(ORDERS, "4.1", "marched", rest(ARRIVED)),
    Step(ORDERS, "5.11.2", "redemption", retreats.redeemed),
    Step(ORDERS, "5.6.1", "retreat", at_once("4a")),
    Step(ORDERS, "4.1", "rest", rest(MOVED + STOPPED + ARRIVED)),
    Step(ORDERS, "5.6.4", "neutral fields", attrition.neutral_fields),
    Step(ORDERS, "5.6.2", "shipwreck", attrition.shipwreck),
    Step(ORDERS, "5.6.3", "corsairs", attrition.corsairs),
    Step(ORDERS, "5.6.5", "attrition in the mountains", attrition.mountains),
    Step(ORDERS, "5.6.5", "attrition of those cut off", attrition.cut_off),
    Step(ORDERS, "5.6.5", "attrition of the besieged", attrition.encircled),
    Step(ORDERS, "5.7.11", "builders released", at_once(withdrawal.RELEASE)),
    Step(ORDERS, "5.7.1", "withdrawal", at_once(withdrawal.WITHDRAW)),
    Step(ORDERS, "5.16.1", "prestige before battle", attacks.prepared),
    Step(ORDERS, "5.7.2", "sallies", attacks.sally_exits),
    Step(ORDERS, "5.7.2", "battles", attacks.battles),
    Step(ORDERS, "5.8.1", "sieges", one_a_go(sieges.ranked, sieges.STEP)),
    Step(ORDERS, "5.9.1", "looting", at_once("7")),
    Step(ORDERS, "5.10.2", "construction", building.construction),
    Step(ORDERS, "5.11.5", "gifts", in_turn(pacts.GIFTS)),
    Step(ORDERS, "5.11.2", "tribute and redemption", tributes.peace_for_gold),
    Step(ORDERS, "5.13.8", "gold put aside", trade.before_trade),
    Step(ORDERS, "5.13.1", "trade", in_turn(building.TRADE)),
    Step(ORDERS, "5.13.8", "gold taken back", trade.after_trade),
    Step(ORDERS, "5.13.6", "meat sold", market.meat_sale),
    Step(ORDERS, "5.13.7", "salaries", salaries.salaries),
    Step(ORDERS, "5.14.1", "fishing", fishing.fishing),
    Step(END, "5.14.2a", "feeding", feeding.end_of_season),
    Step(END, "5.12.5", "prestige for lost points", victory.lost_points),
    Step(END, "5.15.1", "victory", victory.victory),
    Step(END, "5.15.2", "claims", victory.claims_tidied),
    Step(END, "5.11.5", "offers", pacts.offers_tidied),
    Step(END, "5.11.1", "pacts that end", pacts.ended_truces),
    Step(END, "5.15.8", "old losses", victory.losses_forgotten),
    Step(END, "11.1", "messages", messages),
    Step(END, "11.1", "missed turns", missed.missed_turns),
    Step(END, "4.1", "marks of the round", rest(ALL_MARKS)),
    Step(END, "4.1", "the round is over", common.turn_over),
)
SEQUENCE = (*SET_UP, *BEFORE, *(step for season in SEASONS.values() for step in season), *AFTER)


def sequence(world: World) -> tuple[Step[World], ...]:
    """The set-up turn, or a round with what its season brings."""
    return (*BEFORE, *SEASONS[world.season], *AFTER) if world.turn else SET_UP
