"""Everything round the map: frame, cartouche, legend, table, inset, compass and scale."""

from collections.abc import Iterator

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.page import MapPage
from pbm.maps.data.style import Inset, Palette, TitlePanel
from pbm.maps.geometry import Box, box_about
from pbm.maps.land.legend import drawn_gazetteer, drawn_legend, drawn_table
from pbm.maps.marks.cartouche import cartouche, flourish
from pbm.maps.marks.ornament import compass, scale_bar
from pbm.maps.scene import Item, Polyline, Text


def panels(atlas: Atlas) -> dict[str, Box]:
    """The room taken by everything that is no map."""
    style, rose = atlas.style, atlas.style.ornament.compass
    radius = style.ornament.compass_radius
    papers = {
        "heading": style.heading,
        "legend": style.legend,
        "table": style.table,
        "gazetteer": style.gazetteer,
    }
    compass_box = {"compass": box_about(rose, 2 * radius, 2 * radius)} if rose else {}
    return {name: paper.box for name, paper in papers.items() if paper} | compass_box


def drawn(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """All furniture of the whole map that its style names."""
    style, palette, ornament = atlas.style, atlas.style.palette, atlas.style.ornament
    for inset in style.inset:
        yield from drawn_inset(inset, palette)
    if ornament.compass:
        yield from compass(ornament.compass, ornament.compass_radius, palette)
    if ornament.scale_bar:
        yield from scale_bar(ornament.scale_bar, ornament.scale_miles, page.extent.scale, palette)
    if style.heading:
        yield from drawn_heading(style.heading, palette)
    if style.legend:
        yield from drawn_legend(style, style.legend)
    if style.table:
        yield from drawn_table(style.table, atlas.rows, palette)
    if style.gazetteer:
        yield from drawn_gazetteer(style.gazetteer, atlas.map.of_kind(style.gazetteer.kind), palette)
    yield from frame(palette, page)


def frame(palette: Palette, page: MapPage) -> Iterator[Item]:
    """A double line round the sheet."""
    box = page.box
    for inward, width, colour in ((3.0, 6.0, palette.paper), (6.5, 1.6, palette.ink), (9.5, 0.6, palette.ink)):
        yield Polyline(box.grown(-inward).outline, colour, width)


def drawn_heading(heading: TitlePanel, palette: Palette) -> Iterator[Item]:
    """The cartouche with the map's title."""
    yield from cartouche(heading.box, palette)
    x, y = (heading.box.left + heading.box.right) / 2, heading.box.top + 47
    yield Text((x, y), heading.heading, "serif-bold", 38, palette.accent, spacing=3.2)
    yield from flourish((x, y + 13), (heading.box.right - heading.box.left) * 0.36, palette)
    yield Text((x, y + 36), heading.subheading, "serif-italic", 19, palette.ink)
    for number, line in enumerate(heading.lines):
        yield Text((x, y + 57 + number * 15), line, "serif", 11, palette.ink)


def drawn_inset(inset: Inset, palette: Palette) -> Iterator[Item]:
    """The frame of an inset and its note."""
    yield Polyline(inset.frame.outline, palette.route, 0.8, (1.5, 2.5))
    at = ((inset.frame.left + inset.frame.right) / 2, inset.frame.bottom - 5)
    yield Text(at, inset.note, "serif-italic", 8.5, palette.route)
