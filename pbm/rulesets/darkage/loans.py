"""Armies on loan: 3.15 and 6.11 to 6.14 of the rulebook."""

from collections.abc import Iterator
from typing import ClassVar

from pbm.rules.action import Reasons
from pbm.rules.code import Power
from pbm.rules.event import Event, InBrief, OfPower
from pbm.rules.order import ALL, Number, Refusal
from pbm.rulesets.darkage.action import CREW, Action, Counted, action, not_another
from pbm.rulesets.darkage.world import Loan as Debt
from pbm.rulesets.darkage.world import World


class LenderNamed(OfPower, frozen=True):
    lender: Power
    parties: ClassVar = ("who", "lender")
    text: ClassVar = "{who} asked to borrow armies from {lender}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].borrows_from = self.lender


@action("6.11", form="BORROW {kingdom}", meaning="be ready to borrow armies from {kingdom}", touches="borrows_from")
class Borrow(Action, frozen=True):
    """Say from whom you would borrow armies."""

    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        held = world.lender(who)
        bound = held if held != self.kingdom else None
        return (
            not_another(world, who, self.kingdom, "6.11"),
            Refusal("6.11", f"you still hold armies of {world.called(bound)}") if bound else None,
        )

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield LenderNamed(who, self.kingdom)


def send(world: World, sender: str, taker: str, armies: int) -> None:
    """For events alone: armies change reserves, those not yet usable first, and are not usable this turn."""
    giver, receiver = world.kingdoms[sender], world.kingdoms[taker]
    giver.reserve -= armies
    giver.pending = max(0, giver.pending - armies)
    receiver.reserve += armies
    receiver.pending += armies


class Lent(OfPower, frozen=True):
    borrower: Power
    armies: int
    parties: ClassVar = ("who", "borrower")
    text: ClassVar = "{who} lent {borrower} {armies:army/armies}"
    brief: ClassVar = (InBrief(200, "lent", "gain", "borrower", "", "{who} lent you {armies:army/armies}"),)

    def apply(self, world: World) -> None:
        kingdom = world.kingdoms[self.who]
        earlier = kingdom.loan.armies if kingdom.loan else 0
        kingdom.loan = Debt(self.borrower, earlier + self.armies)
        kingdom.reserve -= self.armies
        world.kingdoms[self.borrower].reserve += self.armies
        world.kingdoms[self.borrower].pending += self.armies


@action(
    "6.12", form="LOAN {kingdom} {number}", meaning="lend {kingdom} {number:army/armies} from the reserve", touches=CREW
)
class Loan(Counted, frozen=True):
    """Send armies from your reserve to a kingdom that named you as lender."""

    kingdom: str

    def wrong(self, world: World, who: str) -> Reasons:
        debt = world.kingdoms[who].loan
        engaged = debt is not None and debt.to != self.kingdom
        other = world.kingdoms.get(self.kingdom)
        asked = other is not None and other.borrows_from == who
        return (
            not_another(world, who, self.kingdom, "6.12"),
            None
            if asked
            else Refusal("6.12", f"{world.subject(self.kingdom, 'has', 'have')} not asked to borrow from you"),
            Refusal("3.15", f"you have armies on loan to {world.called(debt.to)}") if debt and engaged else None,
        )

    def limit(self, world: World, who: str) -> int:
        return world.kingdoms[who].usable

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        yield Lent(who, self.kingdom, amount)


class SentHome(OfPower, frozen=True):
    lender: Power
    borrower: Power
    armies: int
    parties: ClassVar = ("lender", "borrower")
    text: ClassVar = "{armies:army/armies} went back from {borrower} to {lender}"

    def apply(self, world: World) -> None:
        send(world, self.borrower, self.lender, self.armies)
        debt = world.kingdoms[self.lender].loan
        left = debt.armies - self.armies if debt else 0
        world.kingdoms[self.lender].loan = Debt(self.borrower, left) if left else None


class Settlement(Counted, frozen=True):
    """Armies on loan go back, as many as the borrower has in reserve."""

    lack: ClassVar[str] = "the borrower has no army in reserve"
    blank: ClassVar[Number | None] = ALL

    def parties(self, world: World, who: str) -> tuple[str, str] | None:
        """Lender and borrower."""
        raise NotImplementedError

    def wrong(self, world: World, who: str) -> Reasons:
        return (None if self.parties(world, who) else Refusal(self.rule, "no armies are on loan"),)

    def limit(self, world: World, who: str) -> int:
        lender, borrower = self.parties(world, who) or (who, who)
        debt = world.kingdoms[lender].loan
        return min(debt.armies if debt else 0, world.kingdoms[borrower].reserve)

    def run(self, world: World, who: str, amount: int) -> Iterator[Event]:
        lender, borrower = self.parties(world, who) or (who, who)
        yield SentHome(who, lender, borrower, amount)


@action("6.13", form="RETURN {number}", meaning="send {number:borrowed army/borrowed armies} back", touches=CREW)
class Return(Settlement, frozen=True):
    """Send borrowed armies back to whoever lent them, if a player rules there."""

    def parties(self, world: World, who: str) -> tuple[str, str] | None:
        lender = world.lender(who)
        return (lender, who) if lender else None

    def wrong(self, world: World, who: str) -> Reasons:
        lender = world.lender(who)
        absent = lender if lender and world.kingdoms[lender].control != "player" else None
        return (
            *super().wrong(world, who),
            Refusal("6.13", f"nobody plays {world.called(absent)}, so the armies stay") if absent else None,
        )


@action("6.14", form="RECALL {number}", meaning="call {number:army/armies} on loan home", touches=CREW)
class Recall(Settlement, frozen=True):
    """Take armies on loan back out of the borrower's reserve."""

    def parties(self, world: World, who: str) -> tuple[str, str] | None:
        debt = world.kingdoms[who].loan
        return (who, debt.to) if debt and debt.armies else None


class WrittenOff(OfPower, frozen=True):
    borrower: Power
    armies: int
    parties: ClassVar = ("who", "borrower")
    text: ClassVar = "the loan of {who} to {borrower} was written off: {armies:army/armies}"

    def apply(self, world: World) -> None:
        world.kingdoms[self.who].loan = None


def write_off(world: World, lender: str) -> Iterator[Event]:
    if debt := world.kingdoms[lender].loan:
        yield WrittenOff(lender, debt.to, debt.armies)
