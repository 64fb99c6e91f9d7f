"""Which lines of a sheet a line may hang on: those above it that it needs, and those that name one of its codes."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbm.rules.condition import bare
from pbm.rules.order import Order, Sheet
from pbm.rulesets.contract import AnyRuleset


@dataclass
class Ties:
    rules: AnyRuleset
    world: Any
    sheet: Sheet

    @cached_property
    def orders(self) -> dict[int, Order]:
        """The lines that could be read."""
        return {number: line.order for number, line in self.sheet.lines.items() if line.order}

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.rules.language.words(self.world).all_codes)

    def of(self, number: int) -> list[int]:
        order = bare(self.orders[number])
        needs = list(self.rules.desk.needs(self.world, self.sheet.player, order)) if order else []
        own = self.codes(number)
        above = [other for other in self.orders if other < number]
        return [other for other in above if self.orders[other] in needs or own & self.codes(other)]

    def codes(self, number: int) -> frozenset[str]:
        order = bare(self.orders[number])
        held = [getattr(order, box) for box in order.boxes] if order else []
        return self.known.intersection(one for each in held for one in (each if isinstance(each, tuple) else (each,)))
