"""Orders in full words, and what they depend on."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from pbm.rules import action
from pbm.rules.names import Names, PluralWord, Word
from pbm.rulesets.darkage.action import Action
from pbm.rulesets.darkage.foresight.watch import IN_PLAY, LENDER, Key
from pbm.rulesets.darkage.map import PLURAL, britain, full_names

Soonest = Callable[[str], list[tuple[int, str]]]
"""Who could interfere in an area: from which round, and the kingdom."""
OF_AREAS = {
    "owner": "who holds {0}",
    "population": "the people of {0}",
    "armies": "the armies in {0}",
    "ships": "the ships in {0}",
    "forts": "the forts of {0}",
    "trade": "the trade of {0}",
    "sticky": "whether {0} {0:is/are} sticky",
    "mode": "how {0} {0:is/are} defended",
}
OF_OWN = {
    IN_PLAY: "whether the kingdom is still yours to order",
    "bp": "what is left of your BPs, and gifts",
    "treasury": "what is in your treasury",
    "household": "what becomes of your household",
    "spy": "whether your spy lives",
    "watchers": "whether your watchers live",
    "overlord": "whether your high king stays one",
    "fleet": "your fleet reserve",
    "vp": "your victory points",
    LENDER: "what you have on loan",
}
OF_OTHERS = {
    IN_PLAY: "whether {0} {0:stays/stay} in play",
    "spy": "where spies are",
    "watchers": "where watchers are",
    "household": "where households are",
}


@cache
def names() -> Names:
    """The full name of every code."""
    return full_names(britain())


def named(code: str) -> Word:
    """The full name with its code; a verb can agree with it."""
    return (PluralWord if code in PLURAL else Word)(f"{names().get(code, code)} ({code})")


def meaning(order: Action, number: int) -> str:
    """The order in words; a blank number is said as what it means."""
    return action.meaning(order, names(), number)


def dependences(who: str, keys: Sequence[Key], because: dict[Key, int], soonest: Soonest) -> tuple[str, ...]:
    """What an order depends on, each once, and who could interfere there from which round."""
    own = sorted({number for key in keys if (number := caused(key, because))})
    texts = {
        code: about(who, code, [name for other, name in keys if other == code], soonest)
        for code, name in keys
        if not caused((code, name), because)
    }
    come = "comes" if len(own) == 1 else "come"
    orders = [f"how {actions(own)} {come} out"] if own else []
    return tuple(dict.fromkeys([*orders, *texts.values()]))


def caused(key: Key, because: dict[Key, int]) -> int:
    """The player's own action that put it in doubt, or 0."""
    return because.get(key) or because.get((key[0], "*")) or 0


def about(who: str, code: str, facts: Sequence[str], soonest: Soonest) -> str:
    if code in britain():
        wording = OF_AREAS.get(facts[0], "what happens in {0}") if len(facts) == 1 else "what happens in {0}"
        rivals = [f"{names()[other]} from round {number}" for number, other in soonest(code)]
        return wording.format(named(code)) + (f": {', '.join(rivals)}" if rivals else "")
    if code == who:
        return OF_OWN.get(facts[0], "your reserve")
    return OF_OTHERS.get(facts[0], "what {0} {0:does/do}").format(named(code))


def actions(numbers: Sequence[int]) -> str:
    return f"action{'s' * (len(numbers) > 1)} {listed(numbers)}"


def listed(items: Iterable[object]) -> str:
    """1, 2 and 3."""
    *most, last = [str(item) for item in items]
    return f"{', '.join(most)} and {last}" if most else last
