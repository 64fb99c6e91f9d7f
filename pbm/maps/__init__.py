"""Draws maps: the data of a map is composed once as a scene, and written as PDF, SVG and PNG.

Knows areas, terrains, cities, seas and links as things to be drawn; it knows no game.
"""

from pathlib import Path

from pbm.maps.atlas import plates, read_atlas
from pbm.maps.compose import compose
from pbm.maps.pdf import write_pdf
from pbm.maps.png import write_png
from pbm.maps.svg import write_svg

__all__ = ["compose", "draw", "plates", "read_atlas", "write_pdf", "write_png", "write_svg"]

WRITERS = {"pdf": write_pdf, "svg": write_svg, "png": write_png}


def draw(map_folder: Path, out: Path, formats: tuple[str, ...] = ("pdf", "svg", "png")) -> list[Path]:
    """Draws every plate kept in a folder and returns the files written, named after the styles' `name`."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for folder in plates(map_folder).values():
        atlas = read_atlas(folder)
        scene = compose(atlas)
        for kind in formats:
            written.append(out / f"{atlas.style.name}.{kind}")
            WRITERS[kind](scene, written[-1])
    return written
