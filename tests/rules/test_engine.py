"""Steps, answers and rulings, with a game of one number a power."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, ClassVar

import pytest
from msgspec import Struct, field

from pbm.errors import GameError
from pbm.rules.answers import outcomes, together
from pbm.rules.dice import Dice
from pbm.rules.engine import Step, Turn, each_alone, play, replay
from pbm.rules.event import Answered, Event, Journal, Phase
from pbm.rules.order import Line, Sheet
from pbm.rules.playing import left_over
from pbm.rules.position import write_position
from pbm.rules.rulings import Question, RulingNeeded, Rulings


class Purses(Struct):
    gold: dict[str, int]
    turn: int = 1
    log: list[str] = field(default_factory=list)


class Paid(Event, frozen=True):
    who: str
    to: str
    gold: int

    def apply(self, world: Purses) -> None:
        world.gold[self.who] -= self.gold
        world.gold[self.to] += self.gold


class Bankrupt(Event, frozen=True):
    who: str
    ends_turn: ClassVar[bool] = True


class Heard(Event, frozen=True):
    what: str
    written: ClassVar = False

    def apply(self, world: Purses) -> None:
        world.log.append(self.what)


JOURNAL = Journal((Paid, Bankrupt))


def sheets(**lines: list[str]) -> dict[str, Sheet]:
    return {
        who: Sheet(who, {number: Line(number, text) for number, text in enumerate(texts, 1)})
        for who, texts in lines.items()
    }


def turn(given: dict[str, Sheet] | None = None, rulings: dict[str, Any] | None = None) -> Turn[Any]:
    return Turn(Purses({"AAA": 5, "BBB": 5, "CCC": 0}), given or {}, Dice(b"x", 1), rulings=Rulings(rulings))


def pays(turn: Turn[Any], who: str) -> Iterator[Event]:
    """Every line gives a power all that is there, as it is when the line comes up."""
    for number, line in turn.sheets[who].lines.items():
        gold = turn.world.gold[who]
        yield Answered(who, who, number, line.text, "ok" if gold else "failed")
        if gold:
            yield Paid(who, line.text, gold)


def in_turn(turn: Turn[Any]) -> Iterator[Event]:
    for who in sorted(turn.sheets):
        yield from pays(turn, who)


def at_the_same_time(turn: Turn[Any]) -> Iterator[Event]:
    return each_alone(turn, turn.sheets, pays)


GIFTS = {"AAA": ["BBB", "CCC"], "BBB": ["CCC"], "CCC": ["AAA"]}


def test_one_after_the_other_each_sees_what_was_done() -> None:
    now = turn(sheets(**GIFTS))
    play(now, [Step("orders", "1", "gifts", in_turn)])
    assert now.world.gold == {"AAA": 10, "BBB": 0, "CCC": 0}


def test_at_the_same_time_only_the_own_lines_before_count() -> None:
    now = turn(sheets(**GIFTS))
    play(now, [Step("orders", "1", "gifts", at_the_same_time)])
    assert now.world.gold == {"AAA": 0, "BBB": 5, "CCC": 5}
    assert outcomes(now.journal, now.sheets) == {
        "AAA": {1: "ok", 2: "failed"},
        "BBB": {1: "ok"},
        "CCC": {1: "failed"},
    }


@pytest.mark.parametrize("at_the_same_time", [False, True])
def test_what_is_not_written_changes_the_position_alone(at_the_same_time: bool) -> None:
    def heard(turn: Turn[Any], who: str) -> Iterator[Event]:
        yield Heard(f"{who} heard after {len(turn.world.log)}")

    def run(turn: Turn[Any]) -> Iterator[Event]:
        if at_the_same_time:
            return each_alone(turn, ("AAA", "BBB"), heard)
        return (event for who in ("AAA", "BBB") for event in heard(turn, who))

    now, again = turn(), turn()
    assert play(now, [Step("orders", "1", "rumours", run)]) == [Phase("1", "rumours", None)]
    assert now.world.log == ["AAA heard after 0", f"BBB heard after {0 if at_the_same_time else 1}"]
    replay(again.world, now.journal)
    assert again.world.log == now.world.log


def test_the_order_of_sheets_does_not_matter_to_what_happens_at_the_same_time() -> None:
    made = set()
    for order in permutations(GIFTS):
        now = turn(sheets(**{who: GIFTS[who] for who in order}))
        play(now, [Step("orders", "1", "gifts", at_the_same_time)])
        made.add(Journal.write(now.journal) + write_position(now.world))
    assert len(made) == 1


def levelled(turn: Turn[Any]) -> Iterator[Event]:
    """Who has anything gives all of it to the next."""
    codes = list(turn.world.gold)
    for who, to in zip(codes, [*codes[1:], codes[0]], strict=True):
        if gold := turn.world.gold[who]:
            yield Paid(who, to, gold)


@pytest.mark.parametrize(("at_once", "gold"), [(True, [0, 5, 5]), (False, [10, 0, 0])])
def test_a_step_at_once_tells_everything_from_its_start(at_once: bool, gold: list[int]) -> None:
    now = turn()
    play(now, [Step("orders", "1", "round about", levelled, at_once=at_once)])
    assert list(now.world.gold.values()) == gold


def test_a_step_may_bring_further_steps_as_the_turn_goes() -> None:
    def rounds(turn: Turn[Any]) -> Iterator[Event | Step[Any]]:
        number = 0
        while turn.world.gold["AAA"]:
            number += 1
            yield Step("orders", "2", "a round", lambda turn: iter([Paid("AAA", "CCC", 2)]), round=number)
            if turn.world.gold["AAA"] < 2:
                yield Paid("AAA", "BBB", 1)

    now = turn()
    play(now, [Step("orders", "1", "rounds", rounds)])
    assert [(event.name, event.round) for event in now.journal if isinstance(event, Phase)] == [
        ("rounds", None),
        ("a round", 1),
        ("a round", 2),
    ]
    assert now.world.gold == {"AAA": 0, "BBB": 6, "CCC": 4}


def test_an_event_may_end_the_turn() -> None:
    def broke(turn: Turn[Any]) -> Iterator[Event]:
        yield Paid("AAA", "BBB", 5)
        yield Bankrupt("AAA")
        yield Paid("BBB", "AAA", 5)

    now = turn()
    play(now, [Step("orders", "1", "gifts", broke), Step("end", "2", "more gifts", levelled)])
    assert now.world.gold == {"AAA": 0, "BBB": 10, "CCC": 0}
    assert now.journal[-1] == Bankrupt("AAA")
    assert JOURNAL.read(Journal.write(now.journal)) == now.journal


def test_only_the_parts_that_are_wanted_are_played() -> None:
    steps = [Step(part, "1", part, levelled) for part in ("dawn", "noon", "dusk")]
    told = play(turn(), steps, ("noon",))
    assert [event.name for event in told if isinstance(event, Phase)] == ["noon"]


def test_a_line_tried_for_several_powers_has_one_outcome() -> None:
    assert together(["void", "failed", "ok"]) == "ok"
    assert together(["void", "failed", "partial"]) == "partial"
    assert together(["void", "failed", "void"]) == "failed"
    assert together(["void"]) == together([]) == "void"
    journal = [Answered("AAA", power, 1, "x", outcome) for power, outcome in (("BBB", "failed"), ("CCC", "ok"))]  # type: ignore[arg-type]
    assert outcomes(journal, sheets(AAA=["x"])) == {"AAA": {1: "ok"}}


def test_lines_whose_moment_never_came_are_answered_at_the_end() -> None:
    now = turn(sheets(AAA=["x", "y"], BBB=["z"]))
    now.journal.append(Answered("AAA", "AAA", 2, "y"))
    left = [event for event in left_over(now) if isinstance(event, Answered)]
    assert [(event.sheet, event.number, event.outcome) for event in left] == [
        ("AAA", 1, "failed"),
        ("BBB", 1, "failed"),
    ]
    assert {why.text for event in left for why in event.refusals} == {
        "nothing came up in this turn for which it could be played"
    }


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    winner: str
    losses: int = 0


HILL = Question("R1T2", "the battle at R1T2", '{winner = "GOL", losses = 3}')
FORD = Question("R2T1", "the battle at R2T1", '{winner = "GOL"}')


def test_a_ruling_that_is_missing_is_named_with_all_others() -> None:
    with pytest.raises(RulingNeeded) as needed:
        Rulings({"R9": {"winner": "GOL"}}).ask(Battle, HILL, FORD)
    assert needed.value.questions == (HILL, FORD)


def test_rulings_are_typed_and_spare_ones_are_told() -> None:
    rulings = Rulings({"R1T2": {"winner": "GOL", "losses": 3}, "R2T1": {"winner": "WHI"}, "R9": 1})
    assert rulings.ask(Battle, HILL, FORD) == [Battle("GOL", 3), Battle("WHI")]
    assert rulings.not_asked() == ["R9"]
    with pytest.raises(GameError, match="the battle at R1T2 is not understood"):
        Rulings({"R1T2": {"winners": "GOL"}}).ask(Battle, HILL)
