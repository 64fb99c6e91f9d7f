"""Nothing leaks: change every fact a power may not know, and what it gets is the same to the byte in every form.

Who may know what is in the tables that a game brings to its tests, never in the game itself.
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from typing import Any

from pbm.desk.page import desk_page
from pbm.errors import GameError
from pbm.kit.knowledge import table_of, unlisted
from pbm.kit.play import FRAME, Played, game, random_sheets
from pbm.kit.secrets import disguised
from pbm.receipts.foresee import foresee
from pbm.receipts.receipt import receipt, receipt_html, receipt_text
from pbm.rehearsal.trial import Trial
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.schema import render_json
from pbm.reports.sections import Turnsheet
from pbm.reports.text import render_text
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.names import also
from pbm.rules.order import Sheet
from pbm.rulesets import load, reporting
from pbm.rulesets.contract import AnyRuleset

MARGIN = 40
"""So much of a line is shown before what differs in it."""
Made = Callable[[Played, Any, list[Event], str], tuple[bytes, ...]]


def forms(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    made = report_of(played, world, journal, who)
    return render_text(made).encode(), render_html(made).encode(), render_json(made)


def report_of(played: Played, world: Any, journal: list[Event], who: str) -> Report:
    rules = played.rules
    seen, history = rules.sight.view(world, journal, who), (*played.past, rules.reports.chapter(world))
    public = reporting.roundup(rules, seen, FRAME, history, also(rules.state.names(world)))
    return reporting.report(rules, world, seen, FRAME, public)


def pictured(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The forms with maps in them."""
    made, data = report_of(played, world, journal, who), played.rules.data
    return render_html(made, data).encode(), render_pdf(made, data)


def desks(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The order desk for the next turn, if there is one."""
    made = report_of(played, world, journal, who)
    return (desk_page(played.rules, made).encode(),) if any(made.of(Turnsheet)) else ()


def orders(played: Played, who: str) -> Sheet:
    """A sheet for the next turn."""
    return random_sheets(played.rules, played.world, random.Random(played.world.turn)).get(who, Sheet(who, {}))


def trials(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The imagined report of a sheet for the next turn."""
    tried = Trial(played.rules, "game1", played.rules.sight.view(world, journal, who), orders(played, who))
    try:
        made = tried.report(next(tried.plays(1)))
    except GameError as error:
        return (str(error).encode(),)
    return render_text(made).encode(), render_json(made)


def receipts(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The receipt of a sheet for the next turn."""
    rules, turn, sheet = played.rules, played.world.turn, orders(played, who)
    seen = rules.sight.view(world, journal, who)
    made = receipt(rules.title, "game1", turn, sheet, foresee(rules, "game1", seen, sheet, turn))
    return receipt_text(made).encode(), receipt_html(made).encode()


def leaks(
    rules: AnyRuleset, seeds: range, turns: int = 4, powers: int = 4, made: Made = forms, first: int = 0
) -> Iterator[tuple[int, int, str, str, str]]:
    """Where something changed with what its reader may not know, after the first turns: seed, turn, power, and one line
    both ways."""
    for seed in seeds:
        for played in islice(game(rules, seed, turns), first, None):
            chance, told = random.Random(seed), sorted(rules.state.players(played.world))
            for who in chance.sample(told, min(powers, len(told))):
                world, journal = disguised(played, who, chance)
                papers = made(played, world, journal, who), made(played, played.world, played.journal, who)
                if papers[0] != papers[1]:
                    yield seed, played.opening.turn, who, *first_difference(*papers)


def first_difference(changed: tuple[bytes, ...], real: tuple[bytes, ...]) -> tuple[str, str]:
    """The first line that differs, with the number of its paper; of a long one, the part around the difference."""
    for number, (one, other) in enumerate(zip(changed, real, strict=True)):
        for was, now in zip_longest(other.splitlines(), one.splitlines(), fillvalue=b""):
            if was != now:
                same = next((place for place, both in enumerate(zip(was, now, strict=False)) if both[0] != both[1]), 0)
                at = max(0, same - MARGIN)
                return f"paper {number}: {shown(was, at)}", f"changed: {shown(now, at)}"
    return "", ""


def shown(line: bytes, at: int) -> str:
    return line[at : at + 3 * MARGIN].decode(errors="replace")


def test_the_table_has_every_kind_of_event(name: str) -> None:
    assert unlisted(name, load(name).book.events) == []


def test_views_are_what_the_table_says(name: str) -> None:
    """Nothing more, and nothing less."""
    table = table_of(name)
    for played in (played for seed in range(3) for played in game(load(name), seed, 4)):
        for who, view in played.views().items():
            known = table.known(played, who)
            assert [event for event in view.events if not isinstance(event, Phase)] == [*known.events]
            assert set(getattr(view, "seen", ())) == known.seen
            begun = {number for number, event in enumerate(view.events) if isinstance(event, Phase | Answered)}
            assert begun <= set(view.starts)


def test_a_report_holds_only_what_its_reader_may_know(name: str) -> None:
    assert [*leaks(load(name), range(2), turns=3)] == []


def test_no_picture_leaks(name: str) -> None:
    assert [*leaks(load(name), range(1), turns=2, powers=1, made=pictured)] == []


def test_no_desk_leaks(name: str) -> None:
    assert [*leaks(load(name), range(1), turns=2, powers=1, made=desks, first=1)] == []


def test_no_receipt_leaks(name: str) -> None:
    assert [*leaks(load(name), range(1), turns=2, powers=2, made=receipts)] == []


def test_no_trial_leaks(name: str) -> None:
    assert [*leaks(load(name), range(1), turns=2, powers=2, made=trials)] == []


def test_everyone_reads_the_same_roundup(name: str) -> None:
    for played in game(load(name), 3, 4):
        world, journal = played.world, played.journal
        made = {who: render_json(report_of(played, world, journal, who).roundup) for who in played.views()}
        assert len(set(made.values())) == 1
