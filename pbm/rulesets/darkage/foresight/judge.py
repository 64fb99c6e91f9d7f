"""How sure an order is: whether anything that decides it is in doubt, and whether the doubt makes a difference."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from pbm.rulesets.darkage.action import Action
from pbm.rulesets.darkage.foresight.doubt import NONE, Doubt, Doubts
from pbm.rulesets.darkage.foresight.watch import IN_PLAY, Key, Trial, figure, tried
from pbm.rulesets.darkage.kings import King
from pbm.rulesets.darkage.spying import Spy
from pbm.rulesets.darkage.world import World

CORNERS = 4
"""So many figures at most are supposed to be otherwise, each as far as it may be, in every combination."""
ROVERS = (King, Spy)
"""What these are next to depends on where household and spy have come to be."""

Spans = dict[Key, Doubt]


class Judgement(NamedTuple):
    trial: Trial
    settled: bool
    """Nothing in doubt decides whether it is done and what it costs."""
    sure: bool
    """Nothing in doubt decides anything about it."""
    doubts: Spans
    """What is in doubt of all that was looked at."""

    @property
    def known(self) -> bool:
        return all(doubt.known for doubt in self.doubts.values())


class Judge:
    """Judges the orders of one kingdom."""

    def __init__(self, who: str, doubts: Doubts) -> None:
        self.who = who
        self.doubts = doubts

    def judge(self, world: World, order: Action, number: int) -> Judgement:
        trial = tried(world, self.who, order, number)
        weighed = self._doubtful(world, order, ((self.who, IN_PLAY), *trial.weighed))
        looked = self._doubtful(world, order, ((self.who, IN_PLAY), *trial.looked))
        settled = self._holds(world, order, number, weighed, answered, trial) or self._is_vain(order, trial, weighed)
        if trial.refusals:
            return Judgement(trial, settled, settled, looked)
        return Judgement(trial, settled, settled and self._holds(world, order, number, looked, came_of, trial), looked)

    def decisive(self, world: World, order: Action, number: int, judged: Judgement) -> list[Key]:
        """The doubts that make a difference, or all of them if they only do so together."""
        keys = [
            key
            for key, doubt in judged.doubts.items()
            if not self._holds(world, order, number, {key: doubt}, outcome, judged.trial)
        ]
        return keys or list(judged.doubts)

    def _holds(
        self, world: World, order: Action, number: int, spans: Spans, told: Callable[[Trial], "Told"], trial: Trial
    ) -> bool:
        """Whether it comes to the same however far the figures in doubt are off."""
        if len(spans) > CORNERS or any(type(figure(world, key)) is not int for key in spans):
            return False
        expected = told(trial).what
        for supposed in corners(world, spans):
            other = told(tried(world, self.who, order, number, supposed))
            if other.what != expected or self._doubtful(world, order, other.keys).keys() - spans.keys():
                return False
        return True

    def _is_vain(self, order: Action, trial: Trial, weighed: Spans) -> bool:
        """Whether it fails for a reason that will last, as long as the kingdom is there to fail."""
        if isinstance(order, ROVERS) or (self.who, IN_PLAY) in weighed:
            return False
        return any(refusal.kind == "lasting" for refusal in trial.refusals)

    def _doubtful(self, world: World, order: Action, keys: Iterable[Key]) -> Spans:
        hidden = self._harmless(world, order)
        found = {key: self.doubts.of(world, key) for key in keys}
        return {
            key: doubt
            for key, doubt in found.items()
            if doubt != NONE and not (key[1] in hidden and key[0] != self.who)
        }

    def _harmless(self, world: World, order: Action) -> tuple[str, ...]:
        """What may be unknown of others: their households and traps are never on land that is surely not theirs."""
        places = [value for box in order.boxes if (value := getattr(order, box)) in world.areas]
        if not all(self._is_quiet(world, place) for place in places):
            return ()
        return ("household", "spy") if isinstance(order, Spy) else ("household",)

    def _is_quiet(self, world: World, where: str) -> bool:
        calm = self.doubts.of(world, (where, "owner")) == NONE
        return calm and self.doubts.at_start[where] in (self.who, None)


class Told(NamedTuple):
    """What is asked of a trial, and what it was decided by."""

    what: object
    keys: tuple[Key, ...]


def answered(trial: Trial) -> Told:
    return Told((bool(trial.refusals), trial.price), trial.weighed)


def came_of(trial: Trial) -> Told:
    return Told((trial.amount, trial.price, trial.refusals, trial.events), trial.looked)


def outcome(trial: Trial) -> Told:
    return Told(came_of(trial).what, ())


def corners(world: World, spans: Spans) -> Iterator[dict[Key, int]]:
    """Every way in which the figures may be as far as possible from what they seem."""
    ends = [(max(0, now(world, key) - doubt.down), now(world, key) + doubt.up) for key, doubt in spans.items()]
    return (dict(zip(spans, values, strict=True)) for values in product(*ends) if spans)


def now(world: World, key: Key) -> int:
    value = figure(world, key)
    assert isinstance(value, int)
    return value
