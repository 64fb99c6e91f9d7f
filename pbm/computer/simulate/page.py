"""The report page of a run, in one file with its pictures; and the same figures for the screen."""

from collections import Counter
from pathlib import Path

from pbm.computer.simulate.compare import Comparison
from pbm.computer.simulate.contest import Contest, laid_out
from pbm.computer.simulate.plan import Plan
from pbm.computer.simulate.plots import Bar, bars, changes, columns, curves
from pbm.computer.simulate.statistics import Interval, mean, rate
from pbm.computer.simulate.tally import Seat, Tally
from pbm.files import put
from pbm.reports.forms import page
from pbm.reports.html import with_fonts
from pbm.rulesets import load
from pbm.rulesets.contract import Table

REPORT, PLOTS = "report.html", "plots"
LIMIT = "turn limit"


def write_page(
    folder: Path, tally: Tally, comparison: Comparison | None = None, contest: Contest | None = None
) -> Path:
    """The page and its pictures, also as files of their own."""
    drawn = pictures(tally) | (compared_pictures(comparison) if comparison else {})
    for name, svg in drawn.items():
        put(folder / PLOTS / f"{name}.svg", svg.encode())
    game = load(tally.plan.ruleset)
    text = page(
        "simulate/report.html",
        title=game.title,
        plan=tally.plan,
        house=described(tally.plan),
        by=seated(tally.plan),
        tally=tally,
        tables=[standings(tally), finals(tally), endings(tally), temperaments(tally), words(tally)],
        levels=levels(tally),
        pictures=drawn,
        comparison=comparison,
        contest=laid_out(contest) if contest else None,
        compared=[differences(comparison)] if comparison else [],
    )
    put(folder / REPORT, with_fonts(text).encode())
    return folder / REPORT


def described(plan: Plan) -> str:
    return ", ".join(f"{rule} = {value}" for rule, value in plan.house.items()) or "as in the rules"


def seated(plan: Plan) -> str:
    """`warlord`, or `warlord; steward: MER, NTH`: the most common first."""
    common = Counter(plan.by.values()).most_common()
    rest = [f"{one}: {', '.join(s for s, own in plan.by.items() if own == one)}" for one, _ in common[1:]]
    guest = [f"{plan.guest}: one seat in each game, in turn"] if plan.guest else []
    return "; ".join([common[0][0], *rest, *guest])


def percent(share: Interval) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def figure(value: Interval) -> str:
    return f"{value.value:.1f} ({value.low:.1f} to {value.high:.1f})"


def standings(tally: Tally) -> Table:
    header = "seat", "name", "won", "won or led", "survived", "points"
    ranking = sorted(tally.seats.items(), key=lambda row: -sum(row[1].final()))
    return Table("How the seats did, with 95 % intervals", header, [standing(code, seat) for code, seat in ranking])


def standing(code: str, seat: Seat) -> tuple[str | int, ...]:
    shares = (percent(rate(games)) for games in (seat.won, seat.led, seat.survived))
    return code, seat.name, *shares, figure(mean(seat.final()))


def finals(tally: Tally) -> Table:
    names = load(tally.plan.ruleset).computer.figures
    rows: list[tuple[str | int, ...]] = [
        (code, *(f"{sum(column) / tally.games:.1f}" for column in zip(*seat.figures, strict=True)))
        for code, seat in tally.seats.items()
    ]
    return Table("At the end of a game, on average", ("seat", *names), rows)


def endings(tally: Tally) -> Table:
    rows: list[tuple[str | int, ...]] = [
        (how or LIMIT, winners, count, percent(rate([1] * count + [0] * (tally.games - count))))
        for (how, winners), count in sorted(tally.ends.items(), key=lambda row: (-row[1], row[0]))
    ]
    return Table("How games ended", ("ending", "winners", "games", "share"), rows)


def levels(tally: Tally) -> Table:
    names = sorted({level for seat in tally.seats.values() for level in seat.levels})
    rows: list[tuple[str | int, ...]] = [
        (code, *(seat.levels[name] for name in names)) for code, seat in tally.seats.items() if names
    ]
    return Table("Levels of victory, in games", ("seat", *names), rows)


def temperaments(tally: Tally) -> Table:
    rows: list[tuple[str | int, ...]] = [
        (name, count.written, count.refused, f"{count.share():.2%}") for name, count in tally.temperaments.items()
    ]
    return Table("Orders refused", ("temperament", "written", "refused", "share"), rows)


def words(tally: Tally) -> Table:
    rows: list[tuple[str | int, ...]] = [
        (word, count.written, f"{count.written / tally.games:.1f}", count.refused, f"{count.share():.2%}")
        for word, count in sorted(tally.words.items(), key=lambda row: (-row[1].written, row[0]))
    ]
    return Table("Action words", ("word", "written", "a game", "refused", "share"), rows)


def pictures(tally: Tally) -> dict[str, str]:
    seats = tally.seats.values()
    drawn = {
        "led": bars("Games won, or led at the turn limit", ranked([Bar(s.name, rate(s.led)) for s in seats])),
        "survived": bars("Games survived", ranked([Bar(s.name, rate(s.survived)) for s in seats])),
        "points": curves(
            "Points by turn",
            [(seat.name, seat.points) for seat in seats],
            "the median game and the middle 80 % of games; a finished game keeps its last value",
        ),
        "length": columns("Length of games in turns", lengths(tally), f"{tally.games} games"),
    }
    return drawn | ({"words": bars("How often each action is ordered", used(tally))} if tally.words else {})


def ranked(rows: list[Bar]) -> list[Bar]:
    return sorted(rows, key=lambda bar: -bar.value.value)


def lengths(tally: Tally) -> list[tuple[int, int]]:
    counts = Counter(tally.lengths)
    return [(turn, counts[turn]) for turn in range(1, tally.plan.turns + 1)]


def used(tally: Tally) -> list[Bar]:
    """Each word's share of all orders."""
    total = tally.orders().written
    shares = {word: count.written / total for word, count in tally.words.items()}
    return ranked([Bar(word, Interval(share, share, share)) for word, share in sorted(shares.items())])


def compared_pictures(comparison: Comparison) -> dict[str, str]:
    title = f"Points at the end: change with {comparison.rule}"
    return {"compared": changes(title, [Bar(change.name, change.points) for change in comparison.seats])}


def differences(comparison: Comparison) -> Table:
    header = "seat", "won", "won or led", "survived", "points"
    rows: list[tuple[str | int, ...]] = [
        (c.name, share(c.won), share(c.led), share(c.survived), more(c.points)) for c in comparison.seats
    ]
    length: tuple[str | int, ...] = ("turns per game", "", "", "", more(comparison.length))
    return Table(f"Change with {comparison.rule}", header, [*rows, length])


def share(change: Interval) -> str:
    """A change in percentage points; a star if it is statistically significant."""
    return more(Interval(*(100 * value for value in change)))


def more(change: Interval) -> str:
    star = " *" if change.apart() else ""
    return f"{change.value:+.1f} ({change.low:+.1f} to {change.high:+.1f}){star}"
