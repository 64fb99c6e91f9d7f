"""Actions: each is one class with its form, its meaning, its cost, what comes of it, and its paragraph.

action = Actions()

@action("6.1", form="LEVY {where} {number}", meaning="levy {number:army/armies} in {where}")
class Levy(Action, frozen=True):
    \"\"\"Raise armies; no more than the people there.\"\"\"

    where: Place
    number: Number | None
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar, cast

from pbm.rules.condition import Condition, If, Not
from pbm.rules.event import OPTIONAL, Count
from pbm.rules.form import Form
from pbm.rules.names import PluralWord, Word, plural_in, told_in, word
from pbm.rules.order import Number, Order, Refusal
from pbm.rules.plan import Done, Scene, ok

A = TypeVar("A", bound="Action")
B = TypeVar("B", bound="Action")
C = TypeVar("C", bound=Condition)
LONGEST_CODE = 3
"""Longer words in capitals are words of the language."""
ANSWERS = ("YES", "NO", "ON", "OFF")
SHORT_WORDS = (*ANSWERS, "ALL", "ANY", "FOR", "PIN", "SEA", "UP")
"""Those that are no longer than a code."""
ALL_BUT = re.compile(r"AB-(\d+)")
Reasons = tuple[Refusal | None, ...]


class Action(Order, frozen=True):
    """An order of a game. `plan` may only look, and says what comes of it; events alone change the world."""

    cost: ClassVar[int] = 0
    brings: ClassVar[bool] = False
    """Whether what more is in a purse after it came by it, though it costs nothing."""
    step: ClassVar[str] = ""
    """The step in which it is played."""
    touches: ClassVar[tuple[str, ...] | None] = None
    """The boxes and the power's own figures that it may change, for a game whose receipts make promises."""
    standing: ClassVar[str] = ""
    """The form of its key, if it is a standing order: a later order with the same key replaces it."""
    advice: ClassVar[str] = ""
    """For a word that is no longer an action: what to use instead."""

    @classmethod
    def usual_costs(cls) -> str:
        """The cost as shown in the table of actions."""
        return str(cls.cost or "-")

    def played_in(self, world: Any, who: str) -> str:
        """The step of this line of a power."""
        return self.step

    def untimely(self, world: Any) -> Refusal | None:
        """Why it cannot be given in this turn, whatever it names, for example out of season."""
        return None

    def plan(self, at: Any) -> Done:
        """What comes of it in this scene. A standing order needs no plan: it is kept as it is written."""
        return ok()

    @classmethod
    def scene(cls, world: Any, who: str) -> Any:
        """What it is judged by if somebody asks what would come of it now."""
        return Scene(world, who)

    def check(self, world: Any, who: str) -> Reasons:
        """Every reason why it would fail as things stand."""
        if reason := self.untimely(world):
            return (reason,)
        done = planned(self, self.scene(world, who))
        return done.refusals if done.outcome == "failed" else ()

    @property
    def waits(self) -> bool:
        """Whether it counts as done though nothing comes of it, while what it waits for is not there."""
        return False

    def in_vain(self, world: Any, who: str) -> Refusal | None:
        """Why nothing would come of it as things stand, although it counts as done."""
        return None

    def unwise(self, world: Any, who: str) -> Refusal | None:
        """Why it may be a mistake, although something comes of it."""
        return None

    def spends(self, world: Any, who: str) -> Mapping[str, int]:
        """Its cost now, by purse."""
        return {}

    def said(self, number: int) -> Mapping[str, object]:
        """What the boxes mean, for the line of that number."""
        return {box: getattr(self, box) for box in self.boxes}


def planned(order: Action, at: Any) -> Done:
    """What comes of an order in a scene; one whose plan says nothing is named."""
    done = order.plan(at)
    if not isinstance(done, Done):
        raise TypeError(
            f"the plan of {order.word} gives {done!r}, and has to give a Done, such as ok() or refused(...)"
        )
    return done


class Actions(Mapping[str, type[A]]):
    """The actions of one game by their words, and its conditions. Called, it declares an action."""

    def __init__(self, needs: tuple[str, ...] = ()) -> None:
        self.kinds: dict[str, type[A]] = {}
        self.gone: dict[str, type[A]] = {}
        """Words that are no longer actions, and what to use instead."""
        self.conditions: dict[str, type[Condition]] = {}
        self.opener: type[Order] | None = None
        """The order that begins a block for another power."""
        self.needs = needs
        """Further attributes that every action of this game must have."""

    def __call__(
        self,
        rule: str,
        *,
        form: str,
        meaning: str = "",
        cost: int = 0,
        costs: str = "",
        values: str = "",
        touches: str | None = None,
        standing: str = "",
        opens: bool = False,
        gone: bool = False,
    ) -> Callable[[type[B]], type[B]]:
        def declare(kind: type[B]) -> type[B]:
            shape(kind, form, rule, meaning)
            kind.cost, kind.standing, kind.values = cost, standing, values
            kind.costs = costs or kind.usual_costs()
            kind.touches = None if touches is None else tuple(touches.split())
            place(self.gone if gone else self.kinds, cast("type[A]", kind))
            if opens:
                self.opener = kind
            return kind

        return declare

    def condition(
        self, form: str, meaning: str = "", otherwise: str = "", rule: str = ""
    ) -> Callable[[type[C]], type[C]]:
        """Declare a condition, with what it means that it holds and, if need be, that it does not; its paragraph, if it
        has one of its own, is what a line cites that it keeps back."""

        def declare(kind: type[C]) -> type[C]:
            shape(kind, form, rule, meaning)
            kind.otherwise = otherwise
            self.conditions[kind.word] = kind
            return kind

        return declare

    @property
    def written(self) -> dict[str, type[Order]]:
        """Every word that may begin a line."""
        return {**self.kinds, **self.gone, **({If.word: If} if self.conditions else {})}

    def __getitem__(self, word: str) -> type[A]:
        return self.kinds[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.kinds)

    def __len__(self) -> int:
        return len(self.kinds)


