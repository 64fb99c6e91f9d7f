"""The reports of Dark Age: a kingdom's report, made only from its view, and the public roundup."""

from collections.abc import Iterator

from pbm.reports import History
from pbm.reports.forms import ordinal
from pbm.reports.sections import (
    AnySection,
    Brief,
    Deed,
    Ending,
    Episodes,
    Fact,
    Facts,
    Figure,
    Figures,
    Notice,
    Orders,
    Slip,
)
from pbm.reports.tell import deeds, failures, happenings
from pbm.rules.event import counted
from pbm.rules.sight import Stretch
from pbm.rulesets.darkage.action import LAST_ACTION
from pbm.rulesets.darkage.battle_events import Scored
from pbm.rulesets.darkage.general import Cashed, Taxed
from pbm.rulesets.darkage.income import BondPaid, IncomePaid, TradePaid
from pbm.rulesets.darkage.kings import Exchanged
from pbm.rulesets.darkage.prizes import prize
from pbm.rulesets.darkage.report.accounts import accounts
from pbm.rulesets.darkage.report.affairs import affairs
from pbm.rulesets.darkage.report.battles import battles
from pbm.rulesets.darkage.report.danger import blockade_costs, in_danger
from pbm.rulesets.darkage.report.lands import lands
from pbm.rulesets.darkage.report.maps import map_of_the_turn, neighbourhood
from pbm.rulesets.darkage.report.public import gained, notices, place_of, won
from pbm.rulesets.darkage.report.words import armies, name, named, names
from pbm.rulesets.darkage.turn import Acted
from pbm.rulesets.darkage.victory import CENSUS_GAP, FIRST_CENSUS
from pbm.rulesets.darkage.view import View

IN_ACCOUNTS = (TradePaid, BondPaid, IncomePaid, Scored)
"""What the end of the turn brings and the accounts tell, line by line."""
SLIP = (
    "Yes, I would like to play again.",
    "I would like this kingdom or nationality:",
    "Please tell me when a game begins.",
    "My comments on this game:",
)


def report(view: View, history: History) -> Iterator[AnySection]:
    came_from = next((event.who for event in view.events if isinstance(event, Exchanged) and event.new == view.who), "")
    done = deeds(view, names(), LAST_ACTION, figures, IN_ACCOUNTS, came_from)
    if view.won:
        yield ending(view)
    yield Figures("figures", "", tuple(at_a_glance(view, history)))
    brief = (*happenings(view, names()), *standing(view, history), *census(view))
    yield Brief("brief", "In brief", brief, tuple(warnings(view, failures(done, "action"))), side="left")
    if (threatened := tuple(in_danger(view))) and not view.won:
        yield Facts("danger", "In danger", threatened, side="right")
    if view.turn:
        yield map_of_the_turn(view, history)
    yield from accounts(view, history)
    yield Facts("affairs", "Off the map", tuple(affairs(view)), side="right")
    title = f"Your actions, the first of them for {name(came_from)}" if came_from else "Your actions"
    yield Orders("actions", title, done, ("cost", "left"))
    if before := before_you_came(view, done) if came_from else ():
        yield Orders("actions_before", f"What {name(view.who)} did before you came", before, ("cost", "left"))
    if fought := tuple(battles(view)):
        yield Episodes("battles", "Your battles", fought, caption="Paragraphs 3.4 to 3.6.", flow=2)
    if view.areas or view.seen:
        yield neighbourhood(view, history)
    yield from lands(view, history)
    if view.won:
        yield Slip("slip", "Reply slip", SLIP, last=True, page=True)


