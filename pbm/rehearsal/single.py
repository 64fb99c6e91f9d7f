"""Lines that are rehearsed one by one, as if each were alone on its sheet and everyone else were silent.

A line that fails changes nothing, and lines without a code in common do not help each other. So many are played on one
sheet, those that failed after others were done are played again without these, and every play begins at the step of the
turn that answers such lines. As long as nothing is done, each sheet is twice as long as the one before. Where dice have
a say, all are played by several throws.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pbm.rehearsal.course import Course, Moment
from pbm.rehearsal.imagine import middle
from pbm.rehearsal.tried import Tried, a_few, alike, companies
from pbm.rules.action import Action
from pbm.rules.event import Answered
from pbm.rules.order import Order, Refusal, Slots
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import DISOBEYED, FAILED, VOID

THROWS, ENOUGH = 3, 2
"""So often dice are thrown for lines that fail, and for others, if dice have a say."""
RARE = range(ENOUGH, 4)
"""The throws by which a few of those that were done are looked at again: with four, each quarter of a die was seen."""
MANY = 120
"""So many lines are played on one sheet at most."""
UNTRIED = Refusal("", "no step of the turn comes to it as things stand")
NOTHING = Refusal("", "nothing comes of it as things stand")
UNSETTLED = Refusal("", "the die decided against it")
"""For a line that was not obeyed: it may be with other dice."""


class Verdict(NamedTuple):
    """Why a line fails as things stand, if it does, and whether other dice may save it."""

    why: Refusal | None = None
    saved: bool = False

    @property
    def fails(self) -> bool:
        return self.why is not None and not self.saved


Answers = dict[Tried, Refusal | None]
Said = dict[Tried, list[Refusal | None]]
"""What came of each line by every throw."""


class Singles:
    """Answers for lines in the world as a player knows it, below some that stand on every sheet."""

    def __init__(
        self, rules: AnyRuleset, view: Any, who: str, above: Sequence[Order] = (), often: int = THROWS
    ) -> None:
        self.who, self.world, self.often = who, middle(rules, view), often
        self.course = Course(rules, self.world, who, above)
        shape = rules.language.shape
        self.most = shape.most if isinstance(shape, Slots) else MANY
        self.lacks: dict[Tried, Verdict] = {}
        """What comes of the lines that others need."""

    def moment(self, order: Order) -> Moment | None:
        return self.course.moment(order)

    def verdicts(self, lines: Iterable[Tried]) -> dict[Tried, Verdict]:
        """What comes of each line; if what it needs fails, so does it."""
        every = list(lines)
        if needed := dict.fromkeys(Tried(line.needs[-1], line.needs[:-1]) for line in every if line.needs):
            new = [line for line in needed if line not in self.lacks]
            self.lacks.update(self.verdicts(new))
        found = {line: self.hopeless(line) for line in every}
        found.update(self.settled([line for line, lacks in found.items() if not lacks.fails]))
        return found

    def hopeless(self, line: Tried) -> Verdict:
        """What stands against a line before it is played: what it needs, or that nothing can come of it."""
        lacks, order = self.lacking(line.needs), line.order
        why = order.in_vain(self.world, self.who) if isinstance(order, Action) and not lacks.fails else None
        return Verdict(Refusal(why.rule, why.text)) if why else lacks

    def lacking(self, needs: tuple[Order, ...]) -> Verdict:
        return self.lacks[Tried(needs[-1], needs[:-1])] if needs else Verdict()

    def settled(self, lines: Sequence[Tried]) -> dict[Tried, Verdict]:
        """What comes of lines by several throws, if dice have a say in it. Of lines that failed alike a few are tried
        again, and those that their plans do not refuse by other dice: if none of the few is saved, nor is the rest."""
        said: Said = {line: [] for line in lines}
        groups: dict[Any, list[Tried]] = {}
        loose = self.throw(said, lines, 0)
        for line in loose:
            why = said[line][0]
            groups.setdefault((line.order.word, why.rule, why.kind) if why else line, []).append(line)
        self.throw_again(said, [line for group in groups.values() for line in self.promising(group)])
        hopeful = [group for group in groups.values() if not all(all(said[line]) for line in a_few(group))]
        self.throw_again(said, [line for group in hopeful for line in group if len(said[line]) == 1])
        if self.often > ENOUGH:
            self.look_for_the_rare(said, [line for line in loose if not any(said[line])])
        return {line: verdict(whys) for line, whys in said.items()}

    def promising(self, group: Sequence[Tried]) -> list[Tried]:
        few, throws = {*a_few(group)}, range(1, self.often)
        return [line for line in group if line in few or any(self.may_be_saved(line, throw) for throw in throws)]

    def may_be_saved(self, line: Tried, throw: int) -> bool:
        """Whether its plan is known when it is answered, and does not refuse it by that throw."""
        return not line.needs and self.course.is_planned(line.order) and not self.course.planned(line.order, throw)[0]

    def throw_again(self, said: Said, lines: Sequence[Tried]) -> None:
        """Once more for all, by dice that differ most, and again for what failed."""
        for throw in range(1, self.often):
            self.throw(said, [line for line in lines if throw < ENOUGH or all(said[line])], throw)

    def look_for_the_rare(self, said: Said, done: Sequence[Tried]) -> None:
        """Throw for a few of each action, and for the rest by the dice that were against one of these."""
        for group in alike(done, self.course.part):
            few = a_few(group)
            for throw in RARE:
                before = {line: len(said[line]) for line in few}
                self.throw(said, few, throw)
                if any(any(said[line][before[line] :]) for line in few):
                    self.throw(said, [line for line in group if line not in few], throw)

    def throw(self, said: Said, lines: Iterable[Tried], throw: int) -> list[Tried]:
        """Note what comes of lines by a throw; those that other dice may change."""
        loose = list[Tried]()
        for group in alike(lines, self.course.part):
            planned, before = self.planned(group, throw)
            played, thrown = self.in_companies([line for line in group if line not in planned], throw)
            for line, why in {**planned, **played}.items():
                said[line].append(why)
                if (before or thrown) and not (why and why.kind == "lasting"):
                    loose.append(line)
        return loose

    def in_companies(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What comes of lines of one action, and whether dice were thrown for it."""
        found, ever, waiting, room = Answers(), False, companies(lines, self.most), 0
        while waiting:
            sheet = waiting.pop(0)
            while waiting and len(sheet) + len(waiting[0]) <= min(room, self.most):
                sheet = sheet + waiting.pop(0)
            heard, thrown = self.answers(sheet, throw)
            room = 2 * len(sheet) if all(heard.values()) else 0
            found.update(heard)
            ever = ever or thrown
        return found, ever

    def planned(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """Why lines fail by their own plan, and whether dice were thrown before they are answered."""
        asked = {line: self.course.planned(line.order, throw) for line in lines if not line.needs}
        return {line: why for line, (why, _) in asked.items() if why}, any(thrown for _, thrown in asked.values())

    def answers(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What comes of each line as if it were alone, and whether dice were thrown for it: a sheet is played again
        without what was done, and without what failed before anything was."""
        found, left, ever = Answers(), list(lines), False
        while left:
            heard, thrown = self.play(left, throw)
            ever = ever or thrown
            found.update(self.alone(heard, throw) if heard else dict.fromkeys(left, UNTRIED))
            left = [line for line in left if line not in found]
        return found, ever

    def alone(self, heard: Answers, throw: int) -> Answers:
        """The answers that hold for lines alone on their sheet, from those in the order in which they were given: what
        failed first, and what was done and shares no code with what was done before it."""
        found, done, touched = Answers(), list[Tried](), set[str]()
        for line, why in heard.items():
            if why and not done:
                found[line] = why
            elif not why and touched.isdisjoint(line.about):
                done.append(line)
                touched.update(line.about)
        return found | (self.unhelped(done) if not throw and len(done) > 1 else dict.fromkeys(done))

    def unhelped(self, done: Sequence[Tried]) -> Answers:
        """What was done beside others is played the other way round, by the first throw: one that came before it may
        have helped it. Where the order of lines does not tell which comes first, a few are played by themselves, and
        the rest only if one of these was helped."""
        found = Answers(dict.fromkeys(done))
        back = self.play(done[::-1], 0)[0]
        if [*back] == [*done[::-1]]:
            doubtful = [line for line, why in back.items() if why]
        else:
            few = a_few(done[1:])
            found.update(self.by_themselves(few))
            doubtful = [line for line in done[1:] if line not in few] if any(found.values()) else []
        return found | self.by_themselves(doubtful)

    def by_themselves(self, lines: Iterable[Tried]) -> Answers:
        return {line: self.play([line], 0)[0].get(line, UNTRIED) for line in lines}

    def play(self, lines: Sequence[Tried], throw: int) -> tuple[Answers, bool]:
        """What came of those that were answered, one after the other, and whether dice were thrown for it."""
        orders = list(dict.fromkeys(order for line in lines for order in (*line.needs, line.order)))
        heard, thrown = self.course.heard(orders, throw)
        came = {order: at for at, order in enumerate(heard)}
        answered = sorted((line for line in lines if line.order in heard), key=lambda line: came[line.order])
        said = {
            line: told(heard[line.order], [heard[need] for need in line.needs if need in heard]) for line in answered
        }
        return said, thrown


def verdict(said: Sequence[Refusal | None]) -> Verdict:
    """From what came of a line by every throw; one that was only not obeyed does not fail."""
    against = [why for why in said if why and why is not UNSETTLED]
    return Verdict(against[0], len(against) < len(said)) if against else Verdict()


def told(answer: Answered, needed: Sequence[Answered] = ()) -> Refusal | None:
    """Why a line came to nothing: what it needed may have failed."""
    if answer.outcome == DISOBEYED:
        return UNSETTLED
    if answer.outcome not in (FAILED, VOID):
        return None
    lacking = next((why for need in needed if (why := told(need))), None)
    return lacking or next(iter(answer.refusals), UNTRIED if answer.outcome == FAILED else NOTHING)
