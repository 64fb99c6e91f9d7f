"""Mistakes that people make on a sheet, planted on purpose: each kind by its name, for any game."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbm.kit.play import random_order
from pbm.rules.order import Sheet
from pbm.rulesets.contract import AnyRuleset

SPOILT = 0.5
"""How many lines of a sheet with planted mistakes have one."""
NOBODYS, TOO_MUCH, TRIES = "QQQ", "999", 20


@dataclass(frozen=True)
class Hand:
    """A player who makes mistakes: each gives the line with one in it, or as it was if it has no room for one."""

    rules: AnyRuleset
    world: Any
    who: str
    chance: random.Random

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """For every code those of its kind."""
        kinds = self.rules.language.words(self.world).kinds.values()
        return {code: tuple(kind) for kind in kinds for code in kind}

    @cached_property
    def foreign(self) -> set[str]:
        return {code for code, owner in self.rules.reports.chapter(self.world).owners.items() if owner != self.who}

    def code(self, text: str, wanted: Callable[[str], bool], nth: int = 0) -> str:
        """The line with its nth code replaced by one that is wanted."""
        words = text.split()
        places = [at for at, word in enumerate(words) if at and word in self.kinds]
        if len(places) <= nth:
            return text
        at = places[nth]
        alike = [code for code in self.kinds[words[at]] if code != words[at] and wanted(code)]
        words[at] = self.chance.choice(alike) if alike else words[at]
        return " ".join(words)

    def wrong_code(self, text: str) -> str:
        return self.code(text, lambda code: True, self.chance.randrange(2))

    def unknown_code(self, text: str) -> str:
        words = text.split()
        return " ".join(NOBODYS if at and word in self.kinds else word for at, word in enumerate(words))

    def not_yours(self, text: str) -> str:
        return self.code(text, lambda code: code in self.foreign)

    def too_much(self, text: str) -> str:
        return " ".join(TOO_MUCH if word.isdigit() else word for word in text.split())

    def not_next_to(self, text: str) -> str:
        near = self.rules.language.words(self.world).near
        first = next((word for word in text.split()[1:] if word in near), "")
        return self.code(text, lambda code: code not in near[first], 1) if first else text

    def out_of_season(self, text: str) -> str:
        """An order that cannot be given now, or if all can be, any order at all."""
        tried = [random_order(self.rules, self.world, self.chance) for _ in range(TRIES)]
        barred = [order for order in tried if self.rules.desk.barred(self.world, order)]
        return str((barred or tried)[0])


MISTAKES: Mapping[str, Callable[[Hand, str], str]] = {
    "a wrong code": Hand.wrong_code,
    "an unknown code": Hand.unknown_code,
    "a place not yours": Hand.not_yours,
    "too much": Hand.too_much,
    "not next to": Hand.not_next_to,
    "out of season": Hand.out_of_season,
}


def mistaken(hand: Hand, sheet: Sheet) -> tuple[Sheet, dict[int, str]]:
    """A sheet some of whose lines have a mistake, and which."""
    planted, texts = dict[int, str](), list[str]()
    for number, line in enumerate(sheet.lines.values(), 1):
        kind = hand.chance.choice(list(MISTAKES)) if hand.chance.random() < SPOILT else ""
        texts.append(MISTAKES[kind](hand, line.text) if kind else line.text)
        if texts[-1] != line.text:
            planted[number] = kind
    return (hand.rules.language.reader(hand.world).lines(sheet.player, texts), planted) if texts else (sheet, {})
