"""What a player may not know, game by game: a listed game registers here how to change all of it in a position.

The journal is changed alike for all games: by who is a party to what.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pbm.rules import sight
from pbm.rules.event import Answered, Event, Phase, Said, named_in
from pbm.rulesets.darkage.map import britain
from pbm.rulesets.darkage.world import Area, Household, Kingdom, Loan, Spy, World
from pbm.rulesets.twilight.duty import DutyCalled
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.position import Doctrine
from pbm.rulesets.twilight.sheet import Tried
from pbm.rulesets.twilight.tables import size_word
from pbm.rulesets.twilight.units import FLEET, LAND, Stack, added
from tests.play import Played, copied

CODES = sorted(britain())
ACTS = (Answered, Tried, DutyCalled)
"""That somebody acts."""


def disguised(played: Played, who: str, chance: random.Random) -> tuple[Any, list[Event]]:
    """The same turn as far as that power may know, and another one in all else."""
    name = played.rules.name
    assert name in SECRETS, f"tests/secrets.py does not say what a player of {name} may not know: register a function."
    world, known = copied(played.rules, played.world), played.views()[who]
    SECRETS[name](world, known, chance)
    return world, list(hidden_journal(played.journal, known, chance))


def hidden_journal(journal: list[Event], known: sight.View, chance: random.Random) -> list[Event]:
    """Events it is no party to are gone, told twice or have other figures; what is public stays in its place.

    What two others say to each other is another thing. That somebody acted where it was a party to what came of it, it
    may know, though not with what order.
    """
    mine = {id(event) for event in known.events}
    felt = {id(answer) for answer, event in with_answers(journal) if answer and id(event) in mine}
    kept = list[Event]()
    for event in journal:
        if id(event) in mine or isinstance(event, Phase) or (isinstance(event, Said) and event.read_by(known.who)):
            kept.append(event)
        elif event.headline() or id(event) in felt:
            kept.append(altered(event, chance))
        else:
            kept += [altered(event, chance) for _ in range(chance.randint(0, 2))]
    return kept


def with_answers(journal: list[Event]) -> Iterator[tuple[Event | None, Event]]:
    """Each event with the action it came of."""
    answer: Event | None = None
    for event in journal:
        if isinstance(event, (*ACTS, Phase)):
            answer = None if isinstance(event, Phase) else event
        else:
            yield answer, event


def altered(event: Event, chance: random.Random) -> Event:
    """With other figures, but for those that everyone reads in the news."""
    public = named_in(event.news) if event.headline() else ()
    figures: dict[str, Any] = {
        field: chance.randint(0, 99)
        for field in event.__struct_fields__
        if type(getattr(event, field)) is int and field not in public
    }
    words = {
        Answered: {"order": "ANOTHER ORDER"},
        Tried: {"order": "ANOTHER ORDER"},
        Said: {"message": "Another message."},
    }
    kind = next((kind for kind in words if isinstance(event, kind)), None)
    return msgspec.structs.replace(event, **figures, **(words[kind] if kind else {}))


def darkage(world: Any, known: Any, chance: random.Random) -> None:
    """Areas that are not seen, what others have in hand and in mind, and the census."""
    who = known.who
    for code, area in world.areas.items():
        if area.owner != who:
            hide_area(area, code in known.seen, borders(world, code, who), chance)
    for code, kingdom in world.kingdoms.items():
        if code != who:
            hide_kingdom(kingdom, who, chance)
    world.census.next += chance.randint(1, 9)
    world.census.taken = chance.randint(0, 9)


def borders(world: World, code: str, who: str) -> bool:
    return any(world.areas[other].owner == who for other in world.map[code].near)


def hide_area(area: Area, seen: bool, beside: bool, chance: random.Random) -> None:
    """Where armies stand beside its land a kingdom is told by their scouting [7.1], though not how many."""
    area.mode = chance.choice(["retreat", "ambush", "defend"])
    area.toward, area.against = chance.choice(CODES), chance.choice(CODES)
    area.sticky, area.grown, area.popped = (chance.random() < 0.5 for _ in range(3))
    if not seen:
        area.population, area.forts, area.trade = (chance.randint(0, 9) for _ in range(3))
        area.ships = chance.randint(0, 9)
        least = int(area.armies > 0) if beside else 0
        area.armies = chance.randint(least, 9) if least or not beside else 0


def hide_kingdom(kingdom: Kingdom, who: str, chance: random.Random) -> None:
    kingdom.bp, kingdom.pending, kingdom.cashed = (chance.randint(0, 99) for _ in range(3))
    kingdom.order_spend, kingdom.scattered, kingdom.missed = (chance.randint(0, 9) for _ in range(3))
    kingdom.household = Household(chance.randint(0, 9), chance.choice([None, *CODES]))
    kingdom.spy = chance.choice([None, Spy(chance.choice(CODES), who)])
    kingdom.watchers = chance.sample(CODES, 3)
    kingdom.borrows_from = chance.choice([None, who])
    if kingdom.loan is None or kingdom.loan.to != who:
        kingdom.loan = chance.choice([None, Loan("XXX", 3)])


def toy(world: Any, known: Any, chance: random.Random) -> None:
    """The gold, the standing orders and the armies of all others."""
    for who, side in world.powers.items():
        if who != known.who:
            side.gold, side.missed = chance.randint(0, 99), chance.randint(0, 9)
            world.doctrine[who] = {"GUARD": f"GUARD {chance.choice(sorted(world.fields))}"}
    for field in world.fields.values():
        if field.owner != known.who:
            field.armies = chance.randint(0, 9)


def twilight(world: Any, known: Any, chance: random.Random) -> None:
    """What stands in others' stacks, which markers they hold, and their standing orders and loot."""
    mine = world.powers_of(known.who)
    others = [code for code in world.powers if code not in mine]
    for place, there in world.forces.items():
        for power in there:
            if power not in mine:
                there[power] = [disguised_stack(place, stack, chance) for stack in there[power]]
    dealt_anew(world, others, chance)
    for code in others:
        world.powers[code].loot = chance.randint(0, 9)
        world.doctrines[code] = Doctrine(losses=list("LFWNSM"), crt=["RAID"], shed=["ESP"], permit=[f"{code} NSE"])
    for seat, player in world.players.items():
        if seat != known.who:
            player.missed = chance.randint(0, 9)


def disguised_stack(place: str, stack: Stack, chance: random.Random) -> Stack:
    """Other units that look as large."""
    sizes = [size for size in range(1, 2 * stack.size + 1) if size_word(size) == size_word(stack.size)]
    types = FLEET if chart()[place].kind == "sea" else LAND
    return Stack(added(*({chance.choice(types): 1} for _ in range(chance.choice(sizes)))))


def dealt_anew(world: Any, others: list[str], chance: random.Random) -> None:
    """As many markers to everyone and to the pool as before, from all that nobody sees."""
    hands = [world.pool, *(world.powers[code].markers for code in others)]
    hidden = [mark for hand in hands for mark in hand]
    chance.shuffle(hidden)
    for hand in hands:
        hand[:] = [hidden.pop() for _ in hand]


SECRETS: dict[str, Callable[[Any, Any, random.Random], None]] = {
    "darkage": darkage,
    "twilight": twilight,
    "toy": toy,
}
"""Each changes in a world whatever the owner of a view may not know."""
