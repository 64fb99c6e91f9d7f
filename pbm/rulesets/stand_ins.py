"""Computer players in a game: they write the sheets that did not come, until a new player takes over."""

from collections.abc import Iterable, Mapping

from pbm.rules.dice import Dice
from pbm.rules.event import Event
from pbm.rules.order import Line, Order, Sheet
from pbm.rulesets.contract import AnyRuleset


def stand_ins(
    ruleset: AnyRuleset,
    world: object,
    journal: list[Event],
    sheets: Mapping[str, Sheet],
    joining: tuple[str, ...],
    dice: Dice,
) -> dict[str, Sheet]:
    """A sheet for every power in play that sent none, from what that power may know of the turn before."""
    return {
        who: drawn_up(ruleset, world, journal, who, temperament, dice)
        for who in ruleset.state.players(world)
        if who not in sheets and (temperament := ruleset.computer.for_missing(world, who, who in joining))
    }


def all_sheets(
    ruleset: AnyRuleset, world: object, journal: list[Event], by: Mapping[str, str], dice: Dice
) -> Mapping[str, Sheet]:
    """The orders of all seats in play, each by its temperament and as its player would send them."""
    computer, views = ruleset.computer, ruleset.views(world, journal)
    return {
        who: as_sheet(who, computer.write(views[who], by.get(who, computer.usual), dice))
        for who in ruleset.state.players(world)
    }


def drawn_up(ruleset: AnyRuleset, world: object, journal: list[Event], who: str, temperament: str, dice: Dice) -> Sheet:
    view = ruleset.sight.view(world, journal, who)
    return as_sheet(who, ruleset.computer.write(view, temperament, dice), temperament)


def as_sheet(who: str, advice: Iterable[tuple[Order, str]], by: str = "") -> Sheet:
    """Orders go straight in; their text is for people to read."""
    lines = {number: Line(number, str(order), order) for number, (order, _) in enumerate(advice, 1)}
    return Sheet(who, lines, by=by)


def as_text(sheet: Sheet) -> bytes:
    """A sheet as it is kept: it can be read again like any player's."""
    lines = [f"# {sheet.player}, by the computer ({sheet.by})"]
    lines += [f"{line.number}. {line.text}" for line in sheet.lines.values()]
    return ("\n".join(lines) + "\n").encode()
