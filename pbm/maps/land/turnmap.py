"""The map of a turn: who owns which place, and the units that a player may know of."""

from pathlib import Path as File

from pbm.maps.geometry import Box
from pbm.maps.land.plate import read_plate
from pbm.maps.land.political import Holdings, land, over_land
from pbm.maps.letters.lettering import Tokens, names, window_on
from pbm.maps.scene import Scene, shown


def turn_map(
    folder: File, holdings: Holdings, tokens: Tokens | None = None, part: Box | None = None, width: float | None = None
) -> Scene:
    """A plate with its owners and, beside each place, the units there; `part` of it at a width for a close-up."""
    plate = read_plate(folder)
    box = part or plate.page.box
    window = window_on(box, width or box.right - box.left)
    ground = shown(land(folder, holdings), (box.left, box.top), window.zoom)
    written = names(folder, holdings, window, tokens)
    edge = shown(over_land(folder, holdings, window.zoom), (box.left, box.top), window.zoom)
    return Scene(plate.atlas.style.title, window.paper.right, window.paper.bottom, [*ground, *edge, *written])