def place(kinds: dict[str, type[A]], kind: type[A]) -> None:
    """Actions stand in the order of the rulebook, whatever the order in which their modules are imported."""
    rows = sorted([*kinds.values(), kind], key=lambda each: paragraph(each.rule))
    kinds.clear()
    kinds.update((each.word, each) for each in rows)


@cache
def paragraph(rule: str) -> list[tuple[int, str]]:
    """A key to sort paragraphs by: 5.10 comes after 5.9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", rule)]


def shape(kind: type[Order], form: str, rule: str, meaning: str) -> None:
    kind.form = Form(form)
    kind.word, kind.boxes = kind.form.word, kind.form.fields
    kind.rule, kind.meaning = rule, meaning


class Quantity:
    """A number of things: `{number:army/armies}` gives `1 army`, `all armies`, `all but 2 armies`."""

    def __init__(self, number: Number | None) -> None:
        self.number = number

    def __str__(self) -> str:
        if self.number is None or not self.number.all_but:
            return str(self.number)
        return f"all but {self.number.value}" if self.number.value else "all"

    def __format__(self, spec: str) -> str:
        if "/" not in spec:
            return str(self)
        one, many = spec.split("/")
        if self.number is None:
            return f"an unnamed number of {many}"
        if self.number.all_but and not self.number.value:
            return f"all {many}"
        but = "all but " if self.number.all_but else ""
        return f"{but}{self.number.value} {one if self.number.value == 1 else many}"


def meaning(order: Order, names: Mapping[str, str], number: int = 0) -> str:
    """The order in words, with the full name of every code."""
    if isinstance(order, If):
        return f"{conditions_in_words(order.conditions, names)}: {meaning(order.order, names, number)}"
    said = order.said(number) if isinstance(order, Action) else boxes_of(order)
    return filled_in(order, order.meaning, said, names)


def boxes_of(order: Order) -> dict[str, Any]:
    return {box: getattr(order, box) for box in order.boxes}


def filled_in(order: Order, wording: str, said: Mapping[str, object], names: Mapping[str, str]) -> str:
    words = {box: worded(value, names) for box, value in said.items()}
    text = OPTIONAL.sub(lambda part: "" if getattr(order, part[2]) in (None, ()) else part[1], wording)
    return text.format_map(words)


def conditions_in_words(conditions: Sequence[Condition | Not], names: Mapping[str, str]) -> str:
    """`if you play first`, `unless you play first`."""
    first = conditions[0]
    if len(conditions) == 1 and isinstance(first, Not) and not first.condition.otherwise:
        return f"unless {condition_in_words(first.condition, names)}"
    return f"if {' and '.join(condition_in_words(condition, names) for condition in conditions)}"


def condition_in_words(condition: Condition | Not, names: Mapping[str, str]) -> str:
    if isinstance(condition, Not):
        other = condition.condition
        if other.otherwise:
            return filled_in(other, other.otherwise, boxes_of(other), names)
        return f"not {condition_in_words(other, names)}"
    return meaning(condition, names) if condition.meaning else str(condition)


def listed(items: Sequence[object], names: Mapping[str, str]) -> str:
    """With commas, but none between a word of the language and what it is about: `carry A3, land Haven (R6T2)`; nor
    behind a colon."""
    text = ""
    for before, item in zip([None, *items], items, strict=False):
        leads = str(before).endswith(":") or (is_keyword(before) and (item in ANSWERS or not is_keyword(item)))
        joint = " " if leads else ", "
        text += f"{joint if before is not None else ''}{worded(item, names)}"
    return text


def is_keyword(value: object) -> bool:
    """Whether a box holds a word of the language, which has no name of its own."""
    if not isinstance(value, str) or not value.isalpha() or not value.isupper():
        return False
    return len(value) > LONGEST_CODE or value in SHORT_WORDS


def beside(code: str, name: str) -> str:
    """A name with its code, if it does not hold it already."""
    return name if code in name else f"{name} ({code})"


def worded(value: object, names: Mapping[str, str]) -> object:
    """A box in words: a code as its name with the code, a list with commas."""
    if isinstance(value, tuple):
        return listed([item for item in value if item is not None], names)
    if isinstance(value, str):
        if name := word(names, value) if value in told_in(names) else names.get(value):
            said = beside(value, name)
        elif but := ALL_BUT.fullmatch(value):
            said = f"all but {but[1]}"
        else:
            said = value.lower() if is_keyword(value) else value
        return PluralWord(said) if value in plural_in(names) else Word(said)
    if type(value) is int:
        return Count(value)
    return Quantity(value) if value is None or isinstance(value, Number) else value
