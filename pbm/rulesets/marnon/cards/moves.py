"""Cards that move forces, or stop them: forced marches, bad weather, hired ships [4.4, 5.98]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, failed, refused
from pbm.rulesets.marnon.cards.choices import RULES, CardChoice, choice_of, chosen, once, recipients
from pbm.rulesets.marnon.changes.forces import Went
from pbm.rulesets.marnon.land.arriving import arrived, in_contact
from pbm.rulesets.marnon.land.leading import is_led
from pbm.rulesets.marnon.land.ways import no_entry
from pbm.rulesets.marnon.map import areas, home_of, is_area, region_of, regions_beside, seas, seas_of
from pbm.rulesets.marnon.memory import Remember
from pbm.rulesets.marnon.now import Group, Landing
from pbm.rulesets.marnon.order import Scene
from pbm.rulesets.marnon.sea.harbours import stormy
from pbm.rulesets.marnon.sea.voyage import not_loadable
from pbm.rulesets.marnon.tables import LEAST_FORCE, effect
from pbm.rulesets.marnon.world import World

MOVES, BATTLES = "MOVES", "BATTLES"
SHIFTS = (22, 10)
# step 3a


def before_movement(turn: Turn[World]) -> Iterator[Event]:
    """Cards 22, 10 and 43 [4.4]."""
    if turn.world.event and turn.world.event.card in SHIFTS:
        for who in recipients(turn.world):
            yield from chosen(turn, who)
    if turn.world.card(43):
        yield from bad_weather(turn)


def shift(at: Scene, order: CardChoice) -> Done:
    """Forces of the region's power are set down in another territory of it."""
    most = effect(order.card, "region_shift")["forces"]
    if reason := no_shift(at.world, at.who, order):
        return refused(reason)
    if most != "any" and at.world.now.shifted >= int(most):
        return failed("5.98", "an earlier line made the choice")
    return Done("ok", shifted(at, order))


def shifted(at: Scene, order: CardChoice) -> Iterator[Event]:
    code, target = map(str, order.choice)
    yield Remember("shifted", at.world.now.shifted + 1)
    yield Went(at.who, code, at.power.forces[code].at, target, "was shifted")
    if effect(order.card, "region_shift")["ends_move"]:
        yield Remember("moved", (at.who, code))
    yield from arrived(at.turn, at.who, code)


RULES.update(dict.fromkeys(SHIFTS, shift))


def no_shift(world: World, who: str, order: CardChoice) -> Refusal | None:
    words = tuple(map(str, order.choice))
    assert world.event
    if len(words) != 2 or words[0] not in world.powers[who].forces:
        return Refusal("5.98", "name a force of yours and a territory")
    code, target = words
    force = world.force(who, code)
    if region_of(force.at) != world.event.region or region_of(target) != world.event.region:
        return Refusal("5.98", "both territories must be in the region")
    return unready(world, who, code, target) or no_entry(world, who, target)


def unready(world: World, who: str, code: str, target: str) -> Refusal | None:
    """Why a force does not go to another territory at once."""
    force = world.force(who, code)
    reasons = (
        ((who, code) in world.now.moved, "has moved already"),
        (not is_led(world, who, code), "has no general"),
        (force.points < LEAST_FORCE, f"has fewer than {LEAST_FORCE} points"),
        (in_contact(world, who, force.at), "is in contact with the enemy"),
        (force.at == target, "is there already"),
    )
    why = next((words for holds, words in reasons if holds), "")
    return Refusal("5.98", f"{code} {why}") if why else None


@once(43)
def region_near(at: Scene, order: CardChoice) -> str:
    near = {str((at.world.event and at.world.event.region) or ""), str(at.power.home)}
    near |= {beside for code in list(near) for beside in regions_beside(code)}
    words = [region_word(word) for word in map(str, order.choice)]
    good = len(words) == 2 and words[0] in near and words[1] in (MOVES, BATTLES)
    return "" if good else "name your region or one next to it, and MOVES or BATTLES"


def bad_weather(turn: Turn[World]) -> Iterator[Event]:
    """Card 43: no moves of enemies, or no battles, in the region or one next to it."""
    world = turn.world
    assert world.event
    for who in recipients(world):
        yield from chosen(turn, who)
        words = [region_word(word) for word in choice_of(world, who)] or [world.event.region or "", MOVES]
        yield Remember("weather", (who, words[0], words[1]))


def region_word(word: str) -> str:
    """A region by its own code or that of its power."""
    return home_of().get(word, word)


# step 3d


def sealift(turn: Turn[World]) -> Iterator[Event]:
    """Card 35: up to 3000 points cross up to two seas in hired ships."""
    if turn.world.card(35):
        for who in recipients(turn.world):
            yield from chosen(turn, who)


def lifted(at: Scene, order: CardChoice) -> Done:
    room = int(effect(35, "sealift")["points"]) - at.world.now.lifted_points
    reason = no_sealift(at.world, at.who, order, room)
    return refused(reason) if reason else Done("ok", shipped(at, order))


def shipped(at: Scene, order: CardChoice) -> Iterator[Event]:
    code, target = map(str, order.choice)
    force, unit = at.power.forces[code], (at.who, code)
    here, zone = str(force.at), crossing(at.world, str(force.at), target)
    yield Remember("lifted_points", at.world.now.lifted_points + force.points)
    yield Remember("moved", unit)
    yield Remember("sealifted", unit, here)
    yield Remember("landings", Landing(Group(at.who, []), [code], target, zone))
    yield Went(at.who, code, here, zone, "went aboard hired ships")


RULES[35] = lifted


def no_sealift(world: World, who: str, order: CardChoice, room: int) -> Refusal | None:
    words = tuple(map(str, order.choice))
    if len(words) != 2 or words[0] not in world.powers[who].forces or words[1] not in areas():
        return Refusal("5.98", "name a force of yours and a coastal area")
    code, target = words
    force = world.force(who, code)
    if not is_area(force.at) or not crossing(world, str(force.at), target):
        return Refusal("5.98", f"no sea leads from {force.at} to {target}")
    if force.points > room:
        return Refusal("5.98", f"there is room for {room} points more")
    return not_loadable(world, who, code) or no_entry(world, who, target)


def crossing(world: World, start: str, target: str) -> str:
    """The sea from which a force lands, within two seas; empty if there is none."""
    for there in seas_of(target):
        for here in seas_of(start):
            near = here == there or there in seas()[here].neighbours
            if near and not stormy(world, here) and not stormy(world, there):
                return there
    return ""
