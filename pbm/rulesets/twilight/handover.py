"""A power comes to a player: the standing orders of the player's block for it take effect [H13]."""

from collections.abc import Iterator

from pbm.rules.engine import Turn
from pbm.rules.event import Event
from pbm.rulesets.twilight.world import World


def taken_up(turn: Turn, power: str) -> Iterator[Event]:
    from pbm.rulesets.twilight.dealings import instructed
    from pbm.rulesets.twilight.sheet import papers

    world: World = turn.world
    if seat := world.player_of(power):
        yield from instructed(world, power, papers(turn, seat).block(world, power))
