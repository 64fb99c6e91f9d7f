"""What everyone was told about a game, turn by turn: its roundups. A site is made from nothing else."""

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from pbm.mail.calendar import deadline, spoken
from pbm.mail.ics import event
from pbm.office.frames import KEPT, heading, read_kept
from pbm.progress import watched
from pbm.record.game import JOURNAL, POSITION, Game
from pbm.record.seals import TOKEN
from pbm.reports import Annal, Chapter, Frame, Roundup
from pbm.reports.sections import AnySection, Headline, Map, Message, Messages, News
from pbm.rules.event import Event
from pbm.rules.names import also
from pbm.rules.turn_names import Called, filed, headed
from pbm.rulesets.contract import AnyRuleset
from pbm.rulesets.reporting import annals, kept, roundup, turns_counted, with_votes

HELD_BACK = b"not on the web"
"""Stands for a contact line: players gave it to each other, not to the world."""
UNDATED = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
"""The date of turn 0 in a game without a calendar; the others follow day by day."""


class Turn(Struct, frozen=True):
    number: int
    """In the record."""
    called: Called
    roundup: Roundup
    date: str = ""
    """When it was due, for feeds."""

    @property
    def name(self) -> str:
        return headed(self.called)

    @property
    def file(self) -> str:
        return f"turn-{filed(self.called)}.html"

    @property
    def picture(self) -> str:
        return f"maps/{filed(self.called)}.png"

    @property
    def map(self) -> Map | None:
        """The map that shows everything."""
        return next((one for one in self.roundup.of(Map) if not (one.whole or one.part)), None)

    @property
    def owners(self) -> dict[str, str]:
        """Who owns what, as the roundup has it."""
        if section := self.map:
            return section.owners
        return {place: owner for place, owner in self.roundup.history[-1].owners.items() if owner}

    @property
    def headlines(self) -> list[Headline]:
        return [line for section in self.roundup.of(News) for line in section.headlines]

    @property
    def foremost(self) -> list[str]:
        """What is worth telling first: conquests and great battles."""
        return [line.text for line in self.headlines if line.capture or line.great]

    @property
    def messages(self) -> list[Message]:
        """To everyone; what was said to one power is no part of a roundup."""
        return [one for section in self.roundup.of(Messages) for one in section.messages if not one.to]


class Chronicle(Struct, frozen=True):
    """A game as everyone may know it."""

    game: str
    ruleset: str
    title: str
    data: Path
    turns: tuple[Turn, ...]
    battles: tuple[str, ...] = ()
    """The verbs of news about fights."""
    due: str = ""
    """When the orders for the coming turn are due."""
    due_at: str = ""
    """The same for programs: 2026-11-20T18:00:00Z."""
    due_event: tuple[str, ...] = ()
    """The same for calendars."""
    result: str = ""
    """How it ended; empty while it goes on."""
    winners: tuple[str, ...] = ()
    retrospect: tuple[AnySection, ...] = ()
    """What the last roundup told of the whole game, once it is over."""

    @property
    def last(self) -> Turn:
        return self.turns[-1]

    @property
    def names(self) -> Mapping[str, str]:
        return self.last.roundup.names

    @property
    def coming(self) -> str:
        return headed(self.last.roundup.masthead.coming)


def changed(turn: Turn) -> tuple[str, ...]:
    return turn.map.changed if turn.map else ()


def worth_telling(told: Chronicle, turn: Turn) -> list[str]:
    """Conquests and great battles, then other fights."""
    captured = {code for line in turn.headlines if line.capture for code in line.codes}
    moved = [handed_over(turn, code) for code in changed(turn) if code not in captured]
    return list(dict.fromkeys([*turn.foremost, *moved, *fought(told, turn)]))


def fought(told: Chronicle, turn: Turn) -> list[str]:
    """The other fights: of those of the same powers in the same place the first."""
    found: dict[frozenset[str], str] = {}
    for line in turn.headlines:
        if line.verb in told.battles and not (line.capture or line.great):
            known = frozenset(code for code in line.codes if code in turn.roundup.names)
            found.setdefault(known or frozenset([line.text]), line.text)
    return list(found.values())


