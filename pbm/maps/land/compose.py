"""Puts a map together as a scene; the writers only have to paint it."""

from collections.abc import Iterator, Mapping

from pbm.maps.data.atlas import Atlas
from pbm.maps.data.page import MapPage, page_for
from pbm.maps.data.style import Extent
from pbm.maps.geometry import Box
from pbm.maps.land import furniture, ground, landscape, routes
from pbm.maps.letters import names
from pbm.maps.mapdata import LAND
from pbm.maps.marks.mask import Mask
from pbm.maps.marks.strokes import stroked
from pbm.maps.scene import Item, Path, Scene


def compose(atlas: Atlas, fills: Mapping[str, str] | None = None, extent: Extent | None = None) -> Scene:
    """The whole map with title and legend, or a window on it without; `fills` colours areas by code."""
    page = page_for(atlas, extent)
    shapes = area_shapes(atlas, page)
    masks = {code: Mask(rings) for code, rings in shapes.items()}
    colours = area_colours(atlas) | dict(fills or {})
    panels = furniture.panels(atlas) if extent is None else {}
    drawn = [line for _, line in routes.courses(atlas, page)]
    written = names.write_names(atlas, page, colours, masks, drawn, panels)
    scene = Scene(atlas.style.title, page.width, page.height, labels=written.boxes)
    scene.items += ground_items(atlas, page, shapes, colours)
    scene.items += glyph_items(atlas, page, masks, written.taken())
    scene.items += [*ground.outlines(atlas, page), *routes.over_cells(atlas, page)]
    scene.items += [*routes.sea_routes(atlas, page), *routes.ferries(atlas, page)]
    scene.items += written.items
    scene.items += furniture.drawn(atlas, page) if extent is None else furniture.frame(atlas.style.palette, page)
    return scene


def area_shapes(atlas: Atlas, page: MapPage) -> dict[str, tuple[Path, ...]]:
    """The rings of every land area that the page shows."""
    shapes = {code: tuple(page.line(ring, code) for ring in rings) for code, rings in atlas.outlines.areas.items()}
    return {code: rings for code, rings in shapes.items() if ground.on_page(rings, page)}


def area_colours(atlas: Atlas) -> dict[str, str]:
    """Land areas in the colour of their terrain."""
    return {area.code: atlas.style.terrain_of(area.terrain).fill for area in atlas.map.of_kind(LAND)}


def ground_items(
    atlas: Atlas, page: MapPage, shapes: Mapping[str, tuple[Path, ...]], colours: Mapping[str, str]
) -> list[Item]:
    """Sea, shores and land."""
    return [
        *ground.sea(page, atlas.style),
        *ground.shore(ground.coasts(atlas, page), atlas.style),
        *ground.seas(atlas, page),
        *ground.graticule(page, atlas.style),
        *ground.background(atlas, page),
        *routes.under_discs(atlas, page),
        *ground.lands(dict(shapes), dict(colours)),
        *ground.patterns(atlas, dict(shapes)),
        *waters(atlas, page),
    ]


def waters(atlas: Atlas, page: MapPage) -> Iterator[Item]:
    """Rivers, and the lines between seas."""
    for line in landscape.rivers(atlas, page):
        yield from stroked(line, atlas.style.relief.river)
    for line in landscape.sea_borders(atlas, page):
        yield from stroked(line, atlas.style.relief.sea)


def glyph_items(atlas: Atlas, page: MapPage, masks: Mapping[str, Mask], taken: list[Box]) -> list[Item]:
    """The little drawings of all terrains that have one, and of the mountain ranges."""
    items: list[Item] = []
    for code, mask in masks.items():
        for glyph, place in ground.strewn(code, mask, atlas.style, atlas.map.by_code[code].terrain, taken):
            items += ground.drawn(atlas.style.glyph[glyph], place)
    for place in landscape.peaks(atlas, page, masks, taken):
        items += ground.drawn(atlas.style.glyph[atlas.style.relief.peak], place)
    return items
