"""A year of Carolingian Twilight: its seven parts in order, and the set-up before the first [4, 5.0]."""

from collections.abc import Iterator

from pbm.rules.condition import bare
from pbm.rules.engine import Step, Turn
from pbm.rules.event import Event, Said
from pbm.rules.order import Line
from pbm.rulesets.twilight import anyblock, dealings, doctrine, endgame, missed, set_up_turn
from pbm.rulesets.twilight.auction import incomes, initiative
from pbm.rulesets.twilight.bidding import Auction
from pbm.rulesets.twilight.board import Board, alliances_void
from pbm.rulesets.twilight.duty import dutiful
from pbm.rulesets.twilight.forces import Rested
from pbm.rulesets.twilight.leaders import CEREMONY, LeaderFell
from pbm.rulesets.twilight.levy import Mustered, Purse, burg_levy, land_shares, maintained
from pbm.rulesets.twilight.moments import MOMENTS, UNMET, ceremony, due, harvest, mesalliance, oaths, play_now, vikings
from pbm.rulesets.twilight.operations import close
from pbm.rulesets.twilight.orders.base import FieldOrder, LevyOrder, Timed
from pbm.rulesets.twilight.orders.levying import Disband
from pbm.rulesets.twilight.orders.marching import Force
from pbm.rulesets.twilight.orders.playing import DIPLOMACY, Play
from pbm.rulesets.twilight.orders.wishes import Buyoff, Hold
from pbm.rulesets.twilight.segments import Segment, began, opened
from pbm.rulesets.twilight.sheet import (
    Papers,
    answered,
    everyone,
    heard,
    minors_of,
    papers,
    told,
)
from pbm.rulesets.twilight.spies import espionage
from pbm.rulesets.twilight.viking import raid
from pbm.rulesets.twilight.voids import never_arose, void
from pbm.rulesets.twilight.world import NOTHING, World

SETUP, START, DP, INITIATIVE, BIDDING, VIKING, OPERATIONS, END = (
    "setup", "start", "dp", "initiative", "bidding", "viking", "operations", "end",
)  # fmt: skip
PARTS = (SETUP, START, DP, INITIATIVE, BIDDING, VIKING, OPERATIONS, END)


def bid_for_initiative(turn: Turn) -> Iterator[Event]:
    board = Board(turn)
    yield from initiative(turn, board)


def auction(turn: Turn) -> Iterator[Event]:
    yield from Auction(turn, Board(turn)).run()
    yield from heard(turn)


def viking_raid(turn: Turn) -> Iterator[Event]:
    if turn.world.settings.vikings:
        plan = yield from vikings(turn)
        yield from raid(turn, plan)


def raids_void(turn: Turn) -> Iterator[Event]:
    yield from void(turn, Play, mark=DIPLOMACY)
    yield from void(turn, Buyoff)


def read_late(turn: Turn) -> Iterator[Event]:
    """The sheets are read before the first part that is played, whichever that is: standing orders first."""
    if heard not in turn.kept:
        yield from doctrine.standing_orders(turn)
    yield from heard(turn)


def read_for_auction(turn: Turn) -> Iterator[Event]:
    """Bids that may be made are answered when they are opened."""
    if heard not in turn.kept:
        yield from doctrine.standing_orders(turn)
    yield from heard(turn, auction=True)


def the_end(turn: Turn) -> Iterator[Event]:
    """Where nothing but the end of a year is played, no other line arises any more."""
    yield from read_late(turn)
    yield from never_arose(turn)


def campaigns(turn: Turn) -> Iterator[Event]:
    """Powers by slot, each player's power followed by the player's Minors [11.0]."""
    world: World = turn.world
    played: list[str] = []
    for power in list(world.order):
        own = world.in_play(power) and world.powers[power].kind == "pp"
        seat = world.player_of(power) if own else fallen_seat(turn, power)
        yield from campaign(turn, power, played)
        yield from minors_play(turn, seat, played)
        if world.over:
            return


def fallen_seat(turn: Turn, power: str) -> str | None:
    """The player whose own power it was until its leader fell this year."""
    if not turn.world.fell:
        return None
    fallen = [event for event in turn.journal if isinstance(event, LeaderFell) and event.who == power]
    return fallen[-1].seat if fallen else None


def minors_play(turn: Turn, seat: str | None, played: list[str]) -> Iterator[Event]:
    world: World = turn.world
    if seat is None:
        return
    while left := [code for code in minors_of(turn, seat) if code not in played and not world.over]:
        yield from campaign(turn, left[0], played)


def campaign(turn: Turn, power: str, played: list[str]) -> Iterator[Event]:
    """The levy and the operations of one power; no power plays twice in a year."""
    world: World = turn.world
    if power in played or not world.in_play(power) or not world.player_of(power) or world.over:
        return
    played.append(power)
    seat = world.player_of(power) or ""
    paper = papers(turn, seat)
    purse = Purse(power, 0, held_back(world, paper, power))
    seg = opened(turn, power, purse)
    lines = paper.block(world, power)
    seg.by_name = lines is not paper.any
    yield from levy_segment(turn, seg, paper, lines)
    if seg.goes_on(world):
        yield from operations_segment(turn, seg, paper, lines)
    yield Rested(power)
    world.segment = None


