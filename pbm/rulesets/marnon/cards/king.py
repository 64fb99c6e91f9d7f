"""One True King [5.96]."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.engine import Turn
from pbm.rules.event import Event, OfPower
from pbm.rules.order import Refusal
from pbm.rules.plan import Done, ok, refused
from pbm.rulesets.marnon.map import areas, territories
from pbm.rulesets.marnon.ongoing import King
from pbm.rulesets.marnon.order import ADMIN, MarnonOrder, Scene, action
from pbm.rulesets.marnon.relations import king_side
from pbm.rulesets.marnon.tables import effect
from pbm.rulesets.marnon.world import World

SIDES = "the king"
FOR, RENOUNCE = "FOR", "RENOUNCE"


class Crowned(OfPower, frozen=True):
    """A power claims the crown; treaties between players lapse."""

    crowns: int
    verb: ClassVar = "king"
    text: ClassVar = "{who} {who:claims/claim} the crown of Marnon and {who:gets/get} {crowns:crown/crowns}"

    def apply(self, world: World) -> None:
        world.ongoing.king = King(self.who)
        world.powers[self.who].cash += self.crowns
        players = world.players()
        for who in players:
            relations = world.powers[who].relations
            world.powers[who].relations = {other: how for other, how in relations.items() if other not in players}


class Declared(OfPower, frozen=True):
    side: str
    verb: ClassVar = "declared"
    text: ClassVar = "{who} declared {side} the king"

    def apply(self, world: World) -> None:
        king = world.ongoing.king
        assert king
        (king.friends if self.side == "for" else king.against).append(self.who)


class Dethroned(OfPower, frozen=True):
    why: str
    verb: ClassVar = "king"
    text: ClassVar = "{who} {who:is/are} king no more: {why}"

    def apply(self, world: World) -> None:
        world.ongoing.king = None


def crowned(turn: Turn[World]) -> Iterator[Event]:
    """The player with most areas claims the crown; ties by dice."""
    world = turn.world
    able = [who for who in world.players() if world.powers[who].status != "exile" and world.score(who)]
    most = sorted(who for who in able if world.score(who) == max(map(world.score, able)))
    if most:
        who = most[0] if len(most) == 1 else turn.dice.pick("king.tie", most)
        yield Crowned(who, int(effect(42, "one_king")["crowns"]))


@action("5.96", form="KING {side}", meaning="your side on the king: {side}")
class KingSide(MarnonOrder, frozen=True):
    """Declare for or against the king, once and for good; the king may RENOUNCE."""

    step: ClassVar = SIDES
    side: str

    def wrong(self, world: World, who: str) -> Refusal | None:
        king = world.ongoing.king
        if king is None:
            return Refusal("5.96", "there is no king")
        if (self.side == "RENOUNCE") != (king.power == who):
            return Refusal("5.96", "you are not the king" if king.power != who else "you are the king")
        return Refusal("5.96", "you have declared already") if who in (*king.friends, *king.against) else None

    def played_in(self, world: World, who: str) -> str:
        """RENOUNCE by the king waits for step 7c."""
        return ADMIN if self.side == RENOUNCE and not self.wrong(world, who) else SIDES

    def plan(self, at: Scene) -> Done:
        if reason := self.wrong(at.world, at.who):
            return refused(reason)
        if self.side == RENOUNCE:
            return ok(Dethroned(at.who, "the crown was renounced"))
        return ok(Declared(at.who, "for" if self.side == FOR else "against"))


def king_ends(turn: Turn[World]) -> Iterator[Event]:
    world = turn.world
    king = world.ongoing.king
    if king is None:
        return
    power = world.powers.get(king.power)
    if power is None or power.status in ("out", "exile"):
        yield Dethroned(king.power, "the king has fallen")
        return
    owners = {code: world.owner(code) for code in areas()}
    if all(who and king_side(world, who) == "for" for who in owners.values()):
        yield Dethroned(king.power, "all Marnon is the king's")
    elif all(king_side(world, owners[code] or "") == "against" for code in territories(power.home or "")):
        yield Dethroned(king.power, "the king's land is lost")