def before_you_came(view: View, own: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The actions of other sheets that were played for the kingdom, which others wrote [10.4]."""
    rest = [deed for deed in deeds(view, names(), 0, figures, IN_ACCOUNTS) if deed.by == "self"]
    for deed in own:
        if deed in rest:
            rest.remove(deed)
    return tuple(rest)


def at_a_glance(view: View, history: History) -> Iterator[Figure]:
    """The six figures that a king looks for first."""
    row, kingdom = view.standings[view.who], view.kingdom
    before = history[-2] if len(history) > 1 else None
    stand = sum(area.armies for area in view.areas.values())
    owned = len(view.areas) - list(before.owners.values()).count(view.who) if before else 0
    saved = kingdom.treasury - before.figures["treasury"].get(view.who, 0) if before else 0
    place = view.order.index(view.who) + 1 if view.who in view.order else 0
    if view.won:
        yield Figure("turns", "turns played", str(view.turn))
    else:
        yield Figure("bp", "BPs to spend", str(kingdom.bp))
    yield Figure("treasury", "treasury", str(kingdom.treasury), f"{saved:+}" if saved else "")
    yield Figure("armies", "armies", str(stand), f"+{kingdom.reserve} reserve" if kingdom.reserve else "")
    yield Figure("areas", "areas", str(len(view.areas)), f"{owned:+}" if owned else "")
    yield Figure("points", "victory points", str(row.vp), ordinal(place_of(view, view.who)) if row.in_play else "out")
    yield Figure(
        "order", "in the order of play", ordinal(place) if place else "-", f"of {len(view.order)}" * bool(place)
    )


def figures(stretch: Stretch) -> tuple[int | None, ...]:
    """What an action cost, and what was left with what it brought in."""
    answer = stretch.answer
    if not isinstance(answer, Acted) or answer.outcome == "failed":
        return ()
    return answer.price, answer.left + sum(e.bps for e in stretch.events if isinstance(e, Taxed | Cashed))


def standing(view: View, history: History) -> Iterator[Notice]:
    row = view.standings[view.who]
    if not row.in_play:
        return
    change = gained(view, view.who, history)
    since = f" ({change:+})" if change else ""
    points = counted(row.vp, "victory point", "victory points")
    yield Notice("points", f"You have {points}{since} and stand {ordinal(place_of(view, view.who))}.")
    if view.who in view.order and not view.won:
        place = ordinal(view.order.index(view.who) + 1)
        yield Notice("order", f"You are {place} of {len(view.order)} in the order of play.")


def census(view: View) -> Iterator[Notice]:
    """Whether one was held, what it gave, and when the next will come [4.2]."""
    if view.won or not view.standings[view.who].in_play:
        return
    first, last = CENSUS_GAP if view.census else FIRST_CENSUS
    soonest, latest = max(view.turn + 1, view.census + first), view.census + last
    turns = [str(turn) for turn in range(soonest, latest + 1)]
    if view.turn and view.census == view.turn:
        scored = [event for event in view.events if isinstance(event, Scored) and event.why == "census"]
        points = sum(event.points for event in scored if event.who == view.who)
        text = f"A census was held: {counted(points, 'victory point', 'victory points')} for your people."
        yield Notice("census", text, "gain" if points else "plain")
    when = " or ".join(filter(None, (", ".join(turns[:-1]), turns[-1])))
    yield Notice("next_census", f"The next census comes in turn {when}.")


def warnings(view: View, failed: Iterator[Notice]) -> Iterator[Notice]:
    if not view.won:
        yield from notices(view)
    yield from failed
    if (shut := blockade_costs(view)) and not view.won:
        costs = ", ".join(f"{named(code)} -{bps}" for code, bps in shut.items())
        text = f"Blockaded, in BPs of the coming turn: {costs}. It costs as much each turn while it lasts."
        yield Notice("blockade", text, "warning")
    for event in view.events:
        if isinstance(event, IncomePaid) and event.who == view.who and event.reserve_lost + event.household_lost:
            home = armies(event.reserve_lost + event.household_lost)
            yield Notice("wanting", f"Your income did not pay for your armies: {home} went home.", "warning")


def ending(view: View) -> Ending:
    row, place = view.standings[view.who], place_of(view, view.who)
    points, areas = counted(row.vp, "victory point", "victory points"), counted(len(row.areas), "area", "areas")
    fate = f" and {areas}" if row.in_play else ", knocked out before the end"
    assert view.won is not None
    return Ending(
        "end",
        "The game is over",
        won(view),
        (f"{row.name} ends {ordinal(place)} with {points}{fate}.",),
        view.won.how,
        (view.won.who,),
        earned(view),
    )


def earned(view: View) -> int:
    row = view.standings[view.who]
    return prize(view.won, view.who, row.control, row.in_play) if view.won else 0


def about(view: View) -> tuple[Fact, ...]:
    """What the head of a report says of the kingdom."""
    return (Fact("nation", "Nation", view.standings[view.who].nationality),)
