"""The order desk of a player as one file: it needs no server, no network and nothing else."""

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from pbm.desk.everyday import Everyday, everyday_of
from pbm.desk.ground import Ground, ground
from pbm.desk.prospects import Prospects, Trial, Worded, plainest
from pbm.desk.samples import Samples
from pbm.desk.tongue import Tongue, tongue_of
from pbm.errors import GameError
from pbm.files import folder
from pbm.reading.words import POWER
from pbm.rehearsal.means import to_spend
from pbm.rehearsal.rehearse import rehearse
from pbm.rehearsal.single import ENOUGH, Singles
from pbm.reports import Report
from pbm.reports.forms import environment
from pbm.reports.html import LATIN, faces
from pbm.reports.schema import render_json
from pbm.reports.scripts import embedded, permit
from pbm.reports.sections import Account, AnySection, Ballot, Brief, Grid, Hand, Map, Turnsheet
from pbm.rules.order import Order, Sheet, Slots
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.desk import Stock

SCRIPTS = (
    "tongue", "everyday", "lore", "answers", "offers", "checks", "lines", "steps", "boxes", "votes", "ways", "chart",
    "post",
)  # fmt: skip
"""The parts of the script, in order."""
CARD_CODE = re.compile(r"\b[A-Z]+\d+[A-Z]?\b")


class Known(Struct, frozen=True):
    """The parts of a report in which the page looks codes up; those of an ally's report are read in the same way."""

    sections: tuple[AnySection, ...]


class Desk(Struct, frozen=True):
    """All that the page is given."""

    game: str
    turn: str
    who: str
    name: str
    headings: tuple[str, ...]
    """The first lines of the sheet."""
    to: str
    slots: int
    """The number of numbered actions; 0 if the sheet is a list."""
    most: int
    called: str
    tongue: Tongue
    kinds: Mapping[str, Mapping[str, str]]
    words: dict[str, str]
    """The players' word for each kind of code."""
    near: dict[str, tuple[str, ...]]
    pairs: Mapping[str, str]
    out: tuple[str, ...]
    """Codes that can be read but stand for nothing now."""
    actions: dict[str, tuple[str, str, str]]
    """The boxes, the cost and the paragraph of each action."""
    prospects: Prospects
    others: dict[str, Prospects]
    """What is said of lines for other powers, in blocks of their own."""
    everyday: Everyday
    stock: Stock | None
    fights: dict[str, dict[str, tuple[int, ...]]]
    purses: Mapping[str, int]
    closing: tuple[str, ...]
    """What the end of the turn costs, and how the power would stand without orders."""
    cuts: tuple[str, ...]
    goes: tuple[str, ...]
    aside: str
    idle: str
    rows: tuple[str, ...]
    form: tuple[Any, ...]
    report: Known
    middles: dict[str, tuple[int, int]]
    standing: dict[str, tuple[str, ...]]
    own: tuple[str, ...]
    votes: tuple[Ballot, ...]
    """The proposals on which the player may vote."""
    proposals: tuple[str, ...]


@contextmanager
def uncollected() -> Iterator[None]:
    """A desk makes thousands of worlds and hardly a cycle: looking for unused objects took up to a quarter of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@uncollected()
def desk_page(rules: AnyRuleset, report: Report, counter: str = "") -> str:
    """The page, made out of a player's report alone; with the counter on the web where it may send the sheet."""
    sheet = next(report.of(Turnsheet), None)
    if sheet is None:
        raise GameError(f"There is no next turn in {report.masthead.game}, so there is no order desk.")
    maps = [*report.of(Map), *report.roundup.of(Map)]
    land = ground(maps, rules.data, report.masthead.who)
    page = environment(True).get_template("desk/page.html.j2")
    return page.render(
        head=report.masthead,
        counter=f"{counter.rstrip('/')}/{report.masthead.game}" if counter else "",
        sheet=sheet,
        svg=Markup(land.svg),
        legend=Markup(land.legend),
        data=embedded(desk(rules, report, sheet, land)),
        style=Markup(style()),
        script=Markup(script()),
        permit=permit(script()),
    )