def held_back(world: World, paper: Papers, power: str) -> int:
    """DP that HOLD keeps from the levy of a power."""
    wishes = [order.points for _, order in paper.binding(world, power, Hold)]
    if not wishes:
        return 0
    return world.powers[power].dp if wishes[-1] == "ALL" else int(wishes[-1])


def levy_segment(turn: Turn, seg: Segment, paper: Papers, lines: list[Line]) -> Iterator[Event]:
    """Income, disbanding, upkeep, then whatever points buy, in the order of the sheet [12.0]."""
    world: World = turn.world
    more = yield from dealings.funded(turn, seg.power)
    more += yield from harvest(turn, seg, paper, lines)
    if not seg.goes_on(world):
        return
    found, burgs, loot = land_shares(world, seg.power), burg_levy(world, seg.power), world.powers[seg.power].loot
    land = int(sum(found.values(), NOTHING))
    yield Mustered(seg.power, land, burgs, loot, more, tuple((area, str(share)) for area, share in found.items()))
    seg.purse.levy = land + burgs + loot + more
    yield from tried(turn, seg, paper, [line for line in lines if isinstance(line.order, Disband)])
    yield from maintained(turn, seg.purse)
    rest = [line for line in lines if is_of(line, LevyOrder) and not isinstance(line.order, Disband)]
    yield from tried(turn, seg, paper, rest)


def is_of(line: Line, kind: type[Timed]) -> bool:
    return isinstance(bare(line.order), kind)


def operations_segment(turn: Turn, seg: Segment, paper: Papers, lines: list[Line]) -> Iterator[Event]:
    """Force after force, line after line [14.0]."""
    world: World = turn.world
    yield from began(seg)
    seg.ceremonial = world.out.get(CEREMONY) == seg.power
    yield from mesalliance(turn, seg)
    yield from tried(turn, seg, paper, [line for line in lines if is_of(line, FieldOrder)])
    if world.over:
        return
    yield from close(turn, seg)
    if seg.goes_on(world) and seg.cut_after is None:
        yield from dutiful(turn, seg)
        yield from close(turn, seg)
    if seg.goes_on(world) and seg.ceremonial:
        yield from ceremony(turn, seg.power)


def tried(turn: Turn, seg: Segment, paper: Papers, lines: list[Line]) -> Iterator[Event]:
    """Each line when it comes up: void if its condition does not hold, failed with a reason, or carried out."""
    world: World = turn.world
    done = frozenset(answered(turn, paper))
    for line in lines:
        if not seg.goes_on(world) or is_cut(seg, line):
            return
        if line.number not in done:
            yield from attempted(turn, seg, paper, line)


def is_cut(seg: Segment, line: Line) -> bool:
    """A Mesalliance ends the segment at the next FORCE."""
    return seg.cut_after is not None and (seg.cut_after == 0 or (is_of(line, Force) and len(seg.used) >= seg.cut_after))


def attempted(turn: Turn, seg: Segment, paper: Papers, line: Line) -> Iterator[Event]:
    world: World = turn.world
    order = bare(line.order)
    assert isinstance(order, Timed)
    if getattr(order, "mark", None) in MOMENTS and not isinstance(order, LevyOrder):
        return
    if not due(world, seg.power, line):
        yield told(paper, seg.power, line, "void", UNMET)
        return
    if isinstance(order, Force):
        yield from close(turn, seg)
    if isinstance(order, Play):
        yield from play_now(turn, seg, paper, line)
        return
    if reason := order.refused(turn, seg):
        yield told(paper, seg.power, line, "failed", reason)
        return
    yield told(paper, seg.power, line, "ok", *order.left_out(turn, seg))
    yield from order.run(turn, seg)


def messages(turn: Turn) -> Iterator[Event]:
    for paper in everyone(turn):
        yield from (Said(paper.seat, message) for message in paper.sheet.messages)


def sequence(world: World) -> tuple[Step, ...]:
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
    Step(START, "H10", "seats the computer plays", missed.computer_plays),
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
    Step(OPERATIONS, "H3", "lines for any power", anyblock.settled),
    Step(OPERATIONS, "H3", "answers", never_arose),
    Step(END, "H2", "the sheets", the_end),
    Step(END, "26.1", "victory points", endgame.count_points),
    Step(END, "25.0", "the end of the game", endgame.game_end),
    Step(END, "6.0", "messages", messages),
    Step(END, "H10", "missed turns", missed.missed_turns),
    Step(END, "25.0", "the year closes", endgame.close_year),
)
SEQUENCE = (*SETUP_TURN, *YEAR)
