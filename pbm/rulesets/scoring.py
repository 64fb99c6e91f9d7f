"""What most games would say of their world: who is ahead, and who owns what."""

from typing import Any

from msgspec import Struct

from pbm.reports import Chapter


class SeatScore(Struct, frozen=True):
    """The figures of a seat after a turn of self-play."""

    points: int
    alive: bool = True
    figures: tuple[int, ...] = ()


def standings(world: Any) -> dict[str, SeatScore]:
    """By `score` of the world, which gives the points of every power."""
    return {who: SeatScore(points) for who, points in world.score().items()}


def chapter(world: Any) -> Chapter:
    """The points of every power, and the owner of everything in the world that has one."""
    tables = (getattr(world, name) for name in world.__struct_fields__)
    rows = [row for table in tables if isinstance(table, dict) for row in table.items()]
    owners = {code: row.owner for code, row in rows if hasattr(row, "owner")}
    return Chapter(world.turn - 1, {"points": world.score()}, owners)
