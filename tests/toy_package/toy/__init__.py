"""The Vale, a toy game for two to four: levy armies, march with a die, guard, and hold the most fields at the end."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pbm.reading.language import Words
from pbm.reports import Chapter
from pbm.rules import corrections, doctrine, sight
from pbm.rules.comparing import convert, refuse_unknown
from pbm.rules.dice import Dice, Streams
from pbm.rules.event import Event, events_of
from pbm.rules.order import ALL, Lines, Number, Order
from pbm.rules.position import read_position
from pbm.rules.result import Result
from pbm.rulesets import contract as of

from . import rules
from .rules import (
    DATA,
    FIELDS,
    LINKS,
    PARAGRAPHS,
    POWERS,
    PRICE,
    SEQUENCE,
    Corrected,
    Field,
    Levied,
    Levy,
    March,
    Paid,
    Settings,
    Side,
    World,
    action,
    setup,
)

# What a player may know: who holds which field, their own armies, their own gold and standing orders.


class View(sight.View, frozen=True):
    gold: int
    fields: dict[str, Field]
    powers: tuple[str, ...]
    guarding: dict[str, str]
    last_turn: int
    over: bool
    winner: str | None


def view(world: World, journal: list[Event], who: str) -> View:
    seen = {code: Field(one.owner, one.armies if one.owner == who else 0) for code, one in world.fields.items()}
    told = sight.telling(journal, world.powers, {**FIELDS, **POWERS}).of(who)
    mine = dict(world.doctrine.get(who, {}))
    gold, powers = world.powers[who].gold, tuple(world.powers)
    return View(
        who,
        world.turn - 1,
        **told,
        gold=gold,
        fields=seen,
        powers=powers,
        guarding=mine,
        last_turn=world.last,
        over=world.over,
        winner=world.winner,
    )


def known(view: View) -> World:
    powers = {who: Side(gold=view.gold if who == view.who else 0) for who in view.powers}
    mine = {view.who: view.guarding}
    return World(powers, view.fields, mine, view.turn + 1, view.last_turn, view.over, view.winner)


# Cases, and a computer player.


def read_case(case: Mapping[str, Any]) -> World:
    given = {"powers": {}, "fields": {}} | (case.get("position") or {})
    refuse_unknown("position", given, World.__struct_fields__)
    refuse_unknown("fields", given["fields"], FIELDS)
    refuse_unknown("powers", given["powers"], POWERS)
    return convert(given | {"fields": {code: {} for code in FIELDS} | given["fields"]}, World, "position")


def write(view: View, temperament: str, dice: Dice) -> Iterable[tuple[Order, str]]:
    own = sorted(code for code, field in view.fields.items() if field.owner == view.who)
    if own and view.gold >= PRICE:
        yield Levy(dice.pick(f"captain.{view.who}", own), ALL), "armies win fields"
    for code in own:
        beside = [other for other in FIELDS if {code, other} in LINKS and other not in own]
        if view.fields[code].armies and beside:
            yield March(code, dice.pick(f"captain.{view.who}", beside), Number(1, True)), "there is more to hold"


def audit(before: World, journal: list[Event], after: World) -> Iterator[str]:
    paid = sum(event.gold for event in journal if isinstance(event, Paid))
    spent = sum(event.gold for event in journal if isinstance(event, Levied))
    had, has = (sum(side.gold for side in world.powers.values()) for world in (before, after))
    if has != had + paid - spent:
        yield "gold came or went by itself"
    yield from (f"{code} has fewer than no armies" for code, field in after.fields.items() if field.armies < 0)


def words(world: World) -> Words:
    powers = {who: POWERS[who] for who in world.powers}
    return Words(
        {"area": FIELDS, "power": powers},
        {"area": "field"},
        {"reader": ("power",)},
        rule="1",
        code_rule="1",
        contacts={},
    )


def standings(world: World) -> dict[str, of.Standing]:
    return {who: of.Standing(len(world.owned(who)), True, (side.gold,)) for who, side in world.powers.items()}


def ending(world: World) -> Result | None:
    if world.winner:
        return Result("fields", f"{POWERS[world.winner]} won", (world.winner,))
    return Result("draw", "nobody won") if world.over else None


RULESET: of.Ruleset[World, View] = of.Ruleset(
    name="toy",
    title="The Vale",
    version="1",
    data=DATA,
    book=of.Book(
        paragraphs=PARAGRAPHS,
        actions=action,
        events=(*events_of(rules), *doctrine.EVENTS),
        sequence=SEQUENCE,
        purses=lambda world, who: {"gold": world.powers[who].gold},
        doctrine=lambda world, who: world.doctrine.get(who, {}),
    ),
    state=of.State(
        settings=Settings,
        seats=lambda settings: dict(list(POWERS.items())[: settings.powers]),
        setup=setup,
        read=read_position(World),
        players=lambda world: list(world.powers),
        names=lambda world: {**FIELDS, **{who: POWERS[who] for who in world.powers}},
        result=ending,
    ),
    language=of.Language(Path(__file__).parent / "toy.lark", action, words, Lines(12)),
    sight=of.Sight(View, view, known),
    reports=of.Reports(
        chapter=lambda world: Chapter(
            world.turn - 1,
            {"fields": {who: len(world.owned(who)) for who in world.powers}},
            {code: field.owner for code, field in world.fields.items()},
        ),
        rule="Twelve lines at most, carried out in their order.",
    ),
    seats=of.Seats(correct=partial(corrections.corrected, Corrected)),
    cases=of.Cases(
        read_case,
        lambda world: Streams("battle.{place}", "captain.{power}", place=FIELDS, power=POWERS),
        codes=lambda world: {*FIELDS, *POWERS},
    ),
    computer=of.Computer(
        players=("captain",),
        usual="captain",
        stand_in=lambda world, who, joining: "captain",
        write=write,
        standings=standings,
        figures=("gold",),
        audit=audit,
    ),
)
