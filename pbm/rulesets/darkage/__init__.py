"""Dark Age: sixteen kingdoms in Dark Age Britain, sixteen actions a turn, no dice in battle.

The contents page: the sequence of play is in `turn`, the actions stand in the order of the rulebook in `attack`
and `stance` (5), `build`, `people` and `loans` (6), `spying` (7), `sea` (8), `general` (9) and `kings` (10).
"""

from functools import cache, partial

from pbm.reading.words import Words
from pbm.rules.corrections import corrected
from pbm.rules.event import events_of
from pbm.rules.order import ALL, Slots
from pbm.rulesets import contract as of
from pbm.rulesets.darkage import (
    build,
    casework,
    corrections,
    general,
    kings,
    missed,
    people,
    sea,
    selfplay,
    spying,
    stance,
    turn,
    victory,
)
from pbm.rulesets.darkage.action import LAST_ACTION, Action, Counted, action
from pbm.rulesets.darkage.everyday import HABITS
from pbm.rulesets.darkage.map import DATA, Map, britain, nations, starts
from pbm.rulesets.darkage.prizes import KNOCKED_OUT, prizes
from pbm.rulesets.darkage.rulebook import RULEBOOK
from pbm.rulesets.darkage.setup import set_up
from pbm.rulesets.darkage.tables import tables
from pbm.rulesets.darkage.view import View, recall, remembered, told, view
from pbm.rulesets.darkage.world import Position, Settings, World, opened
from pbm.rulesets.desk import Desk
from pbm.rulesets.late import Late

later = partial(Late, __name__)
CHAPTERS = (build, people, sea, spying, stance)
"""Chapters that nothing else imports: with them their orders and events are in the book."""

SPELLINGS = {"KONVOY": "CONVOY"}


def words(world: World) -> Words:
    """What its order lines may name."""
    return british() if world.map is britain() else words_on(world.map)


@cache
def british() -> Words:
    return words_on(britain())


def words_on(land: Map) -> Words:
    pairs = {city: place.hinterland for city, place in land.items() if place.hinterland}
    return Words(
        kinds={
            "area": {code: place.name for code, place in land.items()},
            "power": {code: nation.name for code, nation in nations().items()},
        },
        called={"power": "kingdom"},
        aliases={place.label: code for code, place in land.items() if place.label},
        pairs=pairs | {hinterland: city for city, hinterland in pairs.items()},
        near={code: place.near for code, place in land.items()},
        spellings=SPELLINGS,
        rule="1.8",
        code_rule="2.2",
        contact_rule="1.9",
        habits=HABITS,
    )


def notes(kind: type[Action]) -> list[str]:
    """How its number is read, if it has one."""
    if not issubclass(kind, Counted):
        return []
    blank = f"left blank it means {kind.blank}" if kind.blank else "it must be given"
    stars = "ALL and AB- may" if kind.star else "ALL may, AB- may not" if kind.blank == ALL else "ALL and AB- may not"
    return [
        f"The number: {blank}; {stars} be written.",
        "More than there is: the action fails." if kind.strict else "More than possible: it is cut to what is.",
    ]


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="darkage",
    title="Dark Age",
    version="7",
    data=DATA,
    book=of.Book(
        actions=action,
        events=events_of(__name__),
        sequence=turn.SEQUENCE,
        notes=notes,
        purses=lambda world, who: {"BPs": world.kingdoms[who].bp} if who in world.kingdoms else {},
    ),
    state=of.State(
        kind=Position,
        seats=lambda settings: {nation.code: nation.name for nation in starts().kingdoms},
        setup=set_up,
        result=victory.result,
        settings=Settings,
        at_start=("start_bonus",),
        opened=opened,
        players=lambda world: list(world.order),
        tables=tables,
        prizes=prizes,
        knocked_out=KNOCKED_OUT,
    ),
    language=of.Language("darkage", action, words, Slots(LAST_ACTION)),
    sight=of.Sight(View, view, later("foresight", "opening"), told),
    reports=of.Reports(
        chapter=later("report.public", "chapter"),
        report=later("report", "report"),
        roundup=later("report.public", "roundup"),
        remembered=remembered,
        annals=later("report.keepsake", "annals"),
        unit=("area", "areas"),
        recall=recall,
        about=later("report", "about"),
        ahead=("danger", "income", "blockade", "order", "next_census"),
        battles=("attack", "raid", "pillage", "siege"),
        style=later("report.words", "style"),
        boxes=("action", "box 1", "box 2", "number"),
        rule="Sixteen actions at most, played one each round in the order of play. What is left blank is not played.",
        purse="BPs",
    ),
    seats=of.Seats(
        changed=lambda journal: {event.who: event.new for event in journal if isinstance(event, kings.Exchanged)},
        is_vacant=missed.is_vacant,
        resigned=lambda power: f"KINGDOM {power} control=dropout",
        correct=partial(corrected, corrections.Corrected),
    ),
    cases=casework.CASES,
    computer=of.Computer(
        players=selfplay.TEMPERAMENTS,
        usual=selfplay.USUAL,
        stand_in=missed.stand_in,
        write=later("computer", "write"),
        figures=selfplay.FIGURES,
        standings=selfplay.standings,
        audit=selfplay.audit,
    ),
    proof=later("foresight", "foresee"),
    advice=later("advice", "counsel"),
    rulebook=RULEBOOK,
    voting=of.Voting(early=victory.ended_early),
    desk=Desk(
        price=later("desk", "price"),
        cuts=("",),
        idle=general.Tax.word,
        stock=later("desk", "stock"),
        fights=later("desk", "fights"),
        ahead=("income",),
    ),
)
