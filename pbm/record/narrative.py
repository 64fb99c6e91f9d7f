"""The game master's account of a turn: every round, every order and its effects."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbm.reports.forms import page
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.names import Names, plural_in, word
from pbm.rules.order import Refusal, Sheet
from pbm.rules.turn_names import Called
from pbm.rulesets.contract import AnyRuleset


def account(
    ruleset: AnyRuleset, game: str, turn: Called, world: Any, journal: Iterable[Event], sheets: Mapping[str, Sheet]
) -> bytes:
    text = page(
        "account.txt",
        title=ruleset.title,
        game=game,
        turn=turn,
        rows=list(rows(journal, ruleset.state.names(world))),
        stray=[(sheet.player, line) for sheet in sheets.values() for line in sheet.stray],
        caret=caret,
    )
    return text.encode()


def rows(journal: Iterable[Event], names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Phases, orders and events, each with its wording."""
    for event in journal:
        kind = "phase" if isinstance(event, Phase) else "order" if isinstance(event, Answered) else "event"
        sentence = event.sentence({}) if kind != "event" else naming(event, names)
        refusals = event.refusals if isinstance(event, Answered) else ()
        if not sentence:
            continue
        yield {"kind": kind, "text": sentence, "event": event, "refusals": refusals}


def naming(event: Event, names: Mapping[str, str]) -> str:
    """An event in words that name the power it concerns."""
    said, who = event.sentence(names), getattr(event, "who", None) or ""
    if not said or who not in names or event.sentence(renamed(names, who)) != said:
        return said
    return f"{word(names, who)}: {said}"


def renamed(names: Mapping[str, str], who: str) -> Names:
    """The names with another for one power: a sentence that stays the same does not name it, though a place might."""
    told = names.told if isinstance(names, Names) else {}
    return Names({**names, who: "?"}, plural_in(names), {code: said for code, said in told.items() if code != who})


def caret(line: str, refusal: Refusal) -> str:
    """A mark under the place in the line where reading it stopped."""
    return "" if refusal.column is None else " " * (min(refusal.column, len(line) + 1) - 1) + "^"
