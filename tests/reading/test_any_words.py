"""Lines made of a game's own words in any order, with articles and odd spaces in the middle of its names: each is an
order or is refused in words."""

from random import Random

import pytest

from tests.helpers.long import times
from tests.reading.test_habits import OTHERS, reader

BETWEEN = (" ", " ", " ", "\N{NO-BREAK SPACE}", " the ", " our ", " my ", ", ", " and ", " if ", ": ")


@pytest.mark.parametrize("game", ["darkage", *OTHERS])
def test_any_words_are_an_order_or_are_refused(game: str) -> None:
    random, words = Random(game), reader(game).words
    said = sorted({part for name in (*words.all_names, *words.sayings, *words.parted) for part in name.split()})
    known = [*words.all_names, *words.all_codes, *reader(game).actions, *said, "2", "two", "to", "from"]
    for _ in range(times(150, 3000)):
        line = random.choice(known)
        for _ in range(random.randrange(1, 7)):
            line += random.choice(BETWEEN) + random.choice(known)
        line = line.replace(" ", random.choice(BETWEEN), random.randrange(3))
        order, refusal = reader(game).read(line)
        assert order is None or reader(game).order(str(order)) == order, line
        assert not order or not refusal
