"""Reports as mail: one letter per player and turn, queued only once."""

import datetime as dt
from collections.abc import Collection, Iterable
from itertools import takewhile
from pathlib import Path

from pbm.mail.as_page import on_top
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.ics import deadline_attached
from pbm.mail.outbox import REPORT, WELCOME, Outbox, mail_id, queue, report_kind
from pbm.mail.settings import post
from pbm.office.credits import balance, keeps_credits, read
from pbm.office.frames import heading_of
from pbm.office.issue import issue
from pbm.office.remade import file_mark
from pbm.office.report_files import attached, desk_attached
from pbm.record.clockface import USUAL, Clockface
from pbm.record.game import Game
from pbm.record.holders import readers
from pbm.record.players import Player, listed
from pbm.record.rulebook_link import paragraphs
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.text import render_text
from pbm.rules.turn_names import headed


def unreported(game: Game) -> list[int]:
    """The turns whose reports are not all queued: from the last one back to one that somebody gets and nobody lacks."""
    if not any(one.email and one.form != "paper" for one in listed(game).values()):
        return []
    open_turns = takewhile(lambda turn: lacking(game, turn) or not by_mail(game, turn), range(game.last(), 0, -1))
    return [turn for turn in open_turns if lacking(game, turn)][::-1]


def by_mail(game: Game, turn: int) -> dict[str, Player]:
    """The players who get a report of a turn by mail."""
    return {power: one for power, one in readers(game, turn).items() if one.email and one.form != "paper"}


def lacking(game: Game, turn: int) -> dict[str, Player]:
    """The players who get a report by mail and have none in the outbox."""
    kind, known = report_kind(game.manifest_hash(turn)), Outbox(game).ids()
    wanted = {power: one for power, one in by_mail(game, turn).items() if mail_id(turn, power, kind) not in known}
    if wanted and turn < game.last():
        reached = written_to(game, turn, known)
        wanted = {power: player for power, player in wanted.items() if player in reached}
    told = told_of(game, turn) if wanted else ()
    return {power: player for power, player in wanted.items() if power in told}


def written_to(game: Game, turn: int, ids: Iterable[str]) -> list[Player]:
    """The players whose first letter or a report was mailed by then: others have had the turns before in another way,
    because the game had no mail yet or they played on paper."""
    parts = [id.split("-") for id in ids]
    mailed = {(int(number), power) for number, power, kind, *_ in parts if kind in (REPORT, WELCOME)}
    tables = [(each, readers(game, each)) for each in range(turn + 1)]
    return [one for each, table in tables for power, one in table.items() if (each, power) in mailed]


def told_of(game: Game, turn: int) -> Collection[str]:
    """The powers that may get a report of a turn: those in play before or after it, and at the end all."""
    config = game.config()
    state, before, after = config.ruleset.state, *(config.open(game.position(each)) for each in (turn - 1, turn))
    return state.names(after) if game.ended(turn) else {*state.players(before), *state.players(after)}


def queue_reports(games: Path, game: Game, turn: int, now: dt.datetime) -> list[str]:
    """Queue a turn's reports by mail; return whose were queued and whose are held until paid."""
    kind, wanted = report_kind(game.manifest_hash(turn)), lacking(game, turn)
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


def file_name(game: Game, turn: int) -> str:
    """game42-turn-4, game42-set-up."""
    return f"{game.name}-{headed(game.called(turn)).replace(' ', '-')}"


def moved_since(game: Game, turn: int, said: str, clock: Clockface = USUAL) -> str:
    """What a report that goes out later must say first: the deadline, if it is another than the report says."""
    due = deadline(game, turn + 1)
    if turn != game.last() or game.ended(turn) or not due or not said or heading_of(game).deadline:
        return ""
    now = spoken(due, clock)
    return "" if now == said else f"The deadline has been moved: orders for {game.named(turn + 1)} are due on {now}."


def report_mail(game: Game, turn: int, player: Player, report: Report) -> Mail:
    rules = game.config().ruleset
    text = render_text(report)
    again, book = report.masthead.again, paragraphs(game)
    name = f"{file_name(game, turn)}{file_mark(game, turn, again)}"
    head = f"{game.name} is over: your last" if game.ended(turn) else f"{game.name}, {game.named(turn)}: your"
    subject = f"{head} {'corrected ' if again else ''}report"
    html = render_html(report, book=book)
    files = attached(player, name, rules, report, book)
    desk = desk_attached(name, rules, report, post(game).counter) if player.desk else ()
    plays_on = bool(report.masthead.sheet_code) and not game.ended(turn)
    if moved := moved_since(game, turn, report.masthead.deadline, player.clock):
        text, html = f"{moved}\n\n{text}", on_top(html, moved)
    dates = deadline_attached(game, turn + 1) if player.calendar and plays_on else ()
    return Mail(subject=subject, text=text, html=html, attachments=(*files, *desk, *dates))
