"""Carolingian Twilight: the Frankish world falling apart, two to six heirs, ten scenarios from 806 to 888.

The contents page: the sequence of play is in `turn`, how a line is played in `playing`, what all orders have in common
in `order`, a player's sheet in `sheet` and `answers`. The chapters follow the rulebook, each with its events, its
orders and their plans: `set_up_turn` and `setup` (4, 27), `dealings` (6, 23.1), `auction`, `board` and `bidding` (7 to
9), `viking` and `buyoff` (10, 29.3), `levy` and `raising` (12), `forces`, `operations`, `marching` and `moves` (13 to
16, 18, 19), `combat` and `attacks` (17), `plays`, `hands`, `fortunes`, `calamities` and `moments` (20, 22, 28), `spies`
(21), `leaders` (23, 29.2), `duty` (24), `endgame` (25, 26); `doctrine`, `conditions` and `missed` are by mail alone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial

from pbm.reading.words import Words
from pbm.rules.dice import Dice
from pbm.rules.event import events_of
from pbm.rules.order import Lines, Order
from pbm.rules.result import Result
from pbm.rulesets import contract as of
from pbm.rulesets.desk import Desk
from pbm.rulesets.late import Late
from pbm.rulesets.twilight import attacks, calamities, corrections, endgame, first_turn, missed, sheet, spies, turn
from pbm.rulesets.twilight.casework import CASES
from pbm.rulesets.twilight.everyday import HABITS
from pbm.rulesets.twilight.map import DATA, chart, listed
from pbm.rulesets.twilight.order import action
from pbm.rulesets.twilight.position import Doctrine, Position, Settings
from pbm.rulesets.twilight.report.holdings import written
from pbm.rulesets.twilight.rulebook import RULEBOOK
from pbm.rulesets.twilight.setup import seats_of, set_up
from pbm.rulesets.twilight.sight import View, imagined, known, told, view
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.world import World, closed, meanwhile, opened

later = partial(Late, __name__)
CHAPTERS = (attacks, calamities)
"""Chapters that nothing else imports: with them their orders and events are in the book."""
lines_of = later("computer", "lines_of")
MOST_LINES = 150
RULE = (
    f"Up to {MOST_LINES} lines, read from the top; what you leave out is done as the notes after ; say. "
    "Lines before the first FOR are your own power's; FOR BYZ opens the block of Byzantium, FOR ANY that of every "
    "other power you get."
)
HEIRS = range(2, 10)
REBELS = range(1, 100)


@cache
def arising() -> dict[str, str]:
    """Codes of powers that may yet arise: rebels and heirs."""
    marks = {row.code for row in tables().markers}
    letters = {code[:2] for code, row in listed().items() if row.frankish}
    heirs = {f"{two}{digit}" for two in sorted(letters) for digit in HEIRS}
    rebels = {f"RB{number}": "" for number in REBELS}
    return rebels | {code: "" for code in sorted(heirs) if code not in listed() and code not in marks}


@cache
def vocabulary() -> dict[str, dict[str, str]]:
    places = {code: spot.name for code, spot in chart().items()}
    powers = {code: row.name for code, row in listed().items()}
    return {
        "loc": places | {"HOME": ""},
        "spot": places,
        "power": powers | arising(),
        "mark": {row.code: row.name for row in tables().markers},
    }


def first_names(world: World) -> dict[str, str]:
    """The leaders who are in play, by the names that only one of them has: Lothar."""
    powers = vocabulary()["power"]
    firsts = {code: name.split()[0] for code in world.powers if " " in (name := powers.get(code) or "")}
    shared = Counter(firsts.values())
    return {name: code for code, name in firsts.items() if shared[name] == 1}


def words(world: World) -> Words:
    return Words(
        kinds=vocabulary(),
        called={"loc": "place", "spot": "place", "mark": "marker"},
        mixed={"thing": ("loc", "power")},
        near={code: tuple(spot.links) for code, spot in chart().items()},
        rule="H2",
        code_rule="H2",
        contact_rule="6.0",
        habits=HABITS,
        aliases=first_names(world),
    )


def result(world: World) -> Result | None:
    """Levels for all who survive; the highest wins. If every leader fell, the foreign powers have triumphed."""
    if not world.over:
        return None
    best = max(world.vp.values(), default=0)
    winners = tuple(who for who in world.levels if world.vp.get(who) == best)
    text = ", ".join(f"{who} {level}" for who, level in sorted(world.levels.items()))
    how = world.levels[winners[0]] if winners else "moral"
    return Result(how, text or "no Frankish leader is left", winners, dict(world.levels))


def write(view: View, temperament: str, dice: Dice) -> Sequence[tuple[Order, str]]:
    """The lines of a computer player, from what its report shows; no more than a player may send."""
    world = known(view)
    reader = RULESET.language.reader(world)
    chosen = lines_of(world, view.who, temperament)[:MOST_LINES]
    return [(order, why) for line, why in chosen if (order := reader.order(line))]


def standings(world: World) -> Mapping[str, of.SeatScore]:
    return {
        seat: of.SeatScore(world.vp.get(world.own_power(seat) or "", 0), world.own_power(seat) is not None, ())
        for seat in world.seats
    }


def purses(world: World, who: str) -> Mapping[str, int]:
    """DP, and while a power of theirs has its segment its LP and OP."""
    own, segment = world.own_power(who), world.segment
    held = {"DP": world.powers[own].dp} if own else {}
    if not segment or segment.seat != who:
        return held
    of = "" if segment.power == own else f" of {segment.power}"
    return held | {f"LP{of}": segment.levy, f"OP{of}": segment.op}


def holdings(world: World, who: str) -> list[str]:
    """Of their own power: foreign ones are put up again every year."""
    own = world.own_power(who)
    return [code for code, spot in chart().items() if own and spot.kind != "sea" and world.holder(code) == own]


def in_force(world: World, who: str) -> Mapping[str, str]:
    """The standing orders of their powers that are not the usual ones."""
    usual = list(written(Doctrine()))
    lines = [f"{power}: {line}" for power in world.powers_of(who) for line in written(world.doctrine(power))]
    return {line: line for line in lines if line.partition(": ")[2] not in usual}


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="twilight",
    title="Carolingian Twilight",
    version="6",
    data=DATA,
    book=of.Book(
        paragraphs=of.read_paragraphs(DATA),
        actions=action,
        events=events_of(__name__),
        sequence=turn.sequence,
        parts=turn.PARTS,
        purses=purses,
        holdings=holdings,
        doctrine=in_force,
    ),
    state=of.State(
        kind=Position,
        seats=seats_of,
        setup=set_up,
        result=result,
        settings=Settings,
        at_start=("scenario",),
        set_up_sheet=lambda settings: True,
        opened=opened,
        closed=closed,
        meanwhile=meanwhile,
        players=lambda world: [seat for seat in world.seats if world.players[seat].control != "out"],
    ),
    language=of.Language("twilight", action, words, Lines(MOST_LINES)),
    sight=of.Sight(View, view, known, told, imagined),
    reports=of.Reports(
        chapter=later("report.public", "chapter"),
        report=later("report", "report"),
        roundup=later("report.public", "roundup"),
        about=later("report", "about"),
        ahead=("budget", "bill", "reach", "levy", "majors", "end"),
        battles=("combat", "pillage"),
        secrets=(spies.Seen,),
        filled=later("report.form", "filled"),
        rule=RULE,
    ),
    seats=of.Seats(
        is_vacant=missed.is_vacant,
        seat_of=lambda world, power: world.powers[power].player or power,
        resigned=corrections.resigned,
        correct=corrections.correct,
    ),
    cases=CASES,
    computer=of.Computer(
        players=(missed.STEWARD, missed.WARLORD, missed.SILENT),
        usual=missed.WARLORD,
        stand_in=missed.stand_in,
        write=write,
        samples=first_turn.samples,
        standings=standings,
        audit=later("audit", "audit"),
    ),
    voting=of.Voting(early=endgame.ended_early),
    desk=Desk(
        price=later("desk", "price"),
        barred=later("desk", "barred"),
        reach=later("desk", "reach"),
        needs=later("desk", "needs"),
        in_play=later("desk", "is_in_play"),
        purses=later("desk", "purses"),
        cuts=("BID ", "LEVY ", "BUY "),
        aside=sheet.For.word,
        blocks=later("desk", "blocks"),
        in_blocks=later("desk", "in_blocks"),
        ahead=("budget",),
    ),
    rulebook=RULEBOOK,
)
