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
from pbm.rulesets.twilight.report.words import Desk
from pbm.rulesets.twilight.report.year import combats, happenings, lines
from pbm.rulesets.twilight.sight import View


def report(view: View, history: History) -> Iterator[AnySection]:
    desk = Desk(view)
    done = lines(desk)
    if view.over:
        yield ending(desk)
    yield from figures(desk, history)
    yield Brief("brief", "In brief", tuple(happenings(desk, history)), tuple(failures(done)), side="left")
    yield hand(desk)
    yield standing(desk)
    if seen := tuple(shown(desk)):
        yield Facts("shown", "What you were shown", seen, side="left")
    yield from victory(desk)
    yield from levies(desk)
    yield from map_of_the_year(desk, history)
    if any(True for power in desk.mine for _ in desk.world.stands(power)):
        shown_powers = [desk.own] if desk.own else desk.mine
        here = tuple(dict.fromkeys(place for power in shown_powers for place, _ in desk.world.stands(power)))
        yield plate(desk, view.forces, "your_map", "Your lands", history, here)
    yield Orders("orders", "Your year, line by line", done)
    if fought := tuple(combats(desk)):
        yield Episodes("combats_mine", "Your combats", fought, caption="Paragraphs 17.0 to 17.9.", flow=2)
    yield forces(desk)
    if desk.mine and view.turn and not view.over:
        yield from planning(desk)


def ending(desk: Desk) -> Ending:
    view = desk.view
    ranks = [f"{desk.name(code)} {name} ({view.vp.get(code, 0)} VP)" for code, name in sorted(view.levels.items())]
    moral = [f"Moral victory of the foreign powers: {view.moral}."] if view.moral != "none" else []
    text = "; ".join(ranks) or "No Frankish leader is left."
    best = max(view.vp.values(), default=0)
    winners = tuple(code for code, points in sorted(view.vp.items()) if points == best and code in view.levels)
    return Ending("end", "The game is over", text, tuple(moral), "levels" if ranks else "moral", winners)


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the player's power."""
    desk = Desk(view)
    year = Fact("year", "Year", str(view.year) if view.turn > 1 else "the set-up")
    if desk.own is None:
        return (year, Fact("power", "Power", "none: claim one"))
    return (year, Fact("dp", "DP", str(view.powers[desk.own].dp)), Fact("markers", "Markers", held(desk, desk.own)))


def held(desk: Desk, own: str) -> str:
    return " ".join(desk.view.powers[own].markers) or "none"
