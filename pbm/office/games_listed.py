"""The games as people see them who may join one: rules, scenario or era, free seats, rhythm, and the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbm.mail.settings import WEEKDAYS
from pbm.office.offers import offers, varying
from pbm.office.signup import all_lists
from pbm.record.config import read_table
from pbm.record.game import CONFIG, Game
from pbm.record.rulebook_link import Rulebook
from pbm.rules.event import counted
from pbm.rulesets.contract import AnyRuleset


@dataclass(frozen=True)
class Listed:
    """A game as GAMES lists it."""

    name: str
    title: str
    kind: str
    """The scenario, the era or the map, if the game has several."""
    seats: Mapping[str, str]
    free: int
    waiting: int
    """How many are on the standby list."""
    rhythm: str
    rules: str
    """Where the rules are on the web."""
    note: str = ""
    running: bool = False
    vacant: tuple[str, ...] = ()
    """The powers of a running game that have no player."""

    @property
    def open(self) -> str:
        if not self.running:
            return f"{self.free} of {counted(len(self.seats), 'seat', 'seats')} free" if self.free else "full"
        names = [f"{self.seats.get(code, code)} ({code})" for code in self.vacant]
        return f"without a player: {', '.join(names)}" if names else "no seat is vacant"


def kind_of(rules: AnyRuleset, settings: Any) -> str:
    """The choices that decide who plays: scenario 855."""
    usual, fields = rules.state.settings(), varying(rules)
    told = [name for name in fields if name == fields[0] or getattr(settings, name) != getattr(usual, name)]
    return ", ".join(f"{name} {getattr(settings, name)}" for name in told)


def rhythm_in(content: bytes, where: str) -> str:
    """How often orders are due."""
    calendar = read_table(content, "calendar", dict, where) or {}
    days, weekday = calendar.get("days", 14), str(calendar.get("weekday", "")).casefold()
    if not calendar:
        return "as the game master says"
    often = counted(days // 7, "week", "weeks") if days % 7 == 0 else counted(days, "day", "days")
    every = "every week" if days == 7 else "every day" if days == 1 else f"every {often}"
    return f"{every}, on {weekday.capitalize()}s" if weekday in WEEKDAYS and days % 7 == 0 else every


def rules_in(content: bytes, where: str) -> str:
    found = read_table(content, "rulebook", Rulebook, where)
    return found.url if found else ""


def listed(games: Path) -> Iterator[Listed]:
    """What people may join, then the games that are played, for which they may stand by."""
    path = games / "_office" / CONFIG
    usual, lists = path.read_bytes() if path.is_file() else b"", all_lists(games)
    rhythm = rhythm_in(usual, str(path))
    for name, offer in offers(games).items():
        seats, taken = offer.rules.state.seats(offer.settings), len(lists.get(name, []))
        kind, free = kind_of(offer.rules, offer.settings), max(0, len(seats) - taken)
        rules, waits = rules_in(usual, str(path)), max(0, taken - len(seats))
        yield Listed(name, offer.rules.title, kind, seats, free, waits, rhythm, rules, offer.note)


def listed_running(game: Game, vacant: tuple[str, ...]) -> Listed:
    """A game that is played."""
    config, content, where = game.config(), game.read(CONFIG), str(game.folder / CONFIG)
    rules, settings = config.ruleset, config.settings
    waits = len(all_lists(game.folder.parent).get(game.name, []))
    seats, kind = rules.state.seats(settings), kind_of(rules, settings)
    rhythm, link = rhythm_in(content, where), rules_in(content, where)
    return Listed(game.name, rules.title, kind, seats, 0, waits, rhythm, link, running=True, vacant=vacant)
