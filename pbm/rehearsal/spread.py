"""Dice for plays of one sheet: each play throws fairly, and together they show as many faces as they can.

Dice of their own would leave four plays with the same face of a coin one time in eight, and a receipt would say "fails
as things stand" of what the weather decides. So every throw is the same throw in all plays, moved on around its faces:
by a half, then by quarters, then by eighths. Of eight plays each face of a die with six shows in at least one.
"""

from pbm.rules.dice import SPAN, Dice

BITS = SPAN.bit_length() - 1


class Spread(Dice):
    """The dice of one play."""

    def __init__(self, seed: bytes, turn: int, play: int) -> None:
        super().__init__(seed, turn)
        self.shift = int(f"{play:0{BITS}b}"[::-1], 2)

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        word = (next(self.words(name)) + self.shift) % SPAN
        return word * sides // SPAN + low
