"""Whose requests are answered: those of players, to their registered address alone, and only so many in a day."""

import datetime as dt
from collections.abc import Iterable, Iterator

import msgspec

from pbm.mail.authority import Effect, Proof
from pbm.mail.counter import Counter, Opened
from pbm.mail.elsewhere import names_a_game
from pbm.mail.inbox import Arrival, Asked
from pbm.mail.loops import listed
from pbm.record.game import Game

MOST = 10
"""The most requests in a day that are answered, counted apart for letters with a right code and for others."""
DAY = dt.timedelta(days=1)
REST = "words for the game master to read"
SENDS = {
    "report": Effect.REPORT,
    "map": Effect.MAP,
    "rules": Effect.RULES,
    "sheet": Effect.SHEET,
    "desk": Effect.DESK,
    "who": Effect.WHO,
    "help": Effect.HELP,
    "dates": Effect.CLOCK,
    "zone": Effect.CLOCK,
}
SETTINGS = ("dates", "zone")
"""What changes how the game writes to a player; without proof they are asked for it."""


def asked_of(counter: Counter, entry: Arrival, letter: Opened) -> tuple[tuple[Asked, ...], str]:
    """The requests that are to be answered, and why others are not."""
    if not letter.asked:
        return (), ""
    if why := listed(letter.headers):
        return (), why
    shown = {power: proof for power, proof in letter.shown.items() if power in counter.addresses}
    proved = {power for power, proof in shown.items() if proof is not Proof.NONE}
    powers = proved or {*shown}
    everywhere = not names_a_game(letter)
    wanted = [
        msgspec.structs.replace(each, power=power, proved=bool(proved and leave), everywhere=everywhere)
        for power in sorted(powers)
        for each in meant(counter, letter)
        if (leave := counter.permit(SENDS[each.what], power, shown[power])) or each.what in SETTINGS
    ]
    before = counter.letters.requests
    kept = [each for each in wanted if answered_today(before, entry, each) + len(letter.asked) <= MOST]
    if not powers:
        return (), f"{entry.sender or 'the sender'} is not a player's address"
    return tuple(kept), "" if len(kept) == len(wanted) else f"more than {MOST} requests in a day"


def meant(counter: Counter, letter: Opened) -> Iterator[Asked]:
    """What is asked for, with turns of the record; a word for what was before turn 1 is understood in every game."""
    for what, said in letter.asked:
        if what in SETTINGS:
            yield Asked("", what, value=said)
        else:
            yield Asked("", what, (counter.game.turn_names.read(said) or 0) if said else None)


def answered_today(letters: Iterable[Arrival], entry: Arrival, asked: Asked) -> int:
    recent = [each for other in letters if other.taken > entry.taken - DAY for each in other.asked]
    return sum((each.power, each.proved) == (asked.power, asked.proved) for each in recent)


def in_words(game: Game, asked: Iterable[Asked]) -> str:
    """MER asks for REPORT 3."""
    return "; ".join(f"{each.power} asks for {called(game, each)}" for each in asked)


def called(game: Game, asked: Asked) -> str:
    which = asked.value or ("" if asked.turn is None else str(game.called(asked.turn)))
    return f"{asked.what.upper()} {which}".strip()


def only_asks(letter: Opened) -> bool:
    """Whether a letter holds nothing but requests, so that nothing else in it needs an answer."""
    filled = [each for each, _ in letter.received.judged if each]
    return not letter.beside and not any(each.says_something or each.questions or each.moves for each in filled)


def for_a_person(letter: Opened, away: bool) -> Iterator[str]:
    """What a letter says besides what the game answers by itself; beside orders, which have their receipt, only what is
    asked there."""
    only_words = any(filled and filled.sheet.is_only_words for filled, _ in letter.received.judged)
    unanswered = away or letter.asked or only_words
    if any(unanswered or "?" in line for line in letter.beside):
        yield REST
