"""Tells the sender's own lines of a letter from quoted lines and lines below the signature."""

import re
from enum import StrEnum

from msgspec import Struct

QUOTE = re.compile(r"\s{0,3}((?:>\s?)+)")
OTHER_MARK = re.compile(r"(?P<mark>[|:]|[A-Za-z]{2,3}>) ?(?P<heading>game|turn|code)\s*:", re.I)
"""What some programs put before a quoted line instead of >, above a heading of a sheet."""
LEAST_HEADINGS = 2
SPELT_OUT = re.compile(r"=20$", re.M)
"""A space at the end of a line as some gateways send it."""
LEAST_SPELT_OUT = 3
SIGNATURE = re.compile(r"--\s?")
MAILER = re.compile(r"(?:sent from (?:my|yahoo|outlook|mail for)|get outlook for|von meinem .{2,40} gesendet)\b", re.I)
"""What phones add below a letter."""
DIVIDER = re.compile(
    r"[-_*\s]{2,}(?:original (?:message|appointment)|forwarded message|forwarded by|ursprüngliche nachricht"
    r"|message d'origine|mensaje original|oorspronkelijk bericht)|begin forwarded message:", re.I
)  # fmt: skip
INTRODUCTION = re.compile(
    r"\s*(?:on|am|le|op|el|den|il)\b.{6,300}"
    r"(?:wrote|schrieb|a écrit|schreef|escribió|skrev|ha scritto)\b[^:]{0,80}:\s*",
    re.I | re.S,
)
IN_ANY_TONGUE = re.compile(r"(?:(?=.*\d)(?=.*@)|(?=.*\d{4})(?=.*\d[:.h]\d\d)).{10,390}:\s*")
"""A line with a date and an address, or a year and an hour, that ends in a colon: who wrote when, in any language."""
BROKEN = re.compile(r"(?=.*\d{4})(?=.*\d[:.h]\d\d)[^\n]{10,200}\n[^\n]*@[^\n]{3,100}:\s*")
"""The same, broken before the address."""
HEADER = re.compile(r"\s*\**(?!e-?mail|phone|new\b|message)[^\W\d]{1,14}\**\s*:(?=.*@)", re.I)
LABELLED = re.compile(r"\s*\**[^\W\d][\w -]{0,14}\**\s*:\s*\S")
HOUR = re.compile(r"\d[:.h]\d\d")
DEVICE = re.compile(r"\b(?:iphone|ipad|android|samsung|outlook|yahoo|blackberry|huawei|xiaomi)", re.I)
"""What all telephones and their programs write of themselves, in whatever language."""
LONGEST_DEVICE = 90
SENDER = re.compile(r"\s*\**(?:from|von|de|van)\**\s*:", re.I)
DETAIL = re.compile(
    r"\s*\**(?:sent|date|to|subject|gesendet|an|betreff|datum|envoyé|à|objet|verzonden|aan)\**\s*:", re.I
)
LONGEST_INTRODUCTION = 400
WITHIN = 6
"""How many lines from From: the other headers of a quoted letter may be."""


class Zone(StrEnum):
    OWN = "own"
    QUOTED = "quoted"
    SIGNED = "signed"
    """Below the signature."""


class Piece(Struct, frozen=True):
    """A line of a letter without its quote marks."""

    zone: Zone
    text: str


def as_usual(text: str) -> str:
    """A text as most programs and people would have sent it."""
    spaced = SPELT_OUT.sub("", text) if len(SPELT_OUT.findall(text)) >= LEAST_SPELT_OUT else text
    return marked_as_usual(spaced.replace("\N{NO-BREAK SPACE}", " "))


def marked_as_usual(text: str) -> str:
    """A text that quotes a sheet with other marks, such as | or the writer's letters, with > instead."""
    lines = text.split("\n")
    found = [(match["mark"], match["heading"].lower()) for line in lines if (match := OTHER_MARK.match(line))]
    for mark in dict.fromkeys(mark for mark, _ in found):
        if len({heading for other, heading in found if other == mark}) >= LEAST_HEADINGS:
            lines = [f">{line.removeprefix(mark)}" if line.startswith(mark) else line for line in lines]
    return "\n".join(lines)


def pieces(lines: list[str]) -> list[Piece]:
    """Every line of a letter with its zone; in doubt a line is quoted: the player is asked about quoted orders."""
    zone, found = Zone.OWN, list[Piece]()
    for at, line in enumerate(lines):
        if mark := QUOTE.match(line):
            found.append(Piece(Zone.QUOTED, line[mark.end() :]))
            continue
        if begins_quotation(lines, at):
            zone = Zone.QUOTED
        elif zone is Zone.OWN and (SIGNATURE.fullmatch(line) or of_a_telephone(lines, at)):
            zone = Zone.SIGNED
        found.append(Piece(Zone.QUOTED if zone is Zone.OWN and introduced(lines, at) else zone, line))
    return found


def begins_quotation(lines: list[str], at: int) -> bool:
    """Whether everything below is an older letter without quote marks."""
    line = lines[at]
    if DIVIDER.match(line):
        return True
    if SENDER.match(line) and sum(bool(DETAIL.match(other)) for other in lines[at + 1 : at + 1 + WITHIN]) >= 2:
        return True
    if HEADER.match(line):
        return all(map(LABELLED.match, below := lines[at + 1 : at + 3])) and any(map(HOUR.search, below))
    return introduces(lines, at) and not marked_below(lines, at)


def introduced(lines: list[str], at: int) -> bool:
    """Whether the line belongs to an introduction, which may be broken over two lines."""
    return introduces(lines, at) or (at > 0 and bool(completes_introduction("\n".join(lines[at - 1 : at + 1]))))


def completes_introduction(two: str) -> bool:
    return bool(INTRODUCTION.fullmatch(two) or BROKEN.fullmatch(two))


def introduces(lines: list[str], at: int) -> bool:
    """Whether the text is an introduction to a quote."""
    one, two = lines[at], "\n".join(lines[at : at + 2])
    if len(two) >= LONGEST_INTRODUCTION:
        return False
    known = INTRODUCTION.fullmatch(one) or INTRODUCTION.fullmatch(two)
    return bool(known or IN_ANY_TONGUE.fullmatch(one) or BROKEN.fullmatch(two))


def of_a_telephone(lines: list[str], at: int) -> bool:
    """What telephones write below a letter: known words, or a short last line that names the program."""
    line = lines[at].strip()
    if MAILER.match(line):
        return True
    if len(line) > LONGEST_DEVICE or not DEVICE.search(line):
        return False
    below = (place for place in range(at + 1, len(lines)) if lines[place].strip())
    return (place := next(below, -1)) < 0 or bool(QUOTE.match(lines[place])) or begins_quotation(lines, place)


def marked_below(lines: list[str], at: int) -> bool:
    following = [line for line in lines[at + 1 : at + 1 + WITHIN] if line.strip() and not line.strip().endswith(":")]
    return bool(following) and bool(QUOTE.match(following[0]))
