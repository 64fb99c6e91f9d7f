"""The regular run of all games, for cron: every step can be repeated, and a broken game does not stop the others."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from pbm.errors import GameError, said
from pbm.log import did, fault
from pbm.mail.counter import open_counter
from pbm.mail.front_door import NAME, correspondents, if_open, office_of, own_letters
from pbm.mail.intake import collect
from pbm.mail.memory import letters_of
from pbm.mail.outbox import Outbox
from pbm.mail.reminders import remind, tell_it_waits, tell_nobody_answered, tell_who_is_late
from pbm.mail.sets import expected, settle, too_many_missing
from pbm.mail.settings import dates, post
from pbm.mail.smtp import postman, send
from pbm.mail.sources import sources_of
from pbm.office.address_changes import follow_moves
from pbm.office.attention import attention, office_attention
from pbm.office.charging import charge, settle_discounts
from pbm.office.clock import freshen, is_over, note_mailing, wind
from pbm.office.digest import queue_digest
from pbm.office.due import Waits, begin_to_wait, is_ready, is_unanswered, waits
from pbm.office.hold_mail import tell_of_hold
from pbm.office.next_game import tell_of_next_game
from pbm.office.observers import queue_roundups
from pbm.office.quiet import Lasting
from pbm.office.reception import receive
from pbm.office.report_mail import queue_reports, unreported
from pbm.office.requests import answer_requests
from pbm.office.ruling_mail import players_told
from pbm.office.signup import move_people
from pbm.office.undone import tell_of_undone
from pbm.office.vacancies import look_after_seats
from pbm.office.votes import look_after_votes
from pbm.office.welcome import queue_welcomes
from pbm.record.adjudicate import run_turn
from pbm.record.game import Game, all_games
from pbm.record.holding import held
from pbm.record.rulings import RulingMissing
from pbm.rules.event import Count

REMIND_WITHIN = dt.timedelta(days=3)
"""How long before a deadline players are reminded, if that is not more than half of the time they have."""

Pause = Callable[[float], None]
Clock = Callable[[], dt.datetime]
Down = dict[str, str]
"""The mail servers that could not be reached in a run, and why."""
SERVER_SAYS = "the mail server says: {}"
REFUSED = "refused:"
"""How an error begins that is on the list of what needs the game master anyway."""


class TurnWaits(GameError):
    """A turn that is due waits for orders or for the game master; the mail goes out all the same."""


def make_round(games: Path, clock: Clock, pause: Pause, down: Down | None = None) -> Iterator[tuple[str, str, bool]]:
    """Serve every game; yield what was done, and whether it is an error."""
    down = {} if down is None else down
    yield from serve_office(games, clock, pause, down, True)
    for game in all_games(games):
        try:
            for words in serve(games, game, clock, pause, down):
                yield game.name, words, False
        except Exception as error:  # whatever is wrong with one game must not stop the others
            did(game.name, f"problem: {fault(error)}")
            yield game.name, said(error), True
    yield from serve_office(games, clock, pause, down, False)


def serve_office(games: Path, clock: Clock, pause: Pause, down: Down, first: bool) -> Iterator[tuple[str, str, bool]]:
    """Before the games: take the office's own letters, and send what it said before they go on. After them: answer what
    they found, and send."""
    try:
        if office := office_of(games):
            if first:
                own_letters(office, clock())
            for words in (*receive(office, clock()), *send_out(office, clock, pause, down)):
                yield office.name, words, False
    except Exception as error:
        yield NAME, said(error), True


def look_round(
    games: Path, clock: Clock, pause: Pause, broken: dict[str, list[str]], down: Down | None = None
) -> Iterator[tuple[str, str]]:
    """What needs the game master, game by game; it is mailed as well, if there is anything new. Games that cannot be
    looked at are added to the broken ones."""
    found = {NAME: office_attention(games)}
    found |= {game.name: needs(game, clock(), broken) for game in all_games(games)}
    wrong = {name: [line for line in lines if not line.startswith(REFUSED)] for name, lines in broken.items()}
    for name, lines in found.items():
        yield from ((name, line) for line in lines if line not in broken.get(name, []))
    matters = {name: [*dict.fromkeys([*wrong.get(name, []), *lines])] for name, lines in found.items()}
    for game in queue_digest(games, correspondents(games), matters, clock()):
        with suppress(Exception):  # what keeps the mail of a game back was named when the game was served
            list(send_out(game, clock, pause, {} if down is None else down))


def needs(game: Game, now: dt.datetime, broken: dict[str, list[str]]) -> list[str]:
    try:
        return list(attention(game, now))
    except Exception as error:
        if game.name not in broken:  # else what is wrong with it was said when it was served
            broken[game.name] = [said(error)]
        return []


def serve(games: Path, game: Game, clock: Clock, pause: Pause, down: Down) -> Iterator[str]:
    """Collect, remind, adjudicate what is due, report, send; if a turn waits for the game master, that is said last."""
    over = is_over(game)
    with game.locked():
        move_people(game)
        yield from wind(game, clock())
        if post(game).smtp:
            yield from freshen(game, clock())
    yield from take_in(game, clock, over)
    if office := if_open(games):  # whoever takes a seat has it before the turn is played
        yield from (f"the office has a {words}" for words in receive(office, clock()))
    if not over:
        yield from look_after_votes(game, clock())
    stopped: RulingMissing | TurnWaits | None = None
    turn = game.last()
    try:
        if not over:
            yield from adjudicate_due(game, clock)
    except (RulingMissing, TurnWaits) as missing:
        stopped = missing
    if game.last() > turn and not is_over(game):  # what still stands is about the turn that is open now
        yield from look_after_votes(game, clock())
    if not is_over(game):
        yield from look_after_seats(game, clock())
    yield from charge(games, game, clock)
    yield from report_all(games, game, clock)
    yield from settle_discounts(games, game, clock)
    yield from send_out(game, clock, pause, down)
    with game.locked():
        yield from note_mailing(game, clock())
    if stopped:
        raise stopped


def take_in(game: Game, clock: Clock, over: bool) -> Iterator[str]:
    """Collect and remind; a game that is over still reads its letters."""
    mail = post(game)
    if mail.inboxes:
        done = collect(game, sources_of(game), clock())
        if done.entries:
            yield f"{Count(len(done.entries)):letter/letters} taken in"
        yield from done.news
        yield from map(Lasting, done.stuck)
    letters = letters_of(game, clock())
    if mail.inboxes:
        with game.locked():
            yield from list(follow_moves(game, clock(), letters))
            yield from list(answer_requests(game, clock(), letters))
    calendar = dates(game)
    if mail.address and calendar and not over and not held(game):
        with game.locked():
            settle(game, game.last() + 1)
            found = remind(open_counter(game, clock(), letters), min(REMIND_WITHIN, calendar.full / 2))
        if found.now:
            yield f"reminders to {', '.join(found.now)}"


def adjudicate_due(game: Game, clock: Clock) -> Iterator[str]:
    """Play the open turn if it is due; if the game waits, say why and tell the players."""
    turn, now = game.last() + 1, clock()
    with game.locked():
        settle(game, turn)
    if why := held(game):
        yield Lasting(f"held, so {game.named(turn)} is not adjudicated: {why}")
        yield from tell_of_hold(game, now)
    elif is_ready(game, turn, now):
        yield from play(game, turn, clock)
    elif wait := waits(game, turn, now):
        yield from wait_for(game, turn, wait, clock)
    else:
        yield from tell_late(game, clock)


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
    """A turn that is due waits: for anybody's orders; for those that are missing, which the game master must look at;
    or for somebody who plays."""
    if not expected(game, turn):
        raise TurnWaits(str(wait))
    nobody, lost = is_unanswered(game, turn), bool(too_many_missing(game, turn))
    with game.locked():
        until, counter = begin_to_wait(game, turn, clock()), open_counter(game, clock())
        told = tell_nobody_answered(counter, until) if nobody else tell_it_waits(counter, until, not lost)
    if told:
        yield f"told by mail: {', '.join(told)}"
    wait = waits(game, turn, clock()) or wait
    if lost and not nobody:
        raise TurnWaits(str(wait))
    yield Lasting(wait)


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
    turns = unreported(game)
    unpaid = [power for turn in turns for power in queue_reports(games, game, turn, now)]
    if turns and game.ended():  # after the last report, which it must not spoil
        tell_of_next_game(games, game, now)
    if fresh := set(Outbox(game).last()) - known:
        yield f"{Count(len(fresh)):mail/mails} queued"
    if unpaid:
        yield Lasting(f"held until they are paid for: {', '.join(dict.fromkeys(unpaid))}")


def send_out(game: Game, clock: Clock, pause: Pause, down: Down) -> Iterator[str]:
    """Send what is queued; a server that another game could not reach in this run is not tried again."""
    outbox, server = Outbox(game), post(game).smtp
    if not server or not (outbox.waiting(clock()) or outbox.doubtful()):
        return
    if server in down:
        raise GameError(SERVER_SAYS.format(down[server]))
    done = send(outbox, postman(outbox), clock, pause)
    if done.unreachable:
        down[server] = done.trouble
    sent, left = len(done.sent), len(done.failed) + len(outbox.waiting(clock()))
    if sent or left:
        yield f"{sent} of {sent + left} sent" if left else f"{Count(sent):mail/mails} sent"
    if done.failed:
        refused = ", ".join(f"{id} to {outbox.recipient(id)}" for id in done.failed)
        raise GameError(f"{REFUSED} {refused}. Correct the address, then: pbm send {game.name} --failed")
    if done.held:
        raise GameError(done.held)
    if done.trouble:
        raise GameError(SERVER_SAYS.format(done.trouble))
