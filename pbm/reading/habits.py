"""How the players of a game speak: what they call its things and deeds, as data."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Habits:
    phrases: Mapping[str, str] = field(default_factory=dict)
    """What people call things and deeds, and how the game writes them: light infantry LI, lay siege to SIEGE."""
    measures: Collection[str] = ()
    """Words that mean nothing where an order has no box for them: gold, crowns, hexes."""
    counting: Collection[str] = ()
    """The actions whose number counts the things that are named: buy a mercenary is one."""
    doubtful: Collection[str] = ()
    """Small words whose meaning is not clear in this game: towards, where a march may stop on its way."""
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What else may be meant by an action that has no box for the things in a line."""
    implied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that an action means by itself, so that people may say them too: upgrade LI to HI."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Words that mean nothing in one action, or something else there: `herd herds` in CULL, `men=ARMY` in BUY; those in
    conditions under an empty word."""
    parted: Mapping[str, str] = field(default_factory=dict)
    """Deeds that are said around what they are done to: `take ... as vassal`."""
    light: Mapping[str, str] = field(default_factory=dict)
    """What verbs mean that say little, if nothing goes to anybody: get two fish."""
    presumed: Mapping[str, str] = field(default_factory=dict)
    """What stands in a box that a line leaves out: keep MC5 is YES."""
    several: Collection[str] = ()
    """What may be one or several: the militia."""
    going: str = ""
    """The action of a line without a verb that says where somebody goes: A3 to Castle 6."""
    more: Collection[str] = ()
    """The actions of a line without a verb that says of what there shall be more: one more militia in Paris."""
    titles: Collection[str] = ()
    """What things may be called before their codes: the archers J02 and J03."""

    stepwise: Collection[str] = ()
    """The actions of whoever goes on from where an earlier one has led: force 1 goes to Burgundy, then to Provence."""

    def within(self, action: str) -> Mapping[str, str]:
        """What words mean in one action, as people say them and as the game does."""
        if action not in self._within:
            said = meanings(self.beside.get(action, ""))
            own = {self.phrases[word].casefold(): meant for word, meant in said.items() if self.phrases.get(word)}
            self._within[action] = own | said
        return self._within[action]

    @cached_property
    def _within(self) -> dict[str, Mapping[str, str]]:
        return {}


def said(listed: str) -> dict[str, str]:
    """What people say, from lines that each have a meaning and all that is said for it: `MOVE: march | go`. Behind `-`
    stands what means nothing; a line may go on in the next, which is indented."""
    found: dict[str, str] = {}
    for line in listed.replace("\n    ", " ").strip().splitlines():
        meant, _, phrases = line.rpartition(": ")
        for phrase in phrases.split(" | "):
            if phrase in found:
                raise ValueError(f"{phrase!r} has two meanings: {found[phrase]!r} and {meant!r}")
            found[phrase] = "" if meant == "-" else meant
    return found


def meanings(listed: str) -> dict[str, str]:
    """Words, each with what it means: nothing, or the word behind its sign."""
    parts = (each.partition("=") for each in listed.split())
    return {word: meant for word, _, meant in parts}
