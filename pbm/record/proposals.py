"""What the players of a game propose, and how they vote: proposals.json, from which each turn's record is written."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from pbm.files import put, put_json, read_json
from pbm.record.game import Game
from pbm.record.votes import VOTES, write_votes
from pbm.rules.event import Event
from pbm.rules.votes import Motion, Outcome, PlayerConceded, VoteProposed, VoteSettled

PROPOSALS = "proposals.json"
Needs = Literal["all", "two thirds", "most"]


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One matter, from the letter that proposes it to its outcome. A concession is settled at once."""

    number: int
    by: str
    motion: Motion
    turn: int
    """The turn that was open when it was made."""
    made: dt.datetime
    until: dt.datetime
    """When it lapses."""
    letter: str = ""
    """The letter that brought it."""
    needs: Needs = "all"
    secret: bool = False
    votes: dict[str, bool] = {}
    outcome: Outcome | None = None
    settled: int = 0
    """The turn that was open then."""
    voters: tuple[str, ...] = ()
    """Who could vote then."""
    reason: str = ""
    then: dt.datetime | None = None
    """The end of the pause, or the deadline, that was agreed; written down before it is set."""
    carried: bool = False
    """Whether it has been set."""

    @property
    def is_open(self) -> bool:
        return self.outcome is None

    def votes_of(self, voters: Iterable[str], vote: bool) -> tuple[str, ...]:
        return tuple(who for who in voters if self.votes.get(who) is vote)

    def events(self, turn: int) -> Iterator[Event]:
        """What the record of a turn says of it."""
        alone = self.motion.kind == "concede"
        if self.turn == turn and not alone:
            yield VoteProposed(self.number, None if self.secret else self.by, self.motion)
        if self.outcome and self.settled == turn:
            yield PlayerConceded(self.by) if alone and self.outcome == "agreed" else self.result(self.outcome)

    def result(self, outcome: Outcome) -> VoteSettled:
        ayes, noes = self.votes_of(self.voters, True), self.votes_of(self.voters, False)
        sides = ((), ()) if self.secret else (ayes, noes)
        return VoteSettled(
            self.number, self.motion, outcome, len(ayes), len(noes), len(self.voters), *sides, self.reason
        )


def needed(needs: Needs, voters: int) -> int:
    """How many must agree."""
    return {"all": voters, "two thirds": -(-2 * voters // 3), "most": voters // 2 + 1}[needs]


def proposals(game: Game) -> list[Proposal]:
    return read_json(game.folder / PROPOSALS, list[Proposal], [], "Fix that line, or delete the file.")


def keep(game: Game, every: Iterable[Proposal]) -> None:
    put_json(game.folder / PROPOSALS, sorted(every, key=lambda one: one.number), private=True)


def change(game: Game, one: Proposal) -> Proposal:
    """Save a proposal, new or changed."""
    keep(game, [*(other for other in proposals(game) if other.number != one.number), one])
    return one


def settle_votes(game: Game, turn: int) -> None:
    """Write what the record of the open turn says of the votes."""
    path = game.turn(turn) / VOTES
    content = write_votes([event for one in proposals(game) for event in one.events(turn)])
    if content and content != game.votes(turn):
        put(path, content)
    elif not content and path.is_file() and (game.folder / PROPOSALS).is_file():
        path.unlink()
