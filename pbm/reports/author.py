"""What the authors of reports have in common: a view, the world as its player knows it, and the names in both."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Generic, TypedDict, TypeVar

from pbm.reports import History
from pbm.reports.sections import Notice, Tone

V = TypeVar("V")
W = TypeVar("W")
Owners = Mapping[str, str | None]


class Author(Generic[V, W]):
    """What the author of a report knows, and nothing else."""

    def __init__(self, view: V, world: W, names: Mapping[str, str]) -> None:
        self.view, self.world, self.names = view, world, names

    def name(self, code: str | None) -> str:
        return "nobody" if code is None else self.names.get(code, code)

    def named(self, code: str) -> str:
        """With the code, where a player may want to write it on a sheet."""
        return f"{self.name(code)} ({code})"

    def all_named(self, codes: Iterable[str], nothing: str = "none") -> str:
        return listed((self.named(code) for code in codes), nothing)

    def exchanged(
        self, history: History, own: str | None, lost: str, won: str, among: Iterable[str] = ()
    ) -> Iterator[Notice]:
        """What a power lost and won in the last turn, by the owners that everybody sees: `You won {}.`"""
        if own is None or len(history) < 2:
            return
        before, now = history[-2].owners, history[-1].owners
        rows: tuple[tuple[Tone, str, Owners, Owners], ...] = (("loss", lost, before, now), ("gain", won, now, before))
        for tone, words, these, others in rows:
            found = [place for place in among or these if these.get(place) == own != others.get(place)]
            if before and found:
                yield Notice("lost" if tone == "loss" else "won", words.format(self.all_named(found)), tone)


class Hands(TypedDict):
    """Who owns what, what changed hands in the last turn, and whose that was: for a map."""

    owners: dict[str, str]
    changed: tuple[str, ...]
    was: dict[str, str]


def hands(history: History) -> Hands:
    owners = {place: who for place, who in history[-1].owners.items() if who}
    before = history[-2].owners if len(history) > 1 else owners
    changed = tuple(place for place, who in owners.items() if before.get(place) != who)
    return Hands(owners=owners, changed=changed, was={place: who for place in changed if (who := before.get(place))})


def notes(text: str, width: int) -> Iterator[str]:
    """A remark of a turnsheet in as many lines as it takes: a line that a mail breaks would be read as an order."""
    return (f"; {line}" for line in wrap(text, width - 2))


def listed(items: Iterable[Any], nothing: str = "none") -> str:
    return ", ".join(map(str, items)) or nothing