def desk(rules: AnyRuleset, report: Report, sheet: Turnsheet, land: Ground) -> Desk:
    head, who = report.masthead, report.masthead.who
    _, view = rules.sight.from_report(render_json(report))
    world = rules.sight.known(view)
    reader, declared = rules.language.reader(world), rules.desk
    tongue = tongue_of(reader.grammar, reader.words, rules.book.actions)
    given = declared.declared(world, who, reader.words.kinds.get(POWER, ()))
    samples = Samples(tongue, reader, given, codes_in(report.sections))
    tried = list(samples.every())
    shape, prospects = rules.language.shape, Trial(samples, Singles(rules, view, who)).prospects(tried)
    return Desk(
        game=head.game,
        turn=str(head.coming),
        who=who,
        name=head.name,
        headings=(
            f"Game: {head.game}",
            f"Turn: {head.coming}",
            f"{sheet.power.capitalize()}: {who}",
            f"Code: {head.sheet_code}",
        ),
        to=head.orders_to,
        slots=shape.most if isinstance(shape, Slots) else 0,
        most=shape.most,
        called=shape.called,
        tongue=tongue,
        kinds=reader.words.kinds,
        words={kind: reader.words.word_for(kind) for kind in reader.words.kinds},
        near={code: tuple(sorted(near)) for code, near in reader.words.near.items()},
        pairs=reader.words.pairs,
        out=tuple(sorted(given.out)),
        actions={row.word: (" ".join(row.boxes), row.cost, row.rule) for row in sheet.actions},
        prospects=prospects,
        others=for_others(rules, view, who, samples, tried),
        everyday=everyday_of(reader, rules.book.actions),
        stock=declared.stock(view),
        fights=fought(declared.fights(view)),
        purses=declared.purses(to_spend(rules, view, who)),
        closing=(
            *(text for section in report.sections if section.key in declared.ahead for text in told(section)),
            *(f"Without orders: {text}" for text in without_orders(rules, view, Sheet(who, {}))),
        ),
        cuts=declared.cuts,
        goes=declared.goes,
        aside=declared.aside,
        idle=declared.idle,
        rows=sheet.rows,
        form=sheet.form,
        report=Known(tuple(section for section in report.sections if isinstance(section, Grid))),
        middles=land.middles,
        standing=land.kept,
        own=land.own,
        votes=head.votes,
        proposals=head.proposals,
    )


def for_others(
    rules: AnyRuleset, view: Any, who: str, samples: Samples, tried: Iterable[Worded]
) -> dict[str, Prospects]:
    """What is said of lines for other powers, in the plainest words, from the places in which these stand."""
    world, given = rules.sight.known(view), replace(samples.declared, price=free)
    plain = [(words, sample) for words, sample in plainest(tried) if rules.desk.in_blocks(sample.order)]
    found = dict[str, Prospects]()
    for block in rules.desk.blocks(world, who):
        near = Samples(samples.tongue, samples.reader, given, {*block.places}, block.places)
        found[block.power] = Trial(near, Singles(rules, view, who, block.above, ENOUGH)).prospects(plain)
    return found


def free(order: Order) -> Mapping[str, int]:
    """What is ordered for another power costs the player nothing."""
    return {}


def without_orders(rules: AnyRuleset, view: Any, sheet: Sheet) -> tuple[str, ...]:
    """How the power would stand after a turn in which nobody orders anything."""
    if rules.proof:
        return rules.proof(view, sheet, view.turn + 1).closing
    return next((play.outlook for play in rehearse(rules, "", view, sheet, agree=1).plays), ())


def fought(fights: Any) -> dict[str, dict[str, tuple[int, ...]]]:
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for fight in fights:
        found.setdefault(fight.word, {})[fight.target] = fight.left
    return found


def told(section: AnySection) -> Iterator[str]:
    """A section in sentences."""
    match section:
        case Account():
            entries = ", ".join(f"{entry.label} {entry.amount}" for entry in section.entries)
            yield f"{section.title}: {entries}; {section.total_label} {section.total}."
        case Brief():
            yield from (notice.text for notice in (*section.notices, *section.warnings))
        case Grid():
            for row in section.rows:
                cells = [(column.title, cell) for column, cell in zip(section.columns, row.cells, strict=False)]
                listed = ", ".join(f"{title} {cell}".strip() for title, cell in cells if cell is not None)
                yield f"{section.title}: {listed}."


def codes_in(sections: Sequence[AnySection]) -> set[str]:
    """The codes that tables name in their columns of codes, and cards in the lines that play them."""
    tabled = {code for section in sections if isinstance(section, Grid) for code in in_grid(section)}
    cards = [card for section in sections if isinstance(section, Hand) for card in section.cards]
    return tabled | {code for card in cards for code in CARD_CODE.findall(card.order)}


def in_grid(section: Grid) -> Iterator[str]:
    for row in section.rows:
        for column, cell in zip(section.columns, row.cells, strict=False):
            if column.look == "code" and isinstance(cell, str):
                yield from cell.split()


@cache
def style() -> str:
    return environment(True).get_template("desk/style.css.j2").render(fonts=Markup(faces(LATIN)))


@cache
def script() -> str:
    place = folder("templates") / "desk"
    parts = [(place / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"
