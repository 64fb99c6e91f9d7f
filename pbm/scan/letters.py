"""What an offline reader makes of the boxes, where one is installed: Tesseract, with capitals and figures."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.scan.strips import Strip

if TYPE_CHECKING:
    from PIL.Image import Image

PROGRAM = "tesseract"
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- "
HEIGHT, BORDER = 64, 16
"""Of the pictures that it is given, in dots, and the white around what is written."""
SECONDS = 120
FIGURES = str.maketrans("OQDIL|ZSB", "000111258")
"""Letters that are easily taken for figures."""
CLOSE = 0.6


def can_read() -> bool:
    return shutil.which(PROGRAM) is not None


def letters(strips: Sequence[Strip]) -> list[str]:
    """What each strip seems to say, its boxes one after the other; empty if nothing or if there is no reader."""
    boxes = [box for each in strips for box in each.boxes if box]
    said = iter(read(boxes) if boxes and can_read() else [""] * len(boxes))
    return [" ".join(filled([next(said) if box else "" for box in each.boxes])) for each in strips]


def filled(boxes: list[str]) -> list[str]:
    """The boxes of a line, with a dash for one left blank before another."""
    while boxes and not boxes[-1]:
        boxes = boxes[:-1]
    return [box or "-" for box in boxes]


def read(boxes: "Sequence[Image]") -> list[str]:
    """The letters in each picture, by one call of the program for all."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, box in enumerate(boxes):
            names.append(str(Path(folder) / f"{number}.png"))
            prepared(box).save(names[-1])
        listed = Path(folder) / "list.txt"
        listed.write_text("\n".join(names) + "\n")
        options = ["--psm", "7", "-c", f"tessedit_char_whitelist={SIGNS}"]
        said = run([PROGRAM, str(listed), "stdout", *options])
    pages = [" ".join(page.split()) for page in said.split("\f")]
    return (pages + [""] * len(boxes))[: len(boxes)]


def run(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=SECONDS, check=False, env={"OMP_THREAD_LIMIT": "1", "PATH": path()}
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")


def path() -> str:
    return str(Path(shutil.which(PROGRAM) or PROGRAM).parent)


def prepared(box: "Image") -> "Image":
    """The ink of a box in the middle of white, in letters of a size that the program knows."""
    from PIL import Image, ImageOps

    dark = box.point(lambda light: 255 if light < 190 else 0)
    drawn = box.crop(dark.getbbox() or (0, 0, *box.size))
    scale = HEIGHT / max(1, drawn.height)
    drawn = drawn.resize((max(1, round(drawn.width * scale)), HEIGHT), Image.Resampling.BICUBIC)
    return ImageOps.expand(ImageOps.autocontrast(drawn), BORDER, 255)


def known(text: str, vocabulary: Iterable[str]) -> str:
    """The text with every word that is no word of the game replaced by the one it is most like."""
    words = {word.upper() for word in vocabulary}
    return " ".join(nearest(word, words) for word in text.split())


def nearest(word: str, words: set[str]) -> str:
    if word in words or word == "-" or word.isdigit():
        return word
    if (figures := word.translate(FIGURES)).isdigit():
        return figures
    return next(iter(get_close_matches(word, sorted(words), 1, CLOSE)), word)
