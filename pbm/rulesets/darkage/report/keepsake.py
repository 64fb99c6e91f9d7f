"""What everyone gets when a game is over: its story in maps, rise and fall, great battles, secrets and awards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbm.reports import Annal, Chapter, History
from pbm.reports.sections import AnySection, Fact, Facts, Grid, Map, Row, Side, columns
from pbm.reports.tell import finished, owned
from pbm.rules.event import Event, Phase, counted
from pbm.rulesets.darkage.battle_events import Fought
from pbm.rulesets.darkage.general import Given, Stashed
from pbm.rulesets.darkage.loans import Lent
from pbm.rulesets.darkage.report.words import name, named, names
from pbm.rulesets.darkage.spying import Recruited, Sabotaged, SpyKilled, TrapSet, WatcherKilled, WatchSet
from pbm.rulesets.darkage.world import World

BATTLE, SECRET = "battle", "secret"
SECRETS = (Recruited, TrapSet, WatchSet, Sabotaged, SpyKilled, WatcherKilled, Lent, Given, Stashed)
"""What only its parties knew."""
BATTLES = 10
MAPS = 4
TITLE = "The game in retrospect"
RISE = columns(
    "_<4# _< at_first|first> most> in_turn|turn> at_the_end|end>! best_points|best> in_turn|turn> points|pts>!"
)
WON = columns("turn> _< attack> defence>")
AWARDS = columns("_< to< for<")


# turn by turn


def annals(world: World, journal: list[Event]) -> Iterator[Annal]:
    number = 0
    for event in journal:
        number = (event.round or number) if isinstance(event, Phase) else number
        if isinstance(event, Fought) and event.great:
            first = event.rounds[0]
            end = "took it" if event.won else "was beaten back"
            text = f"{name(event.who)} at {named(event.target)}, {first.attack} against {first.defence}, and {end}"
            yield Annal(BATTLE, text, event.who, min(first.attack, first.defence) * 100 + first.attack + first.defence)
        elif isinstance(event, SECRETS):
            text = event.sentence(names()) + (f", round {number}" if number else "")
            yield Annal(SECRET, text, event.who, getattr(event, "bps", 0) or getattr(event, "armies", 0) or 1)


# at the end


def keepsake(world: World, history: History, annals: Sequence[Annal]) -> Iterator[AnySection]:
    if len(history) > 1:
        yield Grid("awards", "Awards", AWARDS, tuple(awards(history, annals)), under=TITLE)
        yield Grid("rise", "Rise and fall, by areas and victory points", RISE, tuple(rise(world, history)), under=TITLE)
    if battles := sorted((one for one in annals if one.kind == BATTLE), key=lambda one: (-one.weight, one.turn)):
        facts = tuple(Fact(f"b{n}", f"turn {one.turn}", finished(one.text)) for n, one in enumerate(battles[:BATTLES]))
        yield Facts("great", "The greatest battles", facts, under=TITLE)
    if facts := tuple(secrets(annals)):
        yield Facts("secrets", "Secrets revealed", facts, under=TITLE, flow=2)
    yield from story(world, history)


def story(world: World, history: History) -> Iterator[Map]:
    """The map at four times, from the beginning to the end."""
    last = len(history) - 1
    chosen = list(dict.fromkeys(round(last * step / (MAPS - 1)) for step in range(MAPS)))
    for number, at in enumerate(chosen if last else ()):
        chapter = history[at]
        owners = {place: owner for place, owner in chapter.owners.items() if owner}
        side: Side = "" if number == len(chosen) - 1 and not number % 2 else ("left", "right")[number % 2]
        yield Map(
            f"story_{number + 1}",
            f"After turn {chapter.turn}" if chapter.turn else "At the beginning",
            owners=owners,
            names={code: name(code) for code in sorted(set(owners.values()))},
            quiet=True,
            side=side,
            floats=True,
        )


def rise(world: World, history: History) -> Iterator[Row]:
    """How each kingdom began, its best turn, and its end."""
    areas = [owned(chapter) for chapter in history]
    points = [chapter.figures["points"] for chapter in history]
    codes = sorted(world.kingdoms, key=lambda code: (-points[-1].get(code, 0), code))
    for code in codes:
        most, when = best(areas, code)
        highest, turn = best(points, code)
        if most or highest:
            cells = (code, name(code), areas[0].get(code, 0), most, history[when].turn, areas[-1].get(code, 0))
            yield Row((*cells, highest, history[turn].turn, points[-1].get(code, 0)), code)


def best(figures: Sequence[Mapping[str, int]], code: str) -> tuple[int, int]:
    """The highest figure and the first turn that had it."""
    values = [figure.get(code, 0) for figure in figures]
    return max(values), values.index(max(values))


def secrets(annals: Sequence[Annal]) -> Iterator[Fact]:
    """What each kingdom kept to itself, turn by turn."""
    found: dict[str, list[str]] = {}
    for one in annals:
        if one.kind == SECRET:
            found.setdefault(one.who, []).append(f"turn {one.turn}: {one.text}")
    for code in sorted(found):
        yield Fact(code, name(code), finished("; ".join(found[code])))


def awards(history: History, annals: Sequence[Annal]) -> Iterator[Row]:
    areas = [owned(chapter) for chapter in history]
    most = max(((count, code, at) for at, one in enumerate(areas) for code, count in one.items()), default=None)
    if most:
        yield award(
            "The widest realm", most[1], f"{counted(most[0], 'area', 'areas')} after turn {history[most[2]].turn}"
        )
    led = Counter(leader for chapter in history[1:] if (leader := leading(chapter)))
    if led:
        code, turns = max(led.items(), key=lambda row: (row[1], row[0]))
        yield award("Longest in the lead", code, counted(turns, "turn", "turns"))
    yield from changes(history, areas)
    fought = Counter(one.who for one in annals if one.kind == BATTLE)
    if fought:
        code, number = max(fought.items(), key=lambda row: (row[1], row[0]))
        yield award("Most great battles", code, counted(number, "attack", "attacks"))
    kept = Counter(one.who for one in annals if one.kind == SECRET)
    if kept:
        code, number = max(kept.items(), key=lambda row: (row[1], row[0]))
        yield award("Most secrets", code, counted(number, "secret", "secrets"))


def changes(history: History, areas: Sequence[Mapping[str, int]]) -> Iterator[Row]:
    """The best and the worst turn of anybody."""
    steps = [
        (now.get(code, 0) - before.get(code, 0), code, at)
        for at, (before, now) in enumerate(pairwise(areas), 1)
        for code in sorted({*before, *now})
    ]
    if not steps:
        return
    up, down = max(steps), min(steps)
    yield award("The greatest leap", up[1], f"{up[0]:+} areas in turn {history[up[2]].turn}")
    yield award("The deepest fall", down[1], f"{down[0]:+} areas in turn {history[down[2]].turn}")


def leading(chapter: Chapter) -> str:
    points = chapter.figures["points"]
    return max(points, key=lambda code: (points[code], code)) if points and max(points.values()) else ""


def award(title: str, code: str, why: str) -> Row:
    return Row((title, name(code), why), code)
