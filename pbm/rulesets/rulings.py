"""How a game differs from its source: `rulings.toml` beside its data.

Its rulebook, its page, docs/rulings.md and the preset `by_the_book` are made from it.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from pbm.errors import GameError

FILE = "rulings.toml"
BY_THE_BOOK = "by_the_book"
"""The house rule that stands for others: each as the source has it."""
NOTHING = "null"
"""How a file writes a house rule that has no value: TOML has no word for it."""


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that the source does not have, and where ours are."""

    rule: str
    what: str
    where: str


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """How one matter is played, and why."""

    rule: str
    """Its paragraphs."""
    text: str
    case: str
    """The rule case that shows it, or a test: `test_file.py::test_name`."""
    source: str = ""
    """What the source says, if it says something else; if this is empty it says nothing, or two things."""
    why: str = ""
    house: str = ""
    """The house rule by which a game master may have it otherwise."""
    letter: str | int | bool | None = None
    """The value of that house rule by the letter of the source, if it is not our default."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """All that differs from the source."""

    credit: str = ""
    """The published game, its designer and its publisher or society, as far as the source names them."""
    note: str = ""
    """What of the source is not to be had."""
    figure: tuple[Figure, ...] = ()
    ruling: tuple[Ruling, ...] = ()

    @property
    def differences(self) -> list[Ruling]:
        """The rulings by which this game is not what the source says."""
        return [each for each in self.ruling if each.source]

    def letter(self, settings: type[Any]) -> dict[str, Any]:
        """The house rules of the preset `by_the_book`."""
        kinds = {field.name: field.type for field in msgspec.structs.fields(settings)}
        rows = [row for row in self.ruling if row.letter is not None]
        if strange := [row.house for row in rows if row.house not in kinds]:
            raise GameError(f"{FILE} has a letter for {', '.join(strange)}, which is no house rule.")
        return {
            row.house: msgspec.to_builtins(msgspec.convert(row.letter, kinds[row.house], strict=False)) for row in rows
        }


def written(value: Any) -> str:
    """The value of a house rule as game.toml has it."""
    return json.dumps(NOTHING if value is None else value, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_source(data: Path) -> Source:
    """What differs, from the file beside a game's other data; nothing if it has none."""
    path = data / FILE
    if not path.is_file():
        return Source()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Source)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}.") from None
