"""The games of a folder, as far as letters can tell that they are for them; several may share a mailbox."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice

from msgspec import structs

from pbm.mail.outbox import Outbox
from pbm.mail.settings import Post, post
from pbm.reading.letter import Letter
from pbm.reading.requests import request_in
from pbm.reading.sheet_code import plain, sheet_code
from pbm.reading.sheet_lines import entries
from pbm.reading.wishes import absence
from pbm.record.codes import code_of, newcomers
from pbm.record.game import Game, all_games
from pbm.record.holders import latest, players
from pbm.record.players import Player, listed

OURS = re.compile(r"<([\w-]{1,100})\.(\d{3}-[\w-]{1,100})\.[0-9a-f]{16}@[\w.-]{1,200}>")
"""The id of a mail of ours, with the game and its name in the outbox."""
MOST_AHEAD = 4
"""So many turns after the next one may be sent in advance."""
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
    def goes_on(self) -> bool:
        return self.game.ended() is None

    @cached_property
    def powers(self) -> tuple[str, ...]:
        config = self.game.config()
        return tuple(config.ruleset.language.words(config.open(self.game.position(self.game.last()))).powers)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Every code up to the last turn that may be sent in advance, as `plain` writes it."""
        return self.codes_of(range(1, self.game.last() + MOST_AHEAD + 2))

    @cached_property
    def codes_now(self) -> frozenset[str]:
        """Those that may count: of the coming turn, of the one before, which is late, and of those sent in advance."""
        return self.codes_of(range(max(1, self.game.last()), self.game.last() + MOST_AHEAD + 2))

    def codes_of(self, turns: range) -> frozenset[str]:
        secret, new = self.game.secret(), newcomers(self.game)
        usual = [sheet_code(secret, self.game.name, turn, power) for turn in turns for power in self.powers]
        theirs = [code_of(self.game, turn, power) for turn, power in new if turn in turns]
        return frozenset(map(plain, [*usual, *theirs]))

    @cached_property
    def playing(self) -> frozenset[str]:
        """The addresses of those who play now."""
        return addresses_of(players(self.game).values())

    @cached_property
    def reached(self) -> frozenset[str]:
        """The addresses of those who play, or had a power last."""
        return addresses_of(latest(self.game).values())

    @cached_property
    def ever(self) -> frozenset[str]:
        """The addresses of all who have played."""
        return addresses_of(listed(self.game).values())

    def vouches_for(self, letter: Letter) -> bool:
        """Whether the address of its sender is enough for orders, and our server vouches for it."""
        sender = letter.sender(self.post.authserv)
        return sender.vouched and self.post.policy == "address" and sender.address.casefold() in self.reached


def addresses_of(people: Iterable[Player]) -> frozenset[str]:
    return frozenset(player.email.casefold() for player in people if player.email)


def neighbours(game: Game) -> list[Neighbour]:
    """All games in the folder of a game, itself included."""
    found = [Neighbour(each) for each in all_games(game.folder.parent)]
    return found if any(each.name == game.folder.name for each in found) else [*found, Neighbour(game)]


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


def unnamed(letter: Letter, games: Iterable[str]) -> Letter:
    """A letter whose subject names games beside a word for them, such as `spring: SEND MAP`, without the names."""
    names = "|".join(map(re.escape, games))
    rest = re.sub(rf"(?i)(?:\band +)?(?<![\w-])(?:{names})(?![\w-])[ ,:&+]*", "", letter.subject).strip(" ,:&+")
    if names and rest != letter.subject and (request_in(rest) or absence(entries(rest)) is not None):
        return structs.replace(letter, subject=rest)
    return letter
