"""Draws every plate of a game, in every form."""

from pathlib import Path

from pbm.errors import GameError
from pbm.maps.data.atlas import find, plates, read_atlas
from pbm.maps.hexes.plate import HEXES, HexPlate, read_hex_plate
from pbm.maps.hexes.scene import hex_scene
from pbm.maps.hexes.sights import in_words, sight_scene, sights
from pbm.maps.land.compose import compose
from pbm.maps.scene import Scene
from pbm.maps.writers.pdf import write_pdf
from pbm.maps.writers.png import write_png
from pbm.maps.writers.svg import write_svg

WRITERS = {"pdf": write_pdf, "svg": write_svg, "png": write_png}


def draw(
    map_folder: Path, out: Path, formats: tuple[str, ...] = ("pdf", "svg", "png"), sights: tuple[str, ...] = ()
) -> list[Path]:
    """Draws every plate kept in a folder and returns the files written, named after the styles' `name`.

    With `sights` it draws lines of sight between hexes instead.
    """
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for folder in plates(map_folder).values():
        name, scene = sights_on(folder, sights) if sights else plate_scene(folder)
        for kind in formats:
            written.append(out / f"{name}.{kind}")
            WRITERS[kind](scene, written[-1])
    return written


def plate_scene(folder: Path) -> tuple[str, Scene]:
    """The name of a plate and its picture, whether it has hexes or areas."""
    if find(folder, HEXES).exists():
        plate = read_hex_plate(folder)
        return plate.style.name, hex_scene(plate, headed=True)
    atlas = read_atlas(folder)
    return atlas.style.name, compose(atlas)


def sights_on(folder: Path, asked: tuple[str, ...]) -> tuple[str, Scene]:
    plate = plate_of_hexes(folder)
    return f"{plate.style.name}-sight", sight_scene(plate, asked)


def sights_told(map_folder: Path, asked: tuple[str, ...]) -> list[str]:
    """Each line of sight in words."""
    found = [plate_of_hexes(folder) for folder in plates(map_folder).values()]
    return [in_words(plate, sight) for plate in found for one in asked for sight in sights(plate, one)]


def plate_of_hexes(folder: Path) -> HexPlate:
    if not find(folder, HEXES).exists():
        raise GameError("Lines of sight are drawn on maps of hexes only.")
    return read_hex_plate(folder)
