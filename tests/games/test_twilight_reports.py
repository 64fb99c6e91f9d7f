"""Reports of Carolingian Twilight: what they tell, and what they must not; the sample game as it ships."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from pbm.errors import GameError
from pbm.record.game import find
from pbm.reports import Frame, Report
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.sections import Account
from pbm.reports.text import render_text
from pbm.rules.event import Answered, Event
from pbm.rulesets.reporting import reports, turnsheet
from pbm.rulesets.twilight import RULESET as TWILIGHT
from pbm.rulesets.twilight.corrections import correct
from pbm.rulesets.twilight.forces import Formed, LeftBehind, Moved, PickedUp, Raised
from pbm.rulesets.twilight.hands import Discarded, Drew
from pbm.rulesets.twilight.levy import Maintained, Mustered, Spent
from pbm.rulesets.twilight.position import Doctrine, Settings
from pbm.rulesets.twilight.sight import view
from pbm.rulesets.twilight.tables import tables
from pbm.rulesets.twilight.telling import telling
from pbm.rulesets.twilight.units import LAND, Stack
from pbm.rulesets.twilight.world import World
from tests import ROOT

GAMES = ROOT / "games"
GAME = find(GAMES, "verdun843")
SEATS = ("CHB", "LGE", "LO1")
LAST = 4
PRIVATE = (Formed, Moved, LeftBehind, PickedUp, Raised, Drew, Discarded, Mustered, Maintained, Spent)
"""Events that only the player of their power hears of."""


def world_after(turn: int) -> World:
    return TWILIGHT.state.read(GAME.position(turn), Settings())


def journal_of(turn: int) -> list[Event]:
    return TWILIGHT.book.journal.read(GAME.journal(turn))


def made(world: World, journal: list[Event]) -> dict[str, Report]:
    past = [TWILIGHT.reports.chapter(world_after(turn)) for turn in range(LAST)]
    return reports(TWILIGHT, world, journal, {}, past)[1]


# what is told


@pytest.mark.parametrize("seat", SEATS)
def test_a_report_has_all_that_the_next_sheet_needs(seat: str) -> None:
    report = made(world_after(LAST), journal_of(LAST))[seat]
    keys = {section.key for section in report.sections}
    assert keys >= {"brief", "orders", "combats_mine", "forces", "hand", "standing", "your_map", "sheet"}
    assert keys >= {"budget", "bill", "reach", "levy", "majors", "end"}
    public = {section.key for section in report.roundup.sections}
    assert public >= {"powers", "state", "bids", "raid", "combats", "news", "stacks", "map", "points_chart"}


def test_every_line_of_a_sheet_is_told_with_its_outcome() -> None:
    journal = journal_of(LAST)
    for seat, report in made(world_after(LAST), journal).items():
        answers = {event.number for event in journal if isinstance(event, Answered) and event.sheet == seat}
        assert {deed.number for deed in report.section("orders").deeds if deed.by == "self"} == answers


def test_accounts_add_up_to_the_points_of_the_position() -> None:
    world = world_after(LAST)
    for seat, report in made(world, journal_of(LAST)).items():
        own = world.own_power(seat)
        if own in world.vp:
            assert report.section("victory").total == world.vp[own]
        assert all(section.total >= 0 for section in report.of(Account))


def test_a_player_hears_of_a_power_only_while_having_it() -> None:
    world, journal = world_after(LAST), journal_of(LAST)
    told = telling(world, journal, world.names())
    for seat, events in told.events.items():
        for event in events:
            if isinstance(event, PRIVATE):
                held = world.powers[event.who].player or world.powers[event.who].last
                assert seat in (held, event.who)


# what is not told


def disguised(world: World, seat: str, chance: random.Random) -> None:
    """Another world in all that a seat may not know: units of others, markers of others, their standing orders."""
    mine = world.powers_of(seat)
    for there in world.forces.values():
        for power in [power for power in there if power not in mine]:
            there[power] = [other_units(stack, chance) for stack in there[power]]
    for code, state in world.powers.items():
        if code not in mine:
            state.markers = chance.choices([row.code for row in tables().markers], k=len(state.markers))
            state.loot = chance.randint(0, 9)
            world.doctrines[code] = Doctrine(losses=["L"], crt=["RAID"], sortie=True)
    chance.shuffle(world.pool)


def other_units(stack: Stack, chance: random.Random) -> Stack:
    """As many, or as many as look the same."""
    size = next(row.guess for row in reversed(tables().sizes) if row.least <= stack.size)
    return Stack({"S": size} if stack.is_fleet else {chance.choice(LAND): size})


def otherwise(journal: list[Event], world: World, seat: str, chance: random.Random) -> Iterator[Event]:
    """The same year, but for what was done in secret by others."""
    heard = {id(event) for event in telling(world, journal, world.names()).events[seat]}
    for event in journal:
        if id(event) in heard or not isinstance(event, PRIVATE):
            yield event
        elif isinstance(event, Drew | Discarded):
            yield msgspec.structs.replace(event, marker=chance.choice(tables().markers).code)
        elif chance.random() < 0.5:
            yield event


def forms(report: Report) -> tuple[bytes, ...]:
    return render_text(report).encode(), render_html(report).encode(), render_json(report)


@pytest.mark.parametrize("turn", range(1, LAST + 1))
@pytest.mark.parametrize("seat", SEATS)
def test_nothing_hidden_changes_a_report(seat: str, turn: int) -> None:
    chance = random.Random(f"{seat} {turn}")
    world, journal, other = world_after(turn), journal_of(turn), world_after(turn)
    disguised(other, seat, chance)
    told = list(otherwise(journal, world, seat, chance))
    assert forms(made(other, told)[seat]) == forms(made(world, journal)[seat])


def test_a_view_out_of_a_report_is_the_view() -> None:
    world, journal = world_after(LAST), journal_of(LAST)
    for seat, report in made(world, journal).items():
        _, found = TWILIGHT.sight.from_report(render_json(report))
        assert TWILIGHT.sight.known(found) == TWILIGHT.sight.known(view(world, journal, seat))


# the turnsheet


@pytest.mark.parametrize("turn", range(LAST + 1))
@pytest.mark.parametrize("seat", SEATS)
def test_a_sheet_as_it_is_printed_can_be_sent_back(seat: str, turn: int) -> None:
    world = world_after(turn)
    sheet = turnsheet(TWILIGHT, world, view(world, journal_of(turn), seat), turn)
    reader = TWILIGHT.language.reader(world)
    orders = [row for row in sheet.rows if row and not row.startswith(";")]
    assert orders
    assert [row for row in orders if not reader.order(row)] == []
    assert max(map(len, sheet.rows)) <= 68
    assert sheet.count == max(40, len(sheet.rows)) <= 150


# corrections


def put_right(world: World, *rows: tuple[str, str]) -> None:
    for event in correct(world, list(rows)):
        event.apply(world)


def test_the_game_master_puts_forces_marks_and_purses_right() -> None:
    world = world_after(LAST)
    rows = [("POWER CHB dp=7", "a slip"), ("PLACE FRC CHB=L1W2 pillaged=no", "a slip"), ("PLACE BIS MUS=none", "so")]
    put_right(world, *rows)
    assert world.powers["CHB"].dp == 7
    assert world.units("FRC", "CHB") == {"L": 1, "W": 2}
    assert "FRC" not in world.pillaged
    assert not world.number("BIS", "MUS")


@pytest.mark.parametrize("text", ["POWER CHB dp=-1", "PLACE FRC CHB=S1", "PLACE FRC XYZ=W1", "PLACE QQQ CHB=W1"])
def test_a_correction_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        put_right(world_after(LAST), (text, "a slip"))


def test_a_player_may_resign() -> None:
    world = world_after(LAST)
    put_right(world, (TWILIGHT.seats.resigned("LO1"), "gone"))
    assert TWILIGHT.seats.is_vacant(world, "LO1")


def test_the_frame_of_a_report_is_the_office_s() -> None:
    world, journal = world_after(LAST), journal_of(LAST)
    found = reports(TWILIGHT, world, journal, {"CHB": Frame(player="A player")})[1]
    assert found["CHB"].masthead.player == "A player"
    assert found["LO1"].masthead.player == ""
