"""The lines of a sheet with what became of each, and what is in force until further notice."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import structs

from pbm.reports.sections import AnySection, Deed, Fact, Grid, Orders, Row, Standing, Told, columns
from pbm.reports.tell import answered, finished
from pbm.rules.roster import TurnMissed
from pbm.rules.sight import stretches
from pbm.rulesets.tours.computer.warden import reason
from pbm.rulesets.tours.doctrine import KEYS, USUAL, written
from pbm.rulesets.tours.forces import CONTINGENTS, NAMES, UNITS
from pbm.rulesets.tours.report.words import Author
from pbm.rulesets.tours.selectors import spans

DOCTRINE = columns("_<8# " + " ".join(f"{key}<" for key in KEYS))


def lines(author: Author) -> tuple[Deed, ...]:
    """By their place on the sheet."""
    found = [
        answered(author.view, stretch.answer, stretch, (), NAMES, ())
        for stretch in stretches(author.view)
        if stretch.answer
    ]
    if any(isinstance(event, TurnMissed) and event.who == author.side for event in author.view.events):
        found = list(map(explained, found))
    return tuple(sorted(found, key=lambda deed: deed.number or 0))


def explained(deed: Deed) -> Deed:
    """A line of the warden's, with its reason."""
    why = reason(deed.order)
    return structs.replace(deed, lines=(Told(finished(f"The warden: {why}")), *deed.lines)) if why else deed


def sheet(done: tuple[Deed, ...]) -> Orders:
    return Orders("orders", "Your orders", done)


def in_force(author: Author) -> Iterator[AnySection]:
    """Doctrine by contingent, then the units with values of their own; then groups and the order of play."""
    yield Grid(
        "doctrine",
        "Doctrine in force",
        DOCTRINE,
        tuple(rows(author)),
        caption="By contingent; under it units with values of their own.",
    )
    yield Standing("standing", "Groups and order of play", tuple(standing(author)))


def rows(author: Author) -> Iterator[Row]:
    doctrine = author.world.doctrine
    for con in CONTINGENTS[author.side]:
        values = {**USUAL, **doctrine.get(con, {})}
        yield Row((con, *(written(values[key]) for key in KEYS)))
        own = {unit: doctrine[unit] for unit in sorted(doctrine) if unit in UNITS and UNITS[unit].con == con}
        for chosen, alike in groupby(own, key=own.__getitem__):
            written_out = [written(chosen[key]) if key in chosen else "" for key in KEYS]
            yield from (Row((span, *written_out)) for span in spans(alike).split(", "))


def standing(author: Author) -> Iterator[Fact]:
    own = author.view.own
    yield Fact("init", "INIT", f"{own.init}, if you win the initiative")
    yield Fact("seq", "SEQ", " ".join(own.seq))
    for name, members in sorted(author.view.groups.items()):
        gone = [code for code in members if code not in author.world.units]
        yield Fact(f"group_{name}", f"GROUP {name}", f"{spans(members)}{f' (lost: {spans(gone)})' if gone else ''}")
