"""When players are away. `absences.json` has the days; for each turn whose deadline falls into them, the power is
listed in turns/007/away.txt, which is kept with the result: adjudication knows no dates. An absence that somebody only
claims for a player, without proof, stops the reminders to them and does nothing else. A person who names no game is
away from all of theirs: that is in the office's own `absences.json`.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from pbm.errors import GameError
from pbm.files import alone, put, put_json, read_json
from pbm.mail.calendar import day, deadline
from pbm.mail.outbox import DONE, Note, Outbox
from pbm.mail.settings import calendar_of, dates
from pbm.record.clockface import USUAL, Clockface
from pbm.record.game import AWAY, Game
from pbm.record.holders import latest
from pbm.record.people import OFFICE

ABSENCES = "absences.json"
LONGEST = 366
"""The most days of one absence."""
TURNS_SHOWN = 12
MOST_CLAIMED = 6
"""The most absences of a power that are only claimed."""
NOTICE = dt.timedelta(days=1)
"""An absence that came by mail closes a turn no earlier than so long after the notice of it went out."""


class Absence(msgspec.Struct, frozen=True, order=True):
    power: str
    first: dt.date
    last: dt.date
    by: Literal["gm", "player", "claim", "seat"] = "gm"
    """Who says so: the game master, the player, a letter without proof, or a seat that was taken late in a turn."""
    notice: str = ""
    """The mail that told the player of it."""
    id: str = ""
    """Of a person who is away from all their games."""
    game: str = ""
    """The game whose mail it was, then."""

    def __str__(self) -> str:
        return self.days()

    def days(self, clock: Clockface = USUAL) -> str:
        return f"{day(self.first, clock)} to {day(self.last, clock)}"


def absences(game: Game) -> list[Absence]:
    """Of the players of a game: from it alone, and from all their games."""
    whole = noted_in(game.folder.parent / OFFICE)
    people = latest(game) if whole else {}
    everywhere = [
        msgspec.structs.replace(each, power=power)
        for each in whole
        for power, one in people.items()
        if one.id == each.id
    ]
    return [*noted_in(game.folder), *everywhere]


def noted_in(folder: Path) -> list[Absence]:
    return read_json(folder / ABSENCES, list[Absence], [], "Fix that line, or delete the file.")


def keep(folder: Path, every: Iterable[Absence]) -> None:
    if (kept := sorted(set(every))) != noted_in(folder):
        put_json(folder / ABSENCES, kept, private=True)


def change_in_office(games: Path, change: Callable[[list[Absence]], Iterable[Absence]]) -> None:
    with alone(games / OFFICE, "", wait=True):
        keep(games / OFFICE, change(noted_in(games / OFFICE)))


def go_away(game: Game, absence: Absence) -> list[int]:
    """Note an absence, and return the turns that fall into it."""
    calendar_of(game)
    if not absence.first <= absence.last <= absence.first + dt.timedelta(days=LONGEST):
        raise GameError(f"{absence} is not a time to be away: the last day must be within a year after the first.")
    every = absences(game)
    claims = [each for each in every if (each.power, each.by) == (absence.power, "claim")]
    if absence.by == "claim":
        if any((each.first, each.last) == (absence.first, absence.last) for each in claims):
            return turns_of(game, absence)
        if len(claims) >= MOST_CLAIMED:
            raise GameError("So many absences have been noted for you without a code that no more are.")
    if absence.id:
        change_in_office(game.folder.parent, lambda whole: [*whole, msgspec.structs.replace(absence, power="")])
    else:
        keep(game.folder, [*noted_in(game.folder), absence])
    return turns_of(game, absence)


def spare_newcomer(game: Game, power: str, now: dt.datetime) -> None:
    """Whoever gets a seat with less than the least time left does not miss the open turn: if no sheet of theirs is
    here by the deadline, the computer plays."""
    calendar, due = dates(game), deadline(game, game.last() + 1)
    if calendar and due and due - now < calendar.least:
        keep(game.folder, [*noted_in(game.folder), Absence(power, due.date(), due.date(), "seat")])


def come_back(game: Game, power: str) -> bool:
    """Forget the absences of a power; whether there were any."""
    every = absences(game)
    gone = [each for each in every if each.power == power]
    if any(each.id for each in gone):
        forget_absences(game.folder.parent, {each.id for each in gone})
    keep(game.folder, [each for each in noted_in(game.folder) if each.power != power])
    return bool(gone)


def forget_absences(games: Path, ids: Collection[str]) -> None:
    """Of people who are back, or are to be forgotten."""
    if any(each.id in ids for each in noted_in(games / OFFICE)):
        change_in_office(games, lambda whole: [each for each in whole if each.id not in ids])


def turns_of(game: Game, absence: Absence) -> list[int]:
    """The coming turns whose deadlines fall into an absence."""
    found: list[int] = []
    turn = game.last() + 1
    while (due := deadline(game, turn)) and due.date() <= absence.last and len(found) < TURNS_SHOWN:
        found += [turn] if absence.first <= due.date() else []
        turn += 1
    return found


def away(game: Game, turn: int) -> list[str]:
    """The powers whose players are away when a turn is due; without a calendar, those that away.txt lists."""
    every, due = absences(game), deadline(game, turn)
    if not due:
        return game.away(turn).decode().split()
    return sorted({each.power for each in every if each.by != "claim" and each.first <= due.date() <= each.last})


def may_be_away(game: Game, turn: int) -> list[str]:
    """The powers whose players are away when a turn is due, or are said to be: they get no reminders."""
    due = deadline(game, turn)
    return sorted({each.power for each in absences(game) if due and each.first <= due.date() <= each.last})


def not_waited_for(game: Game, turn: int, now: dt.datetime) -> list[str]:
    """The powers that are away, and whose players have known for a day that the game takes them to be."""
    due = deadline(game, turn)
    if not due:
        return away(game, turn)

    @cache
    def sent_by(name: str) -> Mapping[str, Note | None]:
        return Outbox(Game(game.folder.parent / name)).last()

    def is_told(absence: Absence) -> bool:
        note = sent_by(absence.game or game.folder.name).get(absence.notice)
        return absence.by == "gm" or (note is not None and note.what in DONE and note.at + NOTICE <= now)

    there = [each for each in absences(game) if each.by != "claim" and each.first <= due.date() <= each.last]
    return sorted({each.power for each in there if is_told(each)})


def settle_absences(game: Game, turn: int) -> None:
    """List in the turn's folder who is away, so that the record has it."""
    path, content = game.turn(turn) / AWAY, "".join(f"{power}\n" for power in away(game, turn)).encode()
    if content and content != game.away(turn):
        put(path, content)
    elif not content and path.is_file():
        path.unlink()
