"""What was typed of a sheet before the typing was broken off: kept beside the orders of the turn, until it is filed."""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from pbm.files import put, read_json
from pbm.mail.keying import Ask, Keyed, Say, agree, key_sheet
from pbm.reading.language import Reader
from pbm.record.game import Game
from pbm.rules.event import Count


@dataclass
class Draft:
    """The sheet as typed once, and as far as it was typed a second time."""

    first: Keyed = field(default_factory=Keyed)
    second: Keyed | None = None

    @property
    def lines(self) -> int:
        return sum(len(each.actions) + len(each.message) for each in (self.first, self.second or Keyed()))


def place(game: Game, turn: int, power: str) -> Path:
    return game.turn(turn) / "typed" / f"{power}.json"


def take_up(path: Path, ask: Ask, say: Say) -> Draft:
    """What was typed before, if the typist wants to go on with it."""
    if not path.is_file():
        return Draft()
    kept = read_json(path, Draft, Draft(), "Delete it and type the sheet again.")
    say(f"{Count(kept.lines):line was/lines were} typed before:")
    for number, text in kept.first.actions.items():
        say(f"{number:2}: {text}")
    go_on = ask("Enter to go on from there, or N to begin again").strip().casefold() not in ("n", "no")
    return kept if go_on else Draft()


def key_draft(reader: Reader, draft: Draft, once: bool, ask: Ask, say: Say) -> Keyed:
    """Type a sheet, and type it again unless once is enough."""
    if draft.second is None:
        key_sheet(reader, ask, say, draft.first)
    if once:
        return draft.first
    say("\nNow type it again, without looking at the screen above.")
    draft.second = draft.second or Keyed()
    key_sheet(reader, ask, say, draft.second)
    return agree(reader, draft.first, draft.second, ask, say)


def keep(path: Path, draft: Draft) -> bool:
    """Keep what was typed, if there is anything."""
    if draft.lines:
        put(path, msgspec.json.encode(draft) + b"\n", private=True)
    return bool(draft.lines)
