"""What players ask for by mail: SEND REPORT, MAP, RULES or SHEET, WHO, HELP, in the subject or alone on a line.

Only the sender's own new lines count, never quoted ones.
"""

import re
from collections.abc import Iterator

import msgspec

from pbm.reading.addressed import address_of, addressed, known
from pbm.reading.language import Reader
from pbm.reading.letter import Letter, Text
from pbm.reading.recall import NOTHING, Correspondence
from pbm.reading.sheet_lines import HEADINGS, in_lines, plainly, visible
from pbm.reading.sheet_parts import parted
from pbm.reading.wishes import outside_messages

REQUEST = re.compile(
    r"(?:please,? +)?(?:(?:re-?)?send +(?:me +)?(?:(?:the|my|a) +)?(?P<what>report|map|rules|rulebook|sheet|turnsheet)"
    r"(?: +(?:of +|for +)?(?:turn +|the +)?(?P<turn>\d{1,4}|set-?up|start))?|(?P<word>who|help))(?:,? +please)?[ .!?]*",
    re.IGNORECASE,
)
SAME = {"rulebook": "rules", "turnsheet": "sheet"}
Request = tuple[str, str]
"""What is asked for, and of which turn, as written; empty: the last."""


def request_in(line: str) -> Request | None:
    match = REQUEST.fullmatch(plainly(visible(line)))
    if not match:
        return None
    word = (match["what"] or match["word"]).casefold()
    return SAME.get(word, word), (match["turn"] or "").casefold()


def taken_out(letter: Letter, reader: Reader, earlier: Correspondence = NOTHING) -> tuple[tuple[Request, ...], Letter]:
    """The requests of a letter, and the letter without them, with a message that its subject begins."""
    found = [request_in(letter.subject)]
    texts = []
    for text in letter.texts:
        asked, rest = without_requests(text, reader, earlier)
        found += asked if not text.spare or all(each.spare for each in letter.texts) else []
        texts.append(rest)
    kept = msgspec.structs.replace(letter, texts=tuple(texts))
    return tuple(dict.fromkeys(filter(None, found))), begun_by_subject(kept, reader, earlier)


def without_requests(text: Text, reader: Reader, earlier: Correspondence) -> tuple[list[Request | None], Text]:
    asking = dict(requests_in(text, reader, earlier)) if not text.form else {}
    if not asking:
        return [], text
    lines = ["" if number in asking else line for number, line in enumerate(in_lines(text.text), 1)]
    return list(asking.values()), msgspec.structs.replace(text, text="\n".join(lines))


def requests_in(text: Text, reader: Reader, earlier: Correspondence) -> Iterator[tuple[int, Request]]:
    """The requests among the sender's own lines, by line; words in a message are not for us."""
    for entry in outside_messages(addressed(parted(text.text, reader, earlier).own, reader.words)):
        found = request_in(entry.raw) if entry.kind == "other" else None
        if found and not reader.order(entry.value):
            yield entry.line, found


def begun_by_subject(letter: Letter, reader: Reader, earlier: Correspondence) -> Letter:
    """A letter whose subject is `TO MER` or `TO MER: ...` begins with that message, below its headings."""
    subject = addressing(letter.subject, reader)
    if not subject or not letter.texts:
        return letter
    first, *others = letter.texts
    own = parted(first.text, reader, earlier).own
    lines = in_lines(first.text)
    heads = {entry.line for entry in own if entry.kind in HEADINGS}
    rest = [line for number, line in enumerate(lines, 1) if number not in heads]
    while rest and not rest[0].strip():
        rest = rest[1:]
    made = "\n".join([*(lines[number - 1] for number in sorted(heads)), subject, *rest])
    return msgspec.structs.replace(letter, texts=(msgspec.structs.replace(first, text=made), *others))


def addressing(subject: str, reader: Reader) -> str:
    """A subject as the first line of a message; empty if it is none. Without a colon it needs a name that is known, or
    TO in capitals: `to do` is no address."""
    line = subject if ":" in subject else f"{subject}:"
    found = address_of(line, reader.words)
    sure = line == subject or subject.startswith("TO ") or (found and (not found[0] or known(found[0])))
    return line if found and sure else ""
