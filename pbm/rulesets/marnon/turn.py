"""A turn of Marnon, step by step [4]: a player could check this list against the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules import roster
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Event
from pbm.rulesets.marnon.cards import crusade, deck, intrigue, king, moves, outbreaks, start
from pbm.rulesets.marnon.crowns import arrivals, auction, income, provisions, purchase, upkeep
from pbm.rulesets.marnon.land import caravans, envoys, goes, screens
from pbm.rulesets.marnon.order import MESSAGES
from pbm.rulesets.marnon.others import castellan, exile, invader, npcastles, npregions
from pbm.rulesets.marnon.playing import SWORD, all_ranked, in_turn, players, players_ranked
from pbm.rulesets.marnon.realm import admin, doctrine, opening, placing, victory
from pbm.rulesets.marnon.sea import harbours, naval, patrol, sailing
from pbm.rulesets.marnon.war import combat, control, gates, sieges
from pbm.rulesets.marnon.world import World

PARTS = (START, ORDERS, END)


class TurnOver(Event, frozen=True):
    """The next turn is the one after this; reports of table battles are done with."""

    silent: ClassVar = True

    def apply(self, world: World) -> None:
        world.turn += 1
        world.pending, world.memory = [], None
        if world.reports is not None:
            world.reports = {}


def turn_over(turn: Turn[World]) -> Iterator[Event]:
    yield TurnOver()


def missed_turns(turn: Turn[World]) -> Iterator[Event]:
    """A player who misses two turns running is a drop-out [11.2]."""
    world = turn.world
    seats = [who for who in world.players() if world.powers[who].status == "player"]
    return roster.missed_turns(turn, seats, world.settings.dropout_after)


def standing_orders(turn: Turn[World]) -> Iterator[Event]:
    """Those of castles without a player, then those of the powers."""
    yield from castellan.castle_sheets(turn)
    yield from in_turn(doctrine.DOCTRINE, MESSAGES)(turn)


def sequence(world: World) -> tuple[Step[World], ...]:
    return SET_UP if world.turn == 0 else SEQUENCE


SET_UP = (
    Step(START, "8.3", "new players", roster.new_players),
    Step(ORDERS, "3.5", "lines that cannot be read", SWORD.unplayed),
    Step(ORDERS, "3.3", "standing orders", standing_orders),
    Step(ORDERS, "8.3", "forces are placed", placing.place_all),
    Step(ORDERS, "3.5", "answers", SWORD.left_over),
    Step(END, "10", "messages", roster.messages),
    Step(END, "4.10", "8f. the next card", deck.next_card),
    Step(END, "4.10", "8f. mercenaries on offer", auction.next_offer),
    Step(END, "4.10", "the turn is over", turn_over),
)
SEQUENCE = (
    Step(START, "4.2", "new players", roster.new_players),
    Step(START, "4.2", "powers that the computer plays", roster.computers(World.senders)),
    Step(ORDERS, "3.5", "lines that cannot be read", SWORD.unplayed),
    Step(ORDERS, "3.3", "0. standing orders and relations", standing_orders),
    Step(ORDERS, "5.45", "0. sieges lifted", in_turn(opening.LIFTING)),
    Step(ORDERS, "5.94", "0. the hunt", in_turn(outbreaks.HUNTING, powers=all_ranked)),
    Step(ORDERS, "5.95", "0. the crusade", in_turn(crusade.CROSSES, powers=players)),
    Step(ORDERS, "5.96", "0. the king", in_turn(king.SIDES, powers=players)),
    Step(ORDERS, "5.97", "0. the invader", in_turn(invader.TOWARDS, powers=players)),
    Step(ORDERS, "4.2", "1. the event of the turn", start.start_effects),
    Step(ORDERS, "5.94", "1. pirates", outbreaks.pirates),
    Step(ORDERS, "5.88", "1. weather", opening.weather),
    Step(ORDERS, "4.3", "2. initiative", opening.initiative),
    Step(ORDERS, "4.4", "3a. cards before movement", moves.before_movement),
    Step(ORDERS, "5.86", "3a. envoys", in_turn(envoys.ENVOYS, powers=players_ranked)),
    Step(ORDERS, "5.92", "3b. plague", goes.standing_in_plague),
    Step(ORDERS, "5.97", "3b. the invader's dice", invader.throw_dice),
    Step(ORDERS, "4.5", "3b. land movement", goes.land_movement),
    Step(ORDERS, "5.84", "3b. regiments on the march", envoys.regiments),
    Step(ORDERS, "5.62", "3b. caravans destroyed", caravans.destroyed),
    Step(ORDERS, "5.86", "3b. envoys expelled", envoys.expelled),
    Step(ORDERS, "5.62", "3c. caravans", caravans.caravans),
    Step(ORDERS, "5.20", "3d. patrols", patrol.patrols),
    Step(ORDERS, "5.21", "3d. sailing", sailing.voyages),
    Step(ORDERS, "5.17", "3e. the reserve", goes.reserve_movement),
    Step(ORDERS, "5.77", "3e. exiles return", in_turn(exile.RETURNS, powers=players_ranked)),
    Step(ORDERS, "5.62", "3e. caravans destroyed", caravans.destroyed),
    Step(ORDERS, "5.86", "3e. envoys expelled", envoys.expelled),
    Step(ORDERS, "5.84", "3e. regiments driven off", envoys.driven),
    Step(ORDERS, "5.25", "4. naval battles", naval.naval_battles),
    Step(ORDERS, "5.21", "4. landings", naval.landings),
    Step(ORDERS, "5.45", "4. castle gates", gates.gates),
    Step(ORDERS, "5.31", "4. withdrawals", combat.withdrawals),
    Step(ORDERS, "5.32", "4. battles", combat.battles),
    Step(ORDERS, "5.2", "4. control", control.control),
    Step(ORDERS, "5.45", "4. sieges begin and end", gates.sieges_after_battle),
    Step(ORDERS, "5.46", "5. sieges", sieges.sieges),
    Step(ORDERS, "5.95", "6a. the goal of the crusade", crusade.goal_reached),
    Step(ORDERS, "5.60", "6a. income", income.income),
    Step(ORDERS, "5.64", "6b. expenditure", upkeep.expenditure),
    Step(ORDERS, "5.66", "6c. supply and attrition", provisions.supply),
    Step(ORDERS, "5.84", "6d. what was ordered before", arrivals.arrivals),
    Step(ORDERS, "5.83", "6d. mercenaries", auction.auction),
    Step(ORDERS, "5.78", "6d. castles without a player", npcastles.filled_up),
    Step(ORDERS, "5.70", "6d. purchases", in_turn(purchase.PURCHASES, powers=income.earners)),
    Step(ORDERS, "5.27", "7a. fleets go to port", harbours.to_port),
    Step(ORDERS, "5.27", "7b. attrition of fleets", harbours.fleet_attrition),
    Step(ORDERS, "4.9", "7c. administration", admin.administration),
    Step(ORDERS, "5.98", "7c. intrigue ends", intrigue.good_name_restored),
    Step(ORDERS, "3.5", "answers", SWORD.left_over),
    Step(END, "5.92", "8a. plague and rebellion", outbreaks.plague_and_rebellion),
    Step(END, "5.93", "8a. truce", outbreaks.truce_holds),
    Step(END, "5.94", "8a. the hunt", outbreaks.hunt_ends),
    Step(END, "5.95", "8a. the crusade", crusade.crusade_ends),
    Step(END, "5.96", "8a. the king", king.king_ends),
    Step(END, "5.82", "8a. screens", screens.screens_return),
    Step(END, "5.79", "8b. castles without a player", npcastles.castles_act),
    Step(END, "5.80", "8b. regions without a player", npregions.regions_grow),
    Step(END, "5.97", "8c. the invader", invader.needs),
    Step(END, "5.77", "8d. exiles", exile.exiles),
    Step(END, "5.77", "8e. eliminations", exile.eliminations),
    Step(END, "5.75", "8e. victory", victory.victory),
    Step(END, "10", "messages", roster.messages),
    Step(END, "11.2", "missed turns", missed_turns),
    Step(END, "4.10", "8f. the next card", deck.next_card),
    Step(END, "4.10", "8f. mercenaries on offer", auction.next_offer),
    Step(END, "4.10", "the turn is over", turn_over),
)
