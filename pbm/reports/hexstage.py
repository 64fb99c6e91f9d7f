"""The field of hexes of a replay: the ground once, and over it the counters of every turn."""

from collections.abc import Sequence
from pathlib import Path

from pbm.maps.hexes.counters import Counter
from pbm.maps.hexes.marks import HexMarks, marked
from pbm.maps.hexes.plate import ground, read_hex_plate
from pbm.maps.writers.svg import number
from pbm.maps.writers.svgland import written
from pbm.reports.sections import Map
from pbm.reports.stage import Scenery
from pbm.reports.webmaps import together

EDGE = 6.0


def hex_scenery(folder: Path, sections: Sequence[Map | None]) -> Scenery:
    plate = read_hex_plate(folder)
    names = list(plate.map.grid)
    box = plate.shapes.box(names).grown(EDGE)
    view = " ".join(number(value) for value in (box.left, box.top, box.right - box.left, box.bottom - box.top))
    parts = [
        f'<svg class="plate stage" viewBox="{view}" role="img" aria-labelledby="stage-title" '
        f'style="background:{plate.style.palette.paper}" stroke-linecap="round" stroke-linejoin="round">',
        '<title id="stage-title">The field; the text beside it says what changed</title>',
        f'<rect x="{number(box.left)}" y="{number(box.top)}" width="100%" height="100%" '
        f'fill="{plate.style.palette.paper}"/>',
        *together(ground(plate, names)),
    ]
    for count, section in enumerate(sections):
        on = " on" if count == len(sections) - 1 else ""
        parts.append(f'<g class="cast{on}" data-turn="{count}">')
        parts += map(written, marked(plate, marks(section))) if section else []
        parts.append("</g>")
    return Scenery("\n".join([*parts, "</svg>"]))


def marks(section: Map) -> HexMarks:
    counters = [
        Counter(one.place, one.label, one.owner, one.facing, one.sign, str(one.number or ""), one.states)
        for one in section.tokens
    ]
    return HexMarks(counters, section.trails, section.fights, section.shots, sides=section.sides)
