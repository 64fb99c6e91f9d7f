"""What a run must know of the letters before it, in one small file, so that a run looks at none of them again.

The file is removed before the record of a letter is written, and made again once all is written: after a kill there is
none. One that does not fit, because the inbox was changed by hand or a turn was undone, is not used. Then every letter
is looked at.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.files import put
from pbm.mail.inbox import Arrival, Inbox, remembered_in
from pbm.mail.settled import accepted_last, unsettled
from pbm.mail.taken import Taken
from pbm.record.game import Game

DAY = dt.timedelta(days=1)
TURNS = 3
"""Letters of so many turns may be quoted in a new one."""
MOST = 40
"""So many letters of a player, the newest, may be quoted or counted; of a stranger the last few are enough."""
FEW = 2


class Memory(msgspec.Struct, frozen=True):
    changed: int
    """When the inbox was changed last, in nanoseconds."""
    turn: int
    at: dt.datetime
    highest: int
    letters: tuple[Arrival, ...]
    waiting: tuple[str, ...]
    """The letters that wait for the game master."""
    places: str
    """Where the other letters were found, a line each."""


def changed(game: Game) -> int:
    folder = Inbox(game).folder
    return folder.stat().st_mtime_ns if folder.is_dir() else 0


def recalled(game: Game) -> Memory | None:
    """What is remembered, if it fits the inbox and the turn."""
    try:
        known = msgspec.json.decode(remembered_in(game).read_bytes(), type=Memory)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return known if known.changed == changed(game) and known.turn <= game.last() + 1 else None


def letters_of(game: Game, now: dt.datetime) -> Taken:
    """The letters that a new one is compared with; every letter, if they must be looked at again."""
    known = recalled(game)
    if known is None or known.at > now:
        return Taken(Inbox(game).entries())
    return Taken(known.letters, known.highest, known.waiting, known.places.split("\n"))


def remember(game: Game, letters: Taken, now: dt.datetime, is_player: Callable[[str], object]) -> None:
    """Write down what the next run must know, unless that is written already. If it cannot be written, the next run
    looks at all letters again."""
    if recalled(game):
        return
    last = {entry.hash: entry for entry in letters}  # one that an interrupted run left is there twice
    every = Taken(sorted(last.values(), key=lambda entry: (entry.arrived, entry.hash)), letters.highest)
    mine = [*kept(every, game.last() + 1, now, is_player)]
    needed = {entry.hash for entry in mine}
    others = (place for entry in every if entry.hash not in needed for place in (entry.place, *entry.also))
    places = dict.fromkeys(place for place in (*letters.places, *others) if "\n" not in place)
    waiting = {*(hash for hash in letters.waiting if hash not in last), *(each.hash for each in unsettled(every))}
    with suppress(GameError):
        known = "\n".join(places)
        write(
            game,
            Memory(changed(game), game.last() + 1, now, every.highest, tuple(mine), tuple(sorted(waiting)), known),
        )


def write(game: Game, memory: Memory) -> None:
    put(remembered_in(game), msgspec.json.encode(memory), private=True)


def kept(letters: Taken, turn: int, now: dt.datetime, is_player: Callable[[str], object]) -> Iterator[Arrival]:
    """The letters that a later one may quote, repeat, follow too soon, stop or settle; and what is not dealt with."""
    recent = letters.recent(lambda sender: MOST if is_player(sender) else FEW, MOST)
    latest, accepted = max((entry.taken for entry in letters), default=now), {*accepted_last(letters).values()}
    for place, entry in enumerate(letters):
        fresh = entry.taken > now - DAY
        quoted = place in recent and (fresh or entry.turn > turn - TURNS)
        counted = (fresh and entry.asked) or entry.taken == latest or (entry.arrived, entry.taken) in accepted
        if quoted or counted or is_open(entry):
            yield entry


def is_open(entry: Arrival) -> bool:
    """Whether something may still be done about it; changes of address are always asked about."""
    moves = entry.stops or any(sheet.move for sheet in entry.sheets)
    return not entry.verdict or bool(moves) or (bool(entry.asked) and not entry.served)


def letters_for_gm(game: Game) -> Iterable[Arrival]:
    """Among them are all letters that wait for the game master; every letter, if they are not remembered."""
    known = recalled(game)
    if known is None:
        return Inbox(game).entries()
    there = {entry.hash for entry in known.letters}
    found = [Inbox(game).find(hash) for hash in known.waiting if hash not in there]
    return [*known.letters, *filter(None, found)]


def amend(game: Game, entry: Arrival, **changes: Any) -> None:
    """Change some fields of a letter's record as it is now, which others may have changed since it was read."""
    known, inbox = recalled(game), Inbox(game)
    new = msgspec.structs.replace(inbox.find(entry.hash) or entry, **changes)
    inbox.record(new)
    if known and not remembered_in(game).exists():
        letters = tuple(new if each.hash == new.hash else each for each in known.letters)
        waiting = tuple(hash for hash in known.waiting if hash != new.hash or not new.done)
        write(game, msgspec.structs.replace(known, changed=changed(game), letters=letters, waiting=waiting))
