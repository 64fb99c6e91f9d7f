"""Orders to attack and to besiege [17.0, 17.9]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.rules.code import Place
from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rules.order import Refusal
from pbm.rulesets.twilight.attacks import Assault, assault, cannot_attack
from pbm.rulesets.twilight.combat import GREEK_FIRE
from pbm.rulesets.twilight.exact import ANY
from pbm.rulesets.twilight.map import chart
from pbm.rulesets.twilight.orders.base import FieldOrder, Words, action, at
from pbm.rulesets.twilight.segments import Segment
from pbm.rulesets.twilight.world import World, called, lacking


class Fight(FieldOrder, frozen=True):
    """ATTACK and SIEGE."""

    number: int
    where: Place
    table: str
    tail: Words

    def flaw(self) -> str:
        words = self.tail
        kinds = ["LD" if str(word).startswith("LD") else str(word) for word in words if not isinstance(word, int)]
        most = 2 if "MIN" in kinds else 1
        twice = len(set(kinds)) < len(kinds) or sum(isinstance(word, int) for word in words) > most
        return "something is said twice after the table" if twice else super().flaw()

    def intended(self, world: World, seg: Segment) -> Assault:
        raise NotImplementedError

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        return cannot_attack(turn.world, seg, self.number, self.intended(turn.world, seg))

    def left_out(self, turn: Turn, seg: Segment) -> Iterator[Refusal]:
        plan, held = self.intended(turn.world, seg), turn.world.powers[seg.power].markers
        for marker in (plan.leadership, GREEK_FIRE if plan.fire else None):
            if marker and marker not in held:
                yield lacking(seg.power, marker)

    def run(self, turn: Turn, seg: Segment) -> Iterator[Event]:
        yield from assault(turn, seg, self.intended(turn.world, seg))


def planned(where: str, foe: str, place: int, table: str, tail: Words) -> Assault:
    """The words after the table's name stand in any order."""
    words = list(tail)
    least = int(words[words.index("MIN") + 1]) if "MIN" in words else 1
    plain = [word for at_, word in enumerate(words) if isinstance(word, int) and (not at_ or words[at_ - 1] != "MIN")]
    leadership = next((str(word) for word in words if str(word).startswith("LD")), None)
    return Assault(where, foe, place, (table,), int(plain[0]) if plain else 1, least, leadership, "GRF" in words)


@action(
    "17.0",
    form="ATTACK {number} {where} {foe:/} {table}< {tail}>",
    meaning="attack {foe} in {where} with force {number} on {table}",
    costs="1 OP each",
)
class Attack(Fight, frozen=True):
    """Attack a force in the same area or sea."""

    foe: Words

    def said(self, number: int) -> Mapping[str, Any]:
        power, *rest = self.foe
        force = (f"force {rest[0]}",) if rest and rest[0] else ()
        return {**super().said(number), "foe": ("whoever is there" if power == "ANY" else power, *force)}

    def intended(self, world: World, seg: Segment) -> Assault:
        power, *rest = self.foe
        place = int(rest[0]) if rest and rest[0] else 1
        return planned(at(world, seg.power, self.where) or "", str(power), place, self.table, self.tail)

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        where = at(turn.world, seg.power, self.where)
        if where is None or chart()[where].kind == "burg":
            return Refusal("17.0", "an attack is in an area or at sea; SIEGE is for burgs")
        return super().refused(turn, seg)


@action(
    "17.9",
    form="SIEGE {number} {where} {table}< {tail}>",
    meaning="besiege {where} with force {number} on {table}",
    costs="1 OP each",
)
class Siege(Fight, frozen=True):
    """Attack the garrison of a burg from the area around it."""

    def intended(self, world: World, seg: Segment) -> Assault:
        return planned(at(world, seg.power, self.where) or "", ANY, 1, self.table, self.tail)

    def refused(self, turn: Turn, seg: Segment) -> Refusal | None:
        where = at(turn.world, seg.power, self.where)
        if where is None or chart()[where].kind != "burg":
            return Refusal("17.9", f"{called(self.where)} is no burg")
        return super().refused(turn, seg)
