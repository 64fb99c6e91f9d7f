"""A turn of Dark Age: the start, the sixteen rounds, and the sequence of play [2.17, 2.18, 10.6].

The rounds have a driver of their own: EXCHANGE hands the rest of a sheet to another kingdom in the middle of a turn, so
that in each round it is asked anew whose sheet a kingdom plays, and an answer says what was paid and what is left.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import ClassVar

from pbm.rules import roster
from pbm.rules.code import Place, Power
from pbm.rules.engine import END, ORDERS, START, Step, Turn
from pbm.rules.event import Answered, Event, OfPower, Phase, Said
from pbm.rules.order import Line, Refusal
from pbm.rulesets.darkage import closing, income, missed, victory
from pbm.rulesets.darkage.action import LAST_ACTION, Action, Scene
from pbm.rulesets.darkage.kings import dissolve
from pbm.rulesets.darkage.world import Kingdom, World

FORT, PEOPLE = (1, 2), (3, 4)
LUCKY = (5, 6)
"""Throws for an unowned area [2.18]."""
SELF_RELIANT = 3
"""So many people raise an army without a second throw."""


class Lapsed(Event, frozen=True):
    who: Power | None
    where: Place
    armies: int
    text: ClassVar = "{where} fell to nobody"

    def apply(self, world: World) -> None:
        world.change_owner(self.where, None)
        world.areas[self.where].armies += self.armies
        world.areas[self.where].abandoned = False


def lost_kingdoms(turn: Turn[World]) -> Iterator[Event]:
    """Lands of kingdoms that left the game become nobody's, with an army each [10.6]."""
    world = turn.world
    gone = [code for code in world.kingdoms if not world.in_play(code)]
    for code in gone:
        kingdom = world.kingdoms[code]
        if kingdom != Kingdom(control=kingdom.control, vp=kingdom.vp, sheet=kingdom.sheet):
            yield from dissolve(world, code)
    for where, area in world.areas.items():
        if area.owner in gone or (area.abandoned and area.owner is None):
            yield Lapsed(area.owner, where, 0 if world.map[where].is_sea else 1)


class Stirred(Event, frozen=True):
    """What an unowned area did by itself."""

    where: Place
    rolls: tuple[int, ...]
    forts: int
    population: int
    armies: int
    text: ClassVar = (
        "{where} {where:throws/throw} {rolls}<: {forts:more fort/more forts}><: {population} more of the people>"
        "<: {armies:more army/more armies}>"
    )

    def apply(self, world: World) -> None:
        area = world.areas[self.where]
        area.forts += self.forts
        area.population += self.population
        area.armies += self.armies


def unowned_areas(turn: Turn[World]) -> Iterator[Event]:
    """One random action for every unowned land and city that is not blockaded, in order of code."""
    world = turn.world
    for where in sorted(world.areas):
        if world.areas[where].owner is None and not world.map[where].is_sea and not world.blockaded(where):
            yield stirred(turn, where)


def stirred(turn: Turn[World], where: str) -> Stirred:
    area, limit = turn.world.areas[where], turn.world.map[where].limit
    roll = turn.dice.roll(f"unowned.{where}")
    if roll in FORT:
        return Stirred(where, (roll,), int(area.forts < limit), 0, 0)
    if roll in PEOPLE:
        return Stirred(where, (roll,), 0, int(area.population < limit), 0)
    if area.population >= SELF_RELIANT:
        return Stirred(where, (roll,), 0, 0, 1)
    again = turn.dice.roll(f"unowned.{where}")
    return Stirred(where, (roll, again), 0, 0, int(again in LUCKY))


class Acted(Answered, frozen=True, kw_only=True):
    """An action is carried out and paid for; its effects follow."""

    price: int
    left: int
    text: ClassVar = "{number}. {order} ({price:BP/BPs}, {left} left)"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].bp -= self.price


def rounds(turn: Turn[World]) -> Iterator[Event]:
    """In each round every kingdom in play does its action of that number, in the order of play [2.17]."""
    world = turn.world
    for number in range(1, LAST_ACTION + 1):
        yield Phase("2.17", f"round {number}", number)
        lines = {writer: sheet.lines[number] for writer, sheet in turn.sheets.items() if number in sheet.lines}
        for who in tuple(world.order) if lines else ():
            sheet = world.whose_sheet(who)
            if line := lines.pop(sheet, None):
                yield from act(world, who, sheet, line)


def act(world: World, who: str, sheet: str, line: Line) -> Iterable[Event]:
    """The answer to a line, and what comes of it."""
    order = line.order
    if not isinstance(order, Action):
        refusal = line.refusal or Refusal("1.8", "this line could not be read", kind="read")
        return (Answered(sheet, who, line.number, line.text, "failed", (refusal,)),)
    done = order.plan(Scene(world, who, None, line.number))
    if done.outcome == "failed":
        return (Answered(sheet, who, line.number, line.text, "failed", done.refusals), *done.events)
    paid = Acted(sheet, who, line.number, line.text, price=done.price, left=world.kingdoms[who].bp - done.price)
    return chain((paid,), done.events)


class ContactGiven(OfPower, frozen=True):
    kind: str
    contact: str
    text: ClassVar = "{who} can be reached by {kind}: {contact}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].contacts[self.kind] = self.contact


def messages(turn: Turn[World]) -> Iterator[Event]:
    """What players have to say, signed, in the order of play [1.9]."""
    for who in turn.world.order:
        sheet = turn.sheets.get(turn.world.whose_sheet(who))
        if sheet:
            yield from (ContactGiven(who, kind, contact) for kind, contact in sheet.contacts.items())
            yield from (Said(who, message) for message in sheet.messages)


SEQUENCE = (
    Step(START, "1.3", "new players", missed.takeovers),
    Step(START, "1.7", "kingdoms the computer plays", roster.computers(lambda world: world.order)),
    Step(START, "10.6", "lost kingdoms", lost_kingdoms),
    Step(START, "2.18", "unowned areas", unowned_areas),
    Step(ORDERS, "2.17", "the sixteen rounds", rounds),
    Step(END, "1.9", "messages", messages),
    Step(END, "1.7", "missed turns", missed.missed_turns),
    Step(END, "2.8", "leftover BPs", closing.leftovers),
    Step(END, "5.12", "passages given back", closing.passages),
    Step(END, "3.5", "armies dispersed in battle come home", closing.stragglers),
    Step(END, "2.7", "population limits", closing.population_limits),
    Step(END, "2.13", "dispersal", closing.dispersal),
    Step(END, "4.2", "census", victory.census),
    Step(END, "2.15", "trade", income.trade),
    Step(END, "10.2", "high kings and under kings", income.bonds),
    Step(END, "2.12", "income and maintenance", income.income),
    Step(END, "4.1", "eliminations", victory.eliminations),
    Step(END, "4.3", "victory", victory.victory),
    Step(END, "9.1", "the next order of play", closing.next_order),
    Step(END, "2.17", "the turn is over", closing.close),
)
