"""In brief: what happened to a kingdom, the gravest first, and what its player should look out for."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbm.reports import Deed, Frame, Notice, Tone
from pbm.rules.event import Event
from pbm.rules.roster import TurnMissed
from pbm.rulesets.darkage.attack import Besieged, Invaded, Pillaged, Raided
from pbm.rulesets.darkage.battle_events import Captured, Drowned, Fought, Homeless, Looted
from pbm.rulesets.darkage.build import Retaken
from pbm.rulesets.darkage.general import Given
from pbm.rulesets.darkage.income import IncomePaid
from pbm.rulesets.darkage.kings import Bowed, Exchanged
from pbm.rulesets.darkage.loans import Lent
from pbm.rulesets.darkage.report.shape import Rank, Roundup
from pbm.rulesets.darkage.report.words import Stretch, name, say
from pbm.rulesets.darkage.spying import Sabotaged, SpyKilled, WatcherKilled
from pbm.rulesets.darkage.victory import Eliminated
from pbm.rulesets.darkage.view import View

LOW_CREDITS = 2

Item = Callable[[Any], dict[str, Any]]
Watch = tuple[str, Tone, type[Event], Callable[[Any, str], bool], Item]

WATCHED: tuple[Watch, ...] = (
    ("eliminated", "loss", Eliminated, lambda e, me: e.who == me, lambda e: {}),
    ("lost", "loss", Captured, lambda e, me: e.loser == me, lambda e: {"where": e.target, "other": e.who}),
    ("rose", "loss", Retaken, lambda e, me: e.loser == me, lambda e: {"where": e.where, "other": e.who}),
    ("took", "gain", Captured, lambda e, me: e.who == me, lambda e: {"where": e.target, "other": e.loser}),
    ("regained", "gain", Retaken, lambda e, me: e.who == me, lambda e: {"where": e.where, "other": e.loser}),
    ("fled", "loss", Homeless, lambda e, me: e.who == me, lambda e: {"where": e.where}),
    ("robbed", "loss", Looted, lambda e, me: e.victim == me, lambda e: {"other": e.who, "count": e.treasury}),
    ("held", "gain", Fought, lambda e, me: e.defender == me and not e.won,
     lambda e: {"where": e.target, "other": e.who}),
    ("repelled", "loss", Fought, lambda e, me: e.who == me and not e.won, lambda e: {"where": e.target}),
    ("raided", "loss", Raided, lambda e, me: e.defender == me, lambda e: {"where": e.target, "other": e.who}),
    ("pillaged", "loss", Pillaged, lambda e, me: e.owner == me and e.who != me,
     lambda e: {"where": e.where, "other": e.who}),
    ("besieged", "loss", Besieged, lambda e, me: e.defender == me, lambda e: {"where": e.target, "other": e.who}),
    ("invaded", "loss", Invaded, lambda e, me: e.defender == me, lambda e: {"where": e.target, "other": e.who}),
    ("drowned", "loss", Drowned, lambda e, me: e.who == me, lambda e: {"where": e.where, "count": e.armies}),
    ("sabotaged", "loss", Sabotaged, lambda e, me: e.owner == me and e.who != me,
     lambda e: {"where": e.where, "other": e.who}),
    ("spy_lost", "loss", SpyKilled, lambda e, me: e.who == me, lambda e: {"where": e.where, "other": e.by}),
    ("watcher_lost", "loss", WatcherKilled, lambda e, me: e.who == me, lambda e: {"where": e.where, "other": e.by}),
    ("spy_caught", "gain", SpyKilled, lambda e, me: e.by == me, lambda e: {"where": e.where, "other": e.who}),
    ("gift", "gain", Given, lambda e, me: e.taker == me, lambda e: {"other": e.who, "count": e.bps}),
    ("lent", "gain", Lent, lambda e, me: e.borrower == me, lambda e: {"other": e.who, "count": e.armies}),
    ("bowed", "gain", Bowed, lambda e, me: e.high == me and e.who != me, lambda e: {"other": e.who}),
    ("exchanged", "plain", Exchanged, lambda e, me: e.new == me, lambda e: {"other": e.who}),
)  # fmt: skip
"""What is told in brief, the gravest first: its words, its tone, the event, whether it counts, and its facts."""

BY_KIND = {watch[2]: [other for other in WATCHED if other[2] is watch[2]] for watch in WATCHED}


def brief(view: View, met: Sequence[Stretch], public: Roundup) -> tuple[Notice, ...]:
    return (*happenings(view, met), *standing(view, public))


def happenings(view: View, met: Sequence[Stretch]) -> Iterator[Notice]:
    """One notice for each kind of thing, with all the places it happened in."""
    found: dict[str, list[dict[str, Any]]] = {}
    for stretch in met:
        for event in stretch.events:
            for key, _, _, counts, facts in BY_KIND.get(type(event), ()):
                if counts(event, view.who):
                    found.setdefault(key, []).append({"round": stretch.round, **spoken(facts(event))})
    for key, tone, *_ in WATCHED:
        if key in found:
            yield Notice(key, say(f"brief_{key}", items=found[key]), tone)


def spoken(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value if isinstance(value, int) else name(value) for key, value in facts.items()}


def standing(view: View, public: Roundup) -> Iterator[Notice]:
    row = mine(view, public)
    if row is None or not row.in_play:
        return
    yield Notice("points", say("brief_points", points=row.points, gained=row.gained, place=row.place))
    if row.turn is not None and not view.won:
        yield Notice("order", say("brief_order", place=row.turn, count=len(public.order)))


def mine(view: View, public: Roundup) -> Rank | None:
    return next((row for row in public.ranks if row.code == view.who), None)


def warnings(view: View, public: Roundup, frame: Frame, deeds: tuple[Deed, ...]) -> tuple[Notice, ...]:
    return tuple(Notice(key, text, "warning") for key, text in every_warning(view, public, frame, deeds))


def every_warning(view: View, public: Roundup, frame: Frame, deeds: tuple[Deed, ...]) -> Iterator[tuple[str, str]]:
    yield from ((notice.key, notice.text) for notice in public.notices)
    if frame.credits is not None and frame.credits <= LOW_CREDITS and not view.won:
        yield "credits", say("warn_credits", count=frame.credits)
    if frame.stray:
        yield "stray", say("warn_stray", count=len(frame.stray))
    if failed := [deed.number for deed in deeds if deed.kind == "failed"]:
        yield "failed", say("warn_failed", numbers=failed)
    for event in view.events:
        if isinstance(event, TurnMissed) and event.who == view.who:
            yield "missed", say("warn_missed", count=event.missed, limit=view.settings.dropout_after)
        if isinstance(event, IncomePaid) and event.who == view.who and event.reserve_lost + event.household_lost:
            yield "wanting", say("warn_wanting", count=event.reserve_lost + event.household_lost)
