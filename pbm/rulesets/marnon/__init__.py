"""By The Sword, the campaign for Marnon: up to six powers, forty-four areas, five seas, two decks of cards.

The contents page: the sequence of play is in `turn`, the position in `world`, what an order is in `order`, how lines
are played in `playing`. The chapters are in folders: `realm`, `land`, `sea`, `war`, `crowns`, `cards`, `others`; each
module has its events, its orders and what comes of them.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

from pbm.reading.words import Words
from pbm.reports import Chapter
from pbm.rules.event import events_of
from pbm.rules.order import Lines
from pbm.rules.result import Result
from pbm.rulesets import contract as of
from pbm.rulesets.desk import Desk
from pbm.rulesets.late import Late
from pbm.rulesets.marnon import corrections, turn
from pbm.rulesets.marnon.casework import CASES
from pbm.rulesets.marnon.codes import CASTELLAN, INVADER, castle_power
from pbm.rulesets.marnon.everyday import HABITS, MEASURES
from pbm.rulesets.marnon.house import Settings
from pbm.rulesets.marnon.map import DATA, area_codes, areas, borders, castles, home_of, regions, seas
from pbm.rulesets.marnon.order import action
from pbm.rulesets.marnon.playing import MOST_LINES
from pbm.rulesets.marnon.realm import victory
from pbm.rulesets.marnon.realm.standing import in_force
from pbm.rulesets.marnon.rulebook import RULEBOOK
from pbm.rulesets.marnon.setup import choice_order, seats_of, set_up
from pbm.rulesets.marnon.sight import View, imagined, known, samples, told, view
from pbm.rulesets.marnon.tables import mercenaries
from pbm.rulesets.marnon.war.at_table import speaker
from pbm.rulesets.marnon.wishes import house_rules
from pbm.rulesets.marnon.world import World, closed, opened

later = partial(Late, __name__)
RULE = (
    f"Up to {MOST_LINES} lines, read from the top within each step of the turn; MARCH and PASS lines one a go. "
    "A condition stands at the end of a line: IF NOT ENEMY R1T3 AND CASH 20."
)


@cache
def vocabulary() -> dict[str, dict[str, str]]:
    return {
        "area": {code: area.name for code, area in areas().items()},
        "zone": {code: sea.name for code, sea in seas().items()},
        "power": {row.power: row.name for row in regions().values()}
        | {INVADER: "The Invader", CASTELLAN: "The Free Castles"}
        | {castle_power(code): "" for code in castles()},
        "region": dict.fromkeys(regions(), ""),
    }


def companies() -> dict[str, str]:
    """The cards of mercenaries by their names, but for those whose name is part of another, or a word for something."""
    names = [row.name.casefold() for row in mercenaries().values()]
    alone = {name for name in names if sum(name in other for other in names) == 1} - MEASURES
    return {row.name.casefold(): code for code, row in mercenaries().items() if row.name.casefold() in alone}


@cache
def vocabulary_words() -> Words:
    return Words(
        kinds=vocabulary(),
        called={"zone": "sea"},
        mixed={
            "spot": ("area", "zone"),
            "thing": ("area", "power", "region"),
            "holding": ("area", "region"),
            "reader": ("power",),
        },
        near={code: tuple(borders()[code]) for code in areas()},
        rule="3.5",
        code_rule="3.1",
        contact_rule="3.5",
        habits=replace(HABITS, phrases={**companies(), **HABITS.phrases}),
    )


def words(world: World) -> Words:
    return vocabulary_words()


def result(world: World) -> Result | None:
    if world.winner is None:
        return None
    names = world.names()
    return Result("victory", f"{names.get(world.winner, world.winner)} won", (world.winner,))


def standings(world: World) -> Mapping[str, of.SeatScore]:
    return {
        who: of.SeatScore(world.score(who), power.status != "out", (power.points,))
        for who, power in world.powers.items()
        if (who in home_of() and power.status != "np") or who == CASTELLAN
    }


def purses(world: World, who: str) -> Mapping[str, int]:
    return {"crowns": world.powers[who].cash} if who in world.powers else {}


def chapter(world: World) -> Chapter:
    """Public figures: territories and castles, and who owns what."""
    scores = {who: world.score(who) for who in world.powers if who in home_of() or who == INVADER}
    return Chapter(world.turn, {"areas": scores}, {code: world.owner(code) for code in area_codes()})


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="marnon",
    title="By The Sword",
    version="6",
    data=DATA,
    book=of.Book(
        actions=action,
        events=events_of(__name__),
        sequence=turn.sequence,
        parts=turn.PARTS,
        purses=purses,
        doctrine=lambda world, who: {line: line for line in in_force(world, who)},
    ),
    state=of.State(
        kind=World,
        seats=seats_of,
        setup=set_up,
        result=result,
        settings=Settings,
        at_start=("scenario", "castles", "np_castles", "invasion", "start_cash", "start_spread"),
        set_up_sheet=lambda settings: True,
        opened=opened,
        closed=closed,
        meanwhile=lambda world: world.now,
        players=lambda world: world.senders(),
        choosing=choice_order,
        wishes=lambda settings: (*castles(), CASTELLAN),
        granted=lambda settings, wishes: house_rules(settings.scenario, settings.castles, wishes),
    ),
    language=of.Language("marnon", action, words, Lines(MOST_LINES, boxes=True)),
    sight=of.Sight(View, view, known, told, imagined),
    reports=of.Reports(
        chapter=chapter,
        report=later("report", "report"),
        roundup=later("report.public", "roundup"),
        about=later("report", "about"),
        ahead=("card", "mercenaries", "room", "reach", "sails", "expected"),
        battles=("battle", "seafight", "capture"),
        lead="areas",
        unit=("area", "areas"),
        filled=later("report.form", "filled"),
        form=later("report.form", "form"),
        lines=22,
        rule=RULE,
        purse="crowns",
    ),
    seats=of.Seats(
        orders_for=speaker,
        is_vacant=lambda world, who: who in world.powers and world.powers[who].control == "dropout",
        resigned=corrections.resigned,
        correct=corrections.correct,
    ),
    cases=CASES,
    computer=of.Computer(
        players=("steward", "marshal", "silent", "random"),
        usual="marshal",
        stand_in=later("computer", "stand_in"),
        write=later("computer", "write"),
        samples=samples,
        standings=standings,
        figures=("points",),
        audit=later("audit", "audit"),
    ),
    rulebook=RULEBOOK,
    voting=of.Voting(early=victory.ended_early),
    desk=Desk(cuts=("BUY ARMY ",), goes=("MARCH", "REACT", "SAIL", "PATROL", "TREK", "ENVOY"), ahead=("expected",)),
)
