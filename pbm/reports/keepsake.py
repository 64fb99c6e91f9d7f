"""What everyone gets when a game is over: its story in maps, rise and fall, great battles, secrets and awards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from pbm.reports import Annal, Chapter, History
from pbm.reports.sections import AnySection, Cell, Column, Fact, Facts, Grid, Map, Row, Side, columns
from pbm.reports.tell import Names, finished, owned
from pbm.rules.event import Event, counted

BATTLE, FOUGHT, SECRET = "battle", "fought", "secret"
"""Battles that may be told, every battle of every side, and what only its parties knew."""
BATTLES = 10
MAPS = 4
TITLE = "The game in retrospect"

Figures = Sequence[Mapping[str, int]]
"""A figure of each power, turn by turn."""


class Past(Struct, frozen=True):
    """A game that is over: its turns, the names of all codes, and what was kept to be told."""

    history: History
    names: Names
    annals: Sequence[Annal] = ()
    lead: str = "points"
    """The figure of the chapters by which one leads; if they have none of that name, nobody is said to lead."""
    unit: tuple[str, str] = ("place", "places")
    """What a power owns, one and many."""

    @property
    def powers(self) -> tuple[str, ...]:
        """Those with figures, those who stand best at the end first."""
        last = self.figures()[-1]
        every = {code for chapter in self.history for row in chapter.figures.values() for code in row}
        return tuple(sorted(every, key=lambda code: (-last.get(code, 0), code)))

    def name(self, code: str) -> str:
        return self.names.get(code, code)

    def figures(self) -> Figures:
        """What one leads by, else the first figure there is."""
        return [chapter.figures.get(self.figure, {}) for chapter in self.history]

    @property
    def figure(self) -> str:
        first = self.history[-1].figures
        return self.lead if self.lead in first else next(iter(first), "")

    def places(self) -> Figures:
        powers = {*self.powers}
        return [{code: n for code, n in owned(chapter).items() if code in powers} for chapter in self.history]

    def told(self, kind: str) -> list[Annal]:
        return [one for one in self.annals if one.kind == kind]


# turn by turn


def annals(journal: Iterable[Event], names: Names, secrets: tuple[type[Event], ...] = ()) -> Iterator[Annal]:
    """Battles in the words of those who fought them, and what only its parties knew. Of the battles of the same powers
    in the same place the greatest is told."""
    battles: dict[frozenset[str], Event] = {}
    for event in journal:
        if isinstance(event, secrets):
            yield Annal(SECRET, event.sentence(names), first_party(event), 1)
        elif event.greatness:
            yield from sides(event)
            key = frozenset(event.headline())
            battles[key] = max(battles.get(key, event), event, key=lambda one: one.greatness)
    for event in battles.values():
        yield Annal(BATTLE, event.sentence(names), first_party(event), event.greatness)


def sides(event: Event) -> Iterator[Annal]:
    """A battle, for each of those who fought it."""
    return (Annal(FOUGHT, "", who) for who in dict.fromkeys(event.known_to()))


def first_party(event: Event) -> str:
    return next(iter(event.known_to()), "")


# at the end


def keepsake(past: Past, plate: Map | None = None) -> Iterator[AnySection]:
    """`plate`: the map of the last turn, if its owners can be shown."""
    if len(past.history) > 1:
        if given := tuple(awards(past)):
            yield Facts("awards", "Awards", given, under=TITLE)
        yield rise(past)
    if battles := sorted(past.told(BATTLE), key=lambda one: (-one.weight, one.turn)):
        facts = tuple(Fact(f"b{n}", f"turn {one.turn}", finished(one.text)) for n, one in enumerate(battles[:BATTLES]))
        yield Facts("great", "The greatest battles", facts, under=TITLE)
    if facts := tuple(secrets(past)):
        yield Facts("secrets", "Secrets revealed", facts, under=TITLE, flow=2)
    if plate:
        yield from story(past, plate)


def story(past: Past, plate: Map) -> Iterator[Map]:
    """The map at four times, from the beginning to the end."""
    last = len(past.history) - 1
    chosen = list(dict.fromkeys(round(last * step / (MAPS - 1)) for step in range(MAPS)))
    for number, at in enumerate(chosen if last else ()):
        chapter = past.history[at]
        owners = {place: owner for place, owner in chapter.owners.items() if owner}
        outside = {place: owner for place, owner in plate.owners.items() if place not in chapter.owners}
        side: Side = "" if number == len(chosen) - 1 and not number % 2 else ("left", "right")[number % 2]
        yield Map(
            f"story_{number + 1}",
            after(chapter).capitalize(),
            plate=plate.plate,
            owners=owners | outside,
            names={code: past.name(code) for code in sorted(set(owners.values()))}
            | {code: plate.names.get(code, code) for code in sorted(set(outside.values()))},
            quiet=True,
            side=side,
            floats=True,
        )


def after(chapter: Chapter) -> str:
    return f"after turn {chapter.turn}" if chapter.turn else "at the beginning"


def rise(past: Past) -> Grid:
    """How each power began, its best turn, and its end."""
    places, (_, many) = past.places(), past.unit
    measures = {many: places} if any(places) else {}
    if past.figures() != places:
        measures[past.figure] = past.figures()
    heads = [column for name in measures for column in headings(name)]
    rows = [
        Row((code, past.name(code), *(cell for one in measures.values() for cell in course(past, one, code))), code)
        for code in past.powers
        if any(best(one, code)[0] for one in measures.values())
    ]
    title = f"Rise and fall, by {' and '.join(measures)}"
    return Grid("rise", title, (*columns("_<4# _<"), *heads), tuple(rows), under=TITLE)


def headings(name: str) -> tuple[Column, ...]:
    return (
        Column(f"{name} at first", "first", right=True),
        Column(f"most {name}", "most", right=True),
        Column("in turn", "turn", right=True),
        Column(f"{name} at the end", "end", right=True, look="strong"),
    )


def course(past: Past, figures: Figures, code: str) -> tuple[Cell, ...]:
    most, when = best(figures, code)
    return figures[0].get(code, 0), most, past.history[when].turn, figures[-1].get(code, 0)


def best(figures: Figures, code: str) -> tuple[int, int]:
    """The highest figure and the first turn that had it."""
    values = [figure.get(code, 0) for figure in figures]
    return max(values), values.index(max(values))


def secrets(past: Past) -> Iterator[Fact]:
    """What each power kept to itself, turn by turn."""
    found: dict[str, list[str]] = {}
    for one in past.told(SECRET):
        found.setdefault(one.who, []).append(f"turn {one.turn}: {one.text}")
    for code in sorted(found):
        yield Fact(code, past.name(code), finished("; ".join(found[code])))


def awards(past: Past) -> Iterator[Fact]:
    places, history = past.places(), past.history
    realms = [(count, code, -at) for at, one in enumerate(places) for code, count in one.items()]
    if realms:
        count, code, at = max(realms)
        yield award(past, "The widest realm", code, f"{counted(count, *past.unit)} {after(history[-at])}")
    led = Counter(leader for chapter in history[1:] if (leader := leading(chapter.figures.get(past.lead, {}))))
    yield from most_of(past, "Longest in the lead", led, ("turn", "turns"))
    yield from changes(past, places)
    fought = Counter(one.who for one in past.told(FOUGHT) if one.who in past.powers)
    yield from most_of(past, "Most battles", fought, ("battle", "battles"))
    kept = Counter(one.who for one in past.told(SECRET))
    yield from most_of(past, "Most secrets", kept, ("secret", "secrets"))


def most_of(past: Past, title: str, count: Counter[str], words: tuple[str, str]) -> Iterator[Fact]:
    if count:
        code, number = max(count.items(), key=lambda row: (row[1], row[0]))
        yield award(past, title, code, counted(number, *words))


def changes(past: Past, places: Figures) -> Iterator[Fact]:
    """The best and the worst turn of anybody."""
    steps = [
        (now.get(code, 0) - before.get(code, 0), code, at)
        for at, (before, now) in enumerate(pairwise(places), 1)
        for code in sorted({*before, *now})
    ]
    for title, sign in (("The greatest leap", 1), ("The deepest fall", -1)):
        change, code, at = max(steps, key=lambda step: (sign * step[0], step[1], step[2]), default=(0, "", 0))
        if change * sign > 0:
            text = f"{change:+} {past.unit[abs(change) != 1]} in turn {past.history[at].turn}"
            yield award(past, title, code, text)


def leading(points: Mapping[str, int]) -> str:
    return max(points, key=lambda code: (points[code], code)) if points and max(points.values()) else ""


def award(past: Past, title: str, code: str, why: str) -> Fact:
    return Fact(title.rsplit(maxsplit=1)[-1].lower(), title, f"{past.name(code)}, {why}")
