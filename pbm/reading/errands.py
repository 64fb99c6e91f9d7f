"""What anybody may write to the office: GAMES, JOIN spring prefers LGE, STANDBY spring, LEAVE spring, or a code that
was mailed to them; in the subject, or alone on a line. Only the sender's own new lines count, never quoted ones."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from pbm.reading.letter import Letter
from pbm.reading.quoting import Zone, pieces
from pbm.reading.sheet_code import is_well_formed, plain
from pbm.reading.sheet_lines import in_lines, plainly, visible

Word = Literal["games", "join", "standby", "leave"]
CODE = r"[0-9A-Za-z](?:[ .\-‐‑‒–—_]?[0-9A-Za-z]){6}"
ANSWER = re.compile(
    rf"(?:re: *)*(?:(?:(?:my|the) +)?code(?: +is)?:? *)?"
    rf"(?:(?:i +)?(?P<word>accept|yes|confirm|decline|no)\b(?:,? +please\b)?(?: +(?:in +)?[\w-]+(?=[ ,:]))?[ ,:]*)?"
    rf"(?P<code>{CODE})(?:,? +(?:please|thanks|thank you))?[ .!]*",
    re.IGNORECASE,
)
UNPROVEN = re.compile(
    rf"(?:re: *)*(?:yes,? +)?(?:i +)?(?:accept|decline)(?: +(?:the +|this +|your +)?(?:seat|offer|place|power))?"
    rf"(?: +(?:in +)?(?P<game>(?!{CODE}[ .!]*$)[\w-]+))?(?:[ ,:]+{CODE})?(?:[.!,]+ +[^\W\d_]+)?[ .!]*",
    re.IGNORECASE,
)
CODED = re.compile(rf"code *: *{CODE}", re.IGNORECASE)
ERRAND = re.compile(
    r"(?:re: *)*(?:please,? +)?(?P<word>games|join|standby|stand by|leave|resign)\b"
    r"(?: +(?:the +)?(?:game +)?(?P<game>(?!please\b|thanks\b)[\w-]+))?"
    r"(?:[ ,:;]+(?:(?:i|we) +)?prefer(?:s|red)?\b:? *(?P<prefers>[^\n]{1,200}))?(?:,? +(?:please|thanks))?[ .!?]*",
    re.IGNORECASE,
)
POLITE = re.compile(r",? +(?:please|thanks)[ .!]*\Z", re.IGNORECASE)
SAME: Mapping[str, Word] = {
    "games": "games",
    "join": "join",
    "standby": "standby",
    "stand by": "standby",
    "leave": "leave",
    "resign": "leave",
}
DETAIL = re.compile(
    r"(?P<key>name|form|town|zone|time zone|dates|address|phone|shows|prefers|desk|print|calendar)\s*:\s*"
    r"(?P<value>.{1,400})",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"(?:.*[,.;:!] +)?my +name +is:? +(?P<value>.{1,60}?)(?: +and +i\b.*|[,;] .*|(?<=\w\w)[.!](?: .*)?)?", re.IGNORECASE
)
MOST = 6
"""The errands of one letter that are looked at."""
SMALL = ("", "and", "or", "then", "the")
APART = re.compile(r"[ ,;/+&]+")


class Errand(Struct, frozen=True):
    word: Word
    game: str = ""
    prefers: str = ""


class Answer(Struct, frozen=True):
    """A code that has come back, and whether it says no."""

    code: str
    declines: bool = False


def own_lines(letter: Letter) -> Iterator[str]:
    """The subject, and what the sender wrote."""
    yield plainly(visible(letter.subject)).strip()
    yield from (line for line, own in body_lines(letter) if own)


def body_lines(letter: Letter) -> Iterator[tuple[str, bool]]:
    """The lines of a letter, and whether the sender wrote them."""
    texts = [text for text in letter.texts if not text.form]
    for text in [text for text in texts if not text.spare] or texts:
        for piece in pieces(in_lines(text.text)):
            if piece.text.strip():
                yield plainly(visible(piece.text)).strip(), piece.zone is Zone.OWN


def only_quoted(letter: Letter) -> tuple[str, ...]:
    """The codes that a letter quotes, if its sender wrote nothing."""
    lines = [*body_lines(letter)]
    if any(own for _, own in lines):
        return ()
    found = (ANSWER.fullmatch(line.lstrip("> ")) for line, _ in lines)
    return tuple(plain(match["code"]) for match in found if match and is_well_formed(match["code"]))


def errands_in(letter: Letter) -> tuple[Errand, ...]:
    """A word alone, as in a subject, says no more than the same word with the name of a game."""
    found = [one for line in own_lines(letter) if (one := errand_in(line))]
    named = {one.word for one in found if one.game}
    return tuple(dict.fromkeys(one for one in found if one.game or one.word not in named))[:MOST]


def only_errands(letter: Letter) -> bool:
    """Whether a letter holds nothing but errands and a code."""
    _, *lines = own_lines(letter)
    return all(errand_in(line) or CODED.fullmatch(line) for line in lines)


def errand_in(line: str) -> Errand | None:
    match = ERRAND.fullmatch(line)
    if not match or (match["word"].casefold() == "games" and (match["game"] or match["prefers"])):
        return None
    game, prefers = match["game"] or "", match["prefers"] or ""
    if game.casefold() in ("prefer", "prefers", "preferred"):  # JOIN prefers LGE names no game
        again = ERRAND.fullmatch(f"{match['word']}, {line[match.start('game') :]}")
        game, prefers = "", again["prefers"] or "" if again else ""
    return Errand(SAME[match["word"].casefold()], game, POLITE.sub("", prefers))


def answers_in(letter: Letter) -> tuple[Answer, ...]:
    """The codes that stand in the subject or alone on a line."""
    found = (ANSWER.fullmatch(line) for line in own_lines(letter))
    return tuple(
        dict.fromkeys(
            Answer(plain(match["code"]), (match["word"] or "").casefold() in ("decline", "no"))
            for match in found
            if match and is_well_formed(match["code"])
        )
    )


def answers_without_code(letter: Letter, games: Collection[str] = ()) -> bool:
    """Whether somebody accepts or declines, perhaps in one of these games, and no code in the letter can be right."""
    said = (UNPROVEN.fullmatch(line) for line in own_lines(letter)) if not answers_in(letter) else ()
    return any(match and (not match["game"] or match["game"].casefold() in games) for match in said)


def answers_about(letter: Letter, games: Collection[str]) -> bool:
    """Whether somebody accepts or declines a seat in one of these games, whatever code they write."""
    said = (UNPROVEN.fullmatch(line) for line in own_lines(letter))
    return any(match and (match["game"] or "").casefold() in games for match in said)


def details_in(letter: Letter) -> dict[str, str]:
    """Name: ..., Form: ..., and so on; the last of each counts. My name is ... tells it too."""
    lines = [*own_lines(letter)]
    told = [("name", match) for match in map(NAMED.fullmatch, lines) if match]
    written = [
        (match["key"].casefold().removeprefix("time "), match) for match in map(DETAIL.fullmatch, lines) if match
    ]
    return {key: match["value"].strip() for key, match in (*told, *written)}


def wishes_in(text: str, known: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The codes that a text names, by code or by name, and the words that are neither."""
    for code, name in sorted(known.items(), key=lambda row: -len(row[1])):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", code, text, flags=re.IGNORECASE) if name else text
    words = [
        word for word in APART.split(text.strip(" .!?")) if word.casefold() not in ("", "and", "or", "then", "the")
    ]
    good = [word.upper() for word in words if word.upper() in known]
    return tuple(dict.fromkeys(good)), tuple(word for word in words if word.upper() not in known)
