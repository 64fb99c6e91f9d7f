"""The end of the game: who won how, discounts earned, credits to carry on, and a slip to return [4.4, 4.5]."""

from collections.abc import Iterator

from pbm.reports import Frame
from pbm.rulesets.darkage.prizes import prize
from pbm.rulesets.darkage.report.shape import Ending, Roundup
from pbm.rulesets.darkage.report.words import name, say
from pbm.rulesets.darkage.view import View

MOST = 10
"""Discounts, in turns [4.4]."""


def ending(view: View, public: Roundup, frame: Frame) -> Ending | None:
    won = view.won
    if won is None:
        return None
    row = view.standings[view.who]
    gained = 0 if frame.discounts is None else prize(won, view.who, row.control, row.in_play)
    total = None if frame.discounts is None else min(MOST, frame.discounts + gained)
    place = next(row.place for row in public.ranks if row.code == view.who)
    return Ending(
        winner=won.who,
        how=won.how,
        text=say("notice_won", who=name(won.who), how=won.how),
        place=place,
        lines=tuple(ending_lines(view, place, gained, total, frame)),
        earned=gained,
        discounts=total,
        credits=frame.credits,
        slip=tuple(say("slip", credits=frame.credits is not None).split("|")),
    )


def ending_lines(view: View, place: int, gained: int, total: int | None, frame: Frame) -> Iterator[str]:
    row = view.standings[view.who]
    yield say("end_place", name=row.name, place=place, points=row.vp, areas=len(row.areas), alive=row.in_play)
    if total is not None:
        yield say("end_discount", gained=gained, total=total, most=MOST)
    if frame.credits is not None:
        yield say("end_credits", count=frame.credits)
