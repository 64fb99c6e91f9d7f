"""The counter where letters are read: what the game expects now, its players, and the time."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pbm.mail.addresses import addresses
from pbm.mail.answer import Ground
from pbm.mail.inbox import Arrival, Inbox
from pbm.mail.loops import Headers, headers
from pbm.mail.outbox import Outbox
from pbm.mail.settings import Post, post
from pbm.reading.language import Reader
from pbm.reading.letter import Letter, read_letter
from pbm.reading.requests import Request, taken_out
from pbm.reading.sheet import Filled
from pbm.reading.verdict import Expected, Policy, Reason, Received, Verdict, consider, judge
from pbm.record.game import Game
from pbm.record.rulebook import paragraphs
from pbm.rules.event import Event
from pbm.rulesets.contract import AnyRuleset


@dataclass(frozen=True)
class Counter:
    game: Game
    turn: int
    """The turn for which orders are accepted."""
    now: dt.datetime
    post: Post
    expected: Expected
    reader: Reader
    ruleset: AnyRuleset
    world: Any
    """The position before that turn."""
    addresses: Mapping[str, str]
    letters: list[Arrival] = field(default_factory=list)
    """Every letter taken so far."""

    @cached_property
    def inbox(self) -> Inbox:
        return Inbox(self.game)

    @cached_property
    def outbox(self) -> Outbox:
        return Outbox(self.game)

    @cached_property
    def journal(self) -> list[Event]:
        return self.ruleset.book.journal.read(self.game.journal(self.turn - 1))

    def ground(self, power: str) -> Ground:
        return Ground(self.ruleset, self.ruleset.sight.view(self.world, self.journal, power), paragraphs(self.game))

    def name(self, power: str | None) -> str:
        return self.expected.names.get(power or "", power or "")

    def read(self, letter: Letter, turn: int) -> Received:
        """The letter with a verdict on each sheet, as if it came when orders for that turn were accepted.

        A sheet for the turn before is judged by that turn: it is late, and kept for the next turn.
        """
        expected = replace(self.expected, turn=turn)
        received = consider(letter, self.reader, expected, self.post.authserv)
        sender = received.letter.sender(self.post.authserv)
        before = replace(expected, turn=turn - 1)
        judged = [
            (filled, judge(filled, before, sender) if filled and of_last_turn(filled, verdict, turn) else verdict)
            for filled, verdict in received.judged
        ]
        return Received(received.letter, tuple(judged))


@dataclass(frozen=True)
class Opened:
    """A letter on the counter: its headers, and its sheets, which are read once, on first use."""

    counter: Counter
    raw: bytes
    turn: int
    """The turn for which orders were accepted when it came."""

    @cached_property
    def headers(self) -> Headers:
        return headers(self.raw)

    @cached_property
    def parts(self) -> tuple[tuple[Request, ...], Letter]:
        return taken_out(read_letter(self.raw), self.counter.reader)

    @property
    def asked(self) -> tuple[Request, ...]:
        return self.parts[0]

    @cached_property
    def received(self) -> Received:
        return self.counter.read(self.parts[1], self.turn)


def of_last_turn(filled: Filled, verdict: Verdict, turn: int) -> bool:
    return verdict.reason is Reason.PAST_TURN and filled.turn == turn - 1 and filled.turn > 0


def open_counter(game: Game, now: dt.datetime, letters: list[Arrival] | None = None) -> Counter:
    config, turn, mail = game.config(), game.last() + 1, post(game)
    world = config.open(game.position(turn - 1))
    reader = config.ruleset.language.reader(world)
    known = addresses(game)
    expected = Expected(
        game=game.name,
        turn=turn,
        in_play=config.ruleset.state.players(world),
        names=reader.words.powers,
        secret=game.secret(),
        over=ended.text if (ended := config.ruleset.state.result(world)) else "",
        power=reader.words.power,
        policy=Policy(mail.policy),
        registered={power: [address] for power, address in known.items()},
    )
    taken = list(Inbox(game).entries()) if letters is None else letters
    return Counter(game, turn, now, mail, expected, reader, config.ruleset, world, known, taken)
