"""The round of all games, for cron: every step can be done again, and a broken game does not stop the others."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

from pbm.errors import GameError
from pbm.mail.counter import open_counter
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.reminders import remind
from pbm.mail.sets import settle, too_many_missing
from pbm.mail.settings import dates, post
from pbm.mail.smtp import postman, send
from pbm.mail.sources import source
from pbm.office.address_changes import follow_moves
from pbm.office.credits import Clerk, discount, read
from pbm.office.issue import issue
from pbm.office.letters import queue_reports, queue_welcome
from pbm.office.status import all_games, is_ready
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game
from pbm.record.players import players

REMIND_WITHIN = 3
"""Days before a deadline."""

Pause = Callable[[float], None]
Clock = Callable[[], dt.datetime]


def make_round(games: Path, clock: Clock, pause: Pause) -> Iterator[tuple[str, str, bool]]:
    """Serve every game; what was done, and whether it went wrong."""
    for game in all_games(games):
        try:
            for words in serve(games, game, clock, pause):
                yield game.name, words, False
        except (GameError, OSError) as error:
            yield game.name, str(error), True
        except Exception as error:  # a fault of ours in one game must not keep the others waiting
            yield game.name, f"internal error ({type(error).__name__}: {error})", True


def serve(games: Path, game: Game, clock: Clock, pause: Pause) -> Iterator[str]:
    """Collect, remind, adjudicate what is due, report, send."""
    config = game.config()
    if not config.ruleset.state.over(config.open(game.position(game.last()))):
        yield from take_in(game, clock)
        yield from adjudicate_due(game, clock)
    yield from report_all(games, game, clock)
    yield from settle_discounts(games, game, clock)
    yield from send_out(game, clock, pause)


def take_in(game: Game, clock: Clock) -> Iterator[str]:
    mail = post(game)
    if mail.inboxes:
        done = collect(game, [source(place, mail) for place in mail.inboxes], clock())
        if done.entries:
            yield f"{len(done.entries)} letters taken in"
        with game.locked():
            yield from list(follow_moves(game, clock()))
    if mail.address and dates(game):
        with game.locked():
            reminded, _ = remind(open_counter(game, clock()), REMIND_WITHIN)
        if reminded:
            yield f"reminders to {', '.join(reminded)}"


def adjudicate_due(game: Game, clock: Clock) -> Iterator[str]:
    turn = game.last() + 1
    with game.locked():
        settle(game, turn)
    if not is_ready(game, turn, clock()):
        return
    if warning := too_many_missing(game, turn):
        raise GameError(warning)
    number, outcome = run_turn(game, turn)
    yield f"turn {number} adjudicated"
    if outcome.over:
        yield f"the game is over: {outcome.over}"


def report_all(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    """Letters and credits of every turn that lack them: each is done once, however often the round comes by."""
    now = clock()
    known = set(Outbox(game).last())
    if post(game).address and not game.last():
        list(queue_welcome(game, now))
    held: list[str] = []
    for turn in range(1, game.last() + 1):
        yield from charge(games, game, turn, now)
        held += queue_reports(games, game, turn, now) if post(game).address else []
    if fresh := set(Outbox(game).last()) - known:
        yield f"{len(fresh)} letters queued"
    if held:
        yield f"held until they are paid for: {', '.join(dict.fromkeys(held))}"


def charge(games: Path, game: Game, turn: int, now: dt.datetime) -> Iterator[str]:
    clerk = Clerk(games, now.date().isoformat())
    paying = [player.id for player in players(game).values() if player.id and player.joined < turn]
    if charged := [id for id in paying if clerk.charge(id, game.name, turn)]:
        yield f"turn {turn} charged to {', '.join(charged)}"


def settle_discounts(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    """Who dropped out loses his discounts; when the game is over, its prizes are given [4.4]."""
    config, clerk = game.config(), Clerk(games, clock().date().isoformat())
    world, seated = config.open(game.position(game.last())), players(game)
    for power, player in seated.items():
        gone = (
            player.id
            and config.ruleset.state.players(world).count(power)
            and config.ruleset.seats.is_vacant(world, power)
        )
        if gone and discount(read(games), player.id):
            clerk.forfeit(player.id, f"dropped out of {game.name}")
            yield f"{player.id} dropped out and loses his discounts"
    reports = issue(game, game.last()).reports if config.ruleset.state.over(world) else {}
    for power, player in seated.items():
        ending = getattr(reports.get(power), "ending", None)
        if player.id and ending and ending.earned and clerk.award(player.id, ending.earned, game.name, ending.how):
            yield f"{player.id} earns a discount of {ending.earned}"


def send_out(game: Game, clock: Clock, pause: Pause) -> Iterator[str]:
    outbox = Outbox(game)
    if not post(game).smtp or not (outbox.waiting() or outbox.doubtful()):
        return
    done = send(outbox, postman(outbox), clock, pause)
    if done.sent:
        yield f"{len(done.sent)} mails sent"
    if done.trouble:
        raise GameError(f"the mail server says: {done.trouble}")
