"""Lines of sight over a plate of hexes, for whoever asks: blocked by ground above both ends."""

from collections.abc import Iterable, Iterator

from pbm.errors import GameError
from pbm.maps.hexes.marks import HexMarks, Sight
from pbm.maps.hexes.plate import HexPlate
from pbm.maps.hexes.scene import hex_scene
from pbm.maps.scene import Scene
from pbm.rules.hexes import Hex, blocked, higher_than_both


def sight_scene(plate: HexPlate, asked: Iterable[str]) -> Scene:
    """A close-up with the lines asked for: `2007-1807` is one line, `2007` all lines from there as far as one sees."""
    found = [sight for one in asked for sight in sights(plate, one)]
    ends = sorted({end for sight in found for end in (sight.start, sight.end)})
    return hex_scene(plate, HexMarks(sights=found), ends)


def sights(plate: HexPlate, asked: str) -> Iterator[Sight]:
    start, *end = (known(plate, name) for name in asked.split("-", 1))
    for target in end or plate.map.grid.within(start, plate.style.sight)[1:]:
        found = blocking(plate, start, target)
        yield Sight(start, target, not found, found)


def known(plate: HexPlate, name: str) -> Hex:
    if name not in plate.map.grid:
        raise GameError(f"There is no hex {name} on {plate.style.title}.")
    return name


def blocking(plate: HexPlate, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes that block a line, from its start on."""
    higher = higher_than_both(plate.map.height_of, start, end)
    return tuple(name for step in blocked(plate.map.grid.line(start, end), higher) for name in step)


def in_words(plate: HexPlate, sight: Sight) -> str:
    """`0912-1812: 9 hexes, blocked by 1013 (height 2)`: what a drawing of it shows."""
    heights, far = plate.map.height_of, plate.map.grid.distance(sight.start, sight.end)
    found = " and ".join(f"{name} (height {heights[name]})" for name in sight.by)
    told = f"blocked by {found}" if found else "clear"
    beyond = f"; nobody sees farther than {plate.style.sight}" if far > plate.style.sight else ""
    return f"{sight.start}-{sight.end}: {far} {'hex' if far == 1 else 'hexes'}, {told}{beyond}"
