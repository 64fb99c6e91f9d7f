"""Reports of Homelands: what there is to tell a player, out of the view and nothing else."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.sections import AnySection, Brief, Ending, Fact, Orders
from pbm.rules.names import verb
from pbm.rulesets.homelands.report.dealings import dealings
from pbm.rulesets.homelands.report.glance import figures, map_of_the_round
from pbm.rulesets.homelands.report.holdings import fields, units
from pbm.rulesets.homelands.report.household import household
from pbm.rulesets.homelands.report.ledger import ledgers
from pbm.rulesets.homelands.report.planning import planning
from pbm.rulesets.homelands.report.round import battles, happenings, lines, warnings
from pbm.rulesets.homelands.report.words import Author, faction_name, season_and_year
from pbm.rulesets.homelands.sight import View


def report(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    done = lines(author)
    if author.is_over:
        yield ending(author)
    if view.turn:
        yield figures(author, history)
    yield Brief("brief", "In brief", tuple(happenings(author, history)), tuple(warnings(author, done)), side="left")
    yield from ledgers(author)
    yield Orders("orders", "Your round, step by step", done)
    yield from battles(author)
    if view.turn and author.own_fields:
        yield from holdings(author, history)
    if view.turn:
        yield from dealings(author)


def holdings(author: Author, history: History) -> Iterator[AnySection]:
    yield map_of_the_round(author, history)
    yield fields(author)
    yield units(author)
    if not author.is_over:
        yield from household(author)
        yield from planning(author)


def ending(author: Author) -> Ending:
    result = author.view.result
    assert result
    ranks = [f"{author.name(who)}: {points} importance" for who, points in author.view.importance.items()]
    text = f"{author.name(result.winner)} {verb(author.names, result.winner, 'has', 'have')} won by {result.by}."
    return Ending("end", "The game is over", text, tuple(ranks), result.by, (result.winner,))


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the player's power."""
    faction = view.powers[view.who].faction
    return (
        Fact("played", "Played", season_and_year(view.turn - 1)),
        Fact("next", "Next", season_and_year(view.turn) if not view.result else "the game is over"),
        Fact("faction", "Faction", faction_name(faction)),
    )
