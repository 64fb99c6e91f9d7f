"""When players are away. `absences.json` has the days; for each turn whose deadline falls into them, the power is
listed in turns/007/away.txt, which is kept with the result: adjudication knows no dates.
"""

import datetime as dt
from collections.abc import Iterable

import msgspec

from pbm.errors import GameError
from pbm.files import put, put_json, read_json
from pbm.mail.calendar import day, deadline
from pbm.mail.settings import calendar_of
from pbm.record.game import AWAY, Game

ABSENCES = "absences.json"
LONGEST = 366
"""The most days of one absence."""
TURNS_SHOWN = 12


class Absence(msgspec.Struct, frozen=True, order=True):
    power: str
    first: dt.date
    last: dt.date

    def __str__(self) -> str:
        return f"{spoken_day(self.first)} to {spoken_day(self.last)}"


def spoken_day(date: dt.date) -> str:
    return day(dt.datetime.combine(date, dt.time()))


def absences(game: Game) -> list[Absence]:
    return read_json(game.folder / ABSENCES, list[Absence], [], "Fix that line, or delete the file.")


def keep(game: Game, every: Iterable[Absence]) -> None:
    if (kept := sorted(set(every))) != absences(game):
        put_json(game.folder / ABSENCES, kept, private=True)


def go_away(game: Game, absence: Absence) -> list[int]:
    """Note an absence, and return the turns that fall into it."""
    calendar_of(game)
    if not absence.first <= absence.last <= absence.first + dt.timedelta(days=LONGEST):
        raise GameError(f"{absence} is not a time to be away: the last day must be within a year after the first.")
    keep(game, [*absences(game), absence])
    return turns_of(game, absence)


def come_back(game: Game, power: str) -> bool:
    """Forget the absences of a power; whether there were any."""
    every = absences(game)
    left = [each for each in every if each.power != power]
    if left != every:
        keep(game, left)
    return left != every


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
    return sorted({each.power for each in every if each.first <= due.date() <= each.last})


def settle_absences(game: Game, turn: int) -> None:
    """List in the turn's folder who is away, so that the record has it."""
    path, content = game.turn(turn) / AWAY, "".join(f"{power}\n" for power in away(game, turn)).encode()
    if content and content != game.away(turn):
        put(path, content)
    elif not content and path.is_file():
        path.unlink()
