"""What the marks of a turn look like, for the key of a plate of hexes."""

from collections.abc import Iterator

from pbm.maps.geometry import Point
from pbm.maps.hexes.frame import SWATCH, Entry
from pbm.maps.hexes.marks import BLOCKED, FIGHT, FLIGHT, SHOT, SIGHT, TRAIL, HexMarks, attack, head
from pbm.maps.hexes.plate import HexPlate
from pbm.maps.land.political import WHITE
from pbm.maps.scene import Disc, Item, Polyline

SIZE = 11.0  # the hexside for which the samples are drawn
MIDDLE = SWATCH[1] / 2
ENDS: tuple[Point, Point] = ((2.0, MIDDLE), (15.0, MIDDLE))


def samples(plate: HexPlate, marks: HexMarks) -> Iterator[Entry]:
    """Of each kind of mark that is on the plate."""
    if marks.trails:
        yield "way of a unit", [*pointed(TRAIL, 1.3), Disc(ENDS[0], 1.6, WHITE, TRAIL, 0.9)]
    if marks.shots:
        yield "shot", pointed(plate.ink(SHOT), 0.9, FLIGHT)
    if marks.fights:
        x = SWATCH[0] / 2
        side = ((x, 0.5), (x, SWATCH[1] - 0.5))
        yield "attack", list(attack(side, (x, MIDDLE), (SWATCH[0], MIDDLE), plate.ink(FIGHT), SIZE))
    for clear, name, ink in ((True, "clear line", SIGHT), (False, "blocked line", FIGHT)):
        if any(sight.clear == clear for sight in marks.sights):
            yield name, [Polyline(ENDS, plate.ink(ink), 0.9, None if clear else scaled(BLOCKED))]


def pointed(colour: str, width: float, dash: tuple[float, float] | None = None) -> list[Item]:
    return [Polyline(ENDS, colour, width, dash and scaled(dash)), head(*ENDS, colour, 3.6)]


def scaled(dash: tuple[float, float]) -> tuple[float, float]:
    return dash[0] * SIZE, dash[1] * SIZE
