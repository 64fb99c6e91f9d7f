"""What an order costs, by its number: the page adds up what a sheet takes from each purse."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from pbm.desk.sample import COUNTED, Sample
from pbm.rules.order import Order
from pbm.rulesets.desk import Price

LOTS = (1, 10, 100)


class Amount(Struct, frozen=True):
    """A price: of one, of each more, of all, and with no number; the last three only where the number counts."""

    one: int
    more: int = 0
    all: int | None = None
    blank: int | None = None
    lot: int = 1
    """The number of which `one` is the price."""
    most: int | None = None
    """So many lots are all that can be had: more cost no more."""


def cost(price: Price, order: Order) -> Mapping[str, int]:
    return {} if order.flaw() else price(order)


def amounts(price: Price, sample: Sample, codes: Sequence[str]) -> Iterator[tuple[str, Amount]]:
    """What it costs, by purse; nothing is said of a price that does not grow evenly with the number."""
    blank = cost(price, sample.blank(codes)) if sample.may_be_blank else {}
    for lot in LOTS if sample.number else (1,):
        numbers = sample.counting(lot)
        first = cost(price, sample.with_codes(codes, *numbers[:1]))
        if any(first.values()):
            tried = [first, *(cost(price, sample.with_codes(codes, number)) for number in numbers[1:])]
            for purse, one in first.items():
                if amount := evenly(one, [each.get(purse) for each in tried], blank.get(purse), lot):
                    yield purse, amount
            return


def evenly(one: int, tried: Sequence[int | None], blank: int | None, lot: int) -> Amount | None:
    """The price of a lot and of each more; `tried` is the price of one lot, of two, three and very many, and of all."""
    costs = [each for each in tried[: len(COUNTED)] if each is not None]
    if len({*costs}) <= 1:
        return Amount(one) if one else None
    if len(costs) < len(COUNTED):
        return None
    more, further = costs[1] - costs[0], costs[2] - costs[1]
    if not more:
        return Amount(costs[0])
    if further not in (more, 0):
        return None
    most = (costs[3] - costs[0]) // more + 1
    every = tried[-1] if len(tried) > len(COUNTED) else None
    return Amount(costs[0], more, every, blank, lot, most if most < COUNTED[-1] else None)
