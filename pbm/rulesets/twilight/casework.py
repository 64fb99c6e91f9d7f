"""Twilight in cases: positions as they are written there, and what is compared [9]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbm.rules.comparing import CaseError, Given, convert, refuse_unknown
from pbm.rules.dice import Streams
from pbm.rules.position import fields_of
from pbm.rulesets.contract import Cases
from pbm.rulesets.twilight.map import chart, listed
from pbm.rulesets.twilight.position import Doctrine, Player, Position, PowerState, Settings
from pbm.rulesets.twilight.scenarios import scenario
from pbm.rulesets.twilight.sight import view
from pbm.rulesets.twilight.tables import all_markers
from pbm.rulesets.twilight.turn import OPERATIONS
from pbm.rulesets.twilight.units import read, stacks, write
from pbm.rulesets.twilight.world import World

NONE = "none"
STREAMS = (
    "ops.{power}", "combat.{power}", "viking.strength", "viking.sea", "viking.raid", "viking.combat", "viking.tie",
    "draw.{power}", "bid.tie", "npp.default", "minor.control", "claim.order", "setup.first", "subvert.{power}",
    "subvert.count.{power}", "rebel.tie", "harvest.{power}", "alliance.{power}", "feudal.{power}", "ceremony.{power}",
    "schism.{power}", "schism.pick.{power}", "discard.{power}", "perfidy.pick", "perfidy.to", "withdraw.pick",
    "paralyse.tie", "plague.pick", "peripheral.war", "plague.roll", "buyoff", "succession.{power}", "end.roll",
)  # fmt: skip
KEYS = Position.__struct_encode_fields__
UNORDERED = (
    "markers",
    "pool",
    "pillaged",
    "plague",
    "feudal",
    "unrest",
    "paralysed",
    "removed",
    "frankish_start",
    "bans",
)


def read_world(case: Given) -> World:
    """The position of a case; what it does not give is empty or the game's default."""
    if case.get("map"):
        raise CaseError("map: this game is played on its own map")
    given = spoken(case.get("position") or {})
    refuse_unknown("position", given, KEYS)
    plan_name = str(given.get("scenario", "843"))
    settings = convert({"scenario": plan_name} | dict(case.get("house") or {}), Settings, "house")
    turn = given.get("turn", 0 if case.get("from") == "setup" else 1)
    seats = list(given.get("seats") or [])
    refuse_unknown("seats", seats, listed())
    world = World(
        settings=settings,
        scenario=plan_name,
        turn=turn,
        year=given.get("year", scenario(plan_name).first_year + max(turn, 1) - 1),
        seats=seats,
        players=players(given, seats),
        powers=powers(given, seats),
        forces=forces(given.get("forces") or {}),
        doctrines={code: convert(words(row), Doctrine, code) for code, row in (given.get("doctrine") or {}).items()},
        **{name: given[name] for name in SIMPLE if name in given},
    )
    world.pool = sorted(given["pool"] if "pool" in given else rest_of_pool(world))
    world.order = given.get("order") or [*own_powers(world), *world.of_kind("major")]
    if "frankish_start" not in given:
        world.frankish_start = [code for code, spot in chart().items() if spot.frankish]
    return world


SIMPLE = (
    "scandinavia", "pillaged", "plague", "feudal", "unrest", "removed", "out", "slots", "last_order", "bans",
    "paralysed", "frankish_start", "vp", "levels", "moral", "over",
)  # fmt: skip


def spoken(value: Any) -> Any:
    """The word none is nothing, and numbers that YAML read as keys or years are what they are."""
    if isinstance(value, Mapping):
        return {key: spoken(item) for key, item in value.items()}
    return None if value == NONE else value


def words(value: Any) -> Any:
    """Choices are words, also where YAML reads a number."""
    choices = {
        mark: list(given) if isinstance(given, list) else [given] for mark, given in (value.get("choose") or {}).items()
    }
    return value | ({"choose": choices} if choices else {})


