"""The regular run of all games, for cron: every step can be repeated, and a broken game does not stop the others."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pbm.errors import GameError
from pbm.mail.counter import open_counter
from pbm.mail.inbox import Inbox
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.mail.reminders import remind, tell_nobody_answered, tell_who_is_late
from pbm.mail.sets import settle
from pbm.mail.settings import dates, post
from pbm.mail.smtp import postman, send
from pbm.mail.sources import sources_of
from pbm.office.address_changes import follow_moves
from pbm.office.attention import attention
from pbm.office.clock import is_over, note_mailing, wind
from pbm.office.credits import Clerk, discount, is_charged, keeps_credits, read
from pbm.office.digest import queue_digest
from pbm.office.due import Waits, begin_to_wait, is_ready, is_unanswered, waits
from pbm.office.hold_mail import tell_of_hold
from pbm.office.observers import queue_roundups
from pbm.office.report_mail import queue_reports, unreported
from pbm.office.requests import answer_requests
from pbm.office.ruling_mail import players_told
from pbm.office.undone import tell_of_undone
from pbm.office.welcome import queue_welcomes
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game, all_games
from pbm.record.holding import held
from pbm.record.players import Player, players
from pbm.record.rulings import RulingMissing
from pbm.rules.event import Count

REMIND_WITHIN = 3
"""Days before a deadline."""

Pause = Callable[[float], None]
Clock = Callable[[], dt.datetime]
REFUSED = "refused:"
"""How an error begins that is on the list of what needs the game master anyway."""


def make_round(games: Path, clock: Clock, pause: Pause) -> Iterator[tuple[str, str, bool]]:
    """Serve every game; yield what was done, and whether it is an error."""
    for game in all_games(games):
        try:
            for words in serve(games, game, clock, pause):
                yield game.name, words, False
        except (GameError, OSError) as error:
            yield game.name, str(error), True
        except Exception as error:  # an internal error in one game must not stop the others
            yield game.name, f"internal error ({type(error).__name__}: {error})", True


def look_round(games: Path, clock: Clock, pause: Pause, broken: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """What needs the game master, game by game; it is mailed as well, if there is anything new."""
    wrong = {name: [line for line in lines if not line.startswith(REFUSED)] for name, lines in broken.items()}
    matters = {game.name: [*wrong.get(game.name, []), *needs(game, clock())] for game in all_games(games)}
    for name, lines in matters.items():
        yield from ((name, line) for line in lines if line not in broken.get(name, []))
    for game in queue_digest(games, all_games(games), matters, clock()):
        with suppress(GameError):  # a server that refuses mail was named when the game was served
            list(send_out(game, clock, pause))


def needs(game: Game, now: dt.datetime) -> list[str]:
    try:
        return list(attention(game, now))
    except (GameError, OSError):
        return []  # what is wrong with a broken game was said when it was served


def serve(games: Path, game: Game, clock: Clock, pause: Pause) -> Iterator[str]:
    """Collect, remind, adjudicate what is due, report, send; if a turn waits for a ruling, that is said last."""
    over = is_over(game)
    with game.locked():
        yield from wind(game, clock())
    yield from take_in(game, clock, over)
    ruling: RulingMissing | None = None
    try:
        if not over:
            yield from adjudicate_due(game, clock)
    except RulingMissing as missing:
        ruling = missing
    yield from charge(games, game, clock)
    yield from report_all(games, game, clock)
    yield from settle_discounts(games, game, clock)
    yield from send_out(game, clock, pause)
    with game.locked():
        yield from note_mailing(game, clock())
    if ruling:
        raise ruling


def take_in(game: Game, clock: Clock, over: bool) -> Iterator[str]:
    """Collect and remind; a game that is over still reads its letters."""
    mail = post(game)
    if mail.inboxes:
        done = collect(game, sources_of(game), clock())
        if done.entries:
            yield f"{Count(len(done.entries)):letter/letters} taken in"
        yield from done.news
    letters = list(Inbox(game).entries())
    if mail.inboxes:
        with game.locked():
            yield from list(follow_moves(game, clock(), letters))
            yield from list(answer_requests(game, clock(), letters))
    if mail.address and dates(game) and not over and not held(game):
        with game.locked():
            settle(game, game.last() + 1)
            reminded, _ = remind(open_counter(game, clock(), letters), REMIND_WITHIN)
        if reminded:
            yield f"reminders to {', '.join(reminded)}"


def adjudicate_due(game: Game, clock: Clock) -> Iterator[str]:
    """Play the open turn if it is due; if the game waits, say why and tell the players."""
    turn, now = game.last() + 1, clock()
    with game.locked():
        settle(game, turn)
    if why := held(game):
        yield f"held, so {game.named(turn)} is not adjudicated: {why}"
        yield from tell_of_hold(game, now)
    elif is_ready(game, turn, now):
        yield from play(game, turn, clock)
    elif wait := waits(game, turn, now):
        yield from wait_for(game, turn, wait, clock)


def play(game: Game, turn: int, clock: Clock) -> Iterator[str]:
    """Adjudicate a turn, with or without orders, and set the clock for the next."""
    with players_told(game, clock):
        number, outcome = run_turn(game, turn, empty=True)
    with game.locked():
        wind(game, clock())
    yield f"{game.named(number)} adjudicated"
    if outcome.result:
        yield f"the game is over: {outcome.result.text}"


def wait_for(game: Game, turn: int, wait: Waits, clock: Clock) -> Iterator[str]:
    """A turn that is due waits: for anybody's orders, or for the game master, who must look at it."""
    if not is_unanswered(game, turn):
        yield from tell_late(game, clock)
        raise GameError(str(wait))
    with game.locked():
        told = tell_nobody_answered(open_counter(game, clock()), begin_to_wait(game, turn, clock()))
    yield str(waits(game, turn, clock()) or wait)
    if told:
        yield f"told by mail: {', '.join(told)}"


