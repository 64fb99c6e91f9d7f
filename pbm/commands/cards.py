"""The table of actions, made from the declarations of the actions."""

import difflib
from collections.abc import Iterator
from textwrap import wrap

from pbm.errors import GameError
from pbm.rulebook.blocks import Card
from pbm.rulebook.cards import card, cards, conditions
from pbm.rules.condition import If
from pbm.rules.event import counted
from pbm.rulesets.contract import AnyRuleset

WIDTH = 80
NO_COST = "-"
AROUND = "with IF an order is carried out only if they hold"


def table_of_actions(ruleset: AnyRuleset) -> str:
    found = sorted(cards(ruleset), key=lambda card: card.word)
    number = counted(len(found), "action", "actions")
    title = f"{ruleset.title}: {number}. More on one: pbm rules {ruleset.name} {found[0].word}"
    return "\n".join([title, *(line for card in found for line in entry(card)), *table_of_conditions(ruleset)])


def table_of_conditions(ruleset: AnyRuleset) -> Iterator[str]:
    if found := conditions(ruleset):
        yield f"{counted(len(found), 'condition', 'conditions')}: {AROUND}"
        yield from (line for card in found for line in entry(card))


def entry(card: Card) -> Iterator[str]:
    """An action as it is written, with its paragraph and cost, and what it does."""
    cost = "" if card.cost == NO_COST else f", cost {card.cost}"
    rule = f"  [{card.rule}{cost}]" if card.rule else ""
    written = f"{' '.join((card.word, *card.boxes))}{rule}"
    yield from wrap(written, WIDTH, initial_indent="  ", subsequent_indent=" " * 8, break_on_hyphens=False)
    yield from wrap(card.meaning, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)


def explain(ruleset: AnyRuleset, word: str) -> str:
    """One action in full."""
    if word.upper() in ruleset.book.gone:
        return f"{word.upper()}: {ruleset.book.gone[word.upper()]}."
    kind = ruleset.book.actions.get(word.upper())
    if kind is None and word.upper() in (If.word, *ruleset.book.actions.conditions):
        return "\n".join(table_of_conditions(ruleset)) or f"{ruleset.title} has no conditions."
    if kind is None:
        close = difflib.get_close_matches(word.upper(), ruleset.book.actions, 3, 0.5)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        raise GameError(f"{ruleset.title} has no action {word.upper()}.{hint}")
    found = card(ruleset, kind)
    rest = (found.meaning, f"Rulebook {found.rule}. Cost: {found.cost}.", *found.notes)
    told = [wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False) for text in rest]
    first = wrap(" ".join((found.word, *found.boxes)), WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False)
    return "\n".join([*first, *(line for lines in told for line in lines)])
