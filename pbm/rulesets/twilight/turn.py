"""A year of Carolingian Twilight: its seven parts in order, and the set-up before the first [4, 5.0]."""

from collections.abc import Iterator

from pbm.rules import roster
from pbm.rules.engine import Step, Turn
from pbm.rules.event import Event, Said
from pbm.rules.order import Line
from pbm.rulesets.twilight import dealings, doctrine, endgame, missed, set_up_turn
from pbm.rulesets.twilight.answers import for_any, heard, never_arose, void
from pbm.rulesets.twilight.auction import incomes, initiative
from pbm.rulesets.twilight.bidding import Auction
from pbm.rulesets.twilight.board import Board, alliances_void
from pbm.rulesets.twilight.buyoff import BUYOFF
from pbm.rulesets.twilight.diplomacy import Diplomacy
from pbm.rulesets.twilight.duty import dutiful
from pbm.rulesets.twilight.forces import Rested
from pbm.rulesets.twilight.leaders import LeaderFell
from pbm.rulesets.twilight.levy import Mustered, burg_levy, held_back, land_shares, maintained
from pbm.rulesets.twilight.map import is_on_map
from pbm.rulesets.twilight.moments import DIPLOMACY, HARVEST, ceremony, mesalliance, oaths, vikings
from pbm.rulesets.twilight.operations import close
from pbm.rulesets.twilight.order import DISBANDING, LEVY
from pbm.rulesets.twilight.order import OPERATIONS as OPERATING
from pbm.rulesets.twilight.playing import tried
from pbm.rulesets.twilight.segments import Segment, SegmentBegan, SegmentOpened
from pbm.rulesets.twilight.sheet import (
    Papers,
    everyone,
    minors_of,
    papers,
)
from pbm.rulesets.twilight.spies import espionage
from pbm.rulesets.twilight.viking import raid
from pbm.rulesets.twilight.world import NOTHING, World

SETUP, START, DP, INITIATIVE, BIDDING, VIKING, OPERATIONS, END = (
    "setup", "start", "dp", "initiative", "bidding", "viking", "operations", "end",
)  # fmt: skip
PARTS = (SETUP, START, DP, INITIATIVE, BIDDING, VIKING, OPERATIONS, END)


def bid_for_initiative(turn: Turn[World]) -> Iterator[Event]:
    board = Board(turn)
    yield from initiative(turn, board)


def auction(turn: Turn[World]) -> Iterator[Event]:
    yield from Auction(turn, Board(turn)).run()
    yield from heard(turn)


def viking_raid(turn: Turn[World]) -> Iterator[Event]:
    if turn.world.settings.vikings:
        yield from vikings(turn)
        yield from raid(turn, turn.world.diplomacy or Diplomacy())


def raids_void(turn: Turn[World]) -> Iterator[Event]:
    yield from void(turn, DIPLOMACY)
    yield from void(turn, BUYOFF)


def read_late(turn: Turn[World]) -> Iterator[Event]:
    """The sheets are read before the first part that is played, whichever that is: standing orders first."""
    if not turn.world.heard:
        yield from doctrine.standing_orders(turn)
    yield from heard(turn)


def read_for_auction(turn: Turn[World]) -> Iterator[Event]:
    """Bids that may be made are answered when they are opened."""
    if not turn.world.heard:
        yield from doctrine.standing_orders(turn)
    yield from heard(turn, auction=True)


def the_end(turn: Turn[World]) -> Iterator[Event]:
    """Where nothing but the end of a year is played, no other line arises any more."""
    yield from read_late(turn)
    yield from never_arose(turn)


def campaigns(turn: Turn[World]) -> Iterator[Event]:
    """Powers by slot, each player's power followed by the player's Minors [11.0]; those that have rested are done."""
    world = turn.world
    for power in list(world.order):
        own = world.in_play(power) and world.powers[power].kind == "pp"
        seat = world.player_of(power) if own else fallen_seat(turn, power)
        yield from campaign(turn, power)
        yield from minors_play(turn, seat)
        if world.over:
            return


def fallen_seat(turn: Turn[World], power: str) -> str | None:
    """The player whose own power it was until its leader fell this year."""
    if not turn.world.fell:
        return None
    fallen = [event for event in turn.journal if isinstance(event, LeaderFell) and event.who == power]
    return fallen[-1].seat if fallen else None


def minors_play(turn: Turn[World], seat: str | None) -> Iterator[Event]:
    if seat is None:
        return
    had: list[str] = []
    while left := [code for code in minors_of(turn, seat) if code not in (*had, *turn.world.rested)]:
        if turn.world.over:
            return
        had.append(left[0])
        yield from campaign(turn, left[0])


