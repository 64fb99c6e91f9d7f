"""The lines that can be made of an action and what is put into its boxes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pbm.reading.boxes import Boxes
from pbm.reading.fillers import Filler, behind_units, directions, related, variants
from pbm.reading.steps import END, Stack
from pbm.reading.tongue import takes_a_row
from pbm.reading.verbs import Action
from pbm.reading.vocabulary import AWAY
from pbm.rules.order import Order

ROW = "row"
MOST_STEPS = 3000
Say = tuple[str, ...]


@dataclass
class BoxLines:
    boxes: Boxes
    order: Callable[[str], Order | None]
    taken: int = 0
    """The steps that have been taken in all."""

    def lines(
        self, fillers: list[Filler], action: Action, end: str, stack: Stack | None = None
    ) -> Iterator[tuple[str, Stack]]:
        """The lines of an action with these words in its boxes."""
        steps = self.boxes.steps
        begun = steps.after(steps.begin() if stack is None else stack, action.head)
        is_whole, comes_from = end == END and stack is None, self.boxes.tongue.comes_from(action.word)
        for variant in variants(fillers, self.boxes, action.within.terms):
            for ways in directions(variant, comes_from):
                filled = [each for way in ways for each in self._filled(begun, way, end)]
                found = {" ".join((action.word, *said)): after for said, after in filled}
                found = {line: after for line, after in found.items() if not is_whole or self.order(line)}
                if any(each.cue in AWAY and each.kinds for each in variant):
                    found = {line: after for line, after in found.items() if not self._goes_on(action, after)}
                yield from found.items()
                if found:
                    return

    def _leads(self, *pair: Filler) -> bool:
        """Whether both lead to boxes of their own, as PICK and LAND do: these are said in the order of their deeds."""
        leading = self.boxes.steps.leading
        return all(each.text.isalpha() and each.terms and each.terms <= leading and not each.kinds for each in pair)

    def _goes_on(self, action: Action, stack: Stack) -> bool:
        """Whether more things might follow: then what stands behind `from` may be no part of the row."""
        kind = self.boxes.tongue.actions[action.word]
        return takes_a_row(kind) and self.boxes.steps.after(stack, "CODE") is not None

    def _filled(self, stack: Stack | None, fillers: list[Filler], end: str) -> list[tuple[Say, Stack]]:
        """The words in the boxes: as they stand, or with numbers behind what they count; else as they fit."""
        for way in (fillers, behind_units(fillers)):
            stiff = [replace(each, kinds=each.kinds | {ROW}) for each in way]
            if found := [*self.fill(stack, stiff, end)]:
                return found
        return [*self.fill(stack, fillers, end)]

    def fill(self, stack: Stack | None, fillers: Sequence[Filler], end: str) -> Iterator[tuple[Say, Stack]]:
        """Every way to put the words into the boxes."""
        most = self.taken + MOST_STEPS
        waiting: list[tuple[Stack, Say, tuple[Filler, ...]]] = [(stack, (), tuple(fillers))] if stack else []
        while waiting and self.taken < most:
            here, said, left = waiting.pop()
            if not left and self.boxes.steps.after(here, end) is not None:
                yield said, here
            for at, each in enumerate(left):
                if any(related(each, other) or self._leads(each, other) for other in left[:at]):
                    continue
                for term in sorted(each.terms):
                    self.taken += 1
                    if there := self.boxes.steps.after(here, term):
                        waiting.append((there, (*said, each.text), left[:at] + left[at + 1 :]))
