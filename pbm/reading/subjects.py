"""Subjects that say whom a letter is for: `TO MER`, and `Re:` before it or before a message that the game passed on."""

import re

import msgspec

from pbm.reading.addressed import address_of, known
from pbm.reading.language import Reader
from pbm.reading.letter import Letter
from pbm.reading.recall import Correspondence
from pbm.reading.sheet_lines import HEADINGS, ORDER_LINES, SheetLine, in_lines
from pbm.reading.sheet_parts import parted

REPLY = re.compile(r"\s*(?:(?:re|aw|antw|sv|vs|odp|rép?|rif)\s*(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
PASSED_ON = "a message from"
"""Stands in the subject of a message that the game passes on, between the game and the sender."""
MESSAGE = re.compile(rf"[^:]*:\s*{PASSED_ON}\s+(?P<name>.+?)\s*", re.IGNORECASE)


def begun_by_subject(letter: Letter, reader: Reader, earlier: Correspondence, answers_gm: bool = False) -> Letter:
    """A letter whose subject is `TO MER` or `TO MER: ...` begins with that message, below its headings. So does an
    answer to a message, unless it holds orders or answers the game master: then who should read it is not clear."""
    subject = REPLY.sub("", letter.subject, count=1) if REPLY.match(letter.subject) else letter.subject
    is_answer = subject != letter.subject
    line = addressing(subject, reader) or (to_its_sender(subject, reader) if is_answer else "")
    if not line or not letter.texts or (is_answer and answers_gm):
        return letter
    first, *others = letter.texts
    own = parted(first.text, reader, earlier).own
    if is_answer and any(may_be_order(entry, reader) for entry in own):
        return letter
    lines = in_lines(first.text)
    heads = {entry.line for entry in own if entry.kind in HEADINGS}
    rest = [line for number, line in enumerate(lines, 1) if number not in heads]
    while rest and not rest[0].strip():
        rest = rest[1:]
    made = "\n".join([*(lines[number - 1] for number in sorted(heads)), line, *rest])
    return msgspec.structs.replace(letter, texts=(msgspec.structs.replace(first, text=made), *others))


def may_be_order(entry: SheetLine, reader: Reader) -> bool:
    return entry.kind in ORDER_LINES and (entry.dotted or reader.resembles(entry.value))


def addressing(subject: str, reader: Reader) -> str:
    """A subject as the first line of a message; empty if it is none. Without a colon it needs a name that is known, or
    TO in capitals: `to do` is no address."""
    line = subject if ":" in subject else f"{subject}:"
    found = address_of(line, reader.words)
    sure = line == subject or subject.startswith("TO ") or (found and (not found[0] or known(found[0])))
    return line if found and sure else ""


def to_its_sender(subject: str, reader: Reader) -> str:
    """The first line of an answer to a message that the game passed on."""
    found = MESSAGE.fullmatch(subject)
    code = reader.words.power_called(found["name"]) if found else None
    return f"TO {code}:" if code else ""
