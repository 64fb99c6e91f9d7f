"""The receipt of a sheet: the round is tried with this sheet alone, on what its player knows, with middling dice.

It promises nothing: others move too. But a line that fails here fails as things stand, and hunger ahead is said.
"""

from collections.abc import Iterator, Mapping

from pbm.receipts.receipt import Foreseen, Foresight
from pbm.rules.action import meaning
from pbm.rules.dice import Dice
from pbm.rules.engine import ORDERS, Turn, play
from pbm.rules.event import Answered
from pbm.rules.order import Line, Refusal, Sheet
from pbm.rulesets.homelands.outlook import warnings
from pbm.rulesets.homelands.sight import View, known
from pbm.rulesets.homelands.standing import in_force
from pbm.rulesets.homelands.turn import sequence
from pbm.rulesets.homelands.world import World, copied

UNREAD = Refusal("3.2", "this line could not be read", kind="read")
MIDDLING = 4


class Middling(Dice):
    """Every die shows the same: normal weather, a catch, no storm."""

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        return min(MIDDLING, sides + low - 1)


def foresee(view: View, sheet: Sheet, turn: int) -> Foresight:
    """What would come of the sheet if nobody else did anything."""
    world = known(view)
    tried = copied(world)
    answers = trial(tried, view.who, sheet)
    names, realm = world.names(), world.powers[view.who]
    return Foresight(
        name=names.get(view.who, view.who),
        lines=tuple(foreseen(line, answers, names) for _, line in sorted(sheet.lines.items())),
        purses={"gold": realm.gold, "PP": realm.pp},
        standing=tuple(in_force(tried, view.who).values()),
        with_sheet=True,
        closing=tuple(closing(tried, view.who)) if world.turn else (),
        promises=False,
    )


def closing(world: World, who: str) -> Iterator[str]:
    """How the power would stand, and the hunger that is ahead of it."""
    realm, units = world.powers[who], f"{world.unit_count(who)} of {world.settings.unit_limit} units"
    yield f"{realm.gold} gold, {realm.pp} PP, {realm.vp} VP, {units}."
    yield from warnings(world, who)


def trial(world: World, who: str, sheet: Sheet) -> Mapping[int, Answered]:
    """The answers to the lines of a sheet that is played alone; the world is changed."""
    turn = Turn(world, {who: sheet}, Middling(b"", world.turn))
    play(turn, sequence(world), (ORDERS,))
    return {event.number: event for event in turn.journal if isinstance(event, Answered) and event.sheet == who}


def foreseen(line: Line, answers: Mapping[int, Answered], names: Mapping[str, str]) -> Foreseen:
    if line.order is None:
        return Foreseen(line.number, line.text, forecast="wrong", errors=(line.refusal or UNREAD,))
    answer = answers.get(line.number)
    fails = answer is not None and answer.outcome == "failed"
    in_part = answer is not None and answer.outcome == "partial"
    return Foreseen(
        number=line.number,
        written=line.text,
        order=str(line.order),
        meaning=meaning(line.order, names, line.number),
        forecast="wrong" if fails else "read",
        errors=answer.refusals if answer and fails else (),
        warnings=(f"as things stand only {answer.note}: {answer.refusals[0].text}",) if answer and in_part else (),
    )
