"""Everyday words for what players do: each is answered with the action words of the game that could be meant."""

from collections.abc import Iterable, Iterator, Mapping

GROUPS = (
    ("attack", "assault", "charge", "strike", "storm", "fight", "battle", "conquer", "capture", "seize", "take",
     "overrun", "probe", "invade", "raid", "ambush", "siege", "besiege", "move"),
    ("move", "march", "go", "walk", "travel", "transfer", "shift", "advance", "send", "bring", "occupy", "enter"),
    ("levy", "recruit", "raise", "enlist", "muster", "train", "hire", "conscript", "draft", "mobilise", "mobilize",
     "reserve", "arm", "buy"),
    ("fortify", "fort", "forts", "castle", "castles", "wall", "walls", "fortress", "fortification", "fortifications"),
    ("build", "construct", "erect", "develop", "fortify", "launch"),
    ("launch", "ship", "shipbuilding"),
    ("ships", "convoy", "sail", "embark", "transport", "ship", "row"),
    ("land", "disembark", "unload", "settle"),
    ("defend", "guard", "protect", "garrison", "stand"),
    ("retreat", "withdraw", "flee", "fall"),
    ("siege", "besiege", "blockade", "surround"),
    ("pillage", "plunder", "loot", "sack", "ravage", "raid"),
    ("raze", "destroy", "demolish", "dismantle"),
    ("disband", "dismiss", "demobilise", "demobilize"),
    ("disown", "abandon", "release"),
    ("gift", "give", "pay", "donate", "grant", "fund"),
    ("loan", "lend"),
    ("borrow", "ask"),
    ("tax", "collect"),
    ("grow", "populate", "breed"),
    ("stash", "save", "store", "bank", "hoard"),
    ("cash", "withdraw"),
    ("spy", "agent", "infiltrate", "look"),
    ("kill", "murder", "assassinate", "assassin", "execute"),
    ("find", "search", "seek"),
    ("watch", "observe"),
    ("permit", "allow", "let", "passage"),
    ("forbid", "deny", "prohibit", "refuse"),
    ("bid", "offer"),
    ("buy", "purchase"),
    ("restore", "repair", "rebuild"),
    ("force", "army", "form", "group"),
    ("play", "use"),
    ("reveal", "show"),
    ("drop", "leave"),
    ("pick", "join"),
    ("hold", "keep", "save"),
    ("tell", "say", "write", "message"),
    ("march", "go", "walk", "move", "attack", "advance"),
    ("guard", "defend", "protect"),
)  # fmt: skip
"""Words of about one meaning; those of them that are actions of the game are what may be meant."""


def everyday(actions: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Each everyday word, and the actions of this game that it may stand for."""
    known = {action.casefold(): action for action in actions}
    found: dict[str, list[str]] = {}
    for word, action in meanings(known):
        if word not in known and action not in found.setdefault(word, []):
            found[word].append(action)
    return {word: tuple(meant) for word, meant in found.items()}


def meanings(known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for group in GROUPS:
        for action in (known[word] for word in group if word in known):
            yield from ((word, action) for word in group)
