"""The earlier letters between the game and one player, from which it is known what a letter quotes."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from pathlib import Path

from pbm.mail.inbox import Inbox, identity
from pbm.mail.outbox import Outbox
from pbm.mail.taken import Taken
from pbm.reading.letter import Letter, read_letter
from pbm.reading.recall import Correspondence, Past
from pbm.reading.sheet_code import plain, written_in
from pbm.reading.verdict import Expected

TURNS = 3
"""Letters of so many turns are compared."""
MOST = 40
"""The most letters compared, the newest first."""
MEMORY = 256
MARK = 12
"""An answer has so much of the letter's hash in its name."""


def correspondence(
    letter: Letter, raw: bytes, expected: Expected, inbox: Inbox, outbox: Outbox, letters: Taken
) -> Correspondence:
    """What we sent to the writer of a letter and what they sent before, in the last turns; not what an interrupted run
    has answered to this very letter, which may repeat its lines."""
    powers, own = set(powers_of(letter, expected)), identity(raw)
    since = expected.turn - TURNS
    newest = (id for id in outbox.newest(powers, MOST) if own[:MARK] not in id)
    mails = [outbox.path(id) for id in newest if is_for(id, powers, since)]
    known = (entry for entry in letters.newest(letter.address, powers) if entry.hash != own and entry.verdict)
    before = [
        inbox.folder / f"{entry.hash}.eml" for entry in islice(takewhile(lambda entry: entry.turn > since, known), MOST)
    ]
    return Correspondence(tuple(lines_of(mails)), tuple(lines_of(before)))


def powers_of(letter: Letter, expected: Expected) -> Iterator[str]:
    """The powers whose address wrote the letter, or whose code it holds."""
    yield from (power for power, those in expected.registered.items() if letter.address in map(str.casefold, those))
    turns = range(max(1, expected.turn - 1), expected.turn + 1)
    codes = {plain(expected.code(turn, power)): power for turn in turns for power in expected.names}
    yield from map(codes.__getitem__, written_in(" ".join(text.text for text in letter.texts), codes))


def is_for(id: str, powers: set[str], since: int) -> bool:
    turn, power, _ = id.split("-", 2)
    return power in powers and turn.isdecimal() and int(turn) > since


def lines_of(paths: list[Path]) -> Iterator[Past]:
    for path in paths[:MOST]:
        if path.is_file():
            yield from lines_in(path, path.stat().st_mtime_ns)


@lru_cache(MEMORY)
def lines_in(path: Path, changed: int) -> tuple[Past, ...]:
    """The lines of each text of a stored letter; `changed` tells a new letter in its place."""
    return tuple(Past(text.text) for text in read_letter(path.read_bytes()).texts if text.text)
