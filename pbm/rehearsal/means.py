"""What a power can spend in the coming turn: a figure of its position, whatever stands on its sheet."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.rehearsal.broken import dropped
from pbm.rehearsal.course import Thrown, middling
from pbm.rehearsal.play import Purse, played
from pbm.rehearsal.rehearse import Stage
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset

THROWS = 6


def to_spend(rules: AnyRuleset, view: Any, who: str, turn: int = 0) -> Mapping[str, int]:
    """What a turn without orders leaves in each purse for orders to take, once all has come in and been paid that
    comes and is paid of itself; of several throws the middle one. Purses that only some throws bring, or that are not
    there yet and stay empty, are left out."""
    now = dict(rules.book.purses(rules.sight.known(view), who))
    every = [*idle(rules, view, who, turn)] or [now]
    sure = [name for name in every[0] if is_own(rules, name, every[0]) and all(name in held for held in every)]
    usual = middling(every, lambda held: sum(held[name] for name in sure))
    return {name: usual[name] for name in sure if usual[name] or name in now}


def is_own(rules: AnyRuleset, name: str, held: Purse) -> bool:
    """Whether it counts for the power itself, and not for another that it may command."""
    return rules.desk.purses({**held, name: held[name] + 1}) != rules.desk.purses(held)


def idle(rules: AnyRuleset, view: Any, who: str, turn: int) -> Iterator[Purse]:
    """What turns without orders leave, by several throws if dice are thrown."""
    sheet = Sheet(who, {})
    stage = Stage.of(rules, "", view, sheet, turn)
    for throw in range(THROWS):
        dice = Thrown(b"", 0, throw)
        try:
            yield played(rules, stage.opening(0), who, {who: sheet}, dice).held
        except Exception as error:
            dropped(rules, error)
        if not dice.thrown:
            return
