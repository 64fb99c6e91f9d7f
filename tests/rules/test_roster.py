"""Seats, corrections and positions, with a game that has nothing else."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, field

from pbm.errors import GameError
from pbm.rules import roster
from pbm.rules.code import Place, Power
from pbm.rules.corrections import Corrected, Part, corrected
from pbm.rules.dice import Dice
from pbm.rules.engine import Step, Turn, play
from pbm.rules.event import Event, Journal, Phase
from pbm.rules.order import Sheet
from pbm.rules.position import write_position
from pbm.rules.roster import BackInPlay, ComputerPlayed, DroppedOut, PowerGained, PowerLost, Seat, TakenOver, TurnMissed
from pbm.rulesets.contract import Seats, plain_tables


class Camp(Struct, omit_defaults=True):
    men: int = 0


class Town(Struct, omit_defaults=True):
    owner: Power | None = None
    road: Place | None = None
    mood: Literal["Calm", "Riot"] = "Calm"
    walled: bool = False
    camp: Camp = field(default_factory=Camp)


class World(Struct):
    turn: int = 1
    seats: dict[str, Seat] = field(default_factory=lambda: {"AAA": Seat(), "BBB": Seat()})
    towns: dict[str, Town] = field(default_factory=lambda: {"TAM": Town("AAA"), "LES": Town()})
    motto: str = ""

    def seat(self, who: str) -> Seat:
        return self.seats[who]


STEPS: tuple[Step[World], ...] = (
    Step("start", "1", "new players", roster.new_players),
    Step("start", "2", "computer players", lambda turn: roster.computer_plays(turn, turn.world.seats)),
    Step("end", "3", "missed turns", lambda turn: roster.missed_turns(turn, turn.world.seats, dropout_after=2)),
)
EVENTS = Journal(roster.EVENTS)


def played(world: World, joining: tuple[str, ...] = (), **by: str) -> list[Event]:
    """A turn: AAA="" came from the player, AAA="steward" from the computer."""
    sheets = {who: Sheet(who, {}, by=name) for who, name in by.items()}
    journal = play(Turn(world, sheets, Dice(b"x", world.turn), joining=joining), STEPS)
    assert EVENTS.read(Journal.write(journal)) == journal
    return [event for event in journal if not isinstance(event, Phase)]


def test_missed_turns_are_counted_and_forgotten() -> None:
    world = World()
    assert played(world, AAA="steward", BBB="") == [ComputerPlayed("AAA", "steward"), TurnMissed("AAA", 1)]
    assert played(world, AAA="", BBB="") == [BackInPlay("AAA")]
    assert world.seats["AAA"] == Seat()


def test_who_misses_too_many_in_a_row_has_dropped_out_until_taken_over() -> None:
    world = World(seats={"AAA": Seat(missed=1)})
    assert played(world, AAA="steward")[1:] == [TurnMissed("AAA", 2), DroppedOut("AAA")]
    assert roster.is_vacant(world, "AAA")
    assert Seats[World]().is_vacant(world, "AAA")
    assert played(world, AAA="warlord") == [ComputerPlayed("AAA", "warlord")], "a dropout misses nothing more"
    assert played(world, joining=("AAA",), AAA="") == [TakenOver("AAA")]
    assert world.seats["AAA"] == Seat()


def test_a_seat_with_a_player_cannot_be_taken_over() -> None:
    with pytest.raises(GameError, match="AAA cannot be taken over in turn 1"):
        played(World(), joining=("AAA",))


def test_a_player_may_have_several_powers_or_none() -> None:
    world = World(seats={"AAA": Seat(powers=["AAA"])})
    for event in (PowerGained("AAA", "BYZ"), PowerLost("AAA", "AAA")):
        event.apply(world)
    assert world.seat("AAA").powers == ["BYZ"]
    PowerLost("AAA", "BYZ").apply(world)
    assert world.seat("AAA") == Seat()


class Mended(Corrected, frozen=True):
    parts: ClassVar = {
        "TOWN": Part("towns", ("owner", "road", "mood", "walled", "camp.men")),
        "SEAT": Part("seats", ("control", "missed")),
    }
    homes: ClassVar = {"power": "seats", "place": "towns"}
    public: ClassVar = ("owner",)

    @classmethod
    def unsound(cls, world: World, kind: str, code: str) -> str:
        return "nobody camps in a riot" if kind == "TOWN" and riotous(world.towns[code]) else ""


def riotous(town: Town) -> bool:
    return town.mood == "Riot" and town.camp.men > 0


correct = partial(corrected, Mended)


def corrections(world: World, *texts: str) -> Iterator[Event]:
    for event in correct(world, [(text, "a slip") for text in texts]):
        event.apply(world)
        yield event


def test_corrections_are_typed_by_the_structs() -> None:
    world = World()
    told = list(corrections(world, "town tam mood=riot walled=yes road=les", "TOWN LES camp.men=3 owner=bbb"))
    assert world.towns == {"TAM": Town("AAA", "LES", "Riot", True), "LES": Town("BBB", camp=Camp(3))}
    assert [event.headline() for event in told[1:]] == [(), (), (), (), ("correction", "LES")]
    assert told[-1].known_to() == ("BBB",)
    assert Journal((Mended,)).read(Journal.write(told)) == told
    list(corrections(world, "TOWN LES owner=none", "SEAT BBB control=dropout"))
    assert world.towns["LES"].owner is None
    assert world.seats["BBB"].control == "dropout"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("TOWN TAM camp.men=many", "it cannot be many; write a whole number"),
        ("TOWN TAM mood=sad", "it cannot be sad; write "),
        ("TOWN TAM walled=perhaps", "write yes or no"),
        ("TOWN TAM owner=ZZZ", "there is no seat ZZZ"),
        ("TOWN TAM road=ZZZ", "there is no town ZZZ"),
        ("TOWN ZZZ walled=no", "there is no town ZZZ in this game"),
        ("TOWN TAM gold=3", "gold cannot be corrected; TOWN has owner, road"),
        ("TOWN TAM mood=riot camp.men=2", "nobody camps in a riot"),
        ("RIVER TAM wet=yes", "is not understood"),
        ("TOWN TAM", "is not understood"),
        ("TOWN TAM walled", "is not understood"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(text: str, answer: str) -> None:
    with pytest.raises(GameError) as refused:
        list(corrections(World(), text))
    assert answer in str(refused.value)


def test_a_game_that_lists_nothing_may_correct_every_plain_value_of_its_structs() -> None:
    world, correct = World(), Seats[World]().correct
    for event in correct(world, [("SEAT AAA control=dropout", "x"), ("TOWN TAM owner=none walled=yes", "y")]):
        event.apply(world)
    assert (world.seats["AAA"].control, world.towns["TAM"].owner, world.towns["TAM"].walled) == ("dropout", None, True)
    with pytest.raises(GameError, match="camp cannot be corrected; TOWN has owner, road, mood, walled"):
        list(correct(world, [("TOWN TAM camp=3", "z")]))
    with pytest.raises(GameError, match="is not understood"):
        list(correct(world, [("MOTTO x y=z", "z")]))


@given(st.text(), st.dictionaries(st.text(), st.builds(Town, st.none() | st.text(), walled=st.booleans())))
def test_positions_are_read_back_as_written(motto: str, towns: dict[str, Town]) -> None:
    world = World(towns=towns, motto=motto)
    assert msgspec.json.decode(write_position(world), type=World) == world


def test_a_position_has_one_row_to_a_line() -> None:
    lines = write_position(World(motto='say ":x","y"')).decode().splitlines()
    assert '  "TAM": {"owner": "AAA", "camp": {}},' in lines
    assert lines[-2] == r' "motto": "say \":x\",\"y\""'


def test_plain_tables_show_whatever_there_are_many_of() -> None:
    from pbm.rules.position import show_position

    towns = plain_tables(show_position(World()))[-1]
    assert (towns.title, towns.header) == ("Towns", ("", "owner", "camp"))
    assert towns.rows == [("TAM", "AAA", "none"), ("LES", "", "none")]
    [held] = plain_tables({"forts": {"TAM": {"men": {"AAA": 1}}}}, {"AAA": "Red"})
    assert held.rows == [("TAM", "Red 1")]
