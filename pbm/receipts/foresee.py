"""What a receipt says of a sheet: it is rehearsed in what its player knows, and what the game can prove is added."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from pbm.rehearsal.means import to_spend
from pbm.rehearsal.outcome import After, between
from pbm.rehearsal.rehearse import AGREE, Rehearsal, rehearse
from pbm.rules.action import Action, meaning
from pbm.rules.condition import If, bare
from pbm.rules.doctrine import standing
from pbm.rules.names import word
from pbm.rules.order import Line, Refusal, Sheet, Slots, blocks
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import PART, UNNEEDED, Came, Foreseen, Foresight

NOTHING = "-"
"""What the table of actions says of one that costs nothing."""
UNREAD = Refusal("", "this line could not be read", kind="read")
MOST_NAMED = 6
"""So many places or units are named; of more only the number is said."""


def foresee(rules: AnyRuleset, game: str, view: Any, sheet: Sheet, turn: int, agree: int = AGREE) -> Foresight:
    """The content of a receipt, from the player's view and sheet alone; `agree` plays that agree are enough."""
    tried = rehearse(rules, game, view, sheet, turn, agree)
    proof = rules.proof(view, sheet, turn) if rules.proof else None
    told = proof or rehearsed(rules, view, sheet, turn, tried)
    lines = tuple(proved(line, tried.lines.get(line.number)) for line in told.lines) if proof else told.lines
    names, plays = rules.state.names(rules.sight.known(view)), len(tried.plays)
    return structs.replace(
        told,
        name=str(word(names, sheet.player)),
        lines=lines,
        worst=tuple(at_worst(tried.after, names)) if plays else (),
        plays=plays,
        broken=tried.broken,
        promises=bool(proof and plays),
    )


def rehearsed(rules: AnyRuleset, view: Any, sheet: Sheet, turn: int, tried: Rehearsal) -> Foresight:
    """Without a rehearsal that came to its end, each line is checked against what is so now."""
    who, shape, known = sheet.player, rules.language.shape, rules.sight.known(view)
    names, first = rules.state.names(known), next(iter(tried.plays), None)
    return Foresight(
        name=names.get(who, who),
        lines=tuple(
            foreseen(line, tried.lines[line.number], names, warnings(line, known, who))
            if line.number in tried.lines
            else as_it_is(line, names, known, power)
            for power, lines in blocks(sheet, rules.book.actions.opener)
            for line in lines
        ),
        purses=dict(to_spend(rules, view, who, turn)),
        slots=shape.most if isinstance(shape, Slots) else 0,
        standing=tuple(text for _, text in standing(rules.book.doctrine(first.world if first else known, who))),
        closing=first.outlook if first else (),
    )


def as_it_is(line: Line, names: Mapping[str, str], world: Any, who: str) -> Foreseen:
    """A line that was not rehearsed: what is wrong with it now, and what it costs."""
    if line.order is None:
        return Foreseen(line.number, line.text, forecast="fails", settled=True, errors=(line.refusal or UNREAD,))
    order, said = bare(line.order), meaning(line.order, names, line.number)
    told = Foreseen(line.number, line.text, str(line.order), said)
    if not isinstance(order, Action) or not who:
        return told
    if wrong := tuple(filter(None, order.check(world, who))):
        return structs.replace(told, forecast="fails", errors=wrong)
    return structs.replace(told, cost=dict(order.spends(world, who)))


def proved(line: Foreseen, came: Came | None) -> Foreseen:
    """A line that a game has judged by itself, with what came of it in rehearsals."""
    if came is None or line.settled:
        return line
    errors = line.errors if came.failed else ()
    return structs.replace(line, came=came, errors=errors or came.reasons)


def warnings(line: Line, world: Any, who: str) -> tuple[str, ...]:
    """Why nothing would come of a line, although it counts as done, or why it may be a mistake."""
    order = bare(line.order)
    why = order.in_vain(world, who) or order.unwise(world, who) if isinstance(order, Action) else None
    return (f"{why.text} [{why.rule}]",) if why else ()


def foreseen(line: Line, found: Came, names: Mapping[str, str], warnings: tuple[str, ...]) -> Foreseen:
    """A line with what came of it in rehearsals."""
    assert line.order
    inner = bare(line.order)
    brings = inner is not None and (inner.costs != NOTHING or (isinstance(inner, Action) and inner.brings))
    note = (f"only {found.note}",) if found.note and PART in found.outcomes else ()
    return Foreseen(
        number=line.number,
        written=line.text,
        order=str(line.order),
        meaning=meaning(line.order, names, line.number),
        cost=found.cost,
        gain=found.gain if brings else {},
        left=found.left if found.cost or (brings and found.gain) else {},
        forecast="fails" if found.is_vain else "depends",
        errors=found.reasons,
        warnings=(*note, *(() if isinstance(line.order, If) and found.always == UNNEEDED else warnings)),
        came=found,
    )


def at_worst(after: After, names: Mapping[str, str]) -> Iterator[str]:
    """What was lost and won in some rehearsals, and the least and the most in every purse."""
    battles = ("Battles lost", after.defeats), ("Battles won", after.victories)
    for heading, rows in (("Lost", after.lost), ("Won", after.won), *battles):
        if rows:
            told = [f"{word(names, code)} in {count}" for code, count in list(rows.items())[:MOST_NAMED]]
            more = f" and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
            yield f"{heading}, of {after.plays} rehearsals: {', '.join(told)}{more}."
    if after.purses:
        yield f"In hand after the turn: {', '.join(between(name, *ends) for name, ends in after.purses.items())}."
