"""The reports of a turn: their pages beside bare ReportLab pages of the same content, and text beside adjudication."""

import io
import zlib
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any
from xml.etree import ElementTree

from reportlab.lib.pagesizes import A4
from reportlab.platypus import PageBreak, SimpleDocTemplate, Table
from reportlab.platypus.flowables import Flowable

from bench.clock import best
from pbm.desk.page import desk_page
from pbm.maps.land.plate import read_plate
from pbm.maps.land.political import lines_of
from pbm.record.game import Game
from pbm.reports import Chapter, Frame
from pbm.reports.figures import figures
from pbm.reports.forms import environment
from pbm.reports.layout import shown
from pbm.reports.paper import TEMPLATE, render_pdf, values
from pbm.reports.pdf.type import SANS, SANS_BOLD, SERIF, register_faces, theme
from pbm.reports.text import render_public, render_text
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rulesets.darkage.map import DATA
from pbm.rulesets.reporting import reports

SAMPLE = Path(__file__).parent.parent / "games" / "game42"
ROWS = 46
"""As many rows as a bare table may have: ReportLab's grow slower with their length."""
FRAME = Frame(
    game="game42", deadline="Fri 11 Dec 2026, 18:00 UTC", orders_to="orders@example.org", sheet_code="K7Q-2MX-F"
)


class Sample:
    """The sample game, ready for its next turn."""

    def __init__(self, game: Game) -> None:
        self.config, self.turn = game.config(), game.last() + 1
        self.rules, self.secret = self.config.ruleset, game.secret()
        self.opening, self.sheets = game.position(game.last()), game.sheets(self.turn)
        self.past = tuple(self.chapter(game.position(number)) for number in range(self.turn))
        self.reader = self.rules.language.reader(self.world())

    def world(self) -> Any:
        return self.rules.state.read(self.opening, self.config.settings)

    def chapter(self, position: bytes) -> Chapter:
        return self.rules.reports.chapter(self.rules.state.read(position, self.config.settings))

    def read(self) -> dict[str, Any]:
        texts = {name.split(".")[0]: text.decode() for name, text in self.sheets.items()}
        return {who: self.reader.sheet(who, text) for who, text in texts.items()}

    def adjudicated(self, sheets: dict[str, Any]) -> tuple[Any, list[Any]]:
        world = self.world()
        return world, play(Turn(world, sheets, Dice(self.secret, self.turn)), self.rules.book.steps(world))

    def reported(self, world: Any, journal: list[Any]) -> list[Any]:
        frames = dict.fromkeys([*world.kingdoms, ""], FRAME)
        roundup, made = reports(self.rules, world, journal, frames, self.past)
        return [roundup, *made.values()]


def text_of_all(sample: Sample) -> list[str]:
    """The whole turn: from order text to every report as text."""
    roundup, *others = sample.reported(*sample.adjudicated(sample.read()))
    public = render_public(roundup)
    return [render_text(roundup), *(render_text(one, public) for one in others)]


# bare pages


class Polygons(Flowable):  # type: ignore[misc]
    """The areas of the map, each filled and with its code: what any map costs."""

    def wrap(self, *_: float) -> tuple[float, float]:
        return 430.0, 640.0

    def draw(self) -> None:
        shapes, labels = lines_of(DATA).shapes, read_plate(DATA).layout.labels
        self.canv.scale(0.4, 0.4)
        for rings in shapes.values():
            for ring in rings:
                path = self.canv.beginPath()
                path.moveTo(*ring[0])
                for point in ring[1:]:
                    path.lineTo(*point)
                self.canv.drawPath(path, fill=1, stroke=1)
        self.canv.setFont(SANS_BOLD, 12)
        for label in labels.values():
            for number, row in enumerate(label.rows):
                self.canv.drawString(label.at[0], label.at[1] - 11 * number, row)


