"""What each person has done over all games: turns sent and missed, and how their games ended.

A person is known by their id, the same in all their games; players without one are in no career.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pbm.mail.calendar import deadline
from pbm.office.attendance import Attendance, kept
from pbm.record.game import Game
from pbm.record.holders import Held, History, history
from pbm.record.players import Player
from pbm.record.votes import ENDING

ALLOWS = "record"
"""The word among what a player shows that lets their results be seen by everyone."""
UNDATED = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True)
class Part:
    """A person in a game."""

    id: str
    player: Player
    game: str
    title: str
    ended: dt.datetime | None
    """When its last turn was due; None while it is played."""
    power: str
    """The name of what they play, or played last."""
    came: Attendance
    place: int | None = None
    """In a game that is over: 1 is the best, and those who did as well have the same."""
    won: bool = False
    anonymous: bool = False

    @property
    def is_public(self) -> bool:
        """Whether anyone may know of it."""
        return not self.anonymous and ALLOWS in self.player.shows


@dataclass(frozen=True)
class Career:
    id: str
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        """As they last called themselves."""
        return next((part.player.name for part in reversed(self.parts) if part.player.name), self.id)

    @property
    def came(self) -> Attendance:
        total = Attendance()
        for part in self.parts:
            total.add(part.came)
        return total

    @property
    def finished(self) -> int:
        return sum(part.place is not None for part in self.parts)

    @property
    def won(self) -> int:
        return sum(part.won for part in self.parts)


def careers(parts: Iterable[Part]) -> list[Career]:
    """By id."""
    found: dict[str, list[Part]] = {}
    for part in parts:
        found.setdefault(part.id, []).append(part)
    return [Career(id, tuple(theirs)) for id, theirs in sorted(found.items())]


def public(parts: Iterable[Part]) -> list[Part]:
    """What anyone may know: of games in which players are known, whoever allows it in all of them."""
    known = [part for part in parts if not part.anonymous]
    refused = {part.id for part in known if not part.is_public}
    return [part for part in known if part.id not in refused]


def parts_in(game: Game) -> list[Part]:
    """Everyone with an id who has ever played in a game, in the order of players.toml."""
    story, config = history(game), game.config()
    rules, world = config.ruleset, config.open(game.position(game.last()))
    ended, names, sent = game.ended(), rules.state.names(world), kept(game, story)
    score = {seat: one.points for seat, one in rules.computer.standings(world).items()} if ended else {}
    won = {rules.seats.seat_of(world, power) for power in ended.winners} if ended else set()
    winners = {key for power, key in shared_by(game, story).items() if power in won}
    ranks = places(story, winners, score) if ended else {}
    last = latest_powers(story)
    return [
        Part(
            id=player.id,
            player=player,
            game=game.name,
            title=rules.title,
            ended=(deadline(game, game.last()) or UNDATED) if ended else None,
            power=names.get(last.get(key, ""), last.get(key, "")),
            came=sent[key],
            place=ranks.get(key),
            won=key in winners,
            anonymous=game.people().anonymous,
        )
        for key, player in story.entries.items()
        if player.id
    ]


def shared_by(game: Game, story: History) -> Held:
    """Whose powers can have won: whoever plays at the end; a draw is shared by those who played when it was agreed."""
    agreed = (game.result(game.last()) / ENDING).is_file() and (ended := game.ended()) and ended.how == "draw"
    return story.holders(game.last() - 1 if agreed else None)


def latest_powers(story: History) -> dict[str, str]:
    """By entry, the power that a player has or had last."""
    return {key: power for held in story.after for power, key in held.items()}


def places(story: History, winners: Collection[str], score: Mapping[str, int]) -> dict[str, int]:
    """By entry, the place of everyone with an id among each other: the winners first, then by points; after them those
    who were out of the game, the later the better; last those who left it."""
    holders = {key: power for power, key in story.holders().items()}
    out = {leave.key: leave.turn for leave in story.leaves if leave.why == "out"}
    worth: dict[str, tuple[int, int]] = {}
    for key, player in story.entries.items():
        if player.id and key in winners:
            worth[key] = (3, 0)
        elif player.id and key in holders:
            worth[key] = (2, score.get(holders[key], 0))
        elif player.id:
            worth[key] = (1, out[key]) if key in out and player.left is None else (0, 0)
    return {key: 1 + sum(other > mine for other in worth.values()) for key, mine in worth.items()}