def handed_over(turn: Turn, place: str) -> str:
    """What changed hands without a headline of its own."""
    names, former = turn.roundup.names, turn.map.was.get(place, "") if turn.map else ""
    now = names.get(turn.owners.get(place, ""), "nobody")
    return f"{names.get(place, place)} went from {names.get(former, 'nobody')} to {now}."


def chronicle(game: Game) -> Chronicle:
    config, last = game.config(), game.last()
    rules = config.ruleset
    ended = game.ended(last)
    due, told = None if ended else deadline(game, last + 1), tuple(turns(game))
    return Chronicle(
        game.name,
        rules.name,
        rules.title,
        rules.data,
        told,
        rules.reports.battles,
        spoken(due) if due else "",
        in_universal(due) if due else "",
        tuple(event(game, last + 1, due)) if due else (),
        ended.text if ended else "",
        ended.winners if ended else (),
        tuple(retrospect(game, told[-1].roundup)) if ended else (),
    )


def retrospect(game: Game, last: Roundup) -> Iterator[AnySection]:
    """Awards, rise and fall, great battles and secrets; the replay has the maps."""
    told = [one for number in game.played() for one in told_of(game, number)]
    yield from (section for section in kept(game.config().ruleset, last, told) if not isinstance(section, Map))


def told_of(game: Game, number: int) -> Iterator[Annal]:
    """What a turn leaves to be told when the game is over."""
    config, called = game.config_of(number), number - game.turn_names.set_up
    world, journal = in_record(game, number)
    yield from (structs.replace(one, turn=called) for one in annals(config.ruleset, world, journal))


def in_record(game: Game, number: int) -> tuple[Any, list[Event]]:
    """A turn's position and journal."""
    config = game.config_of(number)
    world = config.open(without_contacts(game.record(number, POSITION)))
    return world, config.ruleset.book.journal.read(without_contacts(game.record(number, JOURNAL)))


def turns(game: Game) -> Iterator[Turn]:
    past: list[Chapter] = []
    for number in watched(game.played(), "Reading the turns"):
        rules, (world, journal) = game.config_of(number).ruleset, in_record(game, number)
        past.append(rules.reports.chapter(world))
        told = told_to_all(rules, world, journal, letterhead(game, number), past, game)
        yield Turn(number, game.called(number), told, dated(game, number))


def told_to_all(
    rules: AnyRuleset, world: object, journal: list[Event], frame: Frame, past: list[Chapter], game: Game
) -> Roundup:
    """The roundup as in the reports: out of the public parts of any view."""
    view = next(iter(rules.views(world, journal).values()))
    history, names = turns_counted(tuple(past), game.turn_names), also(rules.state.names(world))
    made = roundup(rules, view, frame, history, names, game.turn_names, rules.state.result(world))
    return with_votes(made, journal)


def letterhead(game: Game, turn: int) -> Frame:
    """As the roundup was mailed, without the addresses for orders: they are for players."""
    mailed = read_kept(game.turn(turn) / KEPT)
    sent = mailed is not None and mailed.manifest == game.manifest_hash(turn)
    frame = mailed.frames[""] if mailed and sent else heading(game, turn)
    return structs.replace(frame, orders_to="", post_to=())


def without_contacts(content: bytes) -> bytes:
    return TOKEN.sub(HELD_BACK, content)


def dated(game: Game, turn: int) -> str:
    """When a turn was due; without a calendar a date that at least tells their order."""
    due = (deadline(game, turn) if turn else None) or first_date(game, turn)
    return in_universal(due)


def in_universal(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def first_date(game: Game, turn: int) -> dt.datetime:
    """Before the first turn."""
    first = deadline(game, 1)
    return first - dt.timedelta(1) if first else UNDATED + dt.timedelta(turn)
