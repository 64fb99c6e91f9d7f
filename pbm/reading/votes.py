"""Votes in a letter: PROPOSE DRAW MER WSX, AGREE 2, OPPOSE, CONCEDE, in the subject or alone on a line.

Such a line is taken out before the sheet is read. Only the sender's own new lines count, and never what is an order.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from pbm.reading.addressed import addressed
from pbm.reading.language import Reader
from pbm.reading.letter import Letter, Text
from pbm.reading.recall import NOTHING, Correspondence
from pbm.reading.sheet_lines import ORDER_LINES, SheetLine, in_lines, numbered, plainly, visible
from pbm.reading.sheet_parts import parted
from pbm.reading.wishes import outside_messages
from pbm.rules.votes import Kind, Motion

Act = Literal["propose", "agree", "oppose", "concede", "unclear"]
WORD = re.compile(r"\b(?:propose|agree|disagree|oppose|concede)\b", re.IGNORECASE)
NAMED = r"(?: +(?:to|with))?(?: +(?:proposal|number|no\.?))* *#?(?P<{0}>\d{{1,4}})"
VOTE = re.compile(
    rf"agree(?:{NAMED.format('aye')})?|i agree{NAMED.format('aye2')}"
    rf"|(?:oppose|disagree)(?:{NAMED.format('no')})?|i (?:oppose|disagree){NAMED.format('no2')}"
    r"|(?P<concede>(?:i )?concede(?: +(?:the|my|our) +game)?)"
    r"|(?:i )?propose:? +(?:a +|an +|the +|to +|that +all +)?(?P<what>[a-z]+)(?P<rest>(?: +|[,:] *).*)?",
    re.IGNORECASE,
)
KINDS: dict[str, Kind] = {
    "draw": "draw",
    "concede": "win",
    "concession": "win",
    "win": "win",
    "end": "end",
    "ending": "end",
    "pause": "pause",
    "deadline": "deadline",
    "extension": "deadline",
}
DAYS = re.compile(r"(?:of +)?(\d{1,3})(?: +days?)?(?: +(?:later|longer|more))?", re.IGNORECASE)
ENDED = re.compile(r"(?:(?:of +)?(?:the|this) +game)?(?: *early)?", re.IGNORECASE)
BETWEEN = re.compile(r"(?:(?:between|for|of|to|the +game +to) +)?(.*)", re.IGNORECASE)
APART = re.compile(r"[ ,;/+&]+")


class Vote(Struct, frozen=True):
    act: Act
    number: int = 0
    """Of the proposal; 0 if none is given."""
    motion: Motion | None = None
    written: str = ""


def vote_in(line: str, reader: Reader) -> Vote | None:
    """What a line votes, if it is a vote."""
    text = plainly(visible(line)).strip(" .!")
    if not WORD.search(text) or not (match := VOTE.fullmatch(text)):
        return None
    if match["what"]:
        return proposed(match["what"].casefold(), (match["rest"] or "").strip(" ,:"), text, reader)
    if match["concede"]:
        return Vote("concede", written=text)
    aye, no = match["aye"] or match["aye2"], match["no"] or match["no2"]
    agrees = not text.casefold().removeprefix("i ").startswith(("oppose", "disagree"))
    return Vote("agree" if agrees else "oppose", int(aye or no or 0), written=text)


def proposed(what: str, rest: str, text: str, reader: Reader) -> Vote | None:
    """A proposal; one that is not understood counts as a vote only if it is written as a command, in capitals."""
    motion = motion_of(KINDS[what], rest, reader) if what in KINDS else None
    if motion:
        return Vote("propose", motion=motion, written=text)
    return Vote("unclear", written=text) if text.startswith("PROPOSE") else None


def motion_of(kind: Kind, rest: str, reader: Reader) -> Motion | None:
    if kind in ("pause", "deadline"):
        number = DAYS.fullmatch(rest)
        return Motion(kind, days=int(number[1])) if number else None
    if kind == "end":
        return Motion(kind) if ENDED.fullmatch(rest) else None
    powers = powers_in(rest, reader)
    return Motion(kind, powers) if powers is not None else None


def powers_in(text: str, reader: Reader) -> tuple[str, ...] | None:
    """The powers that a text names, by code or name; None if one of them is not known."""
    match = BETWEEN.fullmatch(text)
    named = match[1].strip() if match else ""
    if named.casefold() in ("", "all", "everyone", "everybody"):
        return ()
    known = [(code, name) for code, name in reader.words.powers.items() if name]
    for code, name in sorted(known, key=lambda row: -len(row[1])):
        named = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", code, named, flags=re.IGNORECASE)
    words = [word for word in APART.split(named) if word.casefold() not in ("", "and", "the")]
    found = [reader.power_named(word) for word in words]
    return tuple(dict.fromkeys(code for code in found if code)) if all(found) else None


def votes_taken_out(
    letter: Letter, reader: Reader, earlier: Correspondence = NOTHING
) -> tuple[tuple[Vote, ...], Letter]:
    """The votes of a letter, and the letter without them."""
    found: list[Vote | None] = [vote_in(letter.subject, reader)]
    texts = []
    for text in letter.texts:
        votes, rest = without_votes(text, reader, earlier)
        found += votes if not text.spare or all(each.spare for each in letter.texts) else []
        texts.append(rest)
    return tuple(dict.fromkeys(filter(None, found))), msgspec.structs.replace(letter, texts=tuple(texts))


def without_votes(text: Text, reader: Reader, earlier: Correspondence) -> tuple[list[Vote], Text]:
    if not WORD.search(text.text) and not any(WORD.search(entry.value) for entry in text.form):
        return [], text
    own = text.form or addressed(parted(text.text, reader, earlier).own, reader.words)
    voting = dict(votes_in(own, reader))
    if not voting:
        return [], text
    lines = ["" if number in voting else line for number, line in enumerate(in_lines(text.text), 1)]
    form = tuple(entry for entry in text.form if entry.line not in voting)
    return list(voting.values()), msgspec.structs.replace(text, text="\n".join(lines), form=form)


def votes_in(own: Iterable[SheetLine], reader: Reader) -> Iterator[tuple[int, Vote]]:
    """The votes among the sender's own lines, by line; words in a message are not for us."""
    for entry in outside_messages(own):
        found = vote_in(numbered(entry.value)[1], reader) if entry.kind in ORDER_LINES else None
        if found and not reader.is_order(entry.value):
            yield entry.line, found
