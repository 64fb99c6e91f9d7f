"""Reports of Marnon: what there is to tell a player, out of the view and nothing else."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.author import listed
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
from pbm.rulesets.marnon.report.words import Author
from pbm.rulesets.marnon.sight import View

SEEN = columns("_<5# place<! held_by|by<# forces<")


def report(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    return castellan.report(author, history) if author.own.status == "castellan" else of_a_power(author, history)


def of_a_power(author: Author, history: History) -> Iterator[AnySection]:
    view, done = author.view, lines(author)
    if author.over:
        yield ending(author)
    yield at_a_glance(author, history)
    yield Brief("brief", "In brief", tuple(happenings(author, history)), tuple(warnings(author, done)), side="left")
    yield from map_of_the_turn(author, history)
    if not author.over:
        yield event_card(author)
        yield mercenary_offer(author)
    if found := going_on(author):
        yield found
    yield standing_orders(author)
    yield treasury(author)
    if view.turn:
        yield Orders("orders", "Your turn, line by line", done)
    if told := tuple(fights(author)):
        yield Episodes("fights", "Battles, sieges and fights at sea", told, caption="Paragraphs 5.25 to 5.50.", flow=2)
    if any(said.to for said in view.messages):
        yield private_messages(view, author.names)
    yield from (forces(author), ships(author), castles(author), relations(author), seen(author))
    if view.turn and not author.over and author.own.status in ("player", "dropout"):
        yield from planning(author)
    yield plate(author, history, "your_map", "The island as you know it")


def at_a_glance(author: Author, history: History) -> Figures:
    """The six figures that a ruler looks for first."""
    own, before = author.world.owned(author.who), history[-2].owners if len(history) > 1 else {}
    held, points = sum(map(is_castle, own)), sum(force.points for _, force in author.forces())
    change = len(own) - list(before.values()).count(author.who) if before else 0
    order = list(author.world.order)
    place = (ordinal(order.index(author.who) + 1), f"of {len(order)}") if author.who in order else ("-", "")
    return Figures(
        "figures",
        "",
        (
            Figure("crowns", "crowns", str(author.own.cash)),
            Figure("territories", "territories", str(len(own) - held), f"{change:+} with castles" if change else ""),
            Figure("castles", "castles", str(held)),
            Figure("forces", "points of army", str(points)),
            Figure("ships", "fleets", str(len(author.own.fleets))),
            Figure("order", "in the order of play", *place),
        ),
    )


def seen(author: Author) -> Grid:
    """Foreign forces that one sees, with points where they are known."""
    rows = tuple(
        Row((code, author.name(code), author.owner(code), there)) for code in areas() if (there := author.there(code))
    )
    note = "A question mark: its points are not known to you."
    return Grid("seen", "What you see of others", SEEN, rows, caption=note, empty="You see no foreign forces.", flow=2)


def ending(author: Author) -> Ending:
    winner = author.world.winner or ""
    return Ending(
        "end",
        "The game is over",
        finished(f"{author.name(winner)} {verb(author.names, winner, 'has', 'have')} won"),
        (),
        "victory",
        (winner,),
    )


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the player's power."""
    author = Author(view)
    if author.own.status == "castellan":
        return (Fact("castles", "Castles", listed(author.world.np_castles)),)
    own = author.world.owned(author.who)
    held = sum(map(is_castle, own))
    return (
        Fact(
            "land",
            "Land",
            f"{counted(len(own) - held, 'territory', 'territories')}, {counted(held, 'castle', 'castles')}",
        ),
        Fact("crowns", "Crowns", str(author.own.cash)),
        Fact("points", "Army points", str(sum(force.points for _, force in author.forces()))),
    )
