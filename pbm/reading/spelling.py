"""Counts the typing errors between two words: a letter replaced, lost or added, or two neighbours swapped."""

from collections.abc import Collection, Iterable, Mapping

SUGGESTIONS = 4
LETTERS_PER_SLIP = 4
"""A name may have one typing error per this many letters."""
BEGINNING = 4
"""This many letters are enough to recognise a longer name."""


def slips(one: str, other: str, most: int) -> int:
    """The typing errors between two words, or `most` plus one if there are more."""
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most or len(set(one) - set(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def allowed(word: str) -> int:
    return max(1, len(word) // LETTERS_PER_SLIP)


def alike(word: str, words: Iterable[str]) -> list[str]:
    """The words that may have been meant, most likely first."""
    upper = word.upper()
    most = allowed(upper)
    near = [(distance, other) for other in words if (distance := slips(upper, other, most)) <= most]
    return [other for *_, other in sorted((n, *habits(upper, other), other) for n, other in near)][:SUGGESTIONS]


def habits(word: str, other: str) -> tuple[bool, bool]:
    """The order among equally near words: typing errors rarely lose a letter or change the first one."""
    return sorted(word) != sorted(other), word[:1] != other[:1]


def nearest(
    word: str,
    codes: Mapping[str, str],
    pairs: Mapping[str, str],
    names: Mapping[str, str] | None = None,
    beside: Collection[str] = (),
) -> list[str]:
    """Codes like the word, by code or by name; neighbours of other names in the line come first."""
    upper = word.upper()
    ranks: dict[str, tuple[int, bool, bool, bool]] = {}
    for spelt, code in spellings(upper, codes, names or {}):
        most = 1 if spelt == code else allowed(upper)
        begun = len(upper) >= BEGINNING and spelt.startswith(upper)
        distance = 1 if begun else slips(upper, spelt, most)
        if distance <= most:
            rank = (distance, code not in beside, *habits(upper, spelt))
            ranks[code] = min(rank, ranks.get(code, rank))
    best = sorted(ranks, key=lambda code: (ranks[code], code))[:SUGGESTIONS]
    twins = [pairs[code] for code in best[:1] if pairs.get(code) in codes]
    return list(dict.fromkeys([*best, *twins]))[:SUGGESTIONS]


def spellings(word: str, codes: Mapping[str, str], names: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """The spellings of each code, as code and as name, if the word is long enough."""
    if len(word) <= 1 + max(map(len, codes), default=0):
        yield from ((code, code) for code in codes)
    if len(word) >= BEGINNING:
        yield from ((name.upper(), code) for code, name in codes.items() if name)
        yield from ((name.upper(), code) for name, code in names.items() if code in codes)
