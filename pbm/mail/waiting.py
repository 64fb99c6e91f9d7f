"""Letters that a person must read: each has a number in its game until the game master is done with it."""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from pbm.errors import GameError
from pbm.mail.addresses import addresses
from pbm.mail.compose import header
from pbm.mail.inbox import SET_ASIDE, Arrival, Inbox
from pbm.mail.memory import amend, letters_for_gm
from pbm.mail.settled import unsettled
from pbm.mail.taken import Taken
from pbm.reading.courtesy import speaks
from pbm.reading.letter import Letter, read_letter
from pbm.reading.sheet_lines import HEADINGS, entries
from pbm.record.apart import apart
from pbm.record.game import Game

UNREACHED = "was not reached"
UNCLEAR = "is away, but not understood"
LONGEST_LINE = 100
QUOTED = (">", "|")


def is_for_a_person(entry: Arrival) -> bool:
    """Whether a letter is more than accepted orders, an answered request or automatic mail, or says more than that."""
    if entry.verdict in ("refused", SET_ASIDE):
        return True
    if entry.verdict == "automatic":
        return UNREACHED in entry.note
    return bool(entry.unread) or UNCLEAR in entry.note


def numbered(letters: Taken, entry: Arrival) -> Arrival:
    """The letter with its number, if a person must read it; numbers are never given twice."""
    if entry.number or not is_for_a_person(entry):
        return entry
    return msgspec.structs.replace(entry, number=letters.highest + 1)


@dataclass(frozen=True)
class Waiting:
    """A letter on the desk."""

    game: Game
    entry: Arrival

    @property
    def name(self) -> str:
        return f"{self.game.name}/{self.entry.number}"

    @property
    def letter(self) -> Letter:
        return read_letter(Inbox(self.game).raw(self.entry.hash))

    @property
    def sender(self) -> str:
        return self.entry.sender or "an unknown sender"

    @property
    def why(self) -> str:
        """Why it is here."""
        refused = [sheet.reason for sheet in self.entry.sheets if not sheet.accepted]
        unread = [f"Not read: {problem}." for problem in self.entry.unread if not refused]
        return " ".join([*refused, *unread, *([self.entry.note] if self.entry.note else [])])

    @property
    def remedy(self) -> str:
        """What helps if mail to players did not reach them."""
        said = self.entry.note.casefold() if UNREACHED in self.entry.note else ""
        lost = [power for power, email in addresses(self.game).items() if said and email.casefold() in said]
        commands = ", ".join(f"pbm address {self.game.name} {power} --email ADDRESS" for power in lost)
        return f"If they have moved: {commands}. SEND REPORT then brings them their report once more." if lost else ""

    def line(self) -> str:
        """What it says, in one line: the subject, and the first line that is more than a greeting or a heading; of a
        bounce, who was not reached."""
        if UNREACHED in self.entry.note:
            return header(self.entry.note, LONGEST_LINE)
        letter = self.letter
        lines = [entry for text in letter.texts for entry in entries(text.text) if entry.kind not in HEADINGS]
        own = [said for entry in lines if (said := entry.raw.strip()) and not said.startswith(QUOTED)]
        first = next(filter(speaks, own), own[0] if own else "")
        return header(" / ".join(filter(None, [letter.subject, first])) or "(no text)", LONGEST_LINE)


def waiting(game: Game, letters: Iterable[Arrival] | None = None) -> list[Waiting]:
    """The letters that wait for the game master, in order of their numbers."""
    known = letters_for_gm(game) if letters is None else letters
    return [Waiting(game, entry) for entry in sorted(unsettled(list(known)), key=lambda entry: entry.number)]


def find_letter(games: Iterable[Game], name: str) -> Waiting:
    """A letter by its number, with the name of its game before it where several games have that number, or may have."""
    named, _, number = name.rpartition("/")
    if not number.isdecimal():
        raise GameError(f'"{name}" is not the number of a letter: pbm letters lists them.')
    those, broken = apart([game for game in games if named in ("", game.name)], lambda game: with_number(game, number))
    found = [letter for letters in those.values() for letter in letters]
    if broken:
        faults = "; ".join(f"{game}: {words}" for game, words in broken.items())
        which = f" If you mean {' or '.join(one.name for one in found)}, write it so." if found else ""
        raise GameError(f"Not every game can be looked at ({faults}).{which}")
    if not found:
        raise GameError(f"There is no letter {name}: pbm letters lists those that wait.")
    if len(found) > 1:
        raise GameError(f"Several games have a letter {number}: use {' or '.join(one.name for one in found)}.")
    return found[0]


def with_number(game: Game, number: str) -> list[Waiting]:
    return [Waiting(game, entry) for entry in Inbox(game).entries() if entry.number and entry.number == int(number)]


def close(letter: Waiting, how: str) -> None:
    """Take a letter off the desk; it stays in the inbox."""
    with letter.game.locked():
        amend(letter.game, letter.entry, done=how)
