"""How many turns each player has sent and missed, from the record."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from pbm.files import content_of, names_in
from pbm.mail.settings import dates
from pbm.record.game import AWAY, ORDERS, Game
from pbm.record.holders import Held, History, history
from pbm.record.seating import changes, occupied
from pbm.rules.roster import TurnMissed
from pbm.rules.turn_names import SET_UP


@dataclass
class Attendance:
    """The turns of one player."""

    sent: int = 0
    missed: int = 0
    away: int = 0
    """Turns that the computer played while they were away."""

    @property
    def turns(self) -> int:
        return self.sent + self.missed

    def add(self, other: "Attendance") -> None:
        self.sent += other.sent
        self.missed += other.missed
        self.away += other.away


@dataclass(frozen=True)
class Came:
    """Who sent orders for a turn, who was away, and who should have."""

    sent: Collection[str]
    away: Collection[str]
    playing: Collection[str]
    spared: Collection[str] = ()
    """Those who sent no set-up in a game whose rules make it for them and do not count it as missed."""

    @property
    def silent(self) -> list[str]:
        """Those who should have sent orders and were not away."""
        return [power for power in self.playing if power not in (*self.sent, *self.away)]


def attendance(game: Game) -> dict[str, Attendance]:
    """By the power that each player has now; without players.toml, by power."""
    story = history(game)
    if not story.entries:
        alone = {power: power for power in with_player(game)}
        return counted(game, lambda turn: alone, alone)
    found = kept(game, story)
    return {power: found[key] for power, key in story.latest().items()}


def kept(game: Game, story: History) -> dict[str, Attendance]:
    """By the entry in players.toml: of everyone who has ever played."""
    return counted(game, story.holders, story.entries)


def counted(game: Game, holders: Callable[[int], Held], people: Iterable[str]) -> dict[str, Attendance]:
    found = {key: Attendance() for key in people}
    for turn in range(1, game.last() + 1):
        there = came(game, turn)
        for power, key in holders(turn - 1).items():
            count(there, power, found[key])
    return found


def came(game: Game, turn: int) -> Came:
    result = game.result(turn)
    sent = {name.split(".")[0].upper() for name in names_in(result / ORDERS) if name[0] != "."}
    gone = resigned_before(game, turn)
    there = [power for power in changes(game)[turn].playing if power not in gone]
    found = Came(sent, content_of(result / AWAY).decode().split(), there)
    return replace(found, spared=spared(game, turn, found.silent)) if game.called(turn) == SET_UP else found


def spared(game: Game, turn: int, silent: Iterable[str]) -> list[str]:
    journal = game.config_of(turn).ruleset.book.journal.read(game.journal(turn))
    missed = {event.who for event in journal if isinstance(event, TurnMissed)}
    return [power for power in silent if power not in missed]


def resigned_before(game: Game, turn: int) -> set[str]:
    """The powers whose players had resigned when a turn was played, and that nobody had taken over."""
    story = history(game)
    gone = {leave.power for leave in story.leaves if leave.why == "resigned" and leave.turn < turn}
    return gone - {*story.holders(turn - 1)} if gone else gone


def with_player(game: Game) -> list[str]:
    """The powers that have a player now."""
    config = game.config_of(game.last())
    return occupied(config.ruleset, config.open(game.position(game.last())))


def count(turn: Came, power: str, kept: Attendance) -> None:
    if power in turn.sent:
        kept.sent += 1
    elif power in turn.away:
        kept.away += 1
    elif power in turn.playing and power not in turn.spared:
        kept.missed += 1


def told(game: Game, turn: int) -> Iterator[str]:
    """What everyone reads about it in the reports of a turn, if the game's calendar says so."""
    calendar = dates(game)
    if not calendar or not turn:
        return
    config = game.config_of(turn)
    names = config.ruleset.state.names(config.open(game.position(turn)))
    late = [names.get(power, power) for power in came(game, turn).silent]
    if calendar.tell_late and late:
        yield f"No orders came in time from {', '.join(late)}."
    if calendar.tell_record and turn == game.last():
        rows = [
            f"{names.get(power, power)} {one.sent} of {one.turns}"
            for power, one in attendance(game).items()
            if one.turns
        ]
        if rows:
            yield f"Turns for which orders came: {', '.join(rows)}."