def players(given: Given, seats: Iterable[str]) -> dict[str, Player]:
    rows = given.get("players") or {}
    found = {seat: convert({"pp": seat} | (rows.get(seat) or {}), Player, seat) for seat in seats}
    return found | {
        code: convert({"pp": code} | (row or {}), Player, code) for code, row in rows.items() if code not in found
    }


def powers(given: Given, seats: list[str]) -> dict[str, PowerState]:
    """Only powers that are named exist: those of the seats are players', other Franks Majors, the rest as listed."""
    rows = given.get("powers") or {}
    there = [code for place in (given.get("forces") or {}).values() for code in place]
    codes = dict.fromkeys([*seats, *rows, *there])
    return {code: power(code, rows.get(code) or {}, seats) for code in codes if code != "VIK"}


def power(code: str, row: Given, seats: list[str]) -> PowerState:
    known = listed().get(code)
    frankish = known.frankish if known else not code.startswith("RB")
    kind = "pp" if code in seats else "minor" if known and known.kind == "minor" else "major"
    if known is None and code.startswith("RB"):
        kind = "minor"
    base: dict[str, Any] = {"kind": kind, "frankish": frankish, "player": code if code in seats else None}
    return convert(base | dict(row), PowerState, code)


def forces(given: Given) -> dict[str, dict[str, Any]]:
    refuse_unknown("forces", given, chart())
    found = {place: {who: stacks(units) for who, units in there.items() if units} for place, there in given.items()}
    return {place: {who: each for who, each in there.items() if each} for place, there in found.items()}


def rest_of_pool(world: World) -> Iterator[str]:
    """All markers that are nowhere else."""
    held = [marker for power in world.powers.values() for marker in power.markers]
    return (Counter(all_markers()) - Counter([*held, *world.removed, *world.out])).elements()


def own_powers(world: World) -> list[str]:
    return [power for seat in world.seats if (power := world.own_power(seat))]


# comparing


def meant(expected: Given) -> dict[str, Any]:
    """What a case expects: the word none is nothing, and stacks are alike in whatever order they are written."""
    found: dict[str, Any] = spoken(expected)
    for row in (found, *(found.get("sees") or {}).values()):
        if "forces" in row:
            row["forces"] = {place: stood(there) for place, there in row["forces"].items()}
    return found


def stood(there: Given | None) -> dict[str, list[str]]:
    return {who: sorted(stack_text(text) for text in texts(units)) for who, units in (there or {}).items()}


def texts(units: Any) -> list[str]:
    return [units] if isinstance(units, str) else list(units or ())


def stack_text(text: str) -> str:
    """Units in their order; a size word as it is."""
    return write(read(text)) if text[:1].isupper() else text


def codes_of(world: World) -> set[str]:
    return {*chart(), *listed(), *world.powers, "CER"}


def position(world: World) -> dict[str, Any]:
    """What a case may expect, in the words of a case."""
    kept = {name: value for name, value in fields_of(world, Position).items() if name not in ("forces", "doctrines")}
    forces = {
        place: {who: sorted(write(stack.units) for stack in each) for who, each in there.items()}
        for place, there in world.forces.items()
    }
    doctrine = {code: world.doctrines.get(code) or Doctrine() for code in world.powers}
    return kept | {"forces": forces, "doctrine": doctrine, "moral": spoken(world.moral)}


def sees(world: World, journal: list[Any], who: str) -> dict[str, Any]:
    """What a player's report shows of forces and markers."""
    known = view(world, journal, who)
    shown = {place: stood(there) for place, there in known.forces.items()}
    return {"forces": shown, "markers": dict(known.markers)}


CASES: Cases[World] = Cases(
    streams=lambda world: Streams(*STREAMS),
    read=read_world,
    meant=meant,
    position=position,
    codes=codes_of,
    unordered=UNORDERED,
    sees=sees,
    orders=OPERATIONS,
    all_dice=True,
)
