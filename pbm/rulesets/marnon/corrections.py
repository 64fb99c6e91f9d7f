"""What the game master may correct: crowns, areas, forces, fleets, generals [11]."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from pbm.rules import corrections
from pbm.rules.corrections import Part
from pbm.rules.event import Event
from pbm.rulesets.marnon.changes.forces import drop_levy
from pbm.rulesets.marnon.codes import CASTELLAN
from pbm.rulesets.marnon.map import areas, is_area, is_castle
from pbm.rulesets.marnon.world import World

PLAYED = {"player": "has a player again", "dropout": "has no player any more", "vacant": "has no player any more"}


class Corrected(corrections.Corrected, frozen=True):
    """A correction of a plain value: `POWER GOL cash=90`, `AREA R1T3 owner=WHI`, `FORCE GOL.A1 points=1200`."""

    rule: ClassVar = "3.5"
    parts: ClassVar = {
        "POWER": Part("powers", ("status", "cash", "seat", "culture", "initiative", "exile_to")),
        "AREA": Part("areas", ("owner", "fort", "cut", "unpaid")),
        "FORCE": Part("own_forces", ("at", "points", "honours", "leaders", "reserve", "ground", "stance", "pursue")),
        "FLEET": Part("own_fleets", ("at", "damaged")),
        "GENERAL": Part("own_generals", ("rating", "skill", "place")),
    }
    homes: ClassVar = {"power": "powers", "place": "areas"}
    public: ClassVar = ("owner", "fort", "status", "seat")
    example: ClassVar = "FORCE GOL.A1 points=1200"

    def apply(self, world: World) -> None:
        super().apply(world)
        if self.kind == "AREA" and self.field == "owner":
            for who, power in world.powers.items():
                if world.owner(self.code) != who:
                    drop_levy(power, self.code)
                    power.seat = power.seat if power.seat != self.code else next(iter(world.owned(who)), None)

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        meaning = PLAYED.get(str(self.now)) if self.field == "status" else None
        return self.said(f"{{code}} {meaning} ({{reason}})", names) if meaning else super().worded(names, public)

    @classmethod
    def concerned(cls, world: World, kind: str, code: str) -> Iterable[str | None]:
        if kind == "AREA":
            return (world.owner(code),)
        return (code.partition(".")[0],)

    @classmethod
    def unsound(cls, world: World, kind: str, code: str) -> str:
        """A position that the rules cannot go on from."""
        if kind == "FORCE":
            force = world.own_forces[code]
            if force.points <= 0 or not is_area(force.at):
                return "a force has points and stands in an area"
        if kind == "FLEET":
            at = world.own_fleets[code].at
            if at not in areas() or not areas()[at].port:
                return "a fleet lies in a port between turns"
        if kind == "GENERAL":
            who, row = code.partition(".")[0], world.own_generals[code]
            if row.place not in world.powers[who].forces and not (is_area(row.place) and is_castle(str(row.place))):
                return "a general is with a force of his power, or in a castle"
        if kind == "POWER" and world.powers[code].cash < 0 and not world.settings.deficit:
            return "crowns are not below nothing"
        return ""


def resigned(power: str) -> str:
    return f"POWER {power} status={'vacant' if power == CASTELLAN else 'dropout'}"


def correct(world: World, rows: list[tuple[str, str]]) -> Iterator[Event]:
    return corrections.corrected(Corrected, world, rows)
