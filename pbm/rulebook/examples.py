"""Examples are cases: each is run when the book is made, and a book with one that does not hold is not made."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pbm.errors import GameError
from pbm.reports.forms import caps
from pbm.reports.sections import Fact
from pbm.rulebook.blocks import Case, Example, Ordered
from pbm.rulebook.first_turn import FIRST
from pbm.rules.action import meaning
from pbm.rules.comparing import CaseError
from pbm.rules.engine import Turn, written
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Sheet
from pbm.rulesets.cases import EMPTY, differences, played
from pbm.rulesets.contract import AnyRuleset

TOLD_ELSEWHERE = ("actions", "events", "sees", "sheets")
"""What a case expects besides values of the position."""
ONLY = "only"
"""A key of an example that a case does not have: the powers whose story it tells."""
OWN = (ONLY, FIRST)
Said = dict[str, tuple[str, str]]
"""For a word of orders, the first line of an example with it, and what that line says in words."""


def example(ruleset: AnyRuleset, block: Case, where: str, said: Said) -> Example:
    """Run a case; `said` learns its lines."""
    case = {key: value for key, value in block.case.items() if key not in OWN}
    only = block.case.get(ONLY, ())
    turn, given = proved(ruleset, case, where)
    names = ruleset.state.names(turn.world)
    learn(said, given, names)
    expected = {key: value for key, value in (case.get("expect") or {}).items() if key not in TOLD_ELSEWHERE}
    return Example(
        why=caps(" ".join(str(case.get("why", "")).split())),
        before=tuple(about(only, facts(case.get("position") or {}, names))),
        dice="; ".join(f"{name} {' '.join(map(str, thrown))}" for name, thrown in (case.get("dice") or {}).items()),
        orders=tuple(ordered(turn, given)),
        told=tuple(told(written(turn.journal), names, only)),
        after=tuple(about(only, facts(expected, names))),
    )


def proved(ruleset: AnyRuleset, case: Mapping[str, Any], where: str) -> tuple[Turn[Any], dict[str, Sheet]]:
    """The turn of a case that holds."""
    try:
        turn, given = played(ruleset, case)
        wrong = list(differences(ruleset, case, turn, given))
    except CaseError as error:
        wrong = [str(error)]
    if wrong:
        why = case.get("why", "without a why")
        raise GameError(f"The example under {where} ({why}) does not hold: {'; '.join(wrong)}.")
    return turn, given


def learn(said: Said, given: Mapping[str, Sheet], names: Mapping[str, str]) -> None:
    for sheet in given.values():
        for line in sheet.lines.values():
            if line.order and line.order.word not in said:
                said[line.order.word] = str(line.order), meaning(line.order, names, line.number)


def ordered(turn: Turn[Any], given: Mapping[str, Sheet]) -> Iterator[Ordered]:
    """Every line with what came of it."""
    answers = {(one.sheet, one.number): one for one in turn.journal if isinstance(one, Answered)}
    for who, sheet in given.items():
        for number, line in sheet.lines.items():
            answer = answers.get((who, number))
            refusal = next(iter(answer.refusals), None) if answer else None
            outcome = answer.outcome if answer else EMPTY
            yield Ordered(
                who, number, line.text, outcome, refusal.text if refusal else "", refusal.rule if refusal else ""
            )


def told(journal: Iterable[Event], names: Mapping[str, str], only: Collection[str]) -> Iterator[str]:
    """What happened, in the words of the reports, each sentence once."""
    kept = (event for event in journal if not isinstance(event, Phase | Answered) and not event.silent)
    events = [event for event in kept if ({*only} & {*event.known_to()} if only else event.known_to() or event.verb)]
    sentences = [caps(text) for event in events if (text := event.sentence(names) or event.sentence(names, True))]
    return iter(dict.fromkeys(sentences))


def facts(position: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Fact]:
    """Values of a position, one line for each thing that has a code."""
    for key, value in position.items():
        if isinstance(value, Mapping):
            yield from (Fact(str(code), label(code, row, key, names), words(row)) for code, row in value.items())
        else:
            yield Fact("", spaced(key), words(value))


def label(code: str, row: Any, key: str, names: Mapping[str, str]) -> str:
    """The name of a thing; without one, what it is listed under, if its values do not say it themselves."""
    return names.get(code, "" if isinstance(row, Mapping) else spaced(key))


def about(only: Collection[str], found: Iterable[Fact]) -> Iterator[Fact]:
    """Those that say something, of certain powers if any are named."""
    for fact in found:
        said = {fact.key, *fact.text.replace(",", "").split()}
        if fact.text and (not only or not fact.key or said & {*only}):
            yield fact


def words(value: Any) -> str:
    """`owner MER, 3 armies` and the like: numbers stand before what they count."""
    match value:
        case Mapping():
            return ", ".join(one for key, part in value.items() if (one := named(str(key), part)))
        case list():
            return ", ".join(map(words, value)) or "none"
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)


def named(key: str, value: Any) -> str:
    match value:
        case bool():
            return spaced(key) if value else f"not {spaced(key)}"
        case None | "none":
            return f"no {spaced(key)}"
        case int():
            return f"{spaced(key)}\xa0{value}"
        case Mapping():
            return f"{spaced(key)} ({words(value)})" if value else ""
    return f"{spaced(key)} {words(value)}"


def spaced(key: str) -> str:
    return key.replace("_", " ")
