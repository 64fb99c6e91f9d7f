"""What an order costs, by its number: the page adds up what a sheet takes from each purse."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from pbm.desk.sample import Sample
from pbm.rules.order import ALL, Number, Order
from pbm.rulesets.desk import Price

LOTS = (1, 2, 3, 4, 5, 10, 20, 100)
"""So many may have a price together that each more does not have: two for 1, ten for 1."""
MANY = 500


class Amount(Struct, frozen=True):
    """The price of 1, 2 and so on up to one lot, and what each lot more costs: nothing, if no more can be had; and the
    price of all, and with no number, where the number counts."""

    lot: tuple[int, ...]
    more: int = 0
    all: int | None = None
    blank: int | None = None
    most: int | None = None
    """So many are all that can be had: more cost no more."""


def cost(price: Price, order: Order) -> Mapping[str, int]:
    return {} if order.flaw() else price(order)


def amounts(price: Price, sample: Sample, codes: Sequence[str]) -> Iterator[tuple[str, Amount]]:
    """What it costs, by purse; nothing is said of a price that does not grow evenly with the number."""
    if not sample.number and not listed_in(sample):
        once = cost(price, sample.with_codes(codes))
        yield from ((purse, Amount((one,))) for purse, one in once.items() if one)
        return
    blank = cost(price, sample.blank(codes)) if sample.may_be_blank else {}
    every = cost(price, sample.with_codes(codes, ALL)) if sample.counts else {}
    tried: dict[int, Mapping[str, int]] = {}

    def of(number: int) -> Mapping[str, int]:
        if number not in tried:
            tried[number] = cost(price, with_number(sample, codes, number))
        return tried[number]

    for purse in dict.fromkeys((*of(1), *of(MANY))):
        if found := grown(lambda number, purse=purse: of(number).get(purse, 0)):  # type: ignore[misc]
            yield purse, Amount(*found, every.get(purse), blank.get(purse), most_of(found, of(MANY).get(purse, 0)))


def listed_in(sample: Sample) -> str:
    """The box in which one number stands among words: GIVE MER DP 1."""
    boxes = ((box, getattr(sample.order, box)) for box in sample.order.boxes if box not in sample.fields)
    return next(
        (box for box, value in boxes if isinstance(value, tuple) and list(map(type, value)).count(int) == 1), ""
    )


def with_number(sample: Sample, codes: Sequence[str], number: int) -> Order:
    if sample.number:
        return sample.with_codes(codes, Number(number) if sample.counts else number)
    order, box = sample.with_codes(codes), listed_in(sample)
    return structs.replace(order, **{box: tuple(number if type(one) is int else one for one in getattr(order, box))})


def grown(of: Callable[[int], int]) -> tuple[tuple[int, ...], int] | None:
    """The prices up to a lot, and of each lot more, if they grow so; the least lot of those that do."""
    if not of(MANY) and not of(1):
        return None
    for lot in LOTS:
        more = of(lot)
        if more and of(1 + lot) - of(1) == more and of(2 * lot) == 2 * more:
            return tuple(of(number) for number in range(1, lot + 1)), more
    few = next((number for number in LOTS if of(number) == of(MANY)), 0)
    return (tuple(of(number) for number in range(1, few + 1)), 0) if few else None


def most_of(found: tuple[tuple[int, ...], int], dearest: int) -> int | None:
    """How many can be had, if very many cost less than their price."""
    lot, more = found
    if not more or dearest == MANY // len(lot) * more:
        return None
    lots, rest = divmod(dearest, more)
    return lots * len(lot) + next((at for at, price in enumerate((0, *lot)) if price == rest), 0)
