"""Rule cases: the rulebook as tests. A case runs through the same engine as a real turn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pbm.rules.answers import outcomes
from pbm.rules.comparing import CaseError, Comparison, refuse_unknown
from pbm.rules.dice import Dice
from pbm.rules.engine import START, Turn, play, written
from pbm.rules.event import Answered, Event
from pbm.rules.order import Sheet
from pbm.rules.rulings import Rulings
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.stand_ins import drawn_up, stand_ins

KEYS = ("case", "ruleset", "why", "map", "position", "house", "dice", "rulings", "orders", "from", "until", "expect")
SEED = b"0"
"""The secret for dice streams that a case does not fix."""
BOOL, WORD = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:str"
EMPTY = "empty"
"""The outcome of a line that was never played."""
NOTHING_DONE = {"not obeyed": ("failed",), "not needed": ("failed", "void"), EMPTY: ("void",)}
"""What a case may also call an outcome: failed if a die or a condition stopped the line, void if it never came up."""


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML in which only true and false are booleans, so that OFF or NO may be codes.

    Most of a case is words, lists and mappings: those are read here, everything else by YAML's own rules. There are no
    merge keys.
    """

    tags: dict[str, str] = {}
    """What each value written without quotation marks is."""
    values: dict[str, Any] = {}
    """Numbers, true, false and nothing, as they are written."""

    def resolve(self, kind: type[yaml.Node], value: str, implicit: Any) -> str:
        if kind is not yaml.ScalarNode:
            return ""
        if not implicit[0]:
            return WORD
        if (tag := self.tags.get(value)) is None:
            tag = self.tags[value] = WORD if value[:1] not in NOT_WORDS else str(super().resolve(kind, value, implicit))
        return tag

    def descend_resolver(self, node: yaml.Node, index: Any) -> None:
        """Tags do not depend on where a value stands."""

    def ascend_resolver(self) -> None:
        pass

    def construct_document(self, node: yaml.Node) -> Any:
        kind, made = node.__class__, self.construct_document
        if kind is yaml.ScalarNode:
            return node.value if node.tag == WORD else self.construct_value(node)
        if kind is yaml.SequenceNode:
            return [made(item) for item in node.value]
        return {made(key): made(value) for key, value in node.value}

    def construct_value(self, node: yaml.Node) -> Any:
        if node.value not in self.values or node.tag != self.tags.get(node.value):
            self.values[node.value] = self.construct_object(node)
        return self.values[node.value]


Loader.yaml_implicit_resolvers = {
    first: kept
    for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
    if (kept := [(tag, pattern) for tag, pattern in rows if tag != BOOL or first in "tTfF"])
}
NOT_WORDS = frozenset(Loader.yaml_implicit_resolvers)
"""What may begin a number, a date, true, false or nothing."""


@dataclass(frozen=True)
class CaseResult:
    name: str
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.problems


