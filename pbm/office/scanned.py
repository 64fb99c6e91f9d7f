"""Pictures of a sheet of a game: whose it is, and its strips beside what they seem to say."""

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.errors import GameError
from pbm.files import put
from pbm.office.issue import issue
from pbm.office.welcome import newcomers
from pbm.reading.language import Reader
from pbm.record.game import Game
from pbm.scan.blank import Blank, blank_sheet
from pbm.scan.label import Label, label
from pbm.scan.letters import known, letters
from pbm.scan.pictures import NotAPicture, pictures, ready
from pbm.scan.strips import Strip, Unlike, cut, rank, uncut

if TYPE_CHECKING:
    from PIL.Image import Image

PAGE = "strips.html"
HEAD = "<!doctype html><meta charset=utf-8><title>The sheet</title><style>img { max-width: 100% }</style>"
NO_CODE = "no QR code of a sheet could be read in it"


@dataclass
class Scanned:
    """A sheet in pictures; `remarks` say what could not be read."""

    power: str
    turn: int
    code: str
    strips: list[Strip]
    remarks: list[str] = field(default_factory=list)


def scanned(game: Game, files: Sequence[tuple[str, bytes]]) -> Scanned:
    """The sheet that these files show, by their names and contents; an error if there is none of this game."""
    ready()
    remarks: list[str] = []
    seen = [page for name, content in files for page in labelled(name, content, remarks)]
    if not seen:
        raise GameError("; ".join(remarks) or "There is no picture.")
    first = seen[0][1]
    turn = game.turn_names.read(first.turn)
    if first.game != game.name or turn is None or turn < 1:
        raise GameError(f"The picture shows a sheet of {first.game}, turn {first.turn}, and not one of {game.name}.")
    blanks = blanks_of(game, first, turn)
    shown: dict[int, tuple[str, Image, Label]] = {}
    for name, one, picture in seen:
        if (one.turn, one.power, one.look) != (first.turn, first.power, first.look) or one.page > len(blanks):
            remarks.append(f"{name} shows another sheet, {one.power}'s for turn {one.turn}; it is left aside")
        else:
            shown.setdefault(one.page, (name, picture, one))
    strips = [strip for page, blank in enumerate(blanks, 1) for strip in strips_of(page, blank, shown, remarks)]
    return Scanned(first.power, turn, first.code, sorted(strips, key=lambda strip: rank(strip.name)), remarks)


def labelled(name: str, content: bytes, remarks: list[str]) -> "list[tuple[str, Label, Image]]":
    """The pages of sheets in a file."""
    try:
        found = [(name, label(picture), picture) for picture in pictures(content)]
    except NotAPicture as error:
        remarks.append(f"{name}: {error}")
        return []
    labels = [(name, one, picture) for name, one, picture in found if one]
    if not labels:
        remarks.append(f"{name}: {NO_CODE}")
    return labels


def blanks_of(game: Game, found: Label, turn: int) -> list[Blank]:
    """The pages of the sheet as they were printed with the report of the turn before."""
    if turn - 1 > game.last():
        raise GameError(f"The picture shows a sheet for {game.named(turn)}, which has not been sent yet.")
    made = issue(game, turn - 1, newcomers(game, turn - 1), keep=False)
    return blank_sheet(made.of(found.power), made.ruleset.data, found.look)


def strips_of(page: int, blank: Blank, shown: "dict[int, tuple[str, Image, Label]]", remarks: list[str]) -> list[Strip]:
    if page not in shown:
        if blank.places:
            remarks.append(f"page {page} of the sheet is not among the pictures: its lines are asked for without one")
        return uncut(blank)
    name, picture, found = shown[page]
    try:
        return cut(picture, found, blank)
    except Unlike as error:
        remarks.append(f"{name}: {error}; its lines are asked for without strips")
        return uncut(blank)


def suggest(strips: Sequence[Strip], reader: Reader) -> None:
    """Write beside each strip what it looks like, in the words of the game."""
    own = [word for words in reader.sayings.steps.own_words.values() for word in words]
    words = [*reader.actions, *reader.words.all_codes, *own, *reader.words.habits.phrases.values()]
    for strip, said in zip(strips, letters(strips), strict=True):
        if said and strip.is_line:
            strip.looks_like = f"{strip.printed} {known(said, words)}".strip()


def save(strips: Sequence[Strip], folder: Path) -> Path:
    """Save the strips that show writing and the straightened pages; returns a page that shows them all."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, str] = {}
    for strip in strips:
        name, picture = (strip.file, strip.picture) if strip.written else (f"page-{strip.page}.png", strip.whole)
        if not picture:
            continue
        strip.path = str(folder / name)
        if name not in rows:
            put(folder / name, as_png(picture), private=True)
            rows[name] = row(strip, name)
    page = folder / PAGE
    put(page, "\n".join([HEAD, *sorted(rows.values(), key=lambda line: "page-" in line), ""]).encode(), private=True)
    return page


def row(strip: Strip, name: str) -> str:
    said = ": ".join(filter(None, [strip.called, strip.looks_like])) if strip.written else f"page {strip.page}"
    return f'<p>{html.escape(said)}<br><img src="{html.escape(name)}" alt=""></p>'


def as_png(picture: "Image") -> bytes:
    import io

    made = io.BytesIO()
    picture.save(made, "PNG")
    return made.getvalue()
