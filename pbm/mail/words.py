"""The words that a player may write to a game by mail: what HELP answers, and what first letters tell."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbm.mail.front_door import if_open
from pbm.mail.sets import expected
from pbm.mail.settings import dates, vote_rules
from pbm.record.clockface import WAYS
from pbm.record.game import Game
from pbm.rules.votes import Kind

Word = tuple[str, str]

REQUESTS: tuple[Word, ...] = (
    ("SEND REPORT", "your report of the last turn; SEND REPORT 3 for the third"),
    ("SEND MAP", "the map as your last report shows it"),
    ("SEND RULES", "the rulebook"),
    ("SEND SHEET", "the next turnsheet, as text"),
    ("SEND DESK", "the order desk: a page that fills in the next turnsheet with you"),
    ("WHO", "who plays"),
    ("HELP", "these words"),
)
TO_THE_OFFICE: tuple[Word, ...] = (
    ("GAMES", "which games you can join, and how; in a letter without orders"),
    ("LEAVE", "you want to leave: LEAVE and the name of a game, or alone for all of yours"),
)
WITH_CODE: tuple[Word, ...] = (
    ("TRY", "with a sheet: the report that would come of it; the sheet is not kept"),
    ("PASS", "you have no orders for this turn"),
    ("AWAY 1 Aug to 15 Aug", "the computer plays for you in these days; NOT AWAY when you are back"),
    ("DATES us", f"how dates and times are written to you: {', '.join(WAYS)}"),
    ("ZONE Europe/Vienna", "times are told you in that zone too"),
)
FINAL: Word = ("FINAL", "this is your last sheet: the turn is played once everybody's is; NOT YET takes it back")

PROPOSALS: dict[Kind, str] = {
    "draw": "PROPOSE DRAW",
    "end": "PROPOSE END",
    "win": "PROPOSE CONCEDE TO ...",
    "pause": "PROPOSE PAUSE 14",
    "deadline": "PROPOSE DEADLINE 7",
}
AGREE: Word = ("AGREE 2", "you vote for proposal 2; OPPOSE 2 is a vote against it")
CONCEDE: Word = ("CONCEDE", "you give up your game; the computer plays on for you")


def words_for(game: Game, power: str) -> dict[str, Any]:
    """What templates/words.txt.j2 tells the player of a power."""
    coded, asked = (*with_code(game),), (*REQUESTS, *TO_THE_OFFICE * bool(if_open(game.folder.parent)))
    others = [other for other in expected(game, game.last() + 1) if other != power]
    return {
        "requests": asked,
        "coded": coded,
        "widest": max(len(word) for word, _ in (*asked, *coded)),
        "other": next(iter(others), power),
        "people": game.people(),
    }


def with_code(game: Game) -> Iterator[Word]:
    """What counts only in a letter with the player's code."""
    calendar = dates(game)
    yield from WITH_CODE
    if calendar and calendar.early != "no":
        yield FINAL
    yield from votes(vote_rules(game).allowed)


def may_propose(game: Game) -> Iterator[str]:
    """What a player may propose, as it is written, and whether they may concede."""
    allowed = vote_rules(game).allowed
    yield from (word for kind, word in PROPOSALS.items() if kind in allowed)
    if "concede" in allowed:
        yield CONCEDE[0]


def votes(allowed: Iterable[Kind]) -> Iterator[Word]:
    """What the game lets its players vote on."""
    first, *others = [*(word for kind, word in PROPOSALS.items() if kind in allowed), ""]
    if first:
        more = f"; likewise {', '.join(filter(None, others))}" if any(others) else ""
        yield first, f"all players vote on it{more}"
        yield AGREE
    if "concede" in allowed:
        yield CONCEDE
