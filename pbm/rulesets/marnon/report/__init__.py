"""Reports of Marnon: what there is to tell a player, out of the view and nothing else."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.forms import ordinal
from pbm.reports.sections import AnySection, Brief, Ending, Episodes, Fact, Figure, Figures, Grid, Orders, Row, columns
from pbm.reports.tell import finished, private_messages
from pbm.rules.event import counted
from pbm.rules.names import verb
from pbm.rulesets.marnon.map import areas, is_castle
from pbm.rulesets.marnon.report import castellan
from pbm.rulesets.marnon.report.maps import map_of_the_turn, plate
from pbm.rulesets.marnon.report.planning import planning
from pbm.rulesets.marnon.report.state import (
    castles,
    event_card,
    forces,
    going_on,
    mercenary_offer,
    relations,
    ships,
    standing_orders,
    treasury,
)
from pbm.rulesets.marnon.report.turned import fights, happenings, lines, warnings
from pbm.rulesets.marnon.report.words import Desk, listed
from pbm.rulesets.marnon.sight import View

SEEN = columns("_<5# place<! held_by|by<# forces<")


def report(view: View, history: History) -> Iterator[AnySection]:
    desk = Desk(view)
    return castellan.report(desk, history) if desk.own.status == "castellan" else of_a_power(desk, history)


def of_a_power(desk: Desk, history: History) -> Iterator[AnySection]:
    view, done = desk.view, lines(desk)
    if desk.over:
        yield ending(desk)
    yield at_a_glance(desk, history)
    yield Brief("brief", "In brief", tuple(happenings(desk, history)), tuple(warnings(desk, done)), side="left")
    yield from map_of_the_turn(desk, history)
    if not desk.over:
        yield event_card(desk)
        yield mercenary_offer(desk)
    if found := going_on(desk):
        yield found
    yield standing_orders(desk)
    yield treasury(desk)
    if view.turn:
        yield Orders("orders", "Your turn, line by line", done)
    if told := tuple(fights(desk)):
        yield Episodes("fights", "Battles, sieges and fights at sea", told, caption="Paragraphs 5.25 to 5.50.", flow=2)
    if any(said.to for said in view.messages):
        yield private_messages(view, desk.names)
    yield from (forces(desk), ships(desk), castles(desk), relations(desk), seen(desk))
    if view.turn and not desk.over and desk.own.status in ("player", "dropout"):
        yield from planning(desk)
    yield plate(desk, history, "your_map", "The island as you know it")


def at_a_glance(desk: Desk, history: History) -> Figures:
    """The six figures that a ruler looks for first."""
    own, before = desk.world.owned(desk.who), history[-2].owners if len(history) > 1 else {}
    held, points = sum(map(is_castle, own)), sum(force.points for _, force in desk.forces())
    change = len(own) - list(before.values()).count(desk.who) if before else 0
    order = list(desk.world.order)
    place = (ordinal(order.index(desk.who) + 1), f"of {len(order)}") if desk.who in order else ("-", "")
    return Figures(
        "figures",
        "",
        (
            Figure("crowns", "crowns", str(desk.own.cash)),
            Figure("territories", "territories", str(len(own) - held), f"{change:+} with castles" if change else ""),
            Figure("castles", "castles", str(held)),
            Figure("forces", "points of army", str(points)),
            Figure("ships", "fleets", str(len(desk.own.fleets))),
            Figure("order", "in the order of play", *place),
        ),
    )


def seen(desk: Desk) -> Grid:
    """Foreign forces that one sees, with points where they are known."""
    rows = tuple(
        Row((code, desk.name(code), desk.owner(code), there)) for code in areas() if (there := desk.there(code))
    )
    note = "A question mark: its points are not known to you."
    return Grid("seen", "What you see of others", SEEN, rows, caption=note, empty="You see no foreign forces.", flow=2)


def ending(desk: Desk) -> Ending:
    winner = desk.world.winner or ""
    return Ending(
        "end",
        "The game is over",
        finished(f"{desk.name(winner)} {verb(desk.names, winner, 'has', 'have')} won"),
        (),
        "victory",
        (winner,),
    )


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the player's power."""
    desk = Desk(view)
    if desk.own.status == "castellan":
        return (Fact("castles", "Castles", listed(desk.world.np_castles)),)
    own = desk.world.owned(desk.who)
    held = sum(map(is_castle, own))
    return (
        Fact(
            "land",
            "Land",
            f"{counted(len(own) - held, 'territory', 'territories')}, {counted(held, 'castle', 'castles')}",
        ),
        Fact("crowns", "Crowns", str(desk.own.cash)),
        Fact("points", "Army points", str(sum(force.points for _, force in desk.forces()))),
    )
