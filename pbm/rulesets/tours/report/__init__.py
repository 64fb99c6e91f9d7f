"""Reports of the battle of Tours: what there is to tell a player, out of the view and nothing else."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.sections import AnySection, Brief, Ending, Episodes, Fact
from pbm.reports.tell import private_messages
from pbm.rulesets.tours import victory
from pbm.rulesets.tours.forces import LEADERS, NAMES, SHORT
from pbm.rulesets.tours.report.blows import episodes, player_turn, touching
from pbm.rulesets.tours.report.brief import happenings, warnings
from pbm.rulesets.tours.report.chances import chances
from pbm.rulesets.tours.report.first import first_report
from pbm.rulesets.tours.report.orders import in_force, lines, sheet
from pbm.rulesets.tours.report.plates import close_ups
from pbm.rulesets.tours.report.state import at_a_glance, day, leader, rosters, winner_text
from pbm.rulesets.tours.report.words import Author, leader_name
from pbm.rulesets.tours.sight import View

PLACES = {1: "first", 2: "second"}


def report(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    if author.is_first:
        yield from first_report(author)
    else:
        yield from after_a_turn(author, history)


def after_a_turn(author: Author, history: History) -> Iterator[AnySection]:
    view, done = author.view, lines(author)
    if view.winner:
        yield ending(author)
    yield at_a_glance(author)
    yield Brief("brief", "In brief", tuple(happenings(author)), tuple(warnings(author, done)), side="left")
    yield day(author)
    if view.turn:
        yield sheet(done)
    yield from turns(author)
    yield from close_ups(view, history)
    if any(said.to for said in view.messages):
        yield private_messages(view, NAMES)
    yield from rosters(author)
    if not view.winner:
        yield from chances(author)
    yield from in_force(author)


def turns(author: Author) -> Iterator[Episodes]:
    """One's own player turn blow by blow; then the enemy's as far as it touched one's own units."""
    if not author.first:
        return
    own, other = (1, 2) if author.first == author.side else (2, 1)
    if found := tuple(episodes(player_turn(author.view.events, own))):
        yield Episodes("own_turn", f"Your player turn, played {PLACES[own]}", found, flow=2)
    if found := tuple(episodes(player_turn(author.view.events, other), touching(author.side))):
        title, note = f"The enemy's player turn, played {PLACES[other]}", f"What {SHORT[author.foe]} did to your units."
        yield Episodes("enemy_turn", title, found, flow=2, caption=note)


def ending(author: Author) -> Ending:
    result = victory.result(author.world)
    assert result is not None
    points = victory.points(author.world)
    told = ", ".join(f"{SHORT[side]} {figure}" for side, figure in points.items())
    return Ending(
        "end", "The battle is over", winner_text(author.world), (f"Loss points: {told}.",), result.how, result.winners
    )


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the player's side."""
    author = Author(view)
    if author.is_first:
        return ()
    points = victory.points(author.world)[view.who]
    level = view.settings.breaks_at(view.who)
    leading = leader(author.world, view.who).partition(";")[0]
    return (
        Fact("units", "Units", str(len(author.world.of(view.who)))),
        Fact("losses", "Loss points", f"{points} of {level}"),
        Fact("leader", leader_name(LEADERS[view.who]), leading),
    )
