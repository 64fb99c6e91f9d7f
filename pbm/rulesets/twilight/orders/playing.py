"""The order to play a marker at its moment [20.1, 28.0]."""

from pbm.rulesets.twilight.diplomacy import diplomacy
from pbm.rulesets.twilight.exact import FIELDS, fits
from pbm.rulesets.twilight.orders.base import FieldOrder, Words, action

DIPLOMACY, MISMATCH = "VKD", "MES"


@action("20.1", form="PLAY {mark}< {fields: |/}>", meaning="play {mark}<: {fields}>")
class Play(FieldOrder, frozen=True):
    """Play a marker at its moment."""

    mark: str
    fields: Words

    def flaw(self) -> str:
        if self.mark == DIPLOMACY:
            return "" if diplomacy(self.fields) else "it names no modifier of -1, 0 or 1, and no sea and area to aim at"
        if self.mark in FIELDS and not fits(self.fields, FIELDS[self.mark]):
            return f"{self.mark} is not played with these fields"
        return "" if self.mark == MISMATCH else super().flaw()
