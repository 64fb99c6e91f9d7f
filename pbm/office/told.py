"""What commands tell other programs as JSON: a form for each command, numbered, with its schema."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from statistics import mean
from typing import Annotated, Any, get_args

import msgspec

from pbm.computer.simulate.tally import Seat, Tally
from pbm.mail.waiting import Waiting
from pbm.office.careers import Career
from pbm.office.games_listed import listed
from pbm.office.offers import starts
from pbm.office.status import Status
from pbm.record.judging import Judgement, Request
from pbm.reports.schema import document
from pbm.rulebook.blocks import Card
from pbm.rules.turn_names import Called
from pbm.rulesets import load, names
from pbm.rulesets.contract import AnyRuleset


class GameStatus(msgspec.Struct, frozen=True):
    game: str
    turn: Called
    """The turn that is open, or the last one of a game that is over."""
    due: dt.datetime | None
    expected: tuple[str, ...]
    missing: tuple[str, ...]
    away: tuple[str, ...]
    held: str
    """Why the game is held; empty if it is not."""
    over: str
    """How the game ended; empty while it goes on."""
    mails_waiting: int
    notes: tuple[str, ...]
    problems: tuple[str, ...]


class StatusTold(msgspec.Struct, frozen=True, tag_field="schema", tag="status-1"):
    """pbm status"""

    games: tuple[GameStatus, ...]
    problems: tuple[str, ...] = ()
    """What is wrong with the folder of the games."""


class OnePlayer(msgspec.Struct, frozen=True):
    power: str
    id: str
    name: str
    form: str
    sent: int
    missed: int
    away: int
    days_away: tuple[str, ...]


class PlayersTold(msgspec.Struct, frozen=True, tag_field="schema", tag="players-1"):
    """pbm players"""

    game: str
    turn: Called
    """The last turn that was played."""
    players: tuple[OnePlayer, ...]


class OneLetter(msgspec.Struct, frozen=True):
    number: str
    """As `pbm letters show` takes it."""
    game: str
    turn: int
    arrived: dt.datetime
    sender: str
    line: str
    why: str


class LettersTold(msgspec.Struct, frozen=True, tag_field="schema", tag="letters-1"):
    """pbm letters"""

    letters: tuple[OneLetter, ...]
    problems: Mapping[str, str]
    """The games that could not be read, and why."""


class OneCareer(msgspec.Struct, frozen=True):
    id: str
    name: str
    games: tuple[str, ...]
    finished: int
    won: int
    sent: int
    missed: int
    away: int
    rating: float | None


class PeopleTold(msgspec.Struct, frozen=True, tag_field="schema", tag="people-1"):
    """pbm people"""

    people: tuple[OneCareer, ...]


class VerifyTold(msgspec.Struct, frozen=True, tag_field="schema", tag="verify-1"):
    """pbm verify"""

    name: str
    verified: bool
    problems: tuple[str, ...]
    said: tuple[str, ...]


class OneAction(msgspec.Struct, frozen=True):
    word: str
    boxes: tuple[str, ...]
    rule: str
    cost: str
    meaning: str
    notes: tuple[str, ...]


class RulesTold(msgspec.Struct, frozen=True, tag_field="schema", tag="rules-1"):
    """pbm rules"""

    ruleset: str
    title: str
    version: str
    actions: tuple[OneAction, ...]


class OneStart(msgspec.Struct, frozen=True):
    house: str
    """The house rule that chooses it, as `--house` takes it; empty for the usual start."""
    powers: Mapping[str, str]
    also: tuple[str, ...]
    """What else players may prefer."""


class OneRuleset(msgspec.Struct, frozen=True):
    ruleset: str
    title: str
    version: str
    starts: tuple[OneStart, ...]


class OpenGame(msgspec.Struct, frozen=True):
    game: str
    title: str
    free: int


class GamesTold(msgspec.Struct, frozen=True, tag_field="schema", tag="games-1"):
    """pbm games"""

    rulesets: tuple[OneRuleset, ...]
    open: tuple[OpenGame, ...]


class OneSeat(msgspec.Struct, frozen=True):
    seat: str
    name: str
    won: Annotated[float, msgspec.Meta(ge=0, le=1)]
    led: Annotated[float, msgspec.Meta(ge=0, le=1)]
    """Won, or ahead when the last turn was played."""
    survived: Annotated[float, msgspec.Meta(ge=0, le=1)]
    points: float


class SimulateTold(msgspec.Struct, frozen=True, tag_field="schema", tag="simulate-1"):
    """pbm simulate"""

    ruleset: str
    games: int
    turns: int
    seed: str
    seats: tuple[OneSeat, ...]
    out: str


class OneProposal(msgspec.Struct, frozen=True):
    number: int
    by: str
    """The power; a dash in a secret vote."""
    proposal: str
    votes: str
    state: str


class VotesTold(msgspec.Struct, frozen=True, tag_field="schema", tag="votes-1"):
    """pbm votes"""

    game: str
    proposals: tuple[OneProposal, ...]


class OneAccount(msgspec.Struct, frozen=True):
    player: str
    tenths: int
    """What is left, in tenths of a turn."""
    discount: int


class CreditsTold(msgspec.Struct, frozen=True, tag_field="schema", tag="credits-1"):
    """pbm credits"""

    accounts: tuple[OneAccount, ...]


Told = (
    StatusTold
    | PlayersTold
    | LettersTold
    | PeopleTold
    | VerifyTold
    | RulesTold
    | GamesTold
    | SimulateTold
    | VotesTold
    | CreditsTold
)
TAGS: dict[str, type[Any]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Told)}
FORMS = {tag.rpartition("-")[0]: (kind, tag) for tag, kind in TAGS.items()}
"""What each command tells, by the name of the command; and what `pbm judge` reads and tells."""
FORMS |= {"request": (Request, "request-1"), "judgement": (Judgement, "judgement-1")}


def as_json(told: Told) -> str:
    return msgspec.json.format(msgspec.json.encode(told), indent=1).decode()


def schema(name: str) -> bytes:
    """What the JSON of a command looks like."""
    return document(*FORMS[name])


def game_status(one: Status) -> GameStatus:
    who = (one.expected, one.missing, one.away)
    return GameStatus(one.game, one.turn, one.due, *who, one.held, one.over, one.waiting, one.notes, one.problems)


def one_letter(letter: Waiting) -> OneLetter:
    entry = letter.entry
    return OneLetter(letter.name, letter.game.name, entry.turn, entry.arrived, letter.sender, letter.line(), letter.why)


def one_career(career: Career, rating: float | None) -> OneCareer:
    came = career.came
    games = tuple(part.game for part in career.parts)
    done = (career.finished, career.won, came.sent, came.missed, came.away)
    return OneCareer(career.id, career.name, games, *done, rating)


def games_told(games: Path) -> GamesTold:
    open_now = (OpenGame(one.name, one.title, one.free) for one in listed(games) if one.free)
    return GamesTold(tuple(map(one_ruleset, map(load, names()))), tuple(open_now))


def one_ruleset(rules: AnyRuleset) -> OneRuleset:
    there = (
        OneStart(house, rules.state.seats(settings), tuple(rules.state.wishes(settings)))
        for house, settings in starts(rules)
    )
    return OneRuleset(rules.name, rules.title, rules.version, tuple(there))


def simulated(total: Tally, out: Path) -> SimulateTold:
    plan, seats = total.plan, tuple(one_seat(code, seat) for code, seat in total.seats.items())
    return SimulateTold(plan.ruleset, total.games, plan.turns, plan.seed, seats, str(out))


def one_seat(code: str, seat: Seat) -> OneSeat:
    won, led, survived = (mean(games) for games in (seat.won, seat.led, seat.survived))
    return OneSeat(code, seat.name, won, led, survived, mean(seat.final()))


def rules_told(rules: AnyRuleset, cards: list[Card], word: str | None) -> RulesTold:
    """All actions, or the one of a word."""
    asked = (card for card in cards if word is None or card.word == word.upper())
    return RulesTold(rules.name, rules.title, rules.version, tuple(map(one_action, asked)))


def one_action(card: Card) -> OneAction:
    return OneAction(card.word, tuple(card.boxes), card.rule, card.cost, card.meaning, tuple(card.notes))
