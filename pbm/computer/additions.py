"""A computer's orders tried beside those of a player: which are done in full, what each of them changes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import structs

from pbm.rehearsal.play import Played
from pbm.rehearsal.rehearse import PLAYS, Rehearsal, Stage, told
from pbm.rules.condition import bare
from pbm.rules.event import Answered, Event, Phase
from pbm.rules.order import Line, Sheet, blocks
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.foresight import DONE, PART

FEW, ROUNDS = 4, 3
SHORT = re.compile(r"\b(\d+) of (\d+)\b")
"""How much of a line was done: 640 of 3720."""


@dataclass(frozen=True)
class Additions:
    """All plays have the same dice, so that what differs comes from the lines that differ."""

    stage: Stage

    @property
    def rules(self) -> AnyRuleset:
        return self.stage.rules

    @property
    def own(self) -> Sheet:
        return self.stage.sheet

    def plays(self, sheet: Sheet, most: int = PLAYS) -> Iterator[Played]:
        yield from filter(None, (self.stage.play(number, sheet) for number in range(most)))

    def rehearsed(self, lines: Iterable[Line]) -> tuple[Rehearsal, dict[int, int]]:
        """The own sheet with these lines, and where each of them stands on it."""
        sheet, places = self.joined(lines)
        return told(self.rules, self.stage.view, sheet, tuple(self.plays(sheet)), 0), places

    def joined(self, lines: Iterable[Line]) -> tuple[Sheet, dict[int, int]]:
        """More lines below the own ones; those for another power in its block."""
        opener = self.rules.book.actions.opener
        more = Sheet(self.own.player, {line.number: line for line in lines})
        rows: dict[str, list[tuple[Line, bool]]] = {}
        for sheet, is_more in ((self.own, False), (more, True)):
            for power, block in blocks(sheet, opener):
                opened = is_more and power in rows and opener is not None
                kept = [line for line in block if not (opened and opener and isinstance(line.order, opener))]
                rows.setdefault(power, []).extend((line, is_more) for line in kept)
        every = [row for block in rows.values() for row in block]
        joined = {at: structs.replace(line, number=at) for at, (line, _) in enumerate(every, 1)}
        places = {line.number: at for at, (line, is_more) in enumerate(every, 1) if is_more}
        return structs.replace(self.own, lines=joined), places

    def done(self, lines: list[Line]) -> list[Line]:
        """Those that are done and paid in full in every play, each with as much as that is."""
        for _ in range(ROUNDS):
            tried, places = self.rehearsed(lines)
            left = [kept for line in lines for kept in self.kept(line, tried, places.get(line.number, 0))]
            if left == lines:
                return lines
            lines = left
        tried, places = self.rehearsed(lines)
        return [line for line in lines if self.opens(line) or is_done(tried, places.get(line.number, 0))]

    def opens(self, line: Line) -> bool:
        opener = self.rules.book.actions.opener
        return opener is not None and isinstance(line.order, opener)

    def kept(self, line: Line, tried: Rehearsal, place: int) -> Iterator[Line]:
        if self.opens(line) or is_done(tried, place):
            yield line
        elif place in tried.lines and tried.lines[place].outcomes.keys() <= {DONE, PART}:
            yield from self.smaller(line, [play.answers[place].note for play in tried.plays if place in play.answers])

    def smaller(self, line: Line, notes: list[str]) -> Iterator[Line]:
        """The line with the least that was done of its number in any play."""
        found = [match for note in notes if (match := SHORT.search(note))]
        least = min((int(match[1]) for match in found), default=0)
        if least and line.text.split().count(found[0][2]) == 1:
            text = " ".join(str(least) if word == found[0][2] else word for word in line.text.split())
            if order := self.rules.language.reader(self.stage.world(0)).order(text):
                yield structs.replace(line, text=text, order=order)

    def useful(self, lines: list[Line]) -> list[Line]:
        """Those without which something would go otherwise, and no more would be held."""
        sheet, places = self.joined(lines)
        plays = {play.number: play for play in self.plays(sheet, FEW)}
        return [
            line for line in lines if self.opens(line) or self.helps(line, sheet, places.get(line.number, 0), plays)
        ]

    def helps(self, line: Line, sheet: Sheet, place: int, plays: Mapping[int, Played]) -> bool:
        rest = structs.replace(sheet, lines={at: each for at, each in sheet.lines.items() if at != place})
        pairs = [(plays[play.number], play) for play in self.plays(rest, FEW) if play.number in plays]
        if any(is_hindered(other, one, place) for one, other in pairs):
            return False
        who, doctrine = self.own.player, self.rules.book.doctrine
        held = [[len(self.stage.held(play.world)) for play in pair] for pair in pairs]
        gain = sum(ours - others for ours, others in held)
        order = bare(line.order)
        words = {text.split()[0] for one, _ in pairs for text in doctrine(one.world, who).values()}
        noted = place if order and order.word in words else 0
        return gain > 0 or (gain == 0 and any(course(one, who, noted) != course(other, who) for one, other in pairs))


def is_done(tried: Rehearsal, number: int) -> bool:
    return number in tried.lines and tried.lines[number].always == DONE


def is_hindered(before: Played, after: Played, number: int) -> bool:
    """Whether a line that was done is not, because of the line of that number."""
    done = {at for at, answer in before.answers.items() if answer.came == DONE and at != number}
    return any(at not in after.answers or after.answers[at].came != DONE for at in done)


def course(play: Played, who: str, without: int = 0) -> list[Event]:
    """What happened in a play; a standing order that was only noted is not counted."""
    found, noted = [], False
    for event in play.journal:
        if isinstance(event, Answered | Phase):
            noted = isinstance(event, Answered) and event.sheet == who and event.number == without
        elif not noted or event.of_no_line:
            noted = False
            found.append(event)
    return found
