"""From a template's markup to blocks. All text is data: it reaches the page as letters and is never read as markup.

docs/printing.md lists the elements that a template may use.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbm.errors import GameError
from pbm.reports.forms import environment
from pbm.reports.pdf.blocks import Beside, Block, Break, Figure, Float, Flow, Gap, Paint, Prose, Rule, Stack
from pbm.reports.pdf.book import Document
from pbm.reports.pdf.fields import Field
from pbm.reports.pdf.marks import Marked
from pbm.reports.pdf.table import Cell, Column, Row, TableBlock
from pbm.reports.pdf.type import BOLD, ITALIC, SANS, SANS_BOLD, SERIF, Run, Style, Theme, legible, register_faces

SPACES = re.compile(r"\s\s+|[\t\n\r]")
COLUMN = re.compile(r"([lrc])(?::(\*?)(\d*\.?\d*))?")
BASE = 8.8
"""The size of type that widths and heights in templates are meant for."""
EMBOLDENED = {SERIF: BOLD, SANS: SANS_BOLD, ITALIC: BOLD}

INNER: dict[str, Callable[[Style, Theme], Style]] = {
    "b": lambda style, theme: replace(style, face=EMBOLDENED.get(style.face, style.face)),
    "i": lambda style, theme: replace(style, face=ITALIC),
    "u": lambda style, theme: replace(style, underlined=True),
    "r": lambda style, theme: replace(style, face=EMBOLDENED.get(style.face, style.face), colour=theme.accent),
    "f": lambda style, theme: replace(style, colour=theme.faint),
    "s": lambda style, theme: replace(style, face=SANS, size=style.size * 0.84, colour=theme.faint),
    "k": lambda style, theme: replace(style, face=SANS_BOLD, size=style.size * 0.95),
    "n": lambda style, theme: replace(style, face=SANS),
}
"""The elements that stand within text."""
LINK = "a"
"""One more: it leads to what has the name in its attribute `to`."""

Shape = Callable[[Theme, float], float]
"""How high a picture is at a width."""
Figures = Mapping[str, tuple[Paint, Shape]]
"""Pictures by the key of their section: how they are painted, and their shape."""


def document(
    template: str, theme: Theme, figures: Figures, linked: Callable[[str], str] | None = None, **values: Any
) -> Document:
    """The document a template makes of its values; `linked` adds links to its markup."""
    register_faces()
    text = environment(True).get_template(f"{template}.j2").render(theme=theme, figures=figures, **values)
    try:
        root = ET.fromstring(linked(text) if linked else text)
    except ET.ParseError as error:
        raise GameError(f"templates/{template}.j2 does not make sound markup: {error}.") from None
    maker = Maker(theme, figures, template)
    return Document(
        title=root.get("title", ""),
        foot=root.get("foot", ""),
        blocks=maker.blocks(root),
        language=root.get("language", "en-GB"),
        subject=root.get("subject", ""),
    )


@dataclass(frozen=True)
class Maker:
    """Makes blocks of elements."""

    theme: Theme
    figures: Figures
    template: str
    styles: dict[tuple[str, Style], Style] = field(default_factory=dict)
    """Those of inner elements, as they were found."""

    @property
    def scale(self) -> float:
        return self.theme.body / BASE

    def size(self, element: ET.Element, name: str, default: float = 0.0) -> float:
        """A length of an element, in points at the common size of type."""
        return float(element.get(name, default)) * self.scale

    def blocks(self, element: ET.Element) -> list[Block]:
        return [self.block(child) for child in element]

    def block(self, element: ET.Element) -> Block:
        make = BLOCKS.get(element.tag)
        if make is None:
            raise GameError(f"templates/{self.template}.j2: there is no element <{element.tag}> here.")
        return make(self, element)

    def style(self, element: ET.Element, face: str = SERIF, size: float = 1.0, ink: str = "ink") -> Style:
        face, ink = element.get("face", face), element.get("ink", ink)
        return Style(face, float(element.get("size", size)) * self.theme.body, getattr(self.theme, ink))

    def runs(self, element: ET.Element, style: Style) -> list[Run]:
        return list(self.spans(element, style))

    def spans(self, element: ET.Element, style: Style) -> Iterator[Run]:
        """Text with its inner elements, each in its style."""
        yield from self.run(element.text, style)
        for child in element:
            yield from self.spans(child, self.inner(child, style))
            yield from self.run(child.tail, style)

    def run(self, text: str | None, style: Style) -> Iterator[Run]:
        if text:
            yield Run(legible(SPACES.sub(" ", text), style.face), style)

    def inner(self, element: ET.Element, style: Style) -> Style:
        if element.tag == LINK:
            return replace(style, link=element.get("to", ""))
        if element.tag not in INNER:
            raise GameError(f"templates/{self.template}.j2: there is no element <{element.tag}> within text.")
        key = element.tag, style
        if key not in self.styles:
            self.styles[key] = INNER[element.tag](style, self.theme)
        return self.styles[key]

    def prose(self, element: ET.Element) -> Prose:
        style = self.style(element)
        leading = style.size * float(element.get("leading", self.theme.leading))
        return Prose(
            before=self.size(element, "before", 2.0),
            keep=element.get("keep") == "yes",
            runs=self.runs(element, style),
            leading=leading,
            align=element.get("align", "l"),
            hang=self.size(element, "hang"),
            name=element.get("name", ""),
            carry=[Run(legible(element.get("carry", ""), style.face), style)] if "carry" in element.attrib else (),
        )

    def heading(self, element: ET.Element, size: float, level: int, face: str, ink: str) -> Prose:
        style = self.style(element, face, size, ink)
        title = "".join(element.itertext()).strip()
        before = self.size(element, "before", 13.0 if not level else 8.0)
        leading, name = style.size * 1.25, element.get("name", "")
        return Prose(before, True, self.runs(element, style), leading, title=title, level=level, name=name)

    def first_heading(self, element: ET.Element) -> Stack:
        """A heading over a thin line."""
        words = self.heading(element, 1.45, 0, BOLD, "accent")
        line = Rule(before=1.0, weight=0.6, ink=self.theme.rule, after=3.0)
        return Stack(words.before, True, [words, line])

    def second_heading(self, element: ET.Element) -> Prose:
        return self.heading(element, 1.08, 1, BOLD, "ink")

    def rule(self, element: ET.Element) -> Rule:
        ink = getattr(self.theme, element.get("ink", "rule"))
        return Rule(
            before=self.size(element, "before", 3.0),
            keep=element.get("keep") == "yes",
            weight=float(element.get("weight", 0.5)),
            ink=ink,
            after=self.size(element, "after", 3.0),
        )

    def gap(self, element: ET.Element) -> Gap:
        return Gap(height=self.size(element, "height", 6.0))

    def new_page(self, element: ET.Element) -> Break:
        front = element.get("side") == "front"
        if "marks" not in element.attrib:
            return Break(front=front, late=element.get("late") == "yes")
        return Marked(front=front, words=element.attrib["marks"], head=self.blocks(element))

    def stack(self, element: ET.Element) -> Stack:
        tinted = element.get("tint") == "yes"
        return Stack(
            before=self.size(element, "before", 2.0),
            keep=element.get("keep") == "yes",
            blocks=self.blocks(element),
            tint=self.theme.tint if tinted else "",
            edge=self.theme.rule if tinted or element.get("edge") == "yes" else "",
            padding=self.size(element, "padding", 7.0 if tinted else 0.0),
        )

    def floating(self, element: ET.Element) -> Float:
        return Float(before=self.size(element, "before", 13.0), blocks=self.blocks(element))

    def beside(self, element: ET.Element) -> Beside:
        shares = [float(share) for share in element.get("shares", "1 1").split()]
        ink = self.theme.rule if element.get("rule") == "yes" else ""
        gap = self.size(element, "gap", 16.0)
        parts = [self.stack(child) for child in element]
        return Beside(self.size(element, "before", 2.0), False, parts, shares, gap, ink)

    def flow(self, element: ET.Element) -> Flow:
        columns = int(element.get("columns", "2"))
        if self.theme.large and columns > 1 and element.get("fixed") != "yes":
            columns -= 1
        ink = self.theme.rule if element.get("rule") == "yes" else ""
        before, start = self.size(element, "before", 2.0), self.size(element, "start")
        return Flow(before, False, self.blocks(element), columns, self.size(element, "gap", 18.0), ink, start)

    def figure(self, element: ET.Element) -> Figure:
        name = element.get("name", "")
        if name not in self.figures:
            there = ", ".join(self.figures) or "none"
            raise GameError(f"templates/{self.template}.j2: there is no figure {name}; there are {there}.")
        paint, shape = self.figures[name]
        return Figure(
            before=self.size(element, "before", 4.0),
            paint=paint,
            height=float(element.get("height", 0)),
            stretches=element.get("stretch") == "yes",
            shrinks=element.get("shrink") == "yes",
            most=float(element.get("most", 0)),
            shape=lambda width: shape(self.theme, width),
        )

    def table(self, element: ET.Element) -> TableBlock:
        style = self.style(element, SERIF, 0.96)
        head = [self.row(row, style) for row in element.findall("head")]
        rows = [self.row(row, style) for row in element.findall("row")]
        return TableBlock(
            before=self.size(element, "before", 2.0),
            keep=element.get("keep") == "yes",
            columns=[self.column(word) for word in element.get("columns", "l").split()],
            rows=rows,
            head=head,
            leading=style.size * float(element.get("leading", 1.25)),
            gap=self.size(element, "gap", 7.0),
            ink=self.theme.rule,
            hair=self.theme.hair,
            whole=element.get("whole") == "yes",
        )

    def column(self, word: str) -> Column:
        match = COLUMN.fullmatch(word)
        if not match:
            raise GameError(f"templates/{self.template}.j2: a column cannot be {word}.")
        align, star, number = match.groups()
        if star:
            return Column(-float(number or 1), align)
        return Column(float(number or 0) * self.scale, align)

    def row(self, element: ET.Element, style: Style) -> Row:
        heading = element.tag == "head"
        if heading:
            style = replace(style, face=ITALIC, colour=self.theme.faint, size=style.size * 0.95)
        if "face" in element.attrib or "ink" in element.attrib:
            ink = getattr(self.theme, element.attrib["ink"]) if "ink" in element.attrib else style.colour
            style = replace(style, face=element.get("face", style.face), colour=ink)
        return Row(
            cells=[self.cell(cell, style) for cell in element],
            height=self.size(element, "height"),
            rule=float(element.get("rule", 0)),
            tint=self.theme.tint if element.get("tint") == "yes" else "",
            keep=element.get("keep") == "yes",
        )

    def cell(self, element: ET.Element, style: Style) -> Cell:
        box = element.find("field")
        span = int(element.get("span", "1"))
        if "face" in element.attrib:
            style = replace(style, face=element.attrib["face"])
        if box is None:
            return Cell(self.runs(element, style), span)
        made = self.field(box)
        printed = self.run(made.value, replace(style, face=SANS)) if box.get("printed") == "yes" else ()
        return Cell(tuple(printed), span, made)

    def field(self, element: ET.Element) -> Field:
        return Field(
            name=element.get("name", ""),
            value=element.get("value", ""),
            tip=element.get("tip", ""),
            edge=self.theme.faint,
            lines=element.get("lines") == "yes",
            hidden=element.get("hidden") == "yes",
            length=int(element.get("length", "0")),
            size=float(element.get("size", "11")),
        )


BLOCKS: dict[str, Callable[[Maker, ET.Element], Block]] = {
    "h1": Maker.first_heading,
    "h2": Maker.second_heading,
    "p": Maker.prose,
    "rule": Maker.rule,
    "gap": Maker.gap,
    "page": Maker.new_page,
    "stack": Maker.stack,
    "float": Maker.floating,
    "beside": Maker.beside,
    "flow": Maker.flow,
    "figure": Maker.figure,
    "table": Maker.table,
}
"""The elements that stand by themselves."""
