"""Markers that are played when they are drawn: councils, lies, plague and perfidy [28.0]."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pbm.rules.code import Power
from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rulesets.twilight.doctrine import taken_up
from pbm.rulesets.twilight.hands import Discarded, at_once
from pbm.rulesets.twilight.segments import CEREMONY
from pbm.rulesets.twilight.world import World


class CouncilHeld(OfPower, frozen=True):
    """Christian powers may not attack each other this year."""

    verb: ClassVar = "council"
    text: ClassVar = "a church council forbade war among Christians this year"

    def apply(self, world: World) -> None:
        if "CHU" not in world.bans:
            world.bans.append("CHU")


@at_once("CHU")
def church_council(turn: Turn[World], who: str) -> Iterator[Event]:
    yield CouncilHeld(who)


class CeremonyPrepared(OfPower, frozen=True):
    serves: Power
    parties: ClassVar = ("who", "serves")
    verb: ClassVar = "ceremony"
    text: ClassVar = "De Ceremonis lies out for {serves}"

    def apply(self, world: World) -> None:
        world.out[CEREMONY] = self.serves


class CeremonyWasted(OfPower, frozen=True):
    text: ClassVar = "De Ceremonis served nobody"

    def apply(self, world: World) -> None:
        world.pool.append(CEREMONY)
        world.pool.sort()


@at_once("CER")
def ceremonies(turn: Turn[World], who: str) -> Iterator[Event]:
    """It serves the player's own power."""
    serves = turn.world.own_power(turn.world.player_of(who) or "")
    yield CeremonyPrepared(who, serves) if serves else CeremonyWasted(who)


ATTACKED, ALLIED, PERFIDY, WITHDRAWAL = "attack", "ALY", "PER", "WDR"
CHANGES = {
    ATTACKED: "{who} {who:was/were} attacked, and {who:belongs/belong} to {now} from now on",
    ALLIED: "{now} won {who} by an alliance",
    PERFIDY: "{who} went from {was} to {now} by perfidy",
    WITHDRAWAL: "{was} lost {who} by a withdrawal",
}
"""How a power changes hands, by cause."""


class ChangedHands(OfPower, frozen=True):
    """An NPP goes to another player, or to nobody."""

    was: Power | None
    now: Power | None
    cause: str
    verb: ClassVar = "control"
    parties: ClassVar = ("who", "was", "now")
    text: ClassVar = "{who} went from {was} to {now}"

    def apply(self, world: World) -> None:
        power = world.powers[self.who]
        power.player = self.now
        power.last = self.now or power.last
        if self.was != self.now:
            world.doctrines.pop(self.who, None)

    def known_to(self) -> tuple[str, ...]:
        return ()

    def worded(self, names: Mapping[str, str], public: bool = False) -> str:
        return self.said(CHANGES[self.cause], names)


def controlled_npps(world: World, seat: str | None = None) -> list[str]:
    found = sorted(
        code for code, power in world.powers.items() if power.kind != "pp" and power.player and not power.out
    )
    return [code for code in found if seat is None or world.powers[code].player == seat]


@at_once("PER")
def perfidy(turn: Turn[World], who: str) -> Iterator[Event]:
    """One controlled power, of anyone, goes to a player at random."""
    world = turn.world
    if npps := controlled_npps(world):
        power = turn.dice.pick("perfidy.pick", npps)
        seats = [seat for seat in world.seats if world.players[seat].control != "out"]
        yield ChangedHands(power, world.powers[power].player, turn.dice.pick("perfidy.to", seats), PERFIDY)
        yield from taken_up(turn, power)


@at_once("WDR")
def withdrawal(turn: Turn[World], who: str) -> Iterator[Event]:
    """A player's power loses one of the player's NPPs; an NPP loses its player."""
    world = turn.world
    if world.powers[who].kind != "pp":
        yield ChangedHands(who, world.powers[who].player, None, WITHDRAWAL)
    elif npps := controlled_npps(world, world.player_of(who)):
        power = turn.dice.pick("withdraw.pick", npps)
        yield ChangedHands(power, world.powers[power].player, None, WITHDRAWAL)


@at_once("SCH")
def schism(turn: Turn[World], who: str) -> Iterator[Event]:
    for _ in range(turn.dice.roll(f"schism.{who}")):
        if held := sorted(turn.world.powers[who].markers):
            yield Discarded(who, turn.dice.pick(f"schism.pick.{who}", held))
