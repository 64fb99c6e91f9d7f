"""What players vote on, and its events: a draw, a win that all concede, an early end, a pause, a later deadline.

Votes go through the layers as orders do, and each layer has its own part: reading/votes.py finds them in a letter,
record/proposals.py and record/votes.py keep them, mail/ballots.py counts them, mail/votes.py answers and tells of them,
office/votes.py does what time and an agreement bring, commands/votes.py shows them to the game master.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Struct

from pbm.rules.code import Code, Power, Term
from pbm.rules.event import Event
from pbm.rules.names import word
from pbm.rules.result import Result

Kind = Literal["draw", "win", "end", "pause", "deadline", "concede"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""A player concedes their own game without asking anybody; all the others are voted on."""
BINDING = ("draw", "win", "end")
"""What ends the game: the turn that is open when it is agreed is the last."""
Outcome = Literal["agreed", "refused", "lapsed", "overruled"]
OUTCOMES: Mapping[Outcome, str] = {
    "agreed": "the players agreed on",
    "refused": "the players did not agree on",
    "lapsed": "too few players agreed in time on",
    "overruled": "the game master overruled",
}


class Motion(Struct, frozen=True, omit_defaults=True):
    """What is proposed."""

    kind: Kind
    powers: tuple[Power, ...] = ()
    """Who share a draw, who is to have won, or who concedes."""
    days: int = 0

    def words(self, names: Mapping[str, str]) -> str:
        """After "proposes"."""
        people = listed([word(names, code) for code in self.powers])
        return {
            "draw": f"a draw between {people}",
            "win": f"that all concede the game to {people}",
            "end": "an early end of the game",
            "pause": f"a pause of {days(self.days)}",
            "deadline": f"a deadline {days(self.days)} later",
            "concede": f"{people} alone",
        }[self.kind]

    @property
    def line(self) -> str:
        """As a player writes it."""
        what = "CONCEDE TO" if self.kind == "win" else self.kind.upper()
        return " ".join(["PROPOSE", what, *self.powers, *([str(self.days)] if self.days else [])])


def days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"


def listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


class VoteProposed(Event, frozen=True):
    """A proposal that was made while the turn was open."""

    number: int
    who: Power | None
    motion: Motion
    parties: ClassVar = ()
    text: ClassVar = "proposal {number}: {who}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        by = names.get(self.who, self.who) if self.who else "a player"
        return f"proposal {self.number}, by {by}: {self.motion.words(names)}"


class VoteSettled(Event, frozen=True):
    """What became of a proposal while the turn was open."""

    number: int
    motion: Motion
    outcome: Annotated[Outcome, Code("term", named=False)]
    ayes: int
    noes: int
    voters: int
    agreed: tuple[Power, ...] = ()
    opposed: tuple[Power, ...] = ()
    """Nobody is named where the vote is secret."""
    reason: str = ""
    text: ClassVar = "proposal {number}: {outcome}"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        said = f"proposal {self.number}: {OUTCOMES[self.outcome]} {self.motion.words(names)}"
        return f"{said} ({'; '.join([self.count(names), *filter(None, [self.reason])])})"

    def count(self, names: Mapping[str, str]) -> str:
        """3 of 4 agreed, 1 opposed; with their names where the vote is open."""
        for_it, against = (f": {listed([str(word(names, one)) for one in who])}" if who else "" for who in self.sides)
        return f"{self.ayes} of {self.voters} agreed{for_it}; {self.noes or 'none'} opposed{against}"

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.agreed, self.opposed


class PlayerConceded(Event, frozen=True):
    """A player conceded their own game; the computer plays on for the power."""

    who: Power
    text: ClassVar = "the player of {who} conceded: the computer plays on"


class GameClosed(Event, frozen=True):
    """The game ends with this turn because its players agreed on it, or all but one of them conceded."""

    how: Term
    ending: str
    winners: tuple[Power, ...] = ()
    levels: dict[str, str] = {}
    text: ClassVar = "the game is over"

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return f"the game is over: {self.ending}"


EVENTS: tuple[type[Event], ...] = (VoteProposed, VoteSettled, PlayerConceded, GameClosed)


def closing(journal: Iterable[Event]) -> Result | None:
    """How the game ended, if votes or concessions ended it."""
    found = next((event for event in journal if isinstance(event, GameClosed)), None)
    return Result(found.how, found.ending, found.winners, dict(found.levels)) if found else None
