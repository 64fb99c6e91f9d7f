"""The plain receipt, for a sheet that could not be rehearsed: how each line was read, its cost, what is wrong now."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.rules.action import Action, Actions, meaning
from pbm.rules.condition import bare
from pbm.rules.doctrine import standing
from pbm.rules.order import Line, Refusal, Shape, Sheet, Slots, blocks
from pbm.rulesets.foresight import Foreseen, Foresight

UNREAD = Refusal("", "this line could not be read", kind="read")


class Known(msgspec.Struct, frozen=True):
    """Its inputs: the world as the player knows it, with names, purses and standing orders."""

    world: Any
    names: Mapping[str, str]
    purses: Mapping[str, int] = {}
    doctrine: Mapping[str, str] = {}


def plain(known: Known, sheet: Sheet, actions: Actions[Any], shape: Shape) -> Foresight:
    """Check each order against the present position, without the effects of the orders above it."""
    of_powers = blocks(sheet, actions.opener)
    return Foresight(
        name=known.names.get(sheet.player, sheet.player),
        lines=tuple(foreseen(known, who, line) for who, lines in of_powers for line in lines),
        purses=dict(known.purses),
        slots=shape.most if isinstance(shape, Slots) else 0,
        standing=tuple(text for _, text in standing(known.doctrine)),
    )


def unread(line: Line) -> Foreseen:
    return Foreseen(line.number, line.text, forecast="fails", settled=True, errors=(line.refusal or UNREAD,))


def foreseen(known: Known, who: str, line: Line) -> Foreseen:
    if line.order is None:
        return unread(line)
    inner = bare(line.order)
    doing = inner if isinstance(inner, Action) and who else None
    wrong = tuple(filter(None, doing.check(known.world, who))) if doing else ()
    return Foreseen(
        number=line.number,
        written=line.text,
        order=str(line.order),
        meaning=meaning(line.order, known.names, line.number),
        cost=dict(doing.spends(known.world, who)) if doing and not wrong else {},
        forecast="fails" if wrong else "depends",
        errors=wrong,
    )
