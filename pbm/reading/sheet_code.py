"""The code on a turnsheet: short enough to type, and impossible to make without the game's secret.

It is a MAC of game, turn and power in Crockford's base 32 (no I, L, O or U), with its check character at the end.
Whoever takes a power over has another code for their first turn than the player before them, who knows the plain one.
"""

import hmac
import re
from collections.abc import Collection
from itertools import count

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHECKS = LETTERS + "*~$=U"
"""Crockford's. A code whose check would be one of the last five is drawn again, since signs are easily lost."""
ALIKE = str.maketrans("OIL", "011")
LENGTH = 6
PURPOSE = "sheet"
BETWEEN = re.compile(r"[\s.\-‐‑‒–—_]+")


def sheet_code(secret: bytes, game: str, turn: int, power: str, newcomer: str = "") -> str:
    """For example K7Q-2MX-F; `newcomer` names the player whose first turn it is, if they take the power over."""
    whose = f":{newcomer}" if newcomer else ""
    for attempt in count():
        again = f":{attempt}" if attempt else ""
        mac = hmac.digest(secret, f"{PURPOSE}{again}:{turn}:{power}:{game}{whose}".encode(), "sha256")
        value = int.from_bytes(mac) % 32**LENGTH
        if (check := CHECKS[value % len(CHECKS)]) in LETTERS:
            break
    letters = "".join(LETTERS[value // 32**place % 32] for place in reversed(range(LENGTH)))
    return f"{letters[:3]}-{letters[3:]}-{check}"


def plain(code: str) -> str:
    """A code as typed, without spaces and dashes, and with look-alike letters replaced."""
    return BETWEEN.sub("", code.upper()).translate(ALIKE)


def written_in(text: str, codes: Collection[str]) -> set[str]:
    """Those of some plain codes that stand anywhere in a text, with whatever between their letters. One look at each
    place of the text, however many codes there are."""
    said, long = plain(text), LENGTH + 1
    return {found for at in range(len(said) - LENGTH) if (found := said[at : at + long]) in codes}


def same(code: str, other: str) -> bool:
    return hmac.compare_digest(plain(code).encode(), plain(other).encode())


def is_well_formed(code: str) -> bool:
    """Whether its check character is right, to tell a typing error from a wrong code."""
    letters = plain(code)
    if len(letters) != LENGTH + 1 or any(letter not in LETTERS for letter in letters[:-1]):
        return False
    value = sum(LETTERS.index(letter) * 32**place for place, letter in enumerate(reversed(letters[:-1])))
    return letters[-1] == CHECKS[value % len(CHECKS)]
