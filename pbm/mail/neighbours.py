"""Games that share a mailbox: whose letter it is, by what its sheets, its headers and its sender say."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice

from msgspec import structs

from pbm.mail.compose import GAME
from pbm.mail.loops import Headers, sender
from pbm.mail.outbox import Outbox
from pbm.mail.settings import Post, post
from pbm.reading.letter import Letter, addresses_in
from pbm.reading.requests import request_in
from pbm.reading.sheet import Filled, game_named
from pbm.reading.sheet_code import plain, sheet_code
from pbm.reading.sheet_lines import entries
from pbm.reading.wishes import absence
from pbm.record.codes import code_of, newcomers
from pbm.record.game import Game, all_games
from pbm.record.players import listed

WORD = re.compile(r"[\w-]+")
OURS = re.compile(r"<([\w-]{1,100})\.(\d{3}-[\w-]{1,100})\.[0-9a-f]{16}@[\w.-]{1,200}>")
"""The id of a mail of ours, with the game and its name in the outbox."""
MOST_RETURNED, MOST_IDS = 64_000, 20
"""So many bytes of a letter that came back are searched for it, and so many ids are looked at."""


@dataclass(frozen=True)
class Neighbour:
    """A game of the folder, as far as letters can tell that they are for it."""

    game: Game

    @property
    def name(self) -> str:
        return self.game.folder.name

    @cached_property
    def post(self) -> Post:
        return post(self.game)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Every code up to the coming turn, as `plain` writes it."""
        config, last, secret, new = self.game.config(), self.game.last(), self.game.secret(), newcomers(self.game)
        powers = config.ruleset.language.words(config.open(self.game.position(last))).powers
        turns = range(1, last + 2)
        usual = [sheet_code(secret, self.game.name, turn, power) for turn in turns for power in powers]
        return frozenset(map(plain, [*usual, *(code_of(self.game, turn, power) for turn, power in new)]))

    @cached_property
    def players(self) -> frozenset[str]:
        """The addresses of its players."""
        return frozenset(player.email.casefold() for player in listed(self.game).values() if player.email)


@dataclass(frozen=True)
class Signs:
    """What a letter shows of the game it is for."""

    headers: Headers
    sheets: Sequence[Filled]

    def named(self, game: Neighbour) -> bool:
        return any(sheet.game and game_named(sheet.game) == game_named(game.name) for sheet in self.sheets)

    def coded(self, game: Neighbour) -> bool:
        return any(sheet.code and plain(sheet.code) in game.codes for sheet in self.sheets)

    def addressed(self, game: Neighbour) -> bool:
        to = addresses_in([*self.headers.all("To"), *self.headers.all("Cc")])
        return any(game.post.own(address) for address in to if address)

    def known(self, game: Neighbour) -> bool:
        return sender(self.headers).casefold() in game.players

    def in_subject(self, game: Neighbour) -> bool:
        return game.name.casefold() in WORD.findall(self.headers.get("Subject").casefold())

    def in_turn(self) -> Iterator[tuple[Callable[[Neighbour], bool], bool]]:
        """The signs, the surest first, each with whether it counts only between games with the same inbox."""
        yield from ((sign, False) for sign in (self.named, self.coded))
        yield from ((sign, True) for sign in (self.addressed, self.known, self.in_subject))


def neighbours(game: Game) -> list[Neighbour]:
    """All games in the folder of a game, itself included; none if it is alone there."""
    found = [Neighbour(each) for each in all_games(game.folder.parent)]
    return found if len(found) > 1 else []


def meant_for(
    own: Game, games: Sequence[Neighbour], headers: Headers, sheets: Sequence[Filled], is_by_hand: bool = False
) -> str:
    """The other game that a letter is for. Each sign leaves the games it points to; of several games with one inbox
    that are left the first that is under way has the letter, unless a person has brought it here."""
    mine = Neighbour(own)
    if headers.get(GAME) in (game.name for game in games) and mine.post.own(sender(headers)):
        return other_than(mine, headers.get(GAME))
    left = list(games)
    for sign, beside in Signs(headers, sheets).in_turn():
        left = [game for game in left if (not beside or shares(mine, game)) and shows(sign, game)] or left
        if len(left) == 1:
            return other_than(mine, left[0].name)
    if is_by_hand or not mine.post.inboxes:
        return ""
    near = [game for game in left if shares(mine, game)]
    return other_than(mine, min(near, key=lambda game: (shows(is_over, game), game.name)).name) if near else ""


def other_than(mine: Neighbour, name: str) -> str:
    return name if name != mine.name else ""


def is_over(game: Neighbour) -> bool:
    return game.game.ended() is not None


def sender_of_returned(own: Game, games: Sequence[Neighbour], raw: bytes) -> str:
    """The game with the same inbox whose mail came back: nobody else knows the id of it."""
    mine, named = Neighbour(own), {game.name: game for game in games}
    for found in islice(OURS.finditer(raw[:MOST_RETURNED].decode("ascii", "replace")), MOST_IDS):
        game = named.get(found[1])
        if game and shares(mine, game) and shows(partial(has_sent, id=found[2], whole=found[0]), game):
            return game.name
    return ""


def has_sent(game: Neighbour, id: str, whole: str) -> bool:
    return Outbox(game.game).message_id(id) == whole


def also_for(own: Game, games: Sequence[Neighbour], letter: Letter) -> list[Neighbour]:
    """The other games with the same inbox for which a letter has headings with a code of theirs, beside ours."""
    signed, mine = list(signed_in(letter)), Neighbour(own)
    if len({game for game, _ in signed}) < 2 or not is_for(mine, signed):
        return []
    others = [game for game in games if game.name != mine.name and shares(mine, game)]
    return [game for game in others if shows(partial(is_for, signed=signed), game)]


def signed_in(letter: Letter) -> Iterator[tuple[str, str]]:
    """The codes in the headings of a letter, each with the game that is named above it."""
    for text in letter.texts:
        game = ""
        for entry in text.form or entries(text.text):
            if entry.kind == "game":
                game = game_named(entry.value)
            elif entry.kind == "code" and game:
                yield game, plain(entry.value)


def is_for(game: Neighbour, signed: Sequence[tuple[str, str]]) -> bool:
    return any(named == game_named(game.name) and code in game.codes for named, code in signed)


def shows(sign: Callable[[Neighbour], bool], game: Neighbour) -> bool:
    """Whether a sign points to a game; a game whose files are damaged claims no letter and stops no other game."""
    try:
        return sign(game)
    except Exception:
        return False


def shares(one: Neighbour, other: Neighbour) -> bool:
    """Whether two games take letters from the same place, so that what one leaves the other finds."""
    return one.name == other.name or shows(lambda game: bool({*places(one)} & {*places(game)}), other)


def places(game: Neighbour) -> list[str]:
    return game.post.inboxes or [""]


def unnamed(letter: Letter, game: str) -> Letter:
    """A letter whose subject names the game beside a word for it, such as `spring: SEND MAP`, without the name."""
    rest = re.sub(rf"(?i)(?<![\w-]){re.escape(game)}(?![\w-])[ ,:]*", "", letter.subject).strip(" ,:")
    if rest != letter.subject and (request_in(rest) or absence(entries(rest)) is not None):
        return structs.replace(letter, subject=rest)
    return letter