def campaign(turn: Turn[World], power: str) -> Iterator[Event]:
    """The levy and the operations of one power; no power plays twice in a year."""
    world = turn.world
    if power in world.rested or not world.in_play(power) or not world.player_of(power) or world.over:
        return
    seat = world.player_of(power) or ""
    paper = papers(turn, seat)
    lines = paper.block(world, power)
    npp = world.powers[power].kind != "pp"
    held = tuple(place for place in world.places(power) if is_on_map(place)) if npp else ()
    yield SegmentOpened(power, held_back(world, paper, power), lines is not paper.any, held)
    seg = world.segment
    assert seg
    yield from levy_segment(turn, seg, paper, lines)
    if seg.goes_on(world):
        yield from operations_segment(turn, seg, paper, lines)
    yield Rested(power)


def levy_segment(turn: Turn[World], seg: Segment, paper: Papers, lines: list[Line]) -> Iterator[Event]:
    """Income, disbanding, upkeep, then whatever points buy, in the order of the sheet [12.0]."""
    world = turn.world
    yield from dealings.funded(turn, seg.power)
    yield from tried(turn, paper, lines, HARVEST)
    if not seg.goes_on(world):
        return
    more = seg.more
    found, burgs, loot = land_shares(world, seg.power), burg_levy(world, seg.power), world.powers[seg.power].loot
    land = int(sum(found.values(), NOTHING))
    yield Mustered(seg.power, land, burgs, loot, more, tuple((area, str(share)) for area, share in found.items()))
    yield from tried(turn, paper, lines, DISBANDING)
    yield from maintained(turn, seg)
    yield from tried(turn, paper, lines, LEVY)


def operations_segment(turn: Turn[World], seg: Segment, paper: Papers, lines: list[Line]) -> Iterator[Event]:
    """Force after force, line after line [14.0]."""
    world = turn.world
    yield SegmentBegan(seg.power)
    yield from mesalliance(turn, seg)
    yield from tried(turn, paper, lines, OPERATING)
    if world.over:
        return
    yield from close(turn, seg)
    if seg.goes_on(world) and seg.cut_after is None:
        yield from dutiful(turn, seg)
        yield from close(turn, seg)
    if seg.goes_on(world) and seg.ceremonial:
        yield from ceremony(turn, seg.power)


def messages(turn: Turn[World]) -> Iterator[Event]:
    for paper in everyone(turn):
        yield from (Said(paper.seat, message) for message in paper.sheet.messages)


def sequence(world: World) -> tuple[Step[World], ...]:
    """A set-up turn places forces; every other turn is a year."""
    return SETUP_TURN if world.turn == 0 else YEAR


SETUP_TURN = (
    Step(SETUP, "H10", "new players", missed.takeovers),
    Step(SETUP, "H13", "standing orders", doctrine.standing_orders),
    Step(SETUP, "4.0", "set-up", set_up_turn.place_all),
    Step(SETUP, "H2", "answers", set_up_turn.rest_void),
)
YEAR = (
    Step(START, "H10", "new players", missed.takeovers),
    Step(START, "H10", "seats the computer plays", roster.computers(lambda world: world.seats)),
    Step(START, "H13", "standing orders", doctrine.standing_orders),
    Step(START, "H2", "the sheets", heard),
    Step(START, "27.10", "the Magyars", dealings.magyars),
    Step(START, "23.1", "claims", dealings.claims),
    Step(DP, "H2", "the sheets", read_late),
    Step(DP, "7.0", "income", incomes),
    Step(DP, "6.0", "gifts", dealings.gifts),
    Step(INITIATIVE, "H2", "the sheets", read_late),
    Step(INITIATIVE, "8.0", "initiative", bid_for_initiative),
    Step(BIDDING, "H2", "the sheets", read_for_auction),
    Step(BIDDING, "9.0", "the auction of the Majors", auction),
    Step(BIDDING, "28.ALY", "alliances that did not arise", alliances_void),
    Step(VIKING, "H2", "the sheets", read_late),
    Step(VIKING, "10.1", "the Viking raid", viking_raid),
    Step(VIKING, "28.VKD", "dealings with raiders that did not arise", raids_void),
    Step(OPERATIONS, "H2", "the sheets", read_late),
    Step(OPERATIONS, "28.OAT", "oaths", oaths),
    Step(OPERATIONS, "11.0", "campaigns", campaigns),
    Step(OPERATIONS, "21.0", "spies and disclosures", espionage),
    Step(OPERATIONS, "H3", "lines for any power", for_any),
    Step(OPERATIONS, "H3", "answers", never_arose),
    Step(END, "H2", "the sheets", the_end),
    Step(END, "26.1", "victory points", endgame.count_points),
    Step(END, "25.0", "the end of the game", endgame.game_end),
    Step(END, "6.0", "messages", messages),
    Step(END, "H10", "missed turns", missed.missed_turns),
    Step(END, "25.0", "the year closes", endgame.close_year),
)
SEQUENCE = (*SETUP_TURN, *YEAR)
