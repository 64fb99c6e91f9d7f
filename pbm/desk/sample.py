"""An order with places for codes and a number, to be tried with many of them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from pbm.rules.order import ALL, Number, Order

MANY = (1, 500, 2, 5, 10, 100)
"""The numbers to try, the least and the greatest first."""
NONE, NOTHING, ALL_BUT = "", "0", Number.read("AB-1")


class Sample(NamedTuple):
    """An order that can be read, the fields that hold its codes and its number, and whether that may be left out."""

    order: Order
    leaves: tuple[str, ...]
    fields: tuple[str, ...]
    number: str
    may_be_blank: bool
    form: tuple[str, ...]
    """How it is written; {1} and {2} stand for its codes, {n} for its number."""

    def with_codes(self, codes: Sequence[str], number: Number | int | None = None) -> Order:
        """The last box takes all that are left, if it is a list."""
        given: dict[str, Any] = {}
        for place, field in enumerate(self.fields):
            box = codes[place:] if field == self.fields[-1] else codes[place : place + 1]
            given[field] = tuple(box) if isinstance(getattr(self.order, field), tuple) else box[0]
        if number is not None:
            given[self.number] = number
        return structs.replace(self.order, **given)

    @property
    def is_list(self) -> bool:
        """Whether more codes may follow its own: then nothing is said of it if it cannot be done with one."""
        return any(isinstance(getattr(self.order, field), tuple) for field in self.fields)

    @property
    def is_route(self) -> bool:
        """Whether it goes from its first code to its second, and may go on from there."""
        return len(self.fields) > 1 and isinstance(getattr(self.order, self.fields[-1]), tuple)

    @property
    def counts(self) -> bool:
        """Whether its number may also be ALL, or all but some."""
        return bool(self.number) and isinstance(getattr(self.order, self.number), Number)

    def numbered(self, codes: Sequence[str]) -> Iterator[tuple[str, Order]]:
        """The order with no number, several and all: it can be done if it can be done with any of them."""
        if not self.number:
            yield NONE, self.with_codes(codes)
            return
        if self.may_be_blank:
            yield NONE, self.blank(codes)
        for many in MANY:
            yield str(many), self.with_number(codes, many)
        if self.counts:
            yield str(ALL), self.with_codes(codes, ALL)

    def unusual(self, codes: Sequence[str]) -> Iterator[tuple[str, Order]]:
        """The order with numbers that some actions do not take."""
        if self.number:
            yield NOTHING, self.with_number(codes, 0)
        if self.may_be_blank:
            yield NONE, self.blank(codes)
        if self.counts:
            yield str(ALL), self.with_codes(codes, ALL)
            yield str(ALL_BUT), self.with_codes(codes, ALL_BUT)

    def with_number(self, codes: Sequence[str], many: int) -> Order:
        return self.with_codes(codes, Number(many) if self.counts else many)

    def blank(self, codes: Sequence[str]) -> Order:
        return structs.replace(self.with_codes(codes), **{self.number: None})


def fields_of(order: Order, codes: Sequence[str]) -> tuple[str, ...] | None:
    """The fields that hold these codes, alone or as a list of one."""
    held = {field: getattr(order, field) for field in order.boxes}
    found = [[field for field, value in held.items() if value in (code, (code,))] for code in codes]
    return tuple(fields[0] for fields in found) if all(len(fields) == 1 for fields in found) else None


def is_number(value: Any, written: str) -> bool:
    """Whether a box holds the number that was written, 1 or ALL."""
    return value == Number.read(written) or (type(value) is int and str(value) == written)
