"""What people write around an order and instead of its words, as data: the page reads it as mail is read."""

from collections.abc import Mapping

from msgspec import Struct

from pbm.reading import vocabulary
from pbm.reading.language import Reader
from pbm.reading.tongue import takes_a_row
from pbm.rules.order import Order


class Everyday(Struct, frozen=True):
    phrases: Mapping[str, str]
    measures: tuple[str, ...]
    spellings: Mapping[str, str]
    exact: bool
    """Whether a line in capitals counts only as it is written."""
    fillers: tuple[str, ...]
    idle: tuple[str, ...]
    """What a mail passes over where an action has no box for it."""
    beside: Mapping[str, tuple[str, ...]]
    """What it passes over in some actions alone."""
    small: tuple[str, ...]
    """What everybody says, which a mail may leave out or take for something."""
    also: Mapping[str, tuple[str, ...]]
    """The actions that another's word may mean."""
    units: dict[str, tuple[str, ...]]
    """What each action counts."""
    origins: tuple[str, ...]
    """The actions with a box for where something comes from."""
    rows: tuple[str, ...]
    """The actions with a row of things."""
    leading: tuple[str, ...]
    """What may stand before an action."""
    numbers: Mapping[str, str]
    times: Mapping[str, str]
    toward: tuple[str, ...]
    away: tuple[str, ...]
    placed: tuple[str, ...]
    by: tuple[str, ...]
    everything: tuple[str, ...]
    but: tuple[str, ...]


def everyday_of(reader: Reader, actions: Mapping[str, type[Order]]) -> Everyday:
    words, tongue = reader.words, reader.tongue
    return Everyday(
        phrases={**passed_over(vocabulary.SPOKEN), **words.habits.phrases},
        measures=tuple(sorted(words.habits.measures)),
        spellings=words.spellings,
        exact=words.exact,
        fillers=tuple(sorted(vocabulary.FILLERS - vocabulary.JOINING - tongue.keywords)),
        idle=tuple(sorted(vocabulary.IDLE | set(words.habits.measures))),
        beside={word: tuple(passed_over(words.habits.within(word))) for word in words.habits.beside},
        small=tuple(sorted(vocabulary.COMMON | vocabulary.HARMLESS | vocabulary.THROUGH | vocabulary.MORE)),
        also=words.habits.also,
        units={word: tuple(sorted(units)) for word, units in tongue.units.items() if units},
        origins=tuple(word for word, kind in actions.items() if any("from" in box for box in kind.written_boxes())),
        rows=tuple(word for word, kind in actions.items() if takes_a_row(kind)),
        leading=tuple(sorted(vocabulary.CONNECTING)),
        numbers=vocabulary.COUNTED,
        times=vocabulary.TIMES,
        toward=tuple(sorted(vocabulary.TOWARD)),
        away=tuple(sorted(vocabulary.AWAY)),
        placed=tuple(sorted(vocabulary.PLACED)),
        by=tuple(sorted(vocabulary.BY)),
        everything=tuple(sorted(vocabulary.EVERYTHING)),
        but=tuple(sorted(vocabulary.BUT)),
    )


def passed_over(said: Mapping[str, str]) -> dict[str, str]:
    """What means nothing."""
    return {words: meant for words, meant in said.items() if not meant}
