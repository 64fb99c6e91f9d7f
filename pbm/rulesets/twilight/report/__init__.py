"""Reports of Carolingian Twilight: what there is to tell a player, out of the view and nothing else."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.sections import AnySection, Brief, Ending, Episodes, Fact, Facts, Orders
from pbm.reports.tell import failures
from pbm.rulesets.twilight.report.accounts import levies, victory
from pbm.rulesets.twilight.report.glance import figures, map_of_the_year
from pbm.rulesets.twilight.report.holdings import forces, hand, shown, standing
from pbm.rulesets.twilight.report.planning import planning
from pbm.rulesets.twilight.report.public import plate
from pbm.rulesets.twilight.report.words import Author
from pbm.rulesets.twilight.report.year import combats, happenings, lines
from pbm.rulesets.twilight.sight import View


def report(view: View, history: History) -> Iterator[AnySection]:
    author = Author(view)
    done = lines(author)
    if view.over:
        yield ending(author)
    yield from figures(author, history)
    yield Brief("brief", "In brief", tuple(happenings(author, history)), tuple(failures(done)), side="left")
    yield hand(author)
    yield standing(author)
    if seen := tuple(shown(author)):
        yield Facts("shown", "What you were shown", seen, side="left")
    yield from victory(author)
    yield from levies(author)
    yield from map_of_the_year(author, history)
    if any(True for power in author.mine for _ in author.world.stands(power)):
        shown_powers = [author.own] if author.own else author.mine
        here = tuple(dict.fromkeys(place for power in shown_powers for place, _ in author.world.stands(power)))
        yield plate(author, view.forces, "your_map", "Your lands", history, here)
    yield Orders("orders", "Your year, line by line", done)
    if fought := tuple(combats(author)):
        yield Episodes("combats_mine", "Your combats", fought, caption="Paragraphs 17.0 to 17.9.", flow=2)
    yield forces(author)
    if author.mine and view.turn and not view.over:
        yield from planning(author)


def ending(author: Author) -> Ending:
    view = author.view
    ranks = [f"{author.name(code)} {name} ({view.vp.get(code, 0)} VP)" for code, name in sorted(view.levels.items())]
    moral = [f"Moral victory of the foreign powers: {view.moral}."] if view.moral != "none" else []
    text = "; ".join(ranks) or "No Frankish leader is left."
    best = max(view.vp.values(), default=0)
    winners = tuple(code for code, points in sorted(view.vp.items()) if points == best and code in view.levels)
    return Ending("end", "The game is over", text, tuple(moral), "levels" if ranks else "moral", winners)


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the player's power."""
    author = Author(view)
    year = Fact("year", "Year", str(view.year) if view.turn > 1 else "the set-up")
    if author.own is None:
        return (year, Fact("power", "Power", "none: claim one"))
    return (
        year,
        Fact("dp", "DP", str(view.powers[author.own].dp)),
        Fact("markers", "Markers", held(author, author.own)),
    )


def held(author: Author, own: str) -> str:
    return " ".join(author.view.powers[own].markers) or "none"
