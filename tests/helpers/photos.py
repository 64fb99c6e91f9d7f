"""Photos of sheets that nobody took: a printed page is written on by a shaky hand, bent, laid on a table, lit from one
side and photographed. Where every box came to lie in the picture is known."""

import io
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from pbm import fonts
from pbm.reports.pdf.marks import Point
from pbm.reports.pdf.sheet import Place
from pbm.scan.blank import DOTS, Blank
from pbm.scan.straighten import fitted, moved

TABLE = 84
"""How bright the table is, of 255."""
INK = 40


@dataclass(frozen=True)
class Camera:
    """How a photo is taken: angles in degrees, lengths in shares of the page, brightness in shares of white."""

    turned: float = 0.0
    tilted: float = 0.0
    """By how much the far edge is shorter than the near one."""
    bent: float = 0.0
    """How far the middle of the page bulges, in points."""
    shadow: float = 0.0
    blur: float = 0.0
    noise: float = 0.0
    quality: int = 88
    longest: int = 2400
    """The longer side of the picture, in dots."""


@dataclass(frozen=True)
class Photo:
    content: bytes
    onto: Callable[[Point], Point] = field(repr=False)
    """Where a place of the page lies in the picture."""


def written_on(blank: Blank, entries: Mapping[str, str], chance: random.Random) -> Image.Image:
    """A page with words in the boxes of these names."""
    page = blank.picture.copy()
    for place in blank.places:
        if text := entries.get(place.name, ""):
            write(page, place, text, chance)
    return page


def write(page: Image.Image, place: Place, text: str, chance: random.Random) -> None:
    """Capitals one by one, each a little off in place, size and angle, behind what is printed."""
    high, wide = (place.bottom - place.top) * DOTS, (place.right - place.left) * DOTS
    start = 8.0 + 4.7 * DOTS * len(place.printed)
    size = min(high * 0.62, 13 * DOTS, (wide - start - 8) / max(1, len(text)) / 0.6)
    x, base = place.left * DOTS + start, place.top * DOTS + (high - size) / 2
    for letter in text:
        x += stroke(page, letter, x, base, size * chance.uniform(0.94, 1.06), chance)


def stroke(page: Image.Image, letter: str, x: float, y: float, size: float, chance: random.Random) -> float:
    """One letter; returns how far the hand moves on."""
    if letter == " ":
        return size * 0.5
    font = ImageFont.truetype(str(fonts.path("sans")), round(size))
    drawn = Image.new("L", (round(size * 1.6), round(size * 1.6)), 0)
    ImageDraw.Draw(drawn).text((size * 0.25, size * 0.1), letter, 255, font=font)
    drawn = drawn.rotate(chance.uniform(-5, 5), Image.Resampling.BICUBIC)
    at = round(x - size * 0.25 + chance.uniform(-0.03, 0.03) * size), round(y + chance.uniform(-0.05, 0.05) * size)
    page.paste(INK, at, drawn)
    return font.getlength(letter) + size * 0.08


def photo(page: Image.Image, camera: Camera, chance: random.Random) -> Photo:
    bent, bow = bend(page, camera.bent * DOTS)
    onto = projection(page.size, camera, chance)
    back = np.linalg.inv(onto)
    size = canvas(page.size, onto)
    flat = bent.transform(
        size, Image.Transform.PERSPECTIVE, tuple((back / back[2, 2]).flatten()[:8]), Image.Resampling.BICUBIC,
        fillcolor=TABLE,
    )  # fmt: skip
    scale = camera.longest / max(size)
    taken = flat.resize((round(size[0] * scale), round(size[1] * scale)), Image.Resampling.LANCZOS)

    def seen_at(at: Point) -> Point:
        x, y = moved(onto, bow(at))
        return scale * x, scale * y

    return Photo(developed(taken, camera, chance), seen_at)


def bend(page: Image.Image, bulge: float) -> tuple[Image.Image, Callable[[Point], Point]]:
    """Every column of the page moved down along a bow; and where a place of the page, in points, then lies in dots."""
    seen = np.asarray(page)
    down = np.round(bulge * np.sin(np.pi * np.arange(seen.shape[1]) / seen.shape[1])).astype(int)
    rows = np.clip(np.arange(seen.shape[0])[:, None] - down[None, :], 0, seen.shape[0] - 1)

    def bow(at: Point) -> Point:
        x, y = at[0] * DOTS, at[1] * DOTS
        return x, y + bulge * math.sin(math.pi * x / seen.shape[1])

    return Image.fromarray(seen[rows, np.arange(seen.shape[1])[None, :]]), bow


def projection(size: tuple[int, int], camera: Camera, chance: random.Random) -> Any:
    """From the page to the picture: tilted to a side or away, turned, with table around it."""
    wide, high = size
    tilt, side = camera.tilted * wide / 2, camera.tilted * high / 2
    lean = chance.choice((-1, 0, 1))
    away = [(tilt, 0.0), (wide - tilt, 0.0), (float(wide), float(high)), (0.0, float(high))]
    seen = [(x, y + lean * side * (0.5 - x / wide) * (0.5 - y / high) * 2) for x, y in away]
    angle, middle = math.radians(camera.turned), (wide / 2, high / 2)
    turned = [
        (
            (x - middle[0]) * math.cos(angle) - (y - middle[1]) * math.sin(angle),
            (x - middle[0]) * math.sin(angle) + (y - middle[1]) * math.cos(angle),
        )
        for x, y in seen
    ]
    border = 0.05 * max(size)
    left, top = min(x for x, _ in turned) - border, min(y for _, y in turned) - border
    flat = [(0.0, 0.0), (float(wide), 0.0), (float(wide), float(high)), (0.0, float(high))]
    pairs = [(here, (x - left, y - top), 1.0) for here, (x, y) in zip(flat, turned, strict=True)]
    return np.asarray(fitted(pairs))


def canvas(size: tuple[int, int], onto: Any) -> tuple[int, int]:
    ends = [moved(onto, (x, y)) for x in (0, size[0]) for y in (0, size[1])]
    border = 0.05 * max(size)
    return round(max(x for x, _ in ends) + border), round(max(y for _, y in ends) + border)


def developed(taken: Image.Image, camera: Camera, chance: random.Random) -> bytes:
    """Shadow, blur, noise and JPEG."""
    seen = np.asarray(taken.filter(ImageFilter.GaussianBlur(camera.blur)), dtype=np.float32)
    high, wide = seen.shape
    angle = chance.uniform(0, 2 * math.pi)
    across, down = np.meshgrid(np.linspace(-0.5, 0.5, wide), np.linspace(-0.5, 0.5, high))
    slope = 0.5 + across * math.cos(angle) + down * math.sin(angle)
    dice = np.random.default_rng(chance.randrange(1 << 30))
    lit = seen * (0.95 - camera.shadow * np.clip(slope, 0, 1)) + dice.normal(0, camera.noise, seen.shape)
    made = io.BytesIO()
    Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8)).save(made, "JPEG", quality=camera.quality)
    return made.getvalue()
