"""What stands in the way, by name: who bars a field, what binds a line [5.1.5, 5.1.6, 5.1.7]."""

from collections.abc import Iterable

from pbm.rules.order import Refusal
from pbm.rulesets.homelands.board import Board
from pbm.rulesets.homelands.order import Scene
from pbm.rulesets.homelands.sight import in_sight
from pbm.rulesets.homelands.stock import Bar


def standing_at(board: Board, who: str, code: str) -> str:
    """SAX stands, or SAX and PIC stand."""
    found = hostile_at(board, who, code)
    return f"{' and '.join(found)} {'stands' if len(found) == 1 else 'stand'}" if found else ""


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
    if not board.chart[code].is_land:
        return f"{code} is no land that can be controlled"
    if enemies := standing_at(board, who, code):
        return f"{code} is not controlled: {enemies} there"
    cus = board.cus(code)
    if cus and cus.owner != who:
        return f"{code} is not controlled: a settlement of {cus.owner} is there"
    if not board.open(code).get(who):
        return f"{code} is not controlled: nobody of yours stands there"
    return f"{code} is not controlled: friends have as many units there"


def unconnected(board: Board, who: str, code: str) -> str:
    """Why a field is not connected."""
    if not board.own_cus(who):
        return f"{code} is not connected: you have no open settlement"
    _, bar = barred(board, who, code)
    held = f"; {standing_at(board, who, bar)} in {bar}" if bar else ""
    return f"{code} is not connected with a settlement of yours{held}"


def locked(at: Scene, code: str) -> str:
    board = at.first or at.board
    return f"{code} is locked: {standing_at(board, at.who, code)} there"


def unencircled(board: Board, who: str, code: str, owner: str) -> str:
    """Why a settlement is not encircled by a power."""
    if board.open(code).get(owner):
        return f"you have not encircled it: {owner} has units in the open there"
    if other := board.encircler(code):
        return f"you have not encircled it: {other} has more units there"
    needed, there = max(1, board.lf(code)), board.open(code).get(who, 0)
    return f"you have not encircled it: its walls ask for {needed}, you have {there} there"


def by_cause(rows: Iterable[tuple[str, Refusal]]) -> tuple[Refusal, ...]:
    """One refusal for each cause, with all the fields that it holds for: `a herd is there: CAN, ICE`."""
    found: dict[tuple[str, str], list[str]] = {}
    kinds: dict[tuple[str, str], Refusal] = {}
    for code, refusal in rows:
        key = refusal.rule, refusal.text.replace(code, "{}")
        found.setdefault(key, []).append(code)
        kinds[key] = refusal
    return tuple(Refusal(rule, text.format(", ".join(codes)), kind=kinds[rule, text].kind)
                 for (rule, text), codes in found.items())  # fmt: skip
