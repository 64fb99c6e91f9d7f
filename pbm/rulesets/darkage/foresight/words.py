"""Orders in full words, and what they depend on."""

from collections.abc import Iterable
from functools import cache

from pbm.rules import action
from pbm.rulesets.darkage.action import Action
from pbm.rulesets.darkage.foresight.watch import IN_PLAY, LENDER, Key
from pbm.rulesets.darkage.map import britain, nations

OF_AREAS = {
    "owner": "who holds {0}",
    "population": "the people of {0}",
    "armies": "the armies in {0}",
    "ships": "the ships in {0}",
    "forts": "the forts of {0}",
    "trade": "the trade of {0}",
    "sticky": "whether {0} is sticky",
    "mode": "how {0} is defended",
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
    IN_PLAY: "whether {0} stays in play",
    "spy": "where spies are",
    "watchers": "where watchers are",
    "household": "where households are",
}


@cache
def names() -> dict[str, str]:
    """The full name of every code."""
    kingdoms = {code: nation.name for code, nation in nations().items()}
    return kingdoms | {code: place.name for code, place in britain().items()}


def named(code: str) -> str:
    """The full name with its code."""
    return f"{names().get(code, code)} ({code})"


def meaning(order: Action, number: int) -> str:
    """The order in words; a blank number is said as what it means."""
    return action.meaning(order, names(), number)


def dependences(who: str, keys: Iterable[Key], because: dict[Key, int]) -> tuple[str, ...]:
    """What an order depends on, each once."""
    return tuple(dict.fromkeys(dependence(who, key, because) for key in keys))


def dependence(who: str, key: Key, because: dict[Key, int]) -> str:
    code, name = key
    if number := because.get(key) or because.get((code, "*")):
        return f"how action {number} comes out"
    if code in britain():
        return OF_AREAS.get(name, "what happens in {0}").format(named(code))
    if code == who:
        return OF_OWN.get(name, "your reserve")
    return OF_OTHERS.get(name, "what {0} does").format(named(code))


def listed(items: Iterable[object]) -> str:
    """1, 2 and 3."""
    *most, last = [str(item) for item in items]
    return f"{', '.join(most)} and {last}" if most else last
