"""What is called sure comes out so, whatever others order; and nothing hidden shows in a receipt."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.receipts.foresee import foresee
from pbm.receipts.receipt import receipt, receipt_html, receipt_text
from pbm.rules.dice import Dice
from pbm.rules.engine import Turn, play
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Line, Sheet
from pbm.rulesets.darkage.action import Action
from pbm.rulesets.darkage.battle_events import Captured
from pbm.rulesets.darkage.computer import write
from pbm.rulesets.darkage.foresight import PURSE, Outlook
from pbm.rulesets.darkage.foresight.judge import Judgement
from pbm.rulesets.darkage.foresight.reach import reach
from pbm.rulesets.darkage.sea import SeaTaken
from pbm.rulesets.darkage.turn import Acted
from pbm.rulesets.darkage.view import View, view
from pbm.rulesets.darkage.world import Household, Spy, World
from pbm.rulesets.foresight import Foreseen
from pbm.rulesets.stand_ins import as_sheet
from tests.helpers.foes import answers, beset
from tests.helpers.hands import DARKAGE, SECRET, copied, fresh_world, random_sheets, views
from tests.helpers.long import times

Tally = Counter[tuple[str, bool]]
TEMPERAMENTS = ("steward", "warlord", "random")


class Keeping(Outlook):
    """An outlook that keeps what it expects of each line."""

    def __init__(self, view: View, sheet: Sheet) -> None:
        super().__init__(view, sheet, view.turn + 1)
        self.expected: dict[int, Judgement] = {}

    def foreseen(self, line: Line, order: Action, judged: Judgement) -> Foreseen:
        self.expected[line.number] = judged
        return super().foreseen(line, order, judged)


def played(world: World, sheets: dict[str, Sheet]) -> list[Event]:
    return play(Turn(world, sheets, Dice(SECRET, world.turn)), DARKAGE.book.steps(world))


def hold_to(world: World, seen: dict[str, View], sheets: dict[str, Sheet]) -> tuple[Tally, list[Event]]:
    """Foresee the sheets of some, play everybody's, and hold every promise against what came of it."""
    outlooks = {who: Keeping(view, sheets[who]) for who, view in seen.items()}
    lines = {who: list(outlook.lines()) for who, outlook in outlooks.items()}
    journal = played(world, sheets)
    came, tally = answers(journal), Tally()
    for who, foreseen in lines.items():
        for line in foreseen:
            tally[line.forecast, line.settled] += 1
            if line.settled:
                answer, events = came[who, line.number]
                promised = outlooks[who].expected.get(line.number)
                keep(line, promised, answer, events)
    return tally, journal


def keep(line: Foreseen, promised: Judgement | None, answer: Answered, events: tuple[Event, ...]) -> None:
    if line.forecast == "fails":
        assert answer.outcome == "failed", (line, answer)
        return
    assert isinstance(answer, Acted), (line, answer)
    assert promised
    assert answer.price == line.cost[PURSE], (line, answer)
    if line.forecast == "sure":
        assert events == promised.trial.events, (line, events)


def by_computers(world: World, journal: list[Event], chance: random.Random) -> dict[str, Sheet]:
    dice = Dice(chance.randbytes(8), world.turn)
    return {
        who: as_sheet(who, write(seen, chance.choice(TEMPERAMENTS), dice))
        for who, seen in views(world, journal).items()
    }


def at_random(world: World, journal: list[Event], chance: random.Random) -> dict[str, Sheet]:
    return random_sheets(world, chance)


Hands = Callable[[World, list[Event], random.Random], dict[str, Sheet]]


def game(seed: int, turns: int, hands: Hands) -> Tally:
    chance, world, journal, tally = random.Random(seed), fresh_world(), list[Event](), Tally()
    for _ in range(turns):
        sheets, seen = hands(world, journal, chance), views(world, journal)
        counted, journal = hold_to(world, seen, sheets)
        tally += counted
        if world.won or not world.order:
            break
    return tally


def siege(seed: int) -> Tally:
    world, seen, sheets = beset(seed)
    return hold_to(world, {seen.who: seen}, sheets)[0]


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=20, deadline=None)
def test_what_is_sure_comes_out_so_among_enemies(seed: int) -> None:
    siege(seed)


