"""How well photos of printed sheets are read: `python -m bench.scan [SHARE]`, of that share of all pages and kinds.

The share is drawn at random, and the same is drawn every time.
"""

import random
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path

from pbm.office.issue import issue
from pbm.office.scanned import suggest
from pbm.reading.language import Reader
from pbm.record.game import all_games
from pbm.reports.pdf.type import theme
from pbm.scan.blank import Blank, blank_sheet
from pbm.scan.label import label
from pbm.scan.letters import can_read
from pbm.scan.pictures import pictures
from pbm.scan.strips import Strip, Unlike, cut
from tests.helpers.photos import Camera, photo, written_on

GAMES = Path("games")
LOOKS = (
    theme(fillable=False),
    theme(),
    theme("letter", saving=True, fillable=False),
    theme("letter", large=True, fillable=False),
)
CAMERAS = {
    "a flatbed scan": Camera(turned=1.0, blur=0.4, noise=2, longest=2200),
    "a good photo": Camera(turned=3, tilted=0.05, bent=1, shadow=0.2, blur=0.6, noise=4, longest=2600),
    "crooked, in shadow": Camera(turned=12, tilted=0.12, bent=4, shadow=0.5, blur=0.8, noise=6, longest=2400),
    "on its side, bent": Camera(turned=94, tilted=0.08, bent=6, shadow=0.4, blur=0.8, noise=6, longest=2200),
    "sent small": Camera(turned=4, tilted=0.06, bent=2, shadow=0.3, blur=0.4, noise=4, longest=1400, quality=70),
    "small and blurred": Camera(turned=4, tilted=0.06, bent=2, shadow=0.4, blur=1.1, noise=6, longest=1400, quality=60),
}
FILLED = 0.25
"""The share of lines that are written on."""


@dataclass
class Count:
    """What came of the photos of one kind."""

    photos: int = 0
    known: int = 0
    cut: int = 0
    strips: int = 0
    right: int = 0
    lines: int = 0
    suggested: int = 0
    wrong: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))

    def row(self, name: str) -> str:
        said = share(self.suggested, self.lines) if can_read() else "-"
        return (
            f"{name:22} {self.photos:6} {share(self.known, self.photos):>8} {share(self.cut, self.photos):>8} "
            f"{share(self.right, self.strips):>12} {said:>10} {share(self.wrong, self.lines):>8}"
        )


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def entries(blank: Blank, words: list[str], chance: random.Random) -> dict[str, str]:
    """Words of the game in some of the lines: codes and small numbers, as they fit."""
    made: dict[str, str] = {}
    for place in blank.places:
        if place.name[0] not in "alx" or place.printed or chance.random() > FILLED:
            continue
        room = int((place.right - place.left) / 8)
        text = chance.choice([word for word in words if len(word) <= max(1, room)] or ["2"])
        if place.name[0] == "l":
            text = " ".join(chance.choice(words) for _ in range(3)) + f" {chance.randrange(1, 30)}"
        made[place.name] = text[:room]
    return made


def tried(blank: Blank, reader: Reader, words: list[str], camera: Camera, chance: random.Random) -> Count:
    """One photo."""
    written = {name: text.strip() for name, text in entries(blank, words, chance).items() if text.strip()}
    seen = pictures(photo(written_on(blank, written, chance), camera, chance).content)[0]
    found = label(seen)
    if not found or found.words != blank.words:
        return Count(1)
    try:
        strips = cut(seen, found, blank)
    except Unlike:
        return Count(1, 1)
    suggest(strips, reader)
    return Count(1, 1, 1) + sum((judged(strip, written) for strip in strips), Count())


def judged(strip: Strip, written: dict[str, str]) -> Count:
    """Whether a strip shows ink where there is some and none where there is none, and what it was taken for."""
    if not strip.is_line:
        return Count()
    boxes = [written.get(name, "") for name in names(strip)]
    wanted = " ".join(boxes).strip()
    right = [bool(box) for box in strip.boxes] == [bool(text) for text in boxes]
    if not wanted:
        return Count(strips=1, right=int(right))
    said = [word for word in strip.looks_like.split() if word != "-"]
    good = said == wanted.split()
    return Count(strips=1, right=int(right), lines=1, suggested=int(good), wrong=int(bool(said) and not good))


def names(strip: Strip) -> list[str]:
    """The fields of a strip."""
    if strip.name[0] != "a":
        return [strip.name]
    return [f"{letter}{strip.name[1:]}" for letter, _ in zip(string.ascii_lowercase, strip.boxes, strict=False)]


def sheets() -> Iterator[tuple[str, Blank, Reader, list[str]]]:
    """Every page of a sheet with boxes, of every sample game, in every layout."""
    for game in all_games(GAMES):
        made = issue(game, game.last(), keep=False)
        report = next(iter(made.reports.values()))
        world = game.config_of(game.last()).open(game.position(game.last()))
        reader = made.ruleset.language.reader(world)
        words = sorted({*reader.actions, *reader.words.all_codes})
        for look in LOOKS:
            for blank in blank_sheet(report, made.ruleset.data, look):
                if any(place.name[0] in "alx" for place in blank.places):
                    yield game.name, blank, reader, words


def report(share: float = 1.0) -> None:
    """Print what came of the photos, by game as each is done, then by kind."""
    kinds, taken = {name: Count() for name in CAMERAS}, Count()
    print(
        f"{'':22} {'photos':>6} {'known':>8} {'cut':>8} {'strips right':>12} {'suggested':>10} {'wrong':>8}", flush=True
    )
    for name, pages in groupby(sheets(), key=itemgetter(0)):
        game = Count()
        for (_, blank, reader, words), (kind, camera) in product(pages, CAMERAS.items()):
            chance = random.Random(f"{blank.words} {kind}")
            if chance.random() < share:
                turned = replace(camera, turned=camera.turned * chance.choice((-1, 1)))
                came = tried(blank, reader, words, turned, chance)
                kinds[kind], game = kinds[kind] + came, game + came
        print(game.row(name), flush=True)
        taken += game
    for kind, count in (*kinds.items(), ("all", taken)):
        print(count.row(kind), flush=True)


if __name__ == "__main__":
    report(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
