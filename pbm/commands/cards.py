"""The table of actions, made from the declarations of the actions."""

import difflib

from pbm.commands.screen import lay_out
from pbm.errors import GameError
from pbm.rules.order import Order
from pbm.rulesets.contract import AnyRuleset, Table


def table_of_actions(ruleset: AnyRuleset) -> str:
    rows = [row(kind) for _, kind in sorted(ruleset.book.actions.items())]
    title = f"{ruleset.title}: {len(rows)} actions. More on one: pbm rules {ruleset.name} {rows[0][0]}"
    return lay_out(Table(title, ("action", "rule", "cost", "boxes", "what it does"), rows))


def row(kind: type[Order]) -> tuple[str | int, ...]:
    return kind.word, kind.rule, kind.costs, boxes(kind), meaning(kind)


def boxes(kind: type[Order]) -> str:
    return " ".join(kind.written_boxes()) or "-"


def meaning(kind: type[Order]) -> str:
    return " ".join((kind.__doc__ or "").split())


def explain(ruleset: AnyRuleset, word: str) -> str:
    """One action in full."""
    if word.upper() in ruleset.book.gone:
        return f"{word.upper()}: {ruleset.book.gone[word.upper()]}."
    kind = ruleset.book.actions.get(word.upper())
    if kind is None:
        close = difflib.get_close_matches(word.upper(), ruleset.book.actions, 3, 0.5)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        raise GameError(f"{ruleset.title} has no action {word.upper()}.{hint}")
    lines = [f"{kind.word} {boxes(kind)}".removesuffix(" -"), f"  {meaning(kind)}"]
    lines.append(f"  Rulebook {kind.rule}. Cost: {kind.costs}.")
    return "\n".join([*lines, *(f"  {note}" for note in ruleset.book.notes(kind))])
