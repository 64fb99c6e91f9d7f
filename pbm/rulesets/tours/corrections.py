"""What the game master may correct in a position [16.8]."""

from collections.abc import Iterable
from typing import Any, ClassVar

from pbm.rules import corrections
from pbm.rulesets.tours.ground import GRID, is_passable
from pbm.rulesets.tours.set_up import side_of
from pbm.rulesets.tours.world import World


class Corrected(corrections.Corrected, frozen=True):
    parts: ClassVar = {
        "SIDE": corrections.Part("sides", ("control", "missed")),
        "UNIT": corrections.Part("units", ("hex", "face", "dis", "eng")),
        "LEADER": corrections.Part("leaders", ("hex",)),
    }
    public: ClassVar = ("control", "hex", "face", "dis", "eng")
    rule: ClassVar = "16.8"
    example: ClassVar = "UNIT H01 hex=1607"

    def apply(self, world: World) -> None:
        super().apply(world)
        world.settle()

    @classmethod
    def concerned(cls, world: Any, kind: str, code: str) -> Iterable[str | None]:
        return (code if kind == "SIDE" else side_of(code),)

    @classmethod
    def unsound(cls, world: World, kind: str, code: str) -> str:
        if kind == "SIDE":
            return ""
        place = world.units[code].hex if kind == "UNIT" else world.leaders[code].hex
        if place not in GRID or not is_passable(place):
            return f"nobody can stand in {place}"
        shared = [other for other, unit in world.units.items() if unit.hex == place]
        return f"{' and '.join(shared)} cannot share {place}" if len(shared) > 1 else ""
