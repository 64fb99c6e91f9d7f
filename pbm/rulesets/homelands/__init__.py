"""Homelands: peoples who sow, herd, build, trade, march and starve, in six eras on six maps."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial

from pbm.reading.words import Words
from pbm.rules.event import events_of
from pbm.rules.order import Lines
from pbm.rules.result import Result
from pbm.rulesets import contract as of
from pbm.rulesets.desk import Desk
from pbm.rulesets.homelands import corrections, looting, pacts, ranks, standing, turn, victory
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.casework import CASES
from pbm.rulesets.homelands.everyday import HABITS
from pbm.rulesets.homelands.missed import PLAYERS, WARLORD, stand_in
from pbm.rulesets.homelands.order import action
from pbm.rulesets.homelands.rulebook import RULEBOOK
from pbm.rulesets.homelands.settings import Settings
from pbm.rulesets.homelands.setup import seats_of, set_up
from pbm.rulesets.homelands.sight import View, known, told, view
from pbm.rulesets.homelands.tables import DATA, SPRING
from pbm.rulesets.homelands.victory import importance_of
from pbm.rulesets.homelands.world import Position, World, closed, opened
from pbm.rulesets.late import Late

later = partial(Late, __name__)
CHAPTERS = (looting, ranks)
"""Chapters that nothing else imports: with them their orders and events are in the book."""
MOST_LINES, BLANK_LINES = 300, 40
OTHER = re.compile(r"[A-Z][\w ]+\w(?=[,)])")
"""Another name of a field, in brackets; one with `the` is a thing rather than a name."""
RULE = (
    f"Up to {MOST_LINES} lines, in any order: each is played in its step. A number may be n, ALL or AB-n (all but n). "
    "Standing orders stay as they are until you change them."
)


def words(world: World) -> Words:
    """Fields by the names that reports print: Cantium, not Cantium (Kent)."""
    fields = {code: name.split(" (")[0] for code, name in world.chart.names().items()}
    powers = {code: start.name for code, start in world.chart.starts.items()}
    powers |= {code: realm.name for code, realm in world.powers.items()}
    return Words(
        kinds={"field": fields, "power": powers},
        aliases=other_names(world.chart.names()) | {n.split(" of ")[0]: c for c, n in powers.items() if " of " in n},
        near=world.chart.near,
        rule="3.2",
        code_rule="3.2",
        contact_rule="3.2",
        habits=HABITS,
    )


def other_names(fields: Mapping[str, str]) -> dict[str, str]:
    """Fields by what stands in brackets behind their names, if no other has it: Kent for Cantium (Kent)."""
    bracketed = {code: OTHER.findall(name.partition(" (")[2]) for code, name in fields.items()}
    shared = Counter(name for names in bracketed.values() for name in names)
    return {name: code for code, names in bracketed.items() for name in names if shared[name] == 1}


def result(world: World) -> Result | None:
    if not world.result:
        return None
    name = world.names()[world.result.winner]
    return Result(world.result.by, f"{name} won by {world.result.by}", (world.result.winner,))


def is_out(world: World, who: str) -> bool:
    """Without units and settlements, unless it has still to enter [5.2.6, 5.15.3]."""
    enters = world.faction(who).late
    waits = enters > world.year or (enters == world.year and world.season == SPRING)
    return world.turn > 0 and not waits and not world.is_active(who)


def standings(world: World) -> Mapping[str, of.SeatScore]:
    """Importance as it would be counted now, and the figures behind it."""
    board = Board(world)
    return {
        who: of.SeatScore(
            importance_of(world, board, who),
            world.is_active(who),
            (len(board.land(who)), world.unit_count(who), len(world.settlements(who)), world.powers[who].vp),
        )
        for who in world.codes
    }


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="homelands",
    title="Homelands",
    version="6",
    data=DATA,
    book=of.Book(
        actions=action,
        events=events_of(__name__),
        sequence=turn.sequence,
        purses=lambda world, who: {"gold": world.powers[who].gold, "PP": world.powers[who].pp},
        doctrine=standing.in_force,
    ),
    state=of.State(
        kind=Position,
        seats=seats_of,
        setup=set_up,
        result=result,
        settings=Settings,
        at_start=("era", "powers", "borders", "factions"),
        set_up_sheet=lambda settings: True,
        opened=opened,
        closed=closed,
        meanwhile=lambda world: world.round,
    ),
    language=of.Language(
        "homelands", action, words, Lines(MOST_LINES, longest=400, words=24, as_written=True, boxes=True)
    ),
    sight=of.Sight(View, view, known, told),
    reports=of.Reports(
        chapter=later("report.public", "chapter"),
        report=later("report", "report"),
        roundup=later("report.public", "roundup"),
        about=later("report", "about"),
        ahead=("season", "prestige", "sowing", "market", "prices"),
        battles=("battle", "siege", "taken"),
        secrets=(pacts.Offered, pacts.Gave),
        lead="VP",
        unit=("field", "fields"),
        filled=later("report.form", "filled"),
        form=later("report.form", "form"),
        lines=BLANK_LINES,
        rule=RULE,
    ),
    seats=of.Seats(is_out=is_out, resigned=corrections.resigned, correct=corrections.correct),
    cases=CASES,
    computer=of.Computer(
        players=PLAYERS,
        usual=WARLORD,
        write=later("computer", "write"),
        standings=standings,
        stand_in=stand_in,
        figures=("fields", "units", "settlements", "VP"),
        samples=later("first_turn", "samples"),
        audit=later("audit", "audit"),
    ),
    outlook=later("outlook", "ahead"),
    voting=of.Voting(early=victory.ended_early),
    desk=Desk(price=later("desk", "price"), cuts=("BUY ",), ahead=("food", "hunger")),
    rulebook=RULEBOOK,
)
