"""Missing orders, deadlines and problems, of one game or of all."""

import datetime as dt
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from pbm.errors import said
from pbm.mail.addresses import addresses
from pbm.mail.calendar import deadline, spoken
from pbm.mail.former import reached
from pbm.mail.inbox import SET_ASIDE, Arrival
from pbm.mail.memory import letters_for_gm
from pbm.mail.outbox import Outbox
from pbm.mail.sets import expected, gone, missing
from pbm.mail.waiting import waiting
from pbm.office.due import stopped, waits
from pbm.office.offers import offers
from pbm.office.report_folder import unfinished
from pbm.office.setting_faults import setting_faults
from pbm.office.signup import all_lists
from pbm.office.vacancies import told_of_seats
from pbm.office.votes import for_the_gm
from pbm.record.changing_house import edited
from pbm.record.game import CONFIG, Game, all_games
from pbm.record.holders import History, history
from pbm.record.holding import held
from pbm.rules.event import Count
from pbm.rules.turn_names import Called


@dataclass(frozen=True)
class Status:
    game: str
    turn: Called = 0
    """The next turn."""
    due: dt.datetime | None = None
    expected: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    waiting: int = 0
    """Mails not yet sent."""
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    """Those who have sent nothing and are away."""
    held: str = ""
    """Why the game is held, if it is."""
    over: str = ""

    @property
    def is_in(self) -> int:
        return len(self.expected) - len(self.missing) - len(self.away)

    @property
    def stand(self) -> str:
        """When nobody is missing."""
        return "all are in or away" if self.away and self.is_in else "all are away" if self.away else "all are in"


def status(game: Game, now: dt.datetime) -> Status:
    """The status of a game; for a broken one, the errors."""
    blocked: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    try:
        blocked, wrong = tuple(unreadable(game)), tuple(setting_faults(game))
        found = looked_at(game, now)
        return replace(found, problems=(*blocked, *wrong, *found.problems))
    except Exception as error:  # whatever is wrong with one game must not hide the others
        return Status(game.name, problems=tuple(dict.fromkeys((*wrong, *(blocked or [said(error)])))))


def nothing_to_serve(games: Path) -> list[str]:
    """What to do in a folder in which no game has started."""
    if all_games(games):
        return []
    return [f"No game has started in {games}. To see what can be played: pbm games", *offered(games)]


def offered(games: Path) -> Iterator[str]:
    """The games that people may join, and who is on their lists."""
    lists = all_lists(games)
    for name, offer in offers(games).items():
        listed = ", ".join(lists.get(name, [])) or "nobody"
        seats = Count(len(offer.rules.state.seats(offer.settings)))
        yield f"{name} is offered, with {seats:seat/seats}; on its list: {listed} (pbm start {name})"


def folders(games: Path) -> Iterator[str]:
    """The folders among the games that cannot be looked into: a game may be in one."""
    for path in sorted(games.iterdir()) if games.is_dir() else []:
        if path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
            yield f"{path} cannot be read"


def looked_at(game: Game, now: dt.datetime) -> Status:
    game.config()  # what is wrong with the rules is said first
    turn, letters = game.last() + 1, sorted(letters_for_gm(game), key=lambda each: (each.arrived, each.hash))
    if ended := game.ended(turn - 1):
        return Status(game.name, game.called(turn - 1), over=ended.text, problems=tuple(unfinished(game)))
    return Status(
        game=game.name,
        turn=game.called(turn),
        due=deadline(game, turn),
        expected=tuple(expected(game, turn)),
        missing=tuple(missing(game, turn)),
        waiting=len(Outbox(game).waiting(now)),
        problems=tuple(problems(game, turn, now, letters)),
        notes=(*for_you(game, letters), *moved(game, letters), *for_the_gm(game), *told_of_seats(game)),
        away=tuple(gone(game, turn)),
        held=held(game),
    )


def unreadable(game: Game) -> Iterator[str]:
    """What this user cannot read in a game's folder and in its last two turns: all that a run needs."""
    refused: list[OSError] = []
    turns = (os.walk(game.turn(turn), onerror=refused.append) for turn in game.turns()[-2:])
    for place, inner, names in chain(islice(os.walk(game.folder, onerror=refused.append), 1), *turns):
        paths = (f"{place}/{name}" for name in sorted((*inner, *names)))
        yield from (f"{path} cannot be read" for path in paths if not os.access(path, os.R_OK))
    yield from (f"{error.filename} cannot be read: {error.strerror}" for error in refused)


def problems(game: Game, turn: int, now: dt.datetime, letters: Iterable[Arrival]) -> Iterator[str]:
    for note in Outbox(game).failed():
        yield f"mail {note.id} failed: {note.words}"
    for entry in letters:
        if entry.verdict == SET_ASIDE and entry.turn == turn:
            yield f"letter {entry.hash[:8]} from {entry.sender or entry.place}: {entry.note}"
    yield from unfinished(game)
    if rules := edited(game):
        yield f"{game.folder / CONFIG}: house rules were edited while the game is played: {', '.join(rules)}"
    if not held(game) and (wait := waits(game, turn, now) or stopped(game, turn)):
        yield str(wait)


def for_you(game: Game, letters: Iterable[Arrival]) -> Iterator[str]:
    if number := len(waiting(game, letters)):
        yield f"{Count(number):letter is waiting/letters are waiting} for you: pbm letters {game.name}"


def moved(game: Game, letters: Iterable[Arrival]) -> Iterator[str]:
    """Players who sent a correct sheet from an unknown address: they may have a new one. Letters of a former player do
    not count, nor those from an address where the power's mail went before."""
    known, story, outbox = addresses(game), history(game), Outbox(game)
    found = {
        sheet.power: (sheet.move.email if sheet.move else "") or entry.sender
        for entry in letters
        for sheet in entry.sheets
        if sheet.accepted and entry.sender and sheet.power in known and wrote_since(story, entry, sheet.power)
    }
    elsewhere = {power: sender for power, sender in found.items() if sender.casefold() != known[power].casefold()}
    for power, sender in elsewhere.items():
        if sender.casefold() not in reached(outbox, power):
            yield f"{power} wrote from {sender}. If they have moved: pbm address {game.name} {power} --email {sender}"


def wrote_since(story: History, entry: Arrival, power: str) -> bool:
    """Whether whoever has a power now, or had it last, had it when a letter came."""
    return story.latest().get(power) in (None, story.holders(entry.turn - 1).get(power))


def row(found: Status) -> tuple[str | int, ...]:
    all_in = found.stand if found.expected and not found.missing else ""
    held = f"held: {found.held}" if found.held else ""
    state = found.over or "; ".join(filter(None, [held, *found.problems])) or all_in
    due = spoken(found.due) if found.due and not found.held else "-"
    return found.game, found.turn, due, f"{found.is_in} of {len(found.expected)}", found.waiting, state
