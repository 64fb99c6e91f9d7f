"""What stands in the way, by name: who bars a field, what binds a line [5.1.5, 5.1.6, 5.1.7]."""

from collections.abc import Iterable

from pbm.rules.names import PluralWord
from pbm.rules.order import Refusal
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.sight import in_sight
from pbm.rulesets.homelands.stock import Bar
from pbm.rulesets.homelands.world import World

SEVERAL = PluralWord()
"""More than one name, for the verb behind them."""


def standing_at(board: Board, who: str, code: str) -> str:
    """Wessex (WSX) stands, or Wessex (WSX) and Picts (PIC) stand."""
    found = [board.world.called(other) for other in hostile_at(board, who, code)]
    return f"{' and '.join(found)} {found[0] if len(found) == 1 else SEVERAL:stands/stand}" if found else ""


def hostile_at(board: Board, who: str, code: str) -> tuple[str, ...]:
    """The hostile powers with units in the open, as far as this one sees them."""
    seen = in_sight(board, who)
    if seen is not None and code not in seen:
        return ()
    return tuple(other for other in board.open(code) if board.hostile(who, other))


def barred(board: Board, who: str, code: str) -> Bar:
    """Who cuts a field off: there, or in the first field that it is joined to."""
    near = (other for other in (code, *board.chart.joined[code]) if hostile_at(board, who, other))
    found = next(near, None)
    return (hostile_at(board, who, found), found) if found else ((), None)


def uncontrolled(board: Board, who: str, code: str) -> str:
    """Why a power does not control a field."""
    field = board.world.called(code)
    if not board.chart[code].is_land:
        return f"{field} is no land that can be controlled"
    if enemies := standing_at(board, who, code):
        return f"{field} is not controlled: {enemies} there"
    cus = board.cus(code)
    if cus and cus.owner != who:
        return f"{field} is not controlled: a settlement of {board.world.called(cus.owner)} is there"
    if not board.open(code).get(who):
        return f"{field} is not controlled: nobody of yours stands there"
    return f"{field} is not controlled: friends have as many units there"


def unconnected(board: Board, who: str, code: str) -> str:
    """Why a field is not connected."""
    field = board.world.called(code)
    if not board.own_cus(who):
        return f"{field} is not connected: you have no open settlement"
    _, bar = barred(board, who, code)
    held = f"; {standing_at(board, who, bar)} in {board.world.called(bar)}" if bar else ""
    return f"{field} is not connected with a settlement of yours{held}"


def locked(at: Scene, code: str) -> str:
    there = at.seen[code] if at.seen else standing_at(at.board, at.who, code)
    return f"{at.world.called(code)} is locked: {there} there"


def locks(board: Board, who: str) -> dict[str, str]:
    """The fields on which a power is locked, and who stands there."""
    return {code: standing_at(board, who, code) for code in board.world.fields if board.is_locked(who, code)}


def unencircled(board: Board, who: str, code: str, owner: str) -> str:
    """Why a settlement is not encircled by a power."""
    if board.open(code).get(owner):
        rival = board.world.called(owner)
        return f"you have not encircled it: {rival} {rival:has/have} units in the open there"
    if other := board.encircler(code):
        rival = board.world.called(other)
        return f"you have not encircled it: {rival} {rival:has/have} more units there"
    needed, there = max(1, board.lf(code)), board.open(code).get(who, 0)
    return f"you have not encircled it: its walls ask for {needed}, you have {there or 'nobody'} there"


def by_cause(world: World, rows: Iterable[tuple[str, Refusal]]) -> tuple[Refusal, ...]:
    """One refusal for each cause, with all the fields that it holds for: `a herd is there: Kent (CAN), Iceni (ICE)`."""
    found: dict[tuple[str, str], list[str]] = {}
    kinds: dict[tuple[str, str], Refusal] = {}
    for code, refusal in rows:
        field = world.called(code)
        key = refusal.rule, refusal.text.replace(field, "{}")
        found.setdefault(key, []).append(field)
        kinds[key] = refusal
    return tuple(Refusal(rule, of_all(text, fields), kind=kinds[rule, text].kind)
                 for (rule, text), fields in found.items())  # fmt: skip


def of_all(text: str, fields: list[str]) -> str:
    """A cause, said of one field or of several."""
    return (text.replace("{} is ", "{} are ") if len(fields) > 1 else text).format(", ".join(fields))
