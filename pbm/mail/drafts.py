"""What was typed of a sheet before the typing was broken off: kept beside the orders of the turn, until it is filed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbm.files import put, read_json
from pbm.mail.beside import Beside
from pbm.mail.keying import Ask, Keyed, Say, agree, key_sheet
from pbm.reading.language import Reader
from pbm.record.game import Game
from pbm.rules.event import Count
from pbm.rules.order import Slots

if TYPE_CHECKING:
    from pbm.scan.strips import Strip


@dataclass
class Draft:
    """The sheet as typed once, and as far as it was typed a second time."""

    first: Keyed = field(default_factory=Keyed)
    second: Keyed | None = None
    strips: int = 0
    """Of the picture that it was typed from; its lines are numbered by them."""

    @property
    def lines(self) -> int:
        return sum(len(each.actions) + len(each.message) for each in (self.first, self.second or Keyed()))


def place(game: Game, turn: int, power: str) -> Path:
    return game.turn(turn) / "typed" / f"{power}.json"


def take_up(path: Path, ask: Ask, say: Say, strips: int = 0) -> Draft:
    """What was typed before, if the typist wants to go on with it."""
    new = Draft(strips=strips)
    if not path.is_file():
        return new
    kept = read_json(path, Draft, Draft(), "Delete it and type the sheet again.")
    say(f"{Count(kept.lines):line was/lines were} typed before:")
    for number, text in kept.first.actions.items():
        say(f"{number:2}: {text}")
    if kept.strips != strips:
        say("It was not typed from this picture, so you begin again.")
        return new
    go_on = ask("Enter to go on from there, or N to begin again").strip().casefold() not in ("n", "no")
    return kept if go_on else new


def key_draft(reader: Reader, draft: Draft, once: bool, ask: Ask, say: Say, strips: "Sequence[Strip]" = ()) -> Keyed:
    """Type a sheet, and type it again unless once is enough; nothing is suggested the second time."""
    if draft.second is None:
        key_once(reader, ask, say, draft.first, strips, suggesting=True)
    if once:
        return numbered(reader, draft.first)
    say("\nNow type it again, without looking at the screen above.")
    draft.second = draft.second or Keyed()
    key_once(reader, ask, say, draft.second, strips, suggesting=False)
    return numbered(reader, agree(reader, draft.first, draft.second, ask, say))


def key_once(reader: Reader, ask: Ask, say: Say, keyed: Keyed, strips: "Sequence[Strip]", suggesting: bool) -> None:
    beside = Beside(strips, suggesting)
    key_sheet(reader, ask, say, keyed, beside.key_lines if strips else None, beside.show)


def numbered(reader: Reader, keyed: Keyed) -> Keyed:
    """The lines of a list counted from 1, without those left out."""
    if not isinstance(reader.shape, Slots):
        keyed = replace(keyed, actions=dict(enumerate((text for _, text in sorted(keyed.actions.items())), 1)))
    return keyed


def keep(path: Path, draft: Draft) -> bool:
    """Keep what was typed, if there is anything."""
    if draft.lines:
        put(path, msgspec.json.encode(draft) + b"\n", private=True)
    return bool(draft.lines)
