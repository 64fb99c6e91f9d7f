"""What an offline reader makes of the boxes, where one is installed: Tesseract, with capitals and figures."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbm.scan.strips import Strip

if TYPE_CHECKING:
    from PIL.Image import Image

PROGRAM = "tesseract"
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- "
HEIGHT, BORDER = 64, 16
"""Of the pictures that it is given, in dots, and the white around what is written."""
SECONDS = 120
COLUMNS = 12
FIGURES = str.maketrans("OQDIL|ZSB", "000111258")
"""Letters that are easily taken for figures."""
CLOSE = 0.6
SURE = 60
"""What the program is less sure of, in parts of a hundred, is not said."""


def can_read() -> bool:
    return shutil.which(PROGRAM) is not None


def letters(strips: Sequence[Strip]) -> list[str]:
    """What each strip seems to say, its boxes one after the other; empty if nothing or if there is no reader."""
    boxes = [box for each in strips for box in each.boxes if box]
    said = iter(read(boxes) if boxes and can_read() else [""] * len(boxes))
    return [line([next(said) if box else None for box in each.boxes]) for each in strips]


def line(boxes: list[str | None]) -> str:
    """The boxes of a line, with a dash for one left blank before another; nothing if one of them is not sure."""
    if "" in boxes:
        return ""
    while boxes and boxes[-1] is None:
        boxes = boxes[:-1]
    return " ".join(box or "-" for box in boxes)


def read(boxes: "Sequence[Image]") -> list[str]:
    """The letters in each picture, by one call of the program for all; empty where it is not sure."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, box in enumerate(boxes):
            names.append(str(Path(folder) / f"{number}.png"))
            prepared(box).save(names[-1])
        listed = Path(folder) / "list.txt"
        listed.write_text("\n".join(names) + "\n")
        options = ["--psm", "7", "-c", f"tessedit_char_whitelist={SIGNS}"]
        said = run([PROGRAM, str(listed), "stdout", *options, "tsv"])
    found = words_in(said)
    words = [[word for word in found if word.page == number] for number in range(1, len(boxes) + 1)]
    return [" ".join(word.text for word in each) if all(word.sure >= SURE for word in each) else "" for each in words]


class Word(NamedTuple):
    page: int
    sure: float
    text: str


def words_in(table: str) -> list[Word]:
    """The words in the program's table: the page is in its second column, how sure it is and the text in the last."""
    rows = [row.split("\t") for row in table.splitlines()[1:]]
    full = [row for row in rows if len(row) == COLUMNS and row[-1].strip()]
    return [Word(int(row[1]), float(row[-2]), row[-1].strip()) for row in full]


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
