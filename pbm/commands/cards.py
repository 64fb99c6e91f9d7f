"""The table of actions, made from the declarations of the actions."""

import difflib

from pbm.commands.screen import lay_out
from pbm.errors import GameError
from pbm.rulebook.blocks import Card
from pbm.rulebook.cards import card, cards
from pbm.rulesets.contract import AnyRuleset, Table


def table_of_actions(ruleset: AnyRuleset) -> str:
    rows = [row(card) for card in sorted(cards(ruleset), key=lambda card: card.word)]
    title = f"{ruleset.title}: {len(rows)} actions. More on one: pbm rules {ruleset.name} {rows[0][0]}"
    return lay_out(Table(title, ("action", "rule", "cost", "boxes", "what it does"), rows))


def row(card: Card) -> tuple[str | int, ...]:
    return card.word, card.rule, card.cost, " ".join(card.boxes) or "-", card.meaning


def explain(ruleset: AnyRuleset, word: str) -> str:
    """One action in full."""
    if word.upper() in ruleset.book.gone:
        return f"{word.upper()}: {ruleset.book.gone[word.upper()]}."
    kind = ruleset.book.actions.get(word.upper())
    if kind is None:
        close = difflib.get_close_matches(word.upper(), ruleset.book.actions, 3, 0.5)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        raise GameError(f"{ruleset.title} has no action {word.upper()}.{hint}")
    found = card(ruleset, kind)
    lines = [" ".join((found.word, *found.boxes)), f"  {found.meaning}"]
    lines.append(f"  Rulebook {found.rule}. Cost: {found.cost}.")
    return "\n".join([*lines, *(f"  {note}" for note in found.notes)])