def tell_late(game: Game, clock: Clock) -> Iterator[str]:
    """While a turn waits after its deadline, everyone learns who is late; later the report says so."""
    calendar = dates(game)
    if not post(game).address or not calendar or not calendar.tell_late:
        return
    with game.locked():
        late = tell_who_is_late(open_counter(game, clock()))
    if late:
        yield f"late: {', '.join(late)}"


def report_all(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    """Queue the letters of every turn that lacks them; each is made only once."""
    now = clock()
    known = set(Outbox(game).last())
    if not post(game).address:
        return
    list(queue_welcomes(game, now))
    tell_of_undone(game, now)
    queue_roundups(game, now)
    unpaid = [power for turn in unreported(game) for power in queue_reports(games, game, turn, now)]
    if fresh := set(Outbox(game).last()) - known:
        yield f"{Count(len(fresh)):mail/mails} queued"
    if unpaid:
        yield f"held until they are paid for: {', '.join(dict.fromkeys(unpaid))}"


def with_accounts(games: Path, game: Game) -> dict[str, Player]:
    """The players who pay per turn: none if the office keeps no credits."""
    return {power: each for power, each in players(game).items() if each.id} if keeps_credits(games) else {}


def charge(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    paying, clerk = with_accounts(games, game).values(), Clerk(games, clock().date().isoformat())
    entries = read(games) if paying else []
    for turn in range(1, game.last() + 1):
        owing = [each.id for each in paying if each.joined < turn and not is_charged(entries, each.id, game.name, turn)]
        if charged := [id for id in owing if clerk.charge(id, game.name, turn)]:
            yield f"{game.named(turn)} charged to {', '.join(charged)}"


def settle_discounts(games: Path, game: Game, clock: Clock) -> Iterator[str]:
    """Take the discounts of players who dropped out; give the prizes when the game is over."""
    seated, clerk = with_accounts(games, game), Clerk(games, clock().date().isoformat())
    if not seated:
        return
    config, entries = game.config(), read(games)
    rules, world = config.ruleset, config.open(game.position(game.last()))
    for power, player in seated.items():
        gone = power in rules.state.players(world) and rules.seats.is_vacant(world, power)
        if gone and discount(entries, player.id):
            clerk.forfeit(player.id, f"dropped out of {game.name}")
            yield f"{player.id} dropped out and loses their discounts"
    if not (ended := rules.state.result(world)):
        return
    for power, turns in rules.state.prizes(world).items():
        if power in seated and clerk.award(seated[power].id, turns, game.name, ended.text):
            yield f"{seated[power].id} earns a discount of {turns}"


def send_out(game: Game, clock: Clock, pause: Pause) -> Iterator[str]:
    outbox = Outbox(game)
    if not post(game).smtp or not (outbox.waiting() or outbox.doubtful()):
        return
    done = send(outbox, postman(outbox), clock, pause)
    sent, left = len(done.sent), len(done.failed) + len(outbox.waiting())
    if sent or left:
        yield f"{sent} of {sent + left} sent" if left else f"{Count(sent):mail/mails} sent"
    if done.failed:
        refused = ", ".join(f"{id} to {outbox.recipient(id)}" for id in done.failed)
        raise GameError(f"{REFUSED} {refused}. Correct the address, then: pbm send {game.name} --failed")
    if done.trouble:
        raise GameError(f"the mail server says: {done.trouble}")
