"""Battles: losses round by round, and nothing but arithmetic [2.5, 3.5, 3.6, 3.13, 11.3]."""

from dataclasses import dataclass
from typing import Optional

from msgspec import Struct

from pbm.rulesets.darkage.map import Place
from pbm.rulesets.darkage.world import Area, defence_level


class Battle(Struct, frozen=True):
    """A row of the table of battles: each side loses `losses/of` of the other's strength, the weaker side also
    `difference/of` of the difference."""

    of: int
    losses: int = 1
    difference: int = 1
    extra: int = 0
    """What the attacker loses besides, in each round."""
    to_the_end: bool = False
    """Fought until one side has none; else the attacker gives up after one round."""
    then: Optional["Battle"] = None
    """How it goes on if the first round does not decide it."""

    def loss(self, own: int, other: int) -> int:
        """Fractions are summed and rounded down once [3.5]."""
        return (self.losses * other + self.difference * max(0, other - own)) // self.of


MOVE = Battle(of=2)
PROBE = Battle(of=3, difference=0)
ASSAULT = Battle(of=3, to_the_end=True)
OVERRUN = Battle(of=3, losses=0, then=Battle(of=3, extra=1, to_the_end=True))


class Round(Struct, frozen=True, array_like=True, gc=False):
    """One round: the strengths it was fought at and what each side lost."""

    attack: int
    defence: int
    attackers_lost: int
    defenders_lost: int

    def __str__(self) -> str:
        lost = f"{-self.attackers_lost}, {-self.defenders_lost}"
        return f"{self.attack} v {self.defence} ({'no losses' if lost == '0, 0' else lost})"


@dataclass(slots=True)
class Side:
    """The armies and ships of one side in a battle; armies are lost first."""

    armies: int
    ships: int = 0

    @property
    def strength(self) -> int:
        return self.armies + self.ships

    def lose(self, number: int) -> int:
        """Nobody loses more than they have."""
        lost = min(number, self.armies + self.ships)
        self.ships -= max(0, lost - self.armies)
        self.armies = max(0, self.armies - lost)
        return lost


@dataclass(slots=True)
class Field:
    """Where a battle is fought, and the side that holds it."""

    place: Place
    area: Area
    bonus: int
    """Of the ground, by the house rules."""
    defender: Side
    ambush: bool = False

    def defence(self) -> int:
        if self.place.is_sea:
            return self.defender.strength
        return defence_level(self.area, self.defender.armies, self.bonus)

    def standing(self) -> int:
        """What must be gone for the attacker to win: armies on land, ships at sea."""
        return self.defender.ships if self.place.is_sea else self.defender.armies

    def loss(self, battle: Battle, attack: int, defence: int) -> int:
        """The defender's: one less in mountains, forest and wetlands [3.6]."""
        return max(0, battle.loss(defence, attack) - self.place.shelter)


def fight(field: Field, attacker: Side, battle: Battle) -> tuple[Round, ...]:
    """Fight it out; both sides are left as they stand at the end."""
    rounds = [one_round(field, attacker, battle)]
    following = battle.then or battle
    while following.to_the_end and attacker.strength and field.standing():
        rounds.append(one_round(field, attacker, following))
    return tuple(rounds)


def one_round(field: Field, attacker: Side, battle: Battle) -> Round:
    attack, defence = attacker.strength, field.defence()
    hurt = battle.loss(attack, defence) + battle.extra
    if field.ambush:
        hurt = attacker.lose(hurt + 1)
        lost = field.defender.lose(field.loss(battle, attacker.strength, defence))
        return Round(attack, defence, hurt, lost)
    struck = field.loss(battle, attack, defence)
    if battle.to_the_end and not hurt and not min(struck, field.defender.strength) and field.standing():
        hurt = struck = 1  # RULING: a round that hurts nobody costs each side one army
    return Round(attack, defence, attacker.lose(hurt), field.defender.lose(struck))
