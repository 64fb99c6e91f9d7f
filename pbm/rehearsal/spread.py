"""Dice for plays of one sheet: each play throws fairly, and together they show as many faces as they can.

Dice of their own would leave four plays with the same face of a coin one time in eight, and a receipt would say "fails
as things stand" of what the weather decides. So every throw is the same throw in all plays, moved on around its faces:
by a half in the second play, by the quarters that are left in the next two, by the eighths that are left in the next
four. Of eight plays each face of a die with six shows in at least one. In which order the quarters and eighths come is
each throw's own, so that two throws do not rise and fall together, and the sum of two dice is not always the same.
"""

from pbm.rules.dice import SPAN, Dice


class Spread(Dice):
    """The dice of one play."""

    def __init__(self, seed: bytes, turn: int, play: int) -> None:
        super().__init__(seed, turn)
        self.play = play

    def roll(self, name: str, sides: int = 6, low: int = 1) -> int:
        word = next(self.words(name))
        return (word + shift(self.play, word)) % SPAN * sides // SPAN + low


def shift(play: int, word: int) -> int:
    """How far a play moves a throw. The last bits of a word decide no face, so they choose the order."""
    if not play:
        return 0
    block = 1 << play.bit_length() - 1
    place = (play * (word | 1) + (word >> block.bit_length())) % block
    return (2 * place + 1) * SPAN // (2 * block)
