"""Orders in full words, and what they depend on."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbm.rules.event import OPTIONAL
from pbm.rules.order import Number
from pbm.rulesets.darkage.action import Action, Counted
from pbm.rulesets.darkage.foresight.watch import IN_PLAY, LENDER, Key
from pbm.rulesets.darkage.map import britain, nations

MEANINGS = {
    "MOVE": "move {number:army/armies} from {origin} to {target}",
    "ASSAULT": "assault {target} from {origin} with {number:army/armies}",
    "PROBE": "probe {target} from {origin} with {number:army/armies}",
    "OVERRUN": "overrun {target} from {origin} with {number:army/armies}",
    "RAID": "raid {target} from {origin} with all armies",
    "SIEGE": "besiege {city} from {hinterland}",
    "INVADE": "invade {target} with one of the people of {origin}",
    "AMBUSH": "lie in ambush in {where} for an attack from {against}",
    "RETREAT": "in {where} retreat when outnumbered<, to {toward}>",
    "DEFEND": "in {where} stand and fight",
    "PASSAGE": "let {kingdom} through {where} this turn",
    "MIGRATE": "move {number:person/people} from {origin} to {target}",
    "LEVY": "levy {number:army/armies} in {where}",
    "RESERVE": "call {number:army/armies} up from the reserve in {where}",
    "FORTIFY": "build {number:fort/forts} in {where}",
    "BUILD": "raise the trade of {city} by {number:level/levels}",
    "GROW": "let the people of {where} grow by one",
    "DISBAND": "send all armies in {where} to the reserve",
    "DISOWN": "give {where} up with all that is in it",
    "RAZE": "pull {number:fort/forts} down in {where}",
    "POP": "make an army in {where} one of the people",
    "ARM": "make one of the people of {where} an army",
    "HOUSE": "move {number:army/armies} from the reserve to the household",
    "BORROW": "be ready to borrow armies from {kingdom}",
    "LOAN": "lend {kingdom} {number:army/armies} from the reserve",
    "RETURN": "send {number:borrowed army/borrowed armies} back",
    "RECALL": "call {number:army/armies} on loan home",
    "SPY": "send the spy< from {origin}> to {target}",
    "KILL": "kill the spy or watcher of {kingdom} in {where}",
    "FIND": "search for the spies< of {kingdom}>< in {where}>",
    "WAIT": "let the spy wait where he is for that of {kingdom}",
    "SABOTAGE": "let the spy break up an army or a ship where he is",
    "WATCH": "let the spy stay where he is as a watcher",
    "LAUNCH": "build {number:ship/ships} in {origin} for {sea}",
    "FLEET": "place {number:ship/ships} of the fleet reserve in {sea}",
    "SHIPS": "sail {number:ship/ships} from {origin} to {target}, without armies",
    "CONVOY": "sail {number:ship/ships} from {origin} to {target}, with the armies aboard",
    "SETTLE": "settle the crew of a ship in {sea} in {where}",
    "LAND": "land the crews of {number:ship/ships} in {sea} in {where} as armies",
    "ORDER": "spend {number:BP/BPs} on the order of play",
    "GIFT": "give {kingdom} {number:BP/BPs}",
    "PILLAGE": "pillage {where}, which is your own",
    "STASH": "put {number:BP/BPs} into the treasury, at three for one",
    "CASH": "take {number:BP/BPs} out of the treasury",
    "TAX": "raise taxes",
    "OVERLORD": "have {kingdom} for high king",
    "EXCHANGE": "leave your kingdom for {kingdom}",
    "VIKING": "give your kingdom up and begin again from the sea",
    "KING": "bring the household< from {origin}> to {target}",
    "SCOUT": "no longer an action",
    "TREACHERY": "no longer an action",
}
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


class Quantity:
    """A number of things: `{number:army/armies}` gives `1 army`, `all armies`, `all but 2 armies`."""

    def __init__(self, number: Number | None) -> None:
        self.number = number

    def __format__(self, spec: str) -> str:
        one, many = spec.split("/")
        if self.number is None:
            return f"an unnamed number of {many}"
        if self.number.all_but:
            return f"all but {self.number.value} {many}" if self.number.value else f"all {many}"
        return f"{self.number.value} {one if self.number.value == 1 else many}"


def named(code: str) -> str:
    """The full name with its code."""
    place, nation = britain().get(code), nations().get(code)
    return f"{place.name if place else nation.name if nation else code} ({code})"


def meaning(order: Action, number: int) -> str:
    """The order in words; a blank number is said as what it means."""
    boxes: dict[str, Any] = {box: getattr(order, box) for box in order.boxes}
    words: dict[str, Any] = {box: named(value) for box, value in boxes.items() if isinstance(value, str)}
    if isinstance(order, Counted):
        words["number"] = Quantity(order.wanted(number))
    return OPTIONAL.sub(lambda part: part[1] if boxes.get(part[2]) else "", MEANINGS[order.word]).format_map(words)


def dependences(who: str, keys: Iterable[Key], because: dict[Key, int]) -> tuple[str, ...]:
    """What an order depends on, each once."""
    return tuple(dict.fromkeys(dependence(who, key, because) for key in keys))


def dependence(who: str, key: Key, because: dict[Key, int]) -> str:
    code, name = key
    if action := because.get(key) or because.get((code, "*")):
        return f"how action {action} comes out"
    if code in britain():
        return OF_AREAS.get(name, "what happens in {0}").format(named(code))
    if code == who:
        return OF_OWN.get(name, "your reserve")
    return OF_OTHERS.get(name, "what {0} does").format(named(code))


def listed(items: Iterable[object]) -> str:
    """1, 2 and 3."""
    *most, last = [str(item) for item in items]
    return f"{', '.join(most)} and {last}" if most else last


def lines_of(words: Iterable[str]) -> Iterator[str]:
    """Sentences: each begins with a capital and ends with a stop."""
    for text in words:
        yield text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
