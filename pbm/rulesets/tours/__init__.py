"""The battle of Tours, 732: two armies, 75 units on 884 hexes, fought in a day of some sixteen letters.

The contents page: the sequence of play is in `turn`, the orders are in `orders`, the field in `ground`, the armies in
`forces` and their charts in `tables`; the chapters follow the rulebook.
"""

from collections.abc import Mapping
from functools import partial
from typing import get_args

from pbm.reading.words import Words
from pbm.rules.action import Action
from pbm.rules.corrections import corrected
from pbm.rules.event import events_of
from pbm.rules.order import Lines
from pbm.rulesets import contract as of
from pbm.rulesets.desk import Desk
from pbm.rulesets.late import Late
from pbm.rulesets.tours import corrections, doctrine, first_turn, missed, set_up, turn, victory
from pbm.rulesets.tours.casework import CASES
from pbm.rulesets.tours.everyday import HABITS, TAKES
from pbm.rulesets.tours.field import Attack, Lead, Mark
from pbm.rulesets.tours.forces import FORCES, NAMES, SIDES, UNITS, enemy_of
from pbm.rulesets.tours.ground import DATA, GRID
from pbm.rulesets.tours.order import action
from pbm.rulesets.tours.sight import View, known, view
from pbm.rulesets.tours.unit_lines import LINES
from pbm.rulesets.tours.world import Settings, World, shown

later = partial(Late, __name__)
MOST_LINES, BLANK_LINES = 60, 20
SHEET_RULE = (
    "At most sixty lines, played in their order. A filled-in box is a line and comes before the numbered lines; a box "
    "left as it is writes none. MARK, LEAD, MOVE, FACE, FIRE, HARRY and ATTACK may end in IF or IF NOT and one of "
    "FIRST, LAST, DIS n, ENG n, NEAR n, FAR n, LOST n, KILLED n, ACT contingent, AT unit hex."
)
WORDS = Words(
    kinds={
        "power": {side: row.name for side, row in FORCES.sides.items()},
        "unit": dict.fromkeys(UNITS, ""),
        "contingent": dict.fromkeys(FORCES.contingents, ""),
        "leader": dict.fromkeys(FORCES.leaders, ""),
        "wagon": dict.fromkeys(FORCES.wagons, ""),
        "place": dict.fromkeys(GRID, ""),
    },
    called={"power": "side"},
    rule="16.2",
    code_rule="16.2",
    contact_rule="16.1",
    exact=True,
    habits=HABITS,
    takes=TAKES,
)


def opened(world: World, settings: Settings) -> World:
    """A battle under its house rules."""
    world.settings = settings
    return world


def notes(kind: type[Action]) -> list[str]:
    """What else a player should know of an order."""
    if kind not in (Mark, Lead, *get_args(LINES), Attack):
        return []
    asked = ", ".join(str(one.form) for one in action.conditions.values())
    return [f"Behind it may stand IF, perhaps NOT, and one of these: {asked} [16.5]."]


def standings(world: World) -> Mapping[str, of.SeatScore]:
    """What each side has cost the other."""
    found = victory.points(world)
    return {side: of.SeatScore(found[enemy_of(side)], True, (found[side],)) for side in SIDES}


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="tours",
    title="The Battle of Tours",
    version="6",
    data=DATA,
    book=of.Book(
        actions=action,
        events=events_of(__name__),
        sequence=turn.sequence,
        notes=notes,
        doctrine=doctrine.in_force,
        holdings=lambda world, who: [code for code in world.units if UNITS[code].side == who],
    ),
    state=of.State(
        kind=World,
        seats=lambda settings: {side: FORCES.sides[side].name for side in SIDES},
        setup=set_up.set_up,
        result=victory.result,
        settings=Settings,
        at_start=("setup",),
        set_up_sheet=lambda settings: settings.setup == "sealed",
        opened=opened,
        closed=shown,
        meanwhile=lambda world: world.now,
        players=lambda world: list(SIDES),
        names=lambda world: NAMES,
    ),
    language=of.Language("tours", action, lambda world: WORDS, Lines(MOST_LINES, as_written=True, boxes=True)),
    sight=of.Sight(View, view, known),
    reports=of.Reports(
        chapter=later("report.public", "chapter"),
        report=later("report", "report"),
        roundup=later("report.public", "roundup"),
        about=later("report", "about"),
        battles=("attacks", "eliminated", "killed"),
        annals=later("report.keepsake", "annals"),
        filled=later("report.form", "filled"),
        form=later("report.form", "form"),
        lines=BLANK_LINES,
        rule=SHEET_RULE,
    ),
    seats=of.Seats(
        resigned=lambda side: f"SIDE {side} control=dropout",
        correct=partial(corrected, corrections.Corrected),
    ),
    cases=CASES,
    computer=of.Computer(
        players=missed.PLAYERS,
        usual=missed.CAPTAIN,
        stand_in=missed.stand_in,
        write=later("computer", "write"),
        samples=first_turn.samples,
        standings=standings,
        figures=("own losses",),
        audit=later("audit", "audit"),
    ),
    voting=of.Voting(early=victory.ended_early),
    desk=Desk(barred=later("desk", "barred"), needs=later("desk", "needs"), reach=later("desk", "reach")),
    rulebook=of.Rulebook(sections=later("rulebook", "sections")),
)
