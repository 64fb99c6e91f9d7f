"""What an order leaves in doubt when it may come out one way or another."""

from pbm.rulesets.darkage.action import Action, Counted
from pbm.rulesets.darkage.foresight.doubt import ALL, MOST, Doubt, Doubts
from pbm.rulesets.darkage.foresight.judge import Judgement, now
from pbm.rulesets.darkage.foresight.watch import Key
from pbm.rulesets.darkage.people import Grow
from pbm.rulesets.darkage.spying import RECRUIT, Sabotage, Spy
from pbm.rulesets.darkage.world import World


def leave(doubts: Doubts, world: World, who: str, order: Action, number: int, judged: Judgement) -> None:
    """Put in doubt whatever the order may or may not have changed."""
    if judged.sure:
        return
    for name in order.touches or ():
        if name in order.boxes:
            doubts.stake((getattr(order, name), ALL), Doubt(known=judged.known), number)
        else:
            key = (who, name.rstrip("+-"))
            doubts.stake(key, swing(world, key, name[-1], judged), number)
    spy = world.kingdoms[who].spy
    if isinstance(order, Sabotage) and spy:
        doubts.stake((spy.at, ALL), Doubt(known=judged.known), number)
    doubts.stake((who, "bp"), purse(doubts, world, who, order, number, judged), number)


def swing(world: World, key: Key, way: str, judged: Judgement) -> Doubt:
    """How far a figure may be from what it seems: what it gained or lost may not be so, and more may be."""
    if way not in "+-":
        return Doubt(known=judged.known)
    change = now(judged.trial.after, key) - now(world, key)
    least, most = (max(0, change), MOST) if way == "+" else (MOST, max(0, -change))
    return Doubt(least, most, judged.known)


def purse(doubts: Doubts, world: World, who: str, order: Action, number: int, judged: Judgement) -> Doubt:
    """How far the balance may be from what it seems after an order that is not sure."""
    trial = judged.trial
    gained = max(0, trial.after.kingdoms[who].bp - (world.kingdoms[who].bp - trial.price))
    if judged.settled:
        return Doubt(gained, 0)
    return Doubt(min(MOST, max(0, dearest(doubts, world, order, number) - trial.price) + gained), trial.price)


def dearest(doubts: Doubts, world: World, order: Action, number: int) -> int:
    """The most it may cost."""
    if isinstance(order, Grow):
        # nobody else adds people, and land lost and won back this turn was won back by an order in doubt
        alone = doubts.leaves_alone(order.where, "population")
        return world.areas[order.where].population if alone else MOST
    if isinstance(order, Spy):
        return RECRUIT
    if not isinstance(order, Counted) or not order.each:
        return order.cost
    wanted = order.wanted(number)
    return MOST if wanted and wanted.all_but else order.cost + order.each * max(0, wanted.value if wanted else 0)
