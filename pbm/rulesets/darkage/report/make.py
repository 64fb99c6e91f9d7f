"""Reports of Dark Age: a kingdom's, out of its view and nothing else, and the roundup out of what all views share."""

from collections.abc import Mapping, Sequence

from pbm.reports import ActionRow, Chapter, Frame
from pbm.rules.event import Event
from pbm.rulesets.darkage.action import ACTIONS
from pbm.rulesets.darkage.report.affairs import affairs
from pbm.rulesets.darkage.report.brief import brief, warnings
from pbm.rulesets.darkage.report.deeds import battles, deeds
from pbm.rulesets.darkage.report.ending import ending
from pbm.rulesets.darkage.report.lands import holdings, sightings
from pbm.rulesets.darkage.report.ledgers import ledgers
from pbm.rulesets.darkage.report.roundup import masthead, roundup
from pbm.rulesets.darkage.report.shape import REPORT, Data, Report, Roundup
from pbm.rulesets.darkage.report.words import stretches
from pbm.rulesets.darkage.victory import Eliminated
from pbm.rulesets.darkage.view import View, commons
from pbm.rulesets.darkage.view import view as view_of
from pbm.rulesets.darkage.world import World


def chapter(world: World) -> Chapter:
    """What the history keeps of a closing position: public figures alone."""
    return Chapter(
        turn=world.turn - 1,
        points={code: kingdom.vp for code, kingdom in world.kingdoms.items()},
        wealth={code: kingdom.treasury for code, kingdom in world.kingdoms.items()},
        owners={code: area.owner for code, area in world.areas.items()},
    )


def report(view: View, frame: Frame, past: Sequence[Chapter] = (), public: Roundup | None = None) -> Report:
    """A kingdom's report; `past` are the chapters up to the turn before, `public` its roundup if made already."""
    head = masthead(frame, view, view.who)
    shared = public or roundup(view, frame, past)
    met = tuple(stretches(view))
    told = deeds(view, met)
    return Report(
        schema=REPORT,
        masthead=head,
        brief=brief(view, met, shared),
        warnings=warnings(view, shared, frame, told),
        ledgers=ledgers(view, past[-1] if past else None),
        deeds=told,
        stray=head.stray,
        battles=battles(met),
        areas=holdings(view, past[-1] if past else None),
        seen=sightings(view),
        affairs=affairs(view),
        ending=ending(view, shared, frame),
        actions=ACTION_ROWS,
        roundup=shared,
        view=data(view),
    )


def told_of(world: World, journal: list[Event]) -> dict[str, View]:
    """The views of all who get a report: those in play, those who fell this turn, and at the end everyone."""
    fallen = [event.who for event in journal if isinstance(event, Eliminated)]
    gone = [code for code in world.kingdoms if code not in world.order] if world.won else fallen
    common = commons(world, journal)
    return {who: view_of(world, journal, who, common) for who in dict.fromkeys([*world.order, *gone])}


def reports(
    views: Mapping[str, View], frames: Mapping[str, Frame], past: Sequence[Chapter] = ()
) -> tuple[Roundup, dict[str, Report]]:
    """The roundup and every report of a turn; what all share is made once."""
    first = next(iter(views.values()))
    public = roundup(first, frames.get("") or Frame(), past)
    return public, {who: report(view, frames.get(who) or Frame(), past, public) for who, view in views.items()}


def data(view: View) -> Data:
    public = view.owners, view.standings, view.order
    return Data(view.kingdom, view.areas, view.seen, *public, view.borrowed, view.settings)


ACTION_ROWS = tuple(ActionRow(kind.word, kind.written_boxes(), kind.costs, kind.rule) for kind in ACTIONS.values())
