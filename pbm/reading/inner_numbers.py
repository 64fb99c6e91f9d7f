"""Several numbered orders in one line: `1. tax 2. levy TAM 2`, `1) tax; 2) levy TAM 2`."""

import re

INNER = re.compile(r"(?:^|[\s;,])\s*\(?(\d{1,2})\s*[.)]\s+(?=[^\W\d])")


def numbered_parts(text: str) -> list[str]:
    """The texts between numbers that count on, from 2 or more; none if there are no such numbers.

    The number of the line itself does not matter: the line may get another when its sheet is filed.
    """
    found = [match for match in INNER.finditer(text) if match.start()]
    numbers = [int(match[1]) for match in found]
    if not numbers or numbers[0] < 2 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return []
    starts = [0, *(match.end() for match in found)]
    ends = [*(match.start() for match in found), len(text)]
    return [text[start:end].strip(" ;,") for start, end in zip(starts, ends, strict=True)]
