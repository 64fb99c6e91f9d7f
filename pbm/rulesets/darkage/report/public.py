"""The roundup: what everyone may know [1.11]. It reads the public parts of a view and no others."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.reports import Chapter, History
from pbm.reports.default import changed_hands
from pbm.reports.plain import cleaned
from pbm.reports.sections import AnySection, Brief, Fact, Facts, Grid, Map, Notice, Row, columns
from pbm.reports.tell import chart, messages, news, owned
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.report.affairs import unders
from pbm.rulesets.darkage.report.maps import held, owners_named
from pbm.rulesets.darkage.report.words import name, names
from pbm.rulesets.darkage.view import Rank, View
from pbm.rulesets.darkage.world import World

RANKS = columns("_>2 _<4# _< _<~ points|pts>! _>~ treasury|treas.> reserve|res.> fleet> areas> plays>")
WAYS = {"runaway": "a runaway", "knockout": "a knockout", "points": "points"}
CHARTS = (("points", "Victory points"), ("areas", "Areas owned"), ("treasury", "Treasuries"))
HISTORY = "The standings turn by turn"


def chapter(world: World) -> Chapter:
    """What the history keeps of a closing position: public figures alone."""
    kingdoms = world.kingdoms
    owners = {code: area.owner for code, area in world.areas.items()}
    figures = {
        "points": {code: kingdom.vp for code, kingdom in kingdoms.items()},
        "treasury": {code: kingdom.treasury for code, kingdom in kingdoms.items()},
    }
    return Chapter(world.turn - 1, figures, owners)


def roundup(view: View, history: History) -> Iterator[AnySection]:
    after = f"The roundup after turn {view.turn}" if view.turn else "The roundup before turn 1"
    rows, before = ranked(view), changed_hands(history)
    yield Brief("notices", "", warnings=tuple(notices(view)), empty="")
    yield Grid("ranks", after, RANKS, tuple(ranks(view, rows, history)))
    yield Facts("bonds", "", tuple(bonds(view)))
    if facts := tuple(changes(before, view)):
        yield Facts("changed", "Changed hands this turn", facts, flow=3, under=after)
    if facts := tuple(contacts(view)):
        yield Facts("contacts", "Contacts", facts, under=after)
    yield news(view, "news", "The actions report", apart=("order",))
    if view.messages:
        yield messages(view, names())
    if len(history) > 1:
        yield from charts(view, rows, history)
    yield Map(
        "map",
        f"The map after turn {view.turn}" if view.turn else "The map",
        owners=held(view),
        changed=tuple(before),
        was={code: owner for code, owner in before.items() if owner},
        names=owners_named(view),
        page=True,
    )
    yield gazetteer(view)


def gazetteer(view: View) -> Grid:
    """Every area of the map by its code, with its name and its owner [1.11]."""
    owners = held(view)
    rows = tuple(Row((code, place.name, owners.get(code, "")), code) for code, place in sorted(britain().items()))
    return Grid("gazetteer", "The areas of the map", columns("_<4# _<18 _<4~"), rows, flow=4, page=True)


def charts(view: View, rows: Sequence[Rank], history: History) -> Iterator[AnySection]:
    """The lines of every kingdom that has played."""
    for key, title in CHARTS if view.won else CHARTS[:2]:
        figures = [figure(one, key) for one in history]
        known = {row.code: row.name for row in rows if row.in_play or any(one.get(row.code) for one in figures)}
        yield chart(f"{key}_chart", title, history, figures, known, table=key == "points", under=HISTORY)


def figure(chapter: Chapter, key: str) -> Mapping[str, int]:
    return owned(chapter) if key == "areas" else chapter.figures[key]


def notices(view: View) -> Iterator[Notice]:
    if view.won:
        yield Notice("won", won(view), "warning")
        return
    warned = [news.codes for news in view.news if news.verb == "warning"]
    for who, how in warned:
        text = f"A win is in sight: {name(who)} ({how}). The game ends at the next census if a win holds then."
        yield Notice("in_sight", text, "warning")
    if view.warned and not warned:
        text = "A win was in sight: the game ends at the next census if one holds then."
        yield Notice("still_in_sight", text, "warning")


def won(view: View) -> str:
    assert view.won is not None
    return f"The game is over: {name(view.won.who)} won by {WAYS[view.won.how]}."


def ranked(view: View) -> list[Rank]:
    """Those in play by victory points, then those who are out."""
    return sorted(view.standings.values(), key=lambda row: (not row.in_play, -row.vp, row.name))


def place_of(view: View, who: str) -> int:
    """By victory points; equals share a place."""
    rows = ranked(view)
    points = [row.vp for row in rows if row.in_play]
    row = view.standings[who]
    return points.index(row.vp) + 1 if row.in_play else rows.index(row) + 1


def gained(view: View, who: str, history: History) -> int | None:
    """Victory points since last turn."""
    before = history[-2].figures["points"].get(who) if len(history) > 1 else None
    return None if before is None else view.standings[who].vp - before


def ranks(view: View, rows: Sequence[Rank], history: History) -> Iterator[Row]:
    for row in rows:
        areas = " ".join(sorted(row.areas))
        if not row.in_play:
            yield Row(("-", row.code, row.name, "out", row.vp), row.code, "out", areas)
            continue
        change = gained(view, row.code, history)
        control = "" if row.control == "player" else row.control
        cells = (
            place_of(view, row.code), row.code, row.name, control, row.vp, f"{change:+}" if change else "",
            row.treasury, row.reserve, row.fleet, len(row.areas), view.order.index(row.code) + 1,
        )  # fmt: skip
        yield Row(cells, row.code, note=areas)
    if free := sorted(code for code, owner in view.owners.items() if owner is None):
        yield Row(("", "", "nobody's", "", None, "", None, None, None, len(free), None), note=" ".join(free))


def bonds(view: View) -> Iterator[Fact]:
    yield Fact("order", "Next order of play", " ".join(view.order))
    for code, row in sorted(view.standings.items()):
        if row.overlord == code and row.in_play:
            yield Fact(code, "High king", f"{name(code)} over {unders(view, code)}")


def contacts(view: View) -> Iterator[Fact]:
    for code, row in sorted(view.standings.items()):
        if row.contacts and row.in_play:
            lines = [f"{cleaned(kind)}: {cleaned(contact)}" for kind, contact in sorted(row.contacts.items())]
            yield Fact(code, row.name, "; ".join(lines))


def changes(before: Mapping[str, str | None], view: View) -> Iterator[Fact]:
    for area, old in before.items():
        yield Fact(area, area, f"{names()[area]} from {name(old)} to {name(view.owners[area])}")
