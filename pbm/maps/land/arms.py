"""The arms of a power: a shield in its tint and pattern, its code in the chief."""

from collections.abc import Iterator

from pbm.maps.land.plate import Owner
from pbm.maps.land.political import BLACK, WHITE, pattern_ink, pattern_of, tint
from pbm.maps.marks.hatching import hatched
from pbm.maps.scene import Item, Polyline, Shape, Text, shown

WIDTH, HEIGHT = 84.0, 100.0
CHIEF = 34.0
LETTERS = 25.0
SHIELD = (
    (2.0, 2.0), (82.0, 2.0), (82.0, 46.0), (79.5, 60.0), (73.0, 73.0), (62.0, 85.0), (42.0, 98.0), (22.0, 85.0),
    (11.0, 73.0), (4.5, 60.0), (2.0, 46.0), (2.0, 2.0),
)  # fmt: skip


def arms(code: str, owner: Owner, height: float, saving: bool = False) -> Iterator[Item]:
    """In a height; the width is that of a shield."""
    return shown(shield(code, owner, saving), (0.0, 0.0), height / HEIGHT)


def shield(code: str, owner: Owner, saving: bool) -> Iterator[Item]:
    ink = BLACK if saving else owner.ink
    yield Shape((SHIELD,), tint(owner, saving))
    yield from hatched((SHIELD,), pattern_of(owner, saving), pattern_ink(owner, saving), 1.6)
    chief = ((2.0, 2.0), (82.0, 2.0), (82.0, CHIEF), (2.0, CHIEF), (2.0, 2.0))
    yield Shape((chief,), ink)
    yield Polyline(SHIELD, ink, 3.4)
    yield Text((42.0, CHIEF - 8.0), code, "sans-bold", LETTERS, WHITE)
