"""The floor: the least that a turn of 256 actions can cost in plain Python with objects and events.

Five actions instead of forty-nine, no refusals in words, no capture effects, no households, no plunder, no trade:
slotted state, frozen orders, a table of handlers, one typed event an action, and a short end of turn. What the
adjudicator costs is told as a multiple of this, measured in the same minute.
"""

import random
from dataclasses import dataclass

from pbm.rulesets.darkage.map import Map, britain

KINGDOMS = 16
ACTIONS = 16
PURSE = 25
MIX = ("march",) * 4 + ("assault",) * 2 + ("levy",) * 2 + ("grow", "fortify")
COST = {"march": 1, "assault": 2, "levy": 3, "fortify": 1}


@dataclass(slots=True)
class Field:
    owner: int
    people: int
    armies: int
    forts: int
    limit: int
    bonus: int
    rough: bool
    sticky: bool
    near: frozenset[str]
    retreat: str = ""
    stuck: bool = False
    grown: bool = False


@dataclass(slots=True)
class Crown:
    purse: int


@dataclass(slots=True, frozen=True)
class Wish:
    kind: str
    who: int
    where: str
    to: str
    number: int


@dataclass(slots=True, frozen=True)
class Note:
    kind: str
    who: int
    where: str
    to: str
    number: int
    lost: int
    won: bool
    known: tuple[int, ...]


class Floor:
    """A position and the five things that can be done to it."""

    def __init__(self, chart: Map) -> None:
        codes = list(chart)
        self.fields = {code: field(chart, code, i * KINGDOMS // len(codes)) for i, code in enumerate(codes)}
        self.crowns = [Crown(PURSE) for _ in range(KINGDOMS)]
        self.notes: list[Note] = []
        self.handlers = {
            "march": self.march,
            "assault": self.march,
            "levy": self.levy,
            "grow": self.grow,
            "fortify": self.fortify,
        }

    def refuse(self, wish: Wish, why: str) -> None:
        self.notes.append(Note(why, wish.who, wish.where, wish.to, 0, 0, False, (wish.who,)))

    def march(self, wish: Wish) -> None:
        here, there, crown = self.fields[wish.where], self.fields[wish.to], self.crowns[wish.who]
        cost = COST[wish.kind]
        if here.owner != wish.who:
            return self.refuse(wish, "not yours")
        if here.stuck:
            return self.refuse(wish, "sticky")
        if wish.to not in here.near:
            return self.refuse(wish, "not near")
        if crown.purse < cost:
            return self.refuse(wish, "too dear")
        armies = min(wish.number, here.armies)
        if armies <= 0:
            return self.refuse(wish, "no armies")
        crown.purse -= cost
        here.armies -= armies
        known, lost, won = (wish.who, there.owner), 0, True
        if there.owner == wish.who:
            there.armies += armies
        else:
            armies, lost, won = self.fight(wish.kind == "assault", armies, there)
            if won:
                there.owner, there.armies, there.forts = wish.who, armies, max(0, there.forts - 1)
            else:
                here.armies += armies
        if won:
            there.retreat, there.stuck = wish.where, there.stuck or there.sticky
        self.notes.append(Note(wish.kind, wish.who, wish.where, wish.to, armies, lost, won, known))
        return None

    def fight(self, assault: bool, armies: int, there: Field) -> tuple[int, int, bool]:
        share, lost = 3 if assault else 2, 0
        while True:
            people = there.armies + there.people
            defence = people + min(people, there.forts) + there.bonus
            hurt = (defence + max(0, defence - armies)) // share
            struck = max(0, (armies + max(0, armies - defence)) // share - there.rough)
            if assault and not hurt and not struck:
                hurt = struck = 1
            lost += min(hurt, armies)
            armies, there.armies = max(0, armies - hurt), max(0, there.armies - struck)
            if not assault or not armies or not there.armies:
                return armies, lost, armies > 0 and not there.armies

    def levy(self, wish: Wish) -> None:
        here, crown = self.fields[wish.where], self.crowns[wish.who]
        if here.owner != wish.who:
            return self.refuse(wish, "not yours")
        armies = min(wish.number, here.people, crown.purse // 3)
        if armies <= 0:
            return self.refuse(wish, "too dear")
        crown.purse -= 3 * armies
        here.armies += armies
        self.notes.append(Note("levy", wish.who, wish.where, "", armies, 0, True, (wish.who,)))
        return None

    def grow(self, wish: Wish) -> None:
        here, crown = self.fields[wish.where], self.crowns[wish.who]
        if here.owner != wish.who or here.armies or not here.people or here.grown or crown.purse < here.people:
            return self.refuse(wish, "cannot grow")
        crown.purse -= here.people
        here.people += 1
        here.grown = True
        self.notes.append(Note("grow", wish.who, wish.where, "", 1, 0, True, (wish.who,)))
        return None

    def fortify(self, wish: Wish) -> None:
        here, crown = self.fields[wish.where], self.crowns[wish.who]
        if here.owner != wish.who or not crown.purse:
            return self.refuse(wish, "cannot fortify")
        crown.purse -= 1
        here.forts += 1
        self.notes.append(Note("fortify", wish.who, wish.where, "", 1, 0, True, (wish.who,)))
        return None

    def turn(self, wishes: list[Wish]) -> None:
        for wish in wishes:
            self.handlers[wish.kind](wish)
        for place in self.fields.values():
            place.people = min(place.people, place.limit)
            if place.armies > place.people + place.forts + 1:
                place.armies -= 1
            place.stuck = place.grown = False
            crown = self.crowns[place.owner]
            crown.purse += place.people - max(0, (place.armies + place.forts - place.people) // 2)


def field(chart: Map, code: str, owner: int) -> Field:
    place = chart[code]
    return Field(
        owner=owner,
        people=min(2, place.limit),
        armies=2,
        forts=int(place.is_city),
        limit=place.limit,
        bonus=place.bonuses["text"],
        rough=place.shelter,
        sticky=place.sticky,
        near=place.near,
    )


def wishes(seed: int, floor: Floor) -> list[Wish]:
    """A turn's orders: mostly of one's own areas, and about half of them possible."""
    chance = random.Random(seed)
    codes = list(floor.fields)
    found = []
    for _ in range(ACTIONS):
        for who in range(KINGDOMS):
            own = [code for code in codes if floor.fields[code].owner == who] or codes
            where = chance.choice(codes if chance.random() < 0.15 else own)
            to = chance.choice(sorted(floor.fields[where].near))
            found.append(Wish(chance.choice(MIX), who, where, to, chance.randrange(1, 4)))
    return found


def played(turns: int) -> tuple[list[Floor], list[list[Wish]]]:
    """Floors ready for a turn each, and the orders for it."""
    floors = [Floor(britain()) for _ in range(turns)]
    return floors, [wishes(seed, floor) for seed, floor in enumerate(floors)]
