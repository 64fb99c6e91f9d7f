"""Reports as mail: one letter per player and turn, queued only once."""

import datetime as dt
from collections.abc import Collection, Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path

from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.outbox import Outbox, mail_id, queue
from pbm.mail.settings import post
from pbm.office.attachments import attached
from pbm.office.credits import balance, keeps_credits, read
from pbm.office.issue import issue
from pbm.reading.sheet_code import sheet_code
from pbm.record.game import Game
from pbm.record.manifest import digest
from pbm.record.players import Player, players
from pbm.record.rulebook import paragraphs
from pbm.record.signing import public_key
from pbm.reports import Report
from pbm.reports.forms import page
from pbm.reports.html import render_html
from pbm.reports.text import render_text

REPORT, WELCOME = "report", "welcome"


def unreported(game: Game) -> list[int]:
    """The turns whose reports are not all queued: from the last one back to one that lacks none."""
    return [*takewhile(partial(lacking, game), range(game.last(), 0, -1))][::-1]


def lacking(game: Game, turn: int) -> dict[str, Player]:
    """The players who get a report by mail and have none in the outbox."""
    kind, known = report_kind(game, turn), Outbox(game).last()
    wanted = {
        power: player
        for power, player in players(game, turn).items()
        if player.email and player.form != "paper" and player.joined < turn and mail_id(turn, power, kind) not in known
    }
    told = told_of(game, turn) if wanted else ()
    return {power: player for power, player in wanted.items() if power in told}


def report_kind(game: Game, turn: int) -> str:
    """The kind of a turn's letters: after a re-run it differs, so that players get a new report."""
    return f"{REPORT}-{(game.manifest_hash(turn) or '')[:8]}"


def told_of(game: Game, turn: int) -> Collection[str]:
    """The powers that may get a report of a turn: those in play before or after it, and at the end all."""
    config = game.config()
    state, before, after = config.ruleset.state, *(config.open(game.position(each)) for each in (turn - 1, turn))
    return state.names(after) if state.result(after) else {*state.players(before), *state.players(after)}


def queue_reports(games: Path, game: Game, turn: int, now: dt.datetime) -> list[str]:
    """Queue a turn's reports by mail; return whose were queued and whose are held until paid."""
    kind, wanted = report_kind(game, turn), lacking(game, turn)
    held = [power for power, player in wanted.items() if owes(games, game, player)]
    ready = {power: player for power, player in wanted.items() if power not in held}
    reports = issue(game, turn).reports if ready else {}
    for power, player in ready.items():
        if power in reports:
            queue(game, turn, power, kind, report_mail(game, turn, player, reports[power]), player.email, now)
    return held


def owes(games: Path, game: Game, player: Player) -> bool:
    """Whether the game's settings hold a report until it is paid for."""
    waits = bool(player.id) and post(game).hold_unpaid and keeps_credits(games)
    return waits and balance(read(games), player.id) < 0


def report_mail(game: Game, turn: int, player: Player, report: Report) -> Mail:
    rules = game.config().ruleset
    text = render_text(report)
    book = paragraphs(game)
    attachments = attached(player.form, f"{game.name}-turn-{turn}", rules, report, book)
    subject = f"{game.name}, turn {turn}: your report"
    return Mail(subject=subject, text=text, html=render_html(report, book=book), attachments=attachments)


def welcome(game: Game, power: str) -> str:
    """The welcome letter: the power, the first sheet's code, everyone's address, and the hash of the secret."""
    config, due = game.config(), deadline(game, 1)
    world = config.open(game.position(0))
    table = players(game)
    return page(
        "welcome.txt",
        game=game.name,
        title=config.ruleset.title,
        power=power,
        player="" if game.people().anonymous else table[power].name,
        names=config.ruleset.state.names(world),
        word=config.ruleset.language.words(world).power,
        code=sheet_code(game.secret(), game.name, 1, power),
        orders_to=post(game).address,
        deadline=spoken(due) if due else "",
        players={} if game.people().anonymous else table,
        dummies=list(config.seats),
        commitment=digest(game.secret()),
        public_key=public_key(game),
    )


def queue_welcome(game: Game, now: dt.datetime) -> Iterator[str]:
    for power, player in players(game).items() if post(game).address else ():
        if player.email and player.form != "paper":
            mail = Mail(subject=f"{game.name} begins", text=welcome(game, power))
            yield queue(game, 0, power, WELCOME, mail, player.email, now)
