"""Advice on a sheet that a player means to send: what fails, what is unspent, what would do more elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from pbm.rehearsal.outcome import DOING, After, between
from pbm.rehearsal.rehearse import Stage, rehearse
from pbm.rules.condition import bare
from pbm.rules.order import Line, Sheet
from pbm.rulesets.contract import AnyRuleset, Counsel
from pbm.rulesets.foresight import Came

MOST = 8
"""So many things are named, and so many lines that fail are looked into."""
TRIED = 60
"""So many other codes are tried in the place of the one that fails."""


def on_sheet(rules: AnyRuleset, game: str, view: Any, sheet: Sheet) -> Iterator[Counsel]:
    tried = rehearse(rules, game, view, sheet)
    others = Elsewhere(Stage.of(rules, game, view, sheet))
    failing = [number for number, came in tried.lines.items() if came.is_vain]
    for place, number in enumerate(failing):
        yield others.advice(number, tried.lines[number], place < MOST)
    fine = [number for number, came in tried.lines.items() if came.always in DOING]
    yield from (better for number in fine[:MOST] if (better := others.more(number)))
    yield from unspent(tried.after)


def unspent(after: After) -> Iterator[Counsel]:
    """What is in the purses when the turn is over."""
    ends = {purse: ends for purse, ends in after.purses.items() if ends[1] > 0}
    if words := ", ".join(between(purse, *each) for purse, each in ends.items()):
        yield Counsel("", f"In hand when the turn is over: {words}.")


@dataclass(frozen=True)
class Elsewhere:
    """Looks for another place or unit with which a line that fails would be done."""

    stage: Stage

    def advice(self, number: int, came: Came, is_tried: bool) -> Counsel:
        """Why a line fails, and what would be done instead; another who acts in its place only for gain."""
        line = self.stage.sheet.lines[number]
        why = f" ({came.reasons[0].text})" if came.reasons else ""
        best = max(self.done(number), key=lambda row: row[0], default=None) if is_tried else None
        told = f"Line {number} fails as things stand: {line.text}{why}."
        if best and (best[0] or len(self.coded(line)) > 1):
            gain = f" and {best[2]}" if best[2] else ""
            told += f" {best[1]} would be done{gain}."
        return Counsel(came.reasons[0].rule if came.reasons else "", told)

    def more(self, number: int) -> Counsel | None:
        """What a line that is done would win in another place, and does not win in its own."""
        line = self.stage.sheet.lines[number]
        gain, text, more = max(self.done(number), key=lambda row: row[0], default=(0, "", ""))
        order = bare(line.order)
        if not gain or order is None:
            return None
        return Counsel(order.rule, f"Line {number} would do more elsewhere: {text} would {more}.")

    def done(self, number: int) -> Iterator[tuple[int, str, str]]:
        """Other lines instead that are done if all others are silent, and hinder no line of the sheet: how much more
        each wins or keeps, and what."""
        if not (before := self.stage.play(0)):
            return
        now, sheet = self.stage.held(before.world), self.stage.sheet
        fine = {number, *(at for at, answer in before.answers.items() if answer.outcome in DOING)}
        for line in self.others(sheet.lines[number]):
            play = self.stage.play(0, structs.replace(sheet, lines={**sheet.lines, number: line}))
            if play and all(at in play.answers and play.answers[at].outcome in DOING for at in fine):
                more = [code for code in self.stage.held(play.world) if code not in now]
                yield len(more), line.text, self.gained(more)

    def gained(self, more: Sequence[str]) -> str:
        """What is not yet the player's is won, the rest is only not lost."""
        world = self.stage.world(0)
        names, held = self.stage.rules.state.names(world), self.stage.held(world)
        rows = (("win", [code for code in more if code not in held]), ("keep", [code for code in more if code in held]))
        told = [f"{verb} {', '.join(names.get(code, code) for code in codes[:MOST])}" for verb, codes in rows if codes]
        return " and ".join(told)

    def others(self, line: Line) -> Iterator[Line]:
        """The line with another code of the same kind in the place of its last one."""
        world, words = self.stage.world(0), str(line.order).split()
        reader, coded = self.stage.rules.language.reader(world), self.coded(line)
        at, kind = coded[-1] if coded else (0, ())
        for code in [code for code in kind if code not in words][:TRIED]:
            text = " ".join([*words[:at], code, *words[at + 1 :]])
            if order := reader.order(text):
                yield Line(line.number, text, order)

    def coded(self, line: Line) -> list[tuple[int, Mapping[str, Any]]]:
        """Where codes stand in a line, and the codes of the same kind."""
        kinds = self.stage.rules.language.words(self.stage.world(0)).kinds.values()
        return [(at, kind) for at, word in enumerate(str(line.order).split()) if at for kind in kinds if word in kind]
