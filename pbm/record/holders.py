"""Who has which power at every moment: the history of all players of a game.

players.toml says who signed up, who took over, and who resigned; the record says who moved, who dropped out and who is
out of the game. Whatever is mailed, charged, counted or erased asks this history for a turn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.record.game import Game
from pbm.record.players import PLAYERS, Player, listed, power_in
from pbm.record.seating import Changes, Turns, changes, seat_after

Why = Literal["dropped", "out", "resigned", "replaced"]
"""How a player leaves a power. Whoever is replaced was not seen to leave: the file has a later player for the power."""
STILL_THEIRS: tuple[Why, ...] = ("dropped", "out")
"""Who leaves in these ways has the last report, and the power again if the game master gives it back."""
LEFT: tuple[Why, ...] = ("dropped", "resigned")
"""Who leaves in these ways leaves a seat that somebody else may take."""
WELCOME = "welcome"
TELLING = ("report", "undone")
"""The kinds of papers that tell of the turn they are filed under."""
Held = Mapping[str, str]
"""Entries of players.toml by the power they have."""


@dataclass(frozen=True)
class Leave:
    key: str
    turn: int
    """The last turn in which they had the power."""
    power: str
    why: Why


@dataclass
class History:
    entries: Mapping[str, Player]
    after: list[Held] = field(default_factory=list)
    """By turn, who has which power after it."""
    leaves: list[Leave] = field(default_factory=list)

    def holders(self, turn: int | None = None) -> Held:
        """Who has which power after a turn, or has it now."""
        last = len(self.after) - 1
        return self.after[last if turn is None else max(0, min(turn, last))]

    def gone(self, now: Held) -> dict[str, Leave]:
        """By power, who had it last, if they left it in such a way that it is still theirs while nobody else has it."""
        had = {power: key for held in self.after for power, key in held.items()}
        last = {leave.key: leave for leave in self.leaves}
        return {
            leave.power: leave
            for power, key in had.items()
            if power not in now and (leave := last.get(key)) and leave.power == power and leave.why in STILL_THEIRS
            if self.entries[key].left is None
        }

    def readers(self, turn: int, over: bool = False) -> Held:
        """Who has the report of a turn: whoever played it and has the power then, or lost it in that turn; when the
        game is over, also those who are out of it."""
        lost = {each.power: each.key for each in self.leaves if each.turn == turn and each.why in STILL_THEIRS}
        out = {power: leave.key for power, leave in self.gone(self.holders()).items() if over and leave.why == "out"}
        there = {power: key for power, key in self.holders(turn).items() if self.entries[key].joined < max(turn, 1)}
        return self.in_file_order({**out, **lost, **there})

    def latest(self) -> Held:
        """Who has a power, or had it last."""
        now = self.holders()
        return self.in_file_order({power: leave.key for power, leave in self.gone(now).items()} | {**now})

    def papers(self, power: str) -> dict[int, str]:
        """The powers of the player who has one now, or had it last, by the turns of which they may have papers."""
        whose = self.latest().get(power)
        held = {turn: {**self.holders(turn), **self.readers(turn)} for turn in range(len(self.after))}
        return {turn: one for turn, papers in held.items() for one, key in papers.items() if key == whose}

    def addressee(self, turn: int, power: str, kind: str) -> str | None:
        """Whose a paper is, by the name it is filed under: what tells of a turn is for those who have its report, all
        else for whoever plays the turn."""
        what, _, newcomer = kind.partition("-")
        if what == WELCOME and (named := self.with_id(newcomer.partition("--")[0])):
            return named
        if what == WELCOME:
            return self.holders(turn).get(power)
        return (self.readers(turn, True) if what in TELLING else self.holders(turn - 1)).get(power)

    def with_id(self, id: str) -> str | None:
        """The entry of a player with an account; the latest, if they have begun more than once."""
        return next((key for key, one in reversed([*self.entries.items()]) if id and one.id == id), None)

    def in_file_order(self, held: Held) -> Held:
        place = {key: number for number, key in enumerate(self.entries)}
        return dict(sorted(held.items(), key=lambda each: place[each[1]]))

    def leave(self, gone: Held, turn: int, why: Why) -> None:
        self.leaves += [Leave(key, turn, power, why) for power, key in gone.items()]


class Signed(msgspec.Struct, frozen=True):
    """All that a history is told from."""

    entries: dict[str, Player]
    turns: Turns
    last: int
    joining: tuple[str, ...]
    """The powers that a new player takes over in the coming turn."""


def history(game: Game) -> History:
    entries = listed(game)
    if not entries:
        return story_of(Signed({}, {}, 0, ()))
    turns, last = changes(game), game.last()
    known = Signed(entries, turns, last, game.config().joining(last + 1))
    return told(msgspec.msgpack.encode(known))


@lru_cache(64)
def told(known: bytes) -> History:
    """A run asks for the same history again and again."""
    return story_of(msgspec.msgpack.decode(known, type=Signed))


def story_of(known: Signed) -> History:
    turns, last = known.turns, known.last
    story, held = History(known.entries), dict[str, str]()
    for turn in range(last + 1):
        now = turns.get(turn, Changes())
        held = moved(story, held, now, turn)
        held = joined(story, resigned(story, held, turn, last), turns, turn, last)
        coming = turns[turn + 1].playing if turn < last else known.joining
        held |= returned(story, held, (*now.seated, *coming))
        story.after.append(story.in_file_order(held))
    return story


def moved(story: History, held: Held, turn: Changes, number: int) -> dict[str, str]:
    """Who has which power once a turn is played: whoever moved there, else whoever stayed."""
    arrived = {turn.moved[power]: key for power, key in held.items() if power in turn.moved}
    stayed = {power: key for power, key in held.items() if power not in turn.moved}
    story.leave({power: key for power, key in stayed.items() if power in arrived}, number, "replaced")
    now = stayed | arrived
    story.leave({power: now.pop(power) for power in turn.dropped if power in now}, number, "dropped")
    story.leave({power: now.pop(power) for power in turn.out if power in now}, number, "out")
    return now


def resigned(story: History, held: Held, turn: int, last: int) -> Held:
    gone = {power: key for power, key in held.items() if has_resigned(story.entries[key], turn, last)}
    story.leave(gone, turn, "resigned")
    return {power: key for power, key in held.items() if power not in gone}


def has_resigned(player: Player, turn: int, last: int) -> bool:
    return player.left is not None and min(player.left, last) <= turn


def joined(story: History, held: Held, turns: Turns, turn: int, last: int) -> dict[str, str]:
    """With those who begin after a turn; if the turn after which they began was undone, they begin now."""
    new: dict[str, str] = {}
    for key, player in sorted(story.entries.items(), key=lambda entry: entry[1].joined):
        if min(player.joined, last) == turn and not has_resigned(player, turn, last):
            power = seat_after(turn, power_in(key), player.since, turns)
            refuse_two(story, new.get(power), key)
            new[power] = key
    story.leave({power: key for power, key in held.items() if power in new}, turn, "replaced")
    return {**held, **new}


def refuse_two(story: History, one: str | None, other: str) -> None:
    if one and story.entries[one].joined == story.entries[other].joined:
        raise GameError(
            f"{PLAYERS}: [{one}] and [{other}] cannot both begin in the same turn. Set joined in one of them to the "
            "turn after which that player began, or remove it."
        )


def returned(story: History, held: Held, seated: Iterable[str]) -> dict[str, str]:
    """The game master gives a power back to whoever had it last."""
    theirs = story.gone(held)
    return {power: theirs[power].key for power in seated if power in theirs}


def players(game: Game, turn: int | None = None) -> dict[str, Player]:
    """Every player by the power they have after a turn, or have now."""
    story = history(game)
    return {power: story.entries[key] for power, key in story.holders(turn).items()}


def readers(game: Game, turn: int) -> dict[str, Player]:
    """Every player who gets a report of a turn, by the power it is about."""
    story, over = history(game), game.ended(turn) is not None
    return with_seconds(game, turn, {power: story.entries[key] for power, key in story.readers(turn, over).items()})


def latest(game: Game) -> dict[str, Player]:
    """By power the player who has it, or had it last: they may still write about it."""
    story = history(game)
    return with_seconds(game, game.last(), {power: story.entries[key] for power, key in story.latest().items()})


def with_seconds(game: Game, turn: int, table: dict[str, Player]) -> dict[str, Player]:
    """The players, also by the powers that the rules give them besides their own after a turn."""
    config = game.config()
    seats, state = config.ruleset.seats, config.ruleset.state
    if not table or seats.orders_for is None:
        return table
    world = config.open(game.position(turn))
    holders = {power: seats.orders_for(world, power) for power in state.players(world) if power not in table}
    return table | {power: table[who] for power, who in holders.items() if who in table}


def stayed(game: Game, turn: int, power: str) -> bool:
    """Whether a power has the same player after a turn as before it, or none."""
    story = history(game)
    return story.holders(turn - 1).get(power) == story.holders(turn).get(power)
