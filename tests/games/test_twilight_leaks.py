"""Nothing leaks in Carolingian Twilight with every hand full of markers, spies at work and forces shown.

`python -m tests.games.test_twilight_leaks GAMES YEARS` plays many games of all scenarios, each report as text, HTML,
JSON and PDF, and prints how many reports were compared and how much there was to spy out.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

from pbm.kit.play import Played, game
from pbm.kit.secrets import disguised
from pbm.kit.suites.leaks import Made, forms, pictured
from pbm.rules.event import Event
from pbm.rulesets.twilight.hands import Played as MarkerPlayed
from pbm.rulesets.twilight.scenarios import scenarios
from pbm.rulesets.twilight.spies import Seen
from pbm.rulesets.twilight.world import World
from tests.helpers.long import times
from tests.helpers.twilight_hands import TWILIGHT, new_world, play_year

SIGHT, TELLING = (import_module(f"pbm.rulesets.twilight.{name}") for name in ("sight", "telling"))
SPY, HANDS, PICTURES = "ESP", 4, 8
"""So many more markers powers hold at first; in the long run one report in so many is drawn as a PDF too."""


def full_hands(scenario: str, chance: random.Random) -> World:
    """A game after its set-up, with markers for everyone and Espionage for some."""
    world = new_world(scenario, chance)
    play_year(world, {}, chance.randrange(2**32))
    deck = sorted(world.pool, key=lambda mark: (mark != SPY, chance.random()))
    for power in sorted(world.powers.values(), key=lambda power: power.player is None):
        power.markers.append(deck.pop(0))
    for power in world.powers.values():
        power.markers += [deck.pop() for _ in range(min(HANDS, len(deck)))]
    world.pool = sorted(deck)
    return world


def differs(played: Played, who: str, chance: random.Random, made: Made) -> bool:
    world, journal = disguised(played, who, chance)
    return made(played, world, journal, who) != made(played, played.world, played.journal, who)


def compared(number: int, years: int, told: Counter[str], pictures: int = 0) -> Iterator[str]:
    """The reports of a game that change with what their readers may not know; one in so many has its pictures."""
    chance = random.Random(number)
    scenario = sorted(scenarios())[number % len(scenarios())]
    for played in game(TWILIGHT, number, years, full_hands(scenario, chance)):
        told.update(worth_spying(played.journal))
        for who in sorted(played.views()):
            made = pictured if pictures and told["reports"] % pictures == 0 else forms
            told.update(["reports", *(["on paper"] if made is pictured else [])])
            if differs(played, who, chance, made):
                yield f"{scenario}, game {number}, year {played.opening.year}, {who}"


def worth_spying(journal: list[Event]) -> Iterator[str]:
    yield "years"
    yield from ("shown" for event in journal if isinstance(event, Seen))
    yield from (f"{event.marker} played" for event in journal if isinstance(event, MarkerPlayed))


@pytest.mark.slow
def test_nothing_leaks_with_full_hands_and_spies() -> None:
    told: Counter[str] = Counter()
    assert [leak for number in range(2) for leak in compared(number, 2, told)] == []
    assert told["shown"]
    assert told["ESP played"]


@pytest.mark.slow
def test_nothing_leaks_in_any_scenario() -> None:
    told: Counter[str] = Counter()
    assert [leak for number in range(10, 10 + times(len(scenarios()), 10)) for leak in compared(number, 2, told)] == []


# leaks put in on purpose


def every_stack(real: Any) -> Any:
    return lambda world, place, power, mine, shown: real(world, place, power, list(world.powers), shown)


def every_marker(real: Any) -> Any:
    return lambda world, code, mine, shown: real(world, code, list(world.powers), shown)


def every_figure(real: Any) -> Any:
    return lambda power, own: real(power, True)


def every_event(real: Any) -> Any:
    return lambda event, holders, seats, fight: seats if not event.silent else real(event, holders, seats, fight)


LEAKS: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "what stands in a stack": (SIGHT, "known_stacks", every_stack),
    "which markers are held": (SIGHT, "known_markers", every_marker),
    "loot": (SIGHT, "public", every_figure),
    "levies and moves": (TELLING, "readers", every_event),
}


@contextmanager
def opened(module: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, make(getattr(module, name)))
        yield


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_put_in_on_purpose_is_found(leak: str) -> None:
    chance = random.Random(1)
    (played,) = game(TWILIGHT, 1, 1, full_hands("843", chance))
    world, journal = disguised(played, "LGE", chance)
    with opened(*LEAKS[leak]):
        assert forms(played, world, journal, "LGE") != forms(played, played.world, played.journal, "LGE")


def main(games: int, years: int) -> None:
    told: Counter[str] = Counter()
    for number in range(1000, 1000 + games):
        found = list(compared(number, years, told, PICTURES))
        print("\n".join(found) or f"game {number}: nothing leaks", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(told.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
