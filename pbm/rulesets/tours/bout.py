"""A player turn in progress, and what has become of its lines so far [4.0]."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pbm.rules.dice import Dice
from pbm.rules.event import Answered, Outcome
from pbm.rules.hexes import Hex
from pbm.rules.order import Line, Refusal
from pbm.rulesets.tours.conditions import Scene
from pbm.rulesets.tours.forces import FORCES, LEADERS, UNITS, arm_called, con_called, piece_called
from pbm.rulesets.tours.ground import distance
from pbm.rulesets.tours.now import Now
from pbm.rulesets.tours.selectors import spans
from pbm.rulesets.tours.telling import answered
from pbm.rulesets.tours.world import World

FIRST, LAST = PLACES = ("FIRST", "LAST")
FACES_OF_DIE = 10
DISOBEDIENCE = ("5.2.2", "5.2.4")
"""The paragraphs of those whom the activation die stopped."""
UNMET = Refusal("16.5", "its condition did not hold")
SAT_OUT = "16.5", "sat out: the condition did not hold"


def called(codes: list[str]) -> str:
    """Contingents by name; a unit by name and code, several by their arm: the Red light infantry (RI1..RI3)."""
    arms: dict[tuple[str, str], list[str]] = {}
    for code in filter(UNITS.__contains__, sorted(codes)):
        arms.setdefault((UNITS[code].con, UNITS[code].type), []).append(code)
    units = [
        str(piece_called(of[0])) if len(of) == 1 else f"{arm_called(*arm)} ({spans(of)})" for arm, of in arms.items()
    ]
    *most, last = units or map(con_called, codes)
    return f"{', '.join(most)} and {last}" if most else last


@dataclass
class Tally:
    """What has become of a line so far: done for anybody, what is against it, and why units sit it out."""

    done: bool = False
    takers: list[str] = field(default_factory=list)
    """The contingents that took the marker of the line."""
    reasons: list[Refusal] = field(default_factory=list)
    left_out: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The units by paragraph and reason."""

    def refusals(self) -> list[Refusal]:
        rows = [Refusal(rule, f"{called(codes)} {text}") for (rule, text), codes in self.left_out.items()]
        return [*self.reasons, *rows]

    @property
    def missed(self) -> Outcome:
        """Why nothing was done: by the die of a contingent that was to do it, by its condition alone, or by a fault."""
        if any(rule in DISOBEDIENCE for rule, _ in self.left_out):
            return "not obeyed"
        found = [*self.reasons, *self.left_out]
        return "not needed" if found and all(each in (UNMET, SAT_OUT) for each in found) else "failed"


@dataclass
class Bout:
    """What the rules ask of a side whose player turn it is; what was done in it stands in the field's `now`."""

    world: World
    side: str
    dice: Dice
    place: str = FIRST
    staying: Iterable[str] = ()
    """The units that STAY keeps from their stance."""
    tallies: dict[int, Tally] = field(default_factory=dict)
    """By the number of the line."""

    @property
    def now(self) -> Now:
        return self.world.now

    def tally(self, line: Line) -> Tally:
        return self.tallies.setdefault(line.number, Tally())

    def refuse(self, line: Line, *refusals: Refusal | None) -> None:
        self.tally(line).reasons += [refusal for refusal in refusals if refusal]

    def leave_out(self, line: Line, code: str, rule: str, text: str) -> None:
        """A unit or a contingent sits a line out."""
        codes = self.tally(line).left_out.setdefault((rule, text), [])
        if code not in codes:
            codes.append(code)

    def answer(self, line: Line, *otherwise: Refusal) -> Answered:
        """The answer to a line that is done with; `otherwise` is said of one that nobody tried."""
        tally = self.tally(line)
        reasons = tally.refusals() or (() if tally.done else otherwise)
        return answered(self.side, line, *reasons, outcome="ok" if tally.done else tally.missed)

    def roll(self, stream: str) -> int:
        """A ten-sided die, 0 to 9."""
        return self.dice.roll(stream, FACES_OF_DIE) % FACES_OF_DIE

    def left(self, code: str) -> int:
        """The movement points that a unit or a leader still has [6.0]."""
        most = UNITS[code].kind.move if code in UNITS else FORCES.leaders[code].move
        return most - self.now.spent.get(code, 0)

    def is_active(self, code: str) -> bool:
        return UNITS[code].con in self.now.active

    def is_free(self, code: str) -> bool:
        """Whether a unit may move, turn and fire: neither engaged nor in wall [6.1.3]."""
        return code in self.world.units and not self.world.units[code].eng and not self.world.in_wall(code)

    def can_fire(self, code: str) -> bool:
        """Whether an archer still has its shot [7.1]."""
        return UNITS[code].is_archer and self.is_free(code) and code not in self.now.fired and self.left(code) >= 1

    def may_attack(self, code: str) -> bool:
        """Whether a unit may attack if there is anybody in front: active or engaged, not in wall [8.0]."""
        ready = self.is_active(code) or self.world.units[code].eng
        return UNITS[code].may_charge and ready and not self.world.in_wall(code)

    def rides_with(self, code: str) -> str | None:
        """The leader who would go along with a unit [3.1.1]."""
        leader = self.world.leader_with(code)
        return None if leader in self.now.held else leader

    def scene(self, con: str | None = None, near: tuple[Hex, ...] = ()) -> Scene:
        return Scene(self.world, self.side, self.place, self.now.active, con, near)

    @property
    def leader(self) -> str:
        return LEADERS[self.side]


def to_enemy(bout: Bout, code: str) -> int:
    """How far the nearest enemy is; 0 if there is none."""
    here = bout.world.units[code].hex
    goal = bout.world.nearest_enemy(here, bout.side)
    return distance(here, goal) if goal else 0