class Fields(Flowable):  # type: ignore[misc]
    """The turnsheet's boxes, as ReportLab makes them."""

    def wrap(self, *_: float) -> tuple[float, float]:
        return 430.0, 640.0

    def draw(self) -> None:
        for name in (f"{box}{number:02}" for number in range(1, 17) for box in "abcd"):
            x, y = 40 + 110 * "abcd".index(name[0]), 660 - 30 * int(name[1:])
            self.canv.acroForm.textfield(name=name, x=x, y=y, width=100, height=20)


def markup(one: Any) -> str:
    drawn = figures(shown(one), DATA)
    return environment(True).get_template(f"{TEMPLATE}.j2").render(theme=theme(), figures=drawn, **values(one))


def content(one: Any) -> list[list[str]]:
    """Every row of a report as plain strings: cells of tables, and lines of text as rows of one."""
    rows = []
    for element in ElementTree.fromstring(markup(one)).iter():
        if element.tag in ("row", "head"):
            rows.append(["".join(cell.itertext()).strip() for cell in element])
        elif element.tag in ("p", "h1", "h2"):
            rows.append(["".join(element.itertext()).strip()])
    return rows


def bare(rows: Sequence[Sequence[str]], pictures: bool = True, sheet: bool = True) -> bytes:
    """The same content in ReportLab's own tables, with nothing wrapped and nothing laid out."""
    register_faces()
    buffer = io.BytesIO()
    style = [("FONT", (0, 0), (-1, -1), SANS, 7), ("FONT", (0, 0), (0, -1), SERIF, 7)]
    story: list[Any] = []
    for _, group in groupby(rows, len):
        alike = list(group)
        story += [Table(alike[start : start + ROWS], style=style) for start in range(0, len(alike), ROWS)]
    story += [Polygons(), PageBreak()] if pictures else []
    story += [Polygons(), PageBreak(), Fields()] if pictures and sheet else []
    SimpleDocTemplate(buffer, pagesize=A4, invariant=1, pageCompression=1).build(story)
    return buffer.getvalue()


def all_pages(made: Iterable[Any]) -> list[int]:
    return [zlib.crc32(render_pdf(one, DATA)) for one in made]


def on_two_cores(made: list[Any], pool: ProcessPoolExecutor) -> float:
    start = perf_counter()
    list(pool.map(all_pages, [made[::2], made[1::2]]))
    return perf_counter() - start


def report() -> None:
    sample = Sample(Game(SAMPLE))
    world, journal = sample.adjudicated(sample.read())
    made = sample.reported(world, journal)
    read_plate(DATA)
    rows = [(content(one), number > 0) for number, one in enumerate(made)]
    ours = best(lambda: all_pages(made), 3)
    theirs = best(lambda: [bare(cells, sheet=private) for cells, private in rows], 3)
    tables = best(lambda: [bare(cells, pictures=False) for cells, _ in rows], 3)
    print(f"{len(made)} reports as PDF, one core          {ours:6.2f} s")
    print(f"the same in bare ReportLab            {theirs:6.2f} s   ours / bare   {ours / theirs:5.2f} (at most 1.5)")
    print(f"bare tables without map and turnsheet {tables:6.2f} s   ours / tables {ours / tables:5.2f}")
    desks = best(lambda: [desk_page(sample.rules, one) for one in made[1:5]], 2) / 4
    print(f"an order desk, one core               {desks:6.2f} s   desk / report {desks / (ours / len(made)):5.2f}")
    start = perf_counter()
    all_pages(made)
    one_core = perf_counter() - start
    with ProcessPoolExecutor(2) as pool:
        on_two_cores(made, pool)
        two_cores = min(on_two_cores(made, pool) for _ in range(3))
    print(f"on two cores                          {two_cores:6.2f} s   one / two     {one_core / two_cores:5.2f}")
    sheets = sample.read()
    whole, alone = best(lambda: text_of_all(sample)), best(lambda: sample.adjudicated(sheets))
    print(f"order text to all text reports        {whole * 1000:6.1f} ms (at most 50)")
    print(f"the adjudication alone                {alone * 1000:6.1f} ms  whole / alone {whole / alone:5.2f}")


if __name__ == "__main__":
    report()
