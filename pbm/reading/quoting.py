"""Tells the sender's own lines of a letter from quoted lines and lines below the signature."""

import re
from enum import StrEnum

from msgspec import Struct

QUOTE = re.compile(r"\s{0,3}((?:>\s?)+)")
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


def pieces(lines: list[str]) -> list[Piece]:
    """Every line of a letter with its zone; in doubt a line is quoted: the player is asked about quoted orders."""
    zone, found = Zone.OWN, list[Piece]()
    for at, line in enumerate(lines):
        if mark := QUOTE.match(line):
            found.append(Piece(Zone.QUOTED, line[mark.end() :]))
            continue
        if begins_quotation(lines, at):
            zone = Zone.QUOTED
        elif zone is Zone.OWN and (SIGNATURE.fullmatch(line) or MAILER.match(line.strip())):
            zone = Zone.SIGNED
        found.append(Piece(Zone.QUOTED if zone is Zone.OWN and introduced(lines, at) else zone, line))
    return found


def begins_quotation(lines: list[str], at: int) -> bool:
    """Whether everything below is an older letter without quote marks."""
    line = lines[at]
    if DIVIDER.match(line):
        return True
    if SENDER.match(line):
        return sum(bool(DETAIL.match(other)) for other in lines[at + 1 : at + 1 + WITHIN]) >= 2
    return introduces(lines, at) and not marked_below(lines, at)


def introduced(lines: list[str], at: int) -> bool:
    """Whether the line belongs to an introduction such as "On Friday ... wrote:", which may take two lines."""
    return introduces(lines, at) or (at > 0 and bool(INTRODUCTION.fullmatch("\n".join(lines[at - 1 : at + 1]))))


def introduces(lines: list[str], at: int) -> bool:
    """Whether the text is an introduction to a quote."""
    one, two = lines[at], "\n".join(lines[at : at + 2])
    return len(two) < LONGEST_INTRODUCTION and bool(INTRODUCTION.fullmatch(one) or INTRODUCTION.fullmatch(two))


def marked_below(lines: list[str], at: int) -> bool:
    following = [line for line in lines[at + 1 : at + 1 + WITHIN] if line.strip() and not line.strip().endswith(":")]
    return bool(following) and bool(QUOTE.match(following[0]))
