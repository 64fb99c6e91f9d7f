"""Answers what players ask for by mail: a report, the map, the rules, a sheet, who plays, or help."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from pbm.mail.addresses import addresses
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Attachment, Mail
from pbm.mail.inbox import Arrival, Asked, Inbox
from pbm.mail.outbox import Outbox
from pbm.mail.requests import called
from pbm.mail.sets import expected
from pbm.mail.settings import post
from pbm.office.issue import Issue, as_pdf, issue
from pbm.office.letters import owes, report_mail
from pbm.office.rules_book import rules_attached
from pbm.record.game import Game
from pbm.record.players import Player, players
from pbm.record.rulebook import book_address
from pbm.reports import Report
from pbm.reports.forms import page
from pbm.reports.sections import Map, Turnsheet
from pbm.reports.text import render_sections
from pbm.rulesets.contract import AnyRuleset

PDF = "application/pdf"
PAID_FOR = ("report", "map", "sheet")
HELP = (
    ("SEND REPORT", "your report of the last turn; SEND REPORT 3 for turn 3"),
    ("SEND MAP", "the map as your last report shows it"),
    ("SEND RULES", "the rulebook"),
    ("SEND SHEET", "the next turnsheet, as text"),
    ("WHO", "who plays"),
    ("HELP", "this list"),
)


@dataclass(frozen=True)
class Desk:
    """What a request is answered from."""

    game: Game
    power: str
    asked: Asked

    @cached_property
    def rules(self) -> AnyRuleset:
        return self.game.config().ruleset

    @cached_property
    def turn(self) -> int:
        """The turn that is asked for; by default the last."""
        return self.game.last() if self.asked.turn is None else self.asked.turn

    @cached_property
    def player(self) -> Player:
        return players(self.game).get(self.power, Player())

    @cached_property
    def issue(self) -> Issue:
        """The turn after which they took a power over has their position, and messages that were not for them."""
        return issue(self.game, self.turn, (self.seat,) if 0 < self.turn == self.player.joined else ())

    @cached_property
    def seat(self) -> str:
        """The power that they had after that turn."""
        return next((code for code, one in players(self.game, self.turn).items() if one == self.player), self.power)

    @property
    def report(self) -> Report | None:
        """The player's own report of that turn; none of a turn before they played."""
        return self.issue.reports.get(self.seat) if self.player.joined <= self.turn else None

    def mail(self, text: str, *attachments: Attachment) -> Mail:
        return Mail(f"{self.game.name}: {called(self.asked)}", text, attachments=attachments, answers="")


def answer_requests(game: Game, now: dt.datetime, letters: Iterable[Arrival] | None = None) -> Iterator[str]:
    """Queue the answer to every request that has none; the next run finishes an interrupted one."""
    inbox = Inbox(game)
    for entry in inbox.entries() if letters is None else letters:
        if entry.asked and not entry.served and post(game).address:
            ids = tuple(queue_answer(game, entry, number, now) for number in range(len(entry.asked)))
            inbox.record(msgspec.structs.replace(entry, served=True, answers=(*entry.answers, *filter(None, ids))))
            yield from (f"{called(asked)} for {asked.power} is queued" for asked in entry.asked)


def queue_answer(game: Game, entry: Arrival, number: int, now: dt.datetime) -> str:
    """To the registered address alone, whoever wrote."""
    asked = entry.asked[number]
    to = addresses(game).get(asked.power)
    if not to:
        return ""
    kind = f"asked-{entry.hash[:12]}-{number}"
    return Outbox(game).queue(entry.turn, asked.power, kind, answered(game, asked), to, now)


def answered(game: Game, asked: Asked) -> Mail:
    desk = Desk(game, asked.power, asked)
    if not 0 <= desk.turn <= game.last():
        so_far = f"the last turn played is turn {game.last()}" if game.last() else "no turn has been played yet"
        return desk.mail(f"{game.name} has no report of turn {desk.turn}: {so_far}.\n")
    if asked.what in PAID_FOR and owes(game.folder.parent, game, desk.player):
        return desk.mail("Your reports wait until they are paid for. Please ask the game master.\n")
    return ANSWERS[asked.what](desk)


def send_report(desk: Desk) -> Mail:
    if not desk.report:
        return desk.mail(f"You have no report of turn {desk.turn}.\n")
    return report_mail(desk.game, desk.turn, desk.player, desk.report)


def send_map(desk: Desk) -> Mail:
    report = desk.report
    maps = tuple(report.of(Map)) if report else ()
    shared = tuple(desk.issue.roundup.of(Map))
    if (not maps and not shared) or not report:
        return desk.mail("There is no map to send.\n")
    public = msgspec.structs.replace(report.roundup, sections=shared)
    drawn = msgspec.structs.replace(report, sections=maps, roundup=public)
    name, when = (
        f"{desk.game.name}-turn-{desk.turn}-map.pdf",
        f"after turn {desk.turn}" if desk.turn else "at the start",
    )
    return desk.mail(f"The map {when} is attached.\n", Attachment(name, as_pdf(desk.rules, drawn), PDF))


def send_rules(desk: Desk) -> Mail:
    if url := book_address(desk.game):
        return desk.mail(f"The rules of {desk.rules.title}: {url}\n")
    if not (book := rules_attached(desk.rules.name)):
        return desk.mail("For the rules please ask the game master.\n")
    return desk.mail(f"The rules of {desk.rules.title} are attached.\n", *book)


def send_sheet(desk: Desk) -> Mail:
    report = desk.report
    sheets = list(report.of(Turnsheet)) if report else []
    if not report or not sheets:
        return desk.mail("There is no sheet to fill in.\n")
    return desk.mail(render_sections(sheets, report.masthead))


def send_who(desk: Desk) -> Mail:
    """Every power with a player, and what each shows of themselves unless the game is anonymous."""
    world = desk.game.config().open(desk.game.position(desk.game.last()))
    names, table = desk.rules.state.names(world), players(desk.game)
    anonymous, playing = desk.game.people().anonymous, expected(desk.game, desk.game.last() + 1)
    rows = {
        code: "a player" if anonymous else table.get(code, Player()).shown() or "a player"
        for code in desk.rules.state.players(world)
        if code in playing
    }
    computer = [names[code] for code in desk.rules.state.players(world) if code not in playing]
    return desk.mail(page("who.txt", game=desk.game.name, names=names, rows=rows, computer=computer))


def send_help(desk: Desk) -> Mail:
    due = deadline(desk.game, desk.game.last() + 1)
    values = {"deadline": spoken(due) if due else "", "address": post(desk.game).address, "other": another(desk)}
    widest = max(len(word) for word, _ in HELP)
    people = desk.game.people()
    return desk.mail(page("help.txt", game=desk.game.name, requests=HELP, widest=widest, people=people, **values))


def another(desk: Desk) -> str:
    """A power to write to, for an example."""
    others = [power for power in expected(desk.game, desk.game.last() + 1) if power != desk.power]
    return next(iter(others), desk.power)


ANSWERS: dict[str, Callable[[Desk], Mail]] = {
    "report": send_report,
    "map": send_map,
    "rules": send_rules,
    "sheet": send_sheet,
    "who": send_who,
    "help": send_help,
}