def files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def documents(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as text:
        return [document for document in yaml.load_all(text, Loader) if document is not None]


def run_file(path: Path) -> Iterator[CaseResult]:
    try:
        cases = documents(path)
    except (yaml.YAMLError, OSError, UnicodeDecodeError) as error:
        yield CaseResult(str(path), (f"cannot be read: {error}",))
        return
    yield from (run(case, str(path)) for case in cases)


def run(case: Any, where: str = "") -> CaseResult:
    name = str(case.get("case", where)) if isinstance(case, dict) else where
    try:
        return CaseResult(name, tuple(problems(case)))
    except Exception as error:
        return CaseResult(name, (f"error in the case: {type(error).__name__}: {error}",))


def problems(case: Mapping[str, Any]) -> Iterator[str]:
    """Play the case and yield every difference from what it expects."""
    ruleset = load(str(case.get("ruleset")))
    yield from differences(ruleset, case, *played(ruleset, case))


def played(ruleset: AnyRuleset, case: Mapping[str, Any]) -> tuple[Turn[Any], dict[str, Sheet]]:
    """The turn of a case, played, and the sheets that the case gives."""
    refuse_unknown("case", case, KEYS)
    turn, given = opened(ruleset, case)
    play(turn, ruleset.book.steps(turn.world), parts(ruleset, case))
    return turn, given


def differences(
    ruleset: AnyRuleset, case: Mapping[str, Any], turn: Turn[Any], given: Mapping[str, Sheet]
) -> Iterator[str]:
    expected = dict(ruleset.cases.meant(case.get("expect") or {}))
    yield from compare_actions(expected.pop("actions", None) or {}, turn, given)
    yield from compare_reasons(expected.pop("reasons", None) or {}, turn)
    yield from compare_sheets(expected.pop("sheets", None) or {}, given)
    yield from compare_events(expected.pop("events", None) or [], written(turn.journal))
    yield from compare_sight(ruleset, expected.pop("sees", None) or {}, turn)
    if "result" in expected:
        yield from comparison(ruleset, turn.world).differences(
            "result", expected.pop("result"), ruleset.state.result(turn.world)
        )
    if expected:
        yield from comparison(ruleset, turn.world).differences("", expected, ruleset.cases.position(turn.world))
    if ruleset.cases.all_dice:
        yield from (f"dice {name}: {values} never thrown" for name, values in turn.dice.spare().items())
    yield from (f"ruling {name}: never asked for" for name in turn.rulings.not_asked())


def opened(ruleset: AnyRuleset, case: Mapping[str, Any]) -> tuple[Turn[Any], dict[str, Sheet]]:
    """The turn of a case before it is played, and the sheets that the case gives."""
    world = ruleset.of_case(case)
    dice = fixed_dice(ruleset, world, case.get("dice") or {})
    given = read_orders(ruleset, world, case.get("orders") or {}, dice)
    written = ruleset.cases.stand_ins and case.get("from") == START
    more = stand_ins(ruleset, world, [], given, (), dice) if written else {}
    return Turn(world, given | more, dice, rulings=Rulings(case.get("rulings"))), given


def fixed_dice(ruleset: AnyRuleset, world: Any, fixed: Mapping[str, list[int]]) -> Dice:
    if not fixed:
        return Dice(SEED, world.turn)
    known, short = ruleset.cases.streams(world), ruleset.cases.short_dice
    if strange := [name for name in fixed if name not in known and not (short and known.begins(name))]:
        raise CaseError(f"unknown dice {', '.join(strange)}")
    if words := [name for name, thrown in fixed.items() if not all(isinstance(each, int) for each in thrown)]:
        place = "what is picked or drawn has its place in the list, from 1"
        raise CaseError(f"dice {', '.join(words)}: write numbers; {place}")
    return Dice(SEED, world.turn, fixed, short)


def read_orders(ruleset: AnyRuleset, world: Any, orders: Mapping[str, Any], dice: Dice) -> dict[str, Sheet]:
    """A sheet for each player: a list of lines, or the computer player who writes them."""
    refuse_unknown("orders", orders, ruleset.state.players(world))
    reader = ruleset.language.reader(world)
    return {
        player: computer_sheet(ruleset, world, player, lines, dice)
        if isinstance(lines, str)
        else reader.lines(player, [in_words(player, line) for line in lines or ()])
        for player, lines in orders.items()
    }


def in_words(player: str, line: Any) -> str:
    if isinstance(line, dict | list):
        raise CaseError(
            f"orders of {player}: {line} is no line of text; a line with a colon or a comma stands in quotes"
        )
    return str(line)


def computer_sheet(ruleset: AnyRuleset, world: Any, player: str, temperament: str, dice: Dice) -> Sheet:
    refuse_unknown(f"orders of {player}", [temperament], ruleset.computer.players)
    return drawn_up(ruleset, world, [], player, temperament, dice)


def parts(ruleset: AnyRuleset, case: Mapping[str, Any]) -> tuple[str, ...]:
    """The parts of the turn that the case plays, first and last included."""
    every = ruleset.book.parts
    words = {START: every[0], "orders": ruleset.cases.orders, "turn": every[-1]} | {part: part for part in every}
    ends = [case.get("from", "orders"), case.get("until", "orders")]
    refuse_unknown("from, until", ends, words)
    first, last = (every.index(words[end]) for end in ends)
    return every[first : last + 1]


def compare_actions(expected: Mapping[str, list[str]], turn: Turn[Any], given: Mapping[str, Sheet]) -> Iterator[str]:
    found = outcomes(turn.journal, given)
    for player, wanted in expected.items():
        if player not in found:
            raise CaseError(f"expect actions: {player} gave no orders")
        for number, outcome in enumerate(wanted, 1):
            got = found[player].get(number, EMPTY)
            if outcome not in (got, *NOTHING_DONE.get(got, ())):
                yield f"action {number} of {player}: expected {outcome}, got {got}{why(turn, player, number)}"


def why(turn: Turn[Any], player: str, number: int) -> str:
    """Every reason that a line was answered with."""
    answers = [event for event in turn.journal if isinstance(event, Answered)]
    told = [row for row in answers if (row.sheet, row.number) == (player, number)]
    reasons = [f"[{each.rule}] {each.text}" for row in told for each in row.refusals] + [row.note for row in told]
    return "".join(f"; {reason}" for reason in dict.fromkeys(reasons) if reason)


def compare_reasons(expected: Mapping[str, Mapping[int, str]], turn: Turn[Any]) -> Iterator[str]:
    """What is said of a line, by its number: words that must stand there; none, if nothing may be said."""
    for player, lines in expected.items():
        for number, words in lines.items():
            told = why(turn, player, number)
            if words not in told if words else told:
                yield f"reasons for action {number} of {player}: expected {words or 'none'}, got{told or ' none'}"


def compare_sheets(expected: Mapping[str, list[str]], given: Mapping[str, Sheet]) -> Iterator[str]:
    """The whole text of what a computer player wrote."""
    refuse_unknown("expect sheets", expected, given)
    for player, wanted in expected.items():
        lines = [line.text for line in given[player].lines.values()]
        if lines != [str(line) for line in wanted]:
            yield f"sheet of {player}: expected {wanted}, got {lines}"


def compare_events(expected: list[str], journal: list[Event]) -> Iterator[str]:
    """Each expected event must be in the public actions report, in order: its verb and every named code."""
    public = (headline for event in journal if (headline := event.headline()))
    for wanted in expected:
        words = str(wanted).split()
        if not any(all(word in headline for word in words) for headline in public):
            yield f"events: expected {wanted}, not found in this order"


def compare_sight(ruleset: AnyRuleset, expected: Mapping[str, Any], turn: Turn[Any]) -> Iterator[str]:
    """Check what players' reports show and, under `not`, what they must not show."""
    codes, hidden = ruleset.cases.codes(turn.world), expected.get("not") or {}
    shown = {who: wanted for who, wanted in expected.items() if who != "not"}
    refuse_unknown("expect sees", [*shown, *hidden], codes)
    for who, wanted in shown.items():
        seen = ruleset.cases.sees(turn.world, written(turn.journal), who)
        if isinstance(wanted, Mapping):
            yield from comparison(ruleset, turn.world).differences(f"sees {who}", wanted, seen)
        elif missing := [code for code in wanted if code not in seen]:
            refuse_unknown(f"sees {who}", missing, codes)
            yield f"sees {who}: expected {missing}, not seen"
    for who, unwanted in hidden.items():
        refuse_unknown(f"sees {who}", unwanted, codes)
        seen = ruleset.cases.sees(turn.world, written(turn.journal), who)
        if leaked := [code for code in unwanted if code in seen]:
            yield f"sees {who}: {leaked} seen, and must not be"


def comparison(ruleset: AnyRuleset, world: Any) -> Comparison:
    return Comparison(ruleset.cases.codes(world), ruleset.cases.unordered)


def covered(paths: Iterable[Path], ruleset: str) -> set[str]:
    """The paragraphs of a game that have a case."""
    cases = (case for path in files(paths) for case in documents(path) if case.get("ruleset") == ruleset)
    return {str(case.get("case", "")).split("-")[0] for case in cases}
