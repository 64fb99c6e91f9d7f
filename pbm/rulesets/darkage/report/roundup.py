"""The roundup: what everyone may know [1.11]. It reads the public parts of a view and no others."""

from collections.abc import Iterator, Sequence

import msgspec

from pbm.reports import Chapter, Deed, Fact, Frame, Headline, Masthead, Message, Notice, Refused
from pbm.reports.plain import cleaned, cleaned_lines
from pbm.rulesets.darkage.report.shape import ROUNDUP, Change, Rank, Roundup
from pbm.rulesets.darkage.report.words import finished, name, names, say
from pbm.rulesets.darkage.view import News, Standing, View

PRIVATE = {
    "player": "", "address": (), "sheet_code": "", "credits": None, "discounts": None, "receipt": "", "stray": (),
}  # fmt: skip
"""What a frame holds of one player."""
TOLD_ELSEWHERE = ("order",)
"""Public events that the roundup gives a place of their own."""


def masthead(frame: Frame, view: View, who: str = "") -> Masthead:
    nation = view.standings[who].nationality if who else ""
    return Masthead.of(
        tidy(frame),
        ruleset="darkage",
        title=say("title"),
        turn=view.turn,
        coming=view.turn + 1,
        who=who,
        name=name(who) if who else "",
        style=say("style", name=name(who)) if who else "",
        nation=nation,
    )


def tidy(frame: Frame) -> Frame:
    """What people wrote is made harmless here, for all forms alike."""
    replace = msgspec.structs.replace
    lines = {key: cleaned(getattr(frame, key)) for key in ("player", "gm", "date", "deadline", "orders_to")}
    return replace(
        frame,
        **lines,
        address=tuple(cleaned(line) for line in frame.address),
        post_to=tuple(cleaned(line) for line in frame.post_to),
        note=cleaned_lines(frame.note),
        stray=tuple(replace(deed, order=cleaned(deed.order), refusals=reasons(deed)) for deed in frame.stray),
    )


def reasons(deed: Deed) -> tuple[Refused, ...]:
    return tuple(msgspec.structs.replace(reason, text=finished(cleaned(reason.text))) for reason in deed.refusals)


def roundup(view: View, frame: Frame, past: Sequence[Chapter] = ()) -> Roundup:
    before, now = (past[-1] if past else None), chapter_of(view)
    return Roundup(
        schema=ROUNDUP,
        masthead=masthead(msgspec.structs.replace(frame, **PRIVATE), view),
        notices=tuple(notices(view)),
        ranks=tuple(ranks(view, before)),
        kings=tuple(kings(view)),
        contacts=tuple(contacts(view)),
        order=view.order,
        unowned=tuple(sorted(code for code, owner in view.owners.items() if owner is None)),
        names=names(),
        changes=tuple(changes(before, now)),
        news=tuple(headline(news) for news in view.news if news.verb not in TOLD_ELSEWHERE),
        messages=tuple(Message(said.who, name(said.who), cleaned_lines(said.message)) for said in view.messages),
        history=(*past, now),
    )


def chapter_of(view: View) -> Chapter:
    rows = view.standings
    return Chapter(
        turn=view.turn,
        points={code: row.vp for code, row in rows.items()},
        wealth={code: row.treasury for code, row in rows.items()},
        owners=view.owners,
    )


def notices(view: View) -> Iterator[Notice]:
    if view.won:
        yield Notice("won", say("notice_won", who=name(view.won.who), how=view.won.how), "warning")
        return
    warned = [news.codes for news in view.news if news.verb == "warning"]
    for who, how in warned:
        yield Notice("in_sight", say("notice_in_sight", who=name(who), how=how), "warning")
    if view.warned and not warned:
        yield Notice("still_in_sight", say("notice_still_in_sight"), "warning")


def ranks(view: View, before: Chapter | None) -> Iterator[Rank]:
    rows = sorted(view.standings.values(), key=lambda row: (not row.in_play, -row.vp, row.name))
    points = [row.vp for row in rows if row.in_play]
    for position, row in enumerate(rows):
        place = points.index(row.vp) + 1 if row.in_play else position + 1
        yield rank(view, row, place, before.points.get(row.code) if before else None)


def rank(view: View, row: Standing, place: int, earlier: int | None) -> Rank:
    return Rank(
        place=place,
        code=row.code,
        name=row.name,
        nation=row.nationality,
        control=row.control,
        in_play=row.in_play,
        points=row.vp,
        gained=None if earlier is None else row.vp - earlier,
        treasury=row.treasury,
        reserve=row.reserve,
        fleet=row.fleet,
        areas=tuple(sorted(row.areas)),
        overlord=row.overlord,
        unders=unders(view, row.code),
        turn=view.order.index(row.code) + 1 if row.code in view.order else None,
        contacts={cleaned(kind): cleaned(contact) for kind, contact in sorted(row.contacts.items())},
    )


def unders(view: View, high: str) -> tuple[str, ...]:
    rows = view.standings.values()
    return tuple(sorted(row.code for row in rows if row.overlord == high and row.code != high))


def kings(view: View) -> Iterator[Fact]:
    for code, row in sorted(view.standings.items()):
        if row.overlord == code and row.in_play:
            yield Fact(code, row.name, say("unders", names=[name(under) for under in unders(view, code)]))


def contacts(view: View) -> Iterator[Fact]:
    for code, row in sorted(view.standings.items()):
        if row.contacts and row.in_play:
            lines = [f"{cleaned(kind)}: {cleaned(contact)}" for kind, contact in sorted(row.contacts.items())]
            yield Fact(code, row.name, "; ".join(lines))


def changes(before: Chapter | None, now: Chapter) -> Iterator[Change]:
    if before is None:
        return
    for area, owner in sorted(now.owners.items()):
        if before.owners.get(area) != owner:
            yield Change(area, name(area), before.owners.get(area), owner)


def headline(news: News) -> Headline:
    return Headline(
        phase=news.phase,
        round=news.round,
        verb=news.verb,
        text=finished(news.text),
        capture=news.verb == "capture",
        great=news.great,
        codes=news.codes,
    )