@pytest.mark.slow
def test_what_is_sure_comes_out_so_among_many_enemies() -> None:
    tally = sum((siege(seed) for seed in range(times(80, 250))), Tally())
    assert tally["sure", True] > times(50, 150), tally
    assert tally["fails", True] > times(50, 150), tally


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=2, deadline=None)
def test_what_is_sure_comes_out_so_in_random_play(seed: int) -> None:
    game(seed, 2, at_random)


@pytest.mark.slow
def test_what_is_sure_comes_out_so_in_long_random_play() -> None:
    tally = sum((game(seed, 6, at_random) for seed in range(times(1, 3))), Tally())
    assert tally["sure", True] > times(25, 80), tally


@pytest.mark.slow
def test_what_is_sure_comes_out_so_in_computer_play() -> None:
    tally = sum((game(seed, 6, by_computers) for seed in range(times(1, 2))), Tally())
    assert tally["sure", True] > times(250, 500), tally


def reached_too_soon(opening: World, journal: list[Event]) -> list[str]:
    """Areas that somebody took in fewer actions than were thought possible."""
    reaches = {who: reach(opening, who) for who in opening.order}
    number, wrong = 0, []
    for event in journal:
        if isinstance(event, Phase) and event.name.startswith("round"):
            number += 1
        if isinstance(event, Captured | SeaTaken) and event.who in reaches:
            where = event.target if isinstance(event, Captured) else event.where
            if reaches[event.who].takes[where] > number:
                wrong.append(f"{event.who} took {where} in round {number}")
    return wrong


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=20, deadline=None)
def test_nobody_is_anywhere_sooner_than_thought(seed: int) -> None:
    world, _, sheets = beset(seed)
    opening = copied(world)
    assert not reached_too_soon(opening, played(world, sheets))


def veiled(world: World, who: str, chance: random.Random) -> World:
    """The same world to this kingdom's eyes, and another in everything it cannot see."""
    other = copied(world)
    seen = view(world, [], who).seen
    for code, area in other.areas.items():
        if area.owner != who:
            area.mode, area.toward = chance.choice(["retreat", "defend"]), chance.choice([None, *sorted(other.areas)])
            if code not in seen:
                disguise(other, code, chance)
    for code, kingdom in other.kingdoms.items():
        if code != who:
            kingdom.bp = chance.randrange(99)
            kingdom.spy = chance.choice([None, Spy(chance.choice(sorted(other.areas)), who)])
            kingdom.watchers = [chance.choice(sorted(other.areas))]
            kingdom.household = Household(chance.randrange(9), None)
            kingdom.borrows_from = chance.choice([None, *other.order])
    other.census.next = chance.randint(1, 9)
    return other


def disguise(world: World, code: str, chance: random.Random) -> None:
    area = world.areas[code]
    if world.map[code].is_sea:
        area.ships = chance.randrange(9)
        area.armies = chance.randint(0, area.ships)
    else:
        area.armies, area.population, area.forts = chance.randrange(9), chance.randrange(9), chance.randrange(3)
        area.trade = chance.randrange(3) if world.map[code].is_city else 0


def printed(world: World, who: str, sheet: Sheet) -> str:
    made = receipt(
        "Dark Age", "game", world.turn, sheet, foresee(DARKAGE, "game1", view(world, [], who), sheet, world.turn)
    )
    return receipt_text(made) + receipt_html(made)


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=12, deadline=None)
def test_nothing_hidden_shows_in_a_receipt(seed: int) -> None:
    world, _, sheets = beset(seed)
    chance = random.Random(seed)
    assert printed(world, "MER", sheets["MER"]) == printed(veiled(world, "MER", chance), "MER", sheets["MER"])


@given(st.integers(min_value=0, max_value=2**32))
@settings(max_examples=3, deadline=None)
def test_nothing_hidden_shows_after_turns_of_play(seed: int) -> None:
    chance, world = random.Random(seed), fresh_world()
    for _ in range(2):
        played(world, random_sheets(world, chance))
    sheets = random_sheets(world, chance)
    for who in world.order[:4]:
        assert printed(world, who, sheets[who]) == printed(veiled(world, who, chance), who, sheets[who])


def test_a_receipt_leaves_the_world_alone() -> None:
    world, seen, sheets = beset(5)
    before = DARKAGE.state.write(world)
    receipt("Dark Age", "game", 1, sheets["MER"], foresee(DARKAGE, "game1", seen, sheets["MER"], 1))
    assert DARKAGE.state.write(world) == before
