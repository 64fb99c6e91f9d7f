"""Answers what players ask for by mail: a report, the map, the rules, a sheet, an order desk, who plays, help, or
another way of writing dates and times to them."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from pbm.errors import GameError
from pbm.mail.addresses import addresses
from pbm.mail.as_page import as_page, flowed
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Attachment, Mail
from pbm.mail.elsewhere import seats_of
from pbm.mail.inbox import Arrival, Asked, Inbox
from pbm.mail.memory import amend
from pbm.mail.outbox import Outbox
from pbm.mail.requests import SETTINGS, called
from pbm.mail.sets import expected
from pbm.mail.settings import post
from pbm.mail.words import words_for
from pbm.office.issue import Issue, issue
from pbm.office.map_files import map_attached
from pbm.office.report_files import desk_attached
from pbm.office.report_mail import file_name, owes, report_mail
from pbm.office.rulebook_copy import rules_attached
from pbm.office.signup import change_address
from pbm.record.clockface import EXAMPLE, WAYS, ways_shown
from pbm.record.game import Game
from pbm.record.holders import history, latest, players
from pbm.record.players import Player
from pbm.record.rulebook_link import book_address
from pbm.reports import Report
from pbm.reports.forms import page
from pbm.reports.sections import Turnsheet
from pbm.reports.text import render_sections
from pbm.rules.names import word
from pbm.rulesets.contract import AnyRuleset

UNPROVED = (
    "A letter in your name says {said}. It has no code, so nothing was changed. If it was you, write it once more "
    "with your code, which is on your newest report.\n"
)
PAID_FOR = ("report", "map", "sheet", "desk")


@dataclass(frozen=True)
class Enquiry:
    """What a request is answered from."""

    game: Game
    power: str
    asked: Asked

    @cached_property
    def rules(self) -> AnyRuleset:
        return self.game.config().ruleset

    @cached_property
    def turn(self) -> int:
        """The turn that is asked for; by default the last that they had."""
        return max(self.seats, default=self.game.last()) if self.asked.turn is None else self.asked.turn

    @cached_property
    def player(self) -> Player:
        return latest(self.game).get(self.power, Player())

    @cached_property
    def seats(self) -> dict[int, str]:
        """The powers of which they may have papers, by turn."""
        return history(self.game).papers(self.power)

    @cached_property
    def issue(self) -> Issue:
        """The turn after which they took a power over has their position, and messages that were not for them."""
        return issue(self.game, self.turn, (self.seats[self.turn],) if 0 < self.turn == self.player.joined else ())

    @property
    def report(self) -> Report | None:
        """The player's own report of that turn; none of a turn before they played."""
        return self.issue.reports.get(self.seats[self.turn]) if self.turn in self.seats else None

    def mail(self, text: str, *attachments: Attachment) -> Mail:
        """An answer in two forms; a sheet is text alone, which its reader fills in."""
        subject, text = f"{self.game.name}: {called(self.game, self.asked)}", as_sent(self.asked, text)
        html = "" if self.asked.what == "sheet" else as_page(subject, text)
        return Mail(subject, text, html, attachments, answers="")


def as_sent(asked: Asked, text: str) -> str:
    return text if asked.what == "sheet" else flowed(text)


def answer_requests(game: Game, now: dt.datetime, letters: Iterable[Arrival] | None = None) -> Iterator[str]:
    """Queue the answer to every request that has none; the next run finishes an interrupted one."""
    inbox = Inbox(game)
    for entry in inbox.entries() if letters is None else letters:
        if entry.asked and not entry.served and post(game).address:
            amend(game, entry, served=True, answers=(*entry.answers, *queue_answers(game, entry, now)))
            yield from (f"{called(game, asked)} for {asked.power} is queued" for asked in entry.asked)


def queue_answers(game: Game, entry: Arrival, now: dt.datetime) -> Iterator[str]:
    """One mail for all that a letter asks for, to the registered address alone, whoever wrote."""
    known = addresses(game)
    wanted: dict[str, list[Asked]] = {}
    for asked in dict.fromkeys(entry.asked):
        if asked.power in known:
            wanted.setdefault(known[asked.power].casefold(), []).append(asked)
    for number, several in enumerate(wanted.values()):
        power, kind = several[0].power, f"asked-{entry.hash[:12]}-{number}"
        every = [(game, each) for each in several]
        every += [found for each in several for found in of_other_games(game, each, known[power])]
        mail = together(game, several, [(where.name, answered(where, each)) for where, each in dict.fromkeys(every)])
        yield Outbox(game).queue(entry.turn, power, kind, mail, known[power], now)


def of_other_games(game: Game, asked: Asked, address: str) -> Iterator[tuple[Game, Asked]]:
    """What was asked for in all games of a person."""
    if not asked.everywhere or asked.what in SETTINGS:
        return
    called = None if asked.turn is None else str(game.called(asked.turn))
    for other, power in seats_of(game, latest(game).get(asked.power, Player()).id, or_had=True):
        if addresses(other).get(power, "").casefold() == address.casefold():
            turn = None if called is None else other.turn_names.read(called) or 0
            yield other, msgspec.structs.replace(asked, power=power, turn=turn)


def together(game: Game, asked: list[Asked], mails: list[tuple[str, Mail]]) -> Mail:
    """Several answers as one mail, which says for which games it is."""
    if len(mails) == 1:
        return mails[0][1]
    games = ", ".join(dict.fromkeys(name for name, _ in mails))
    files = dict.fromkeys(each for _, mail in mails for each in mail.attachments)
    whose = f"This is for all your games: {games}. For one alone, write its name into the subject.\n"
    parts = [*([flowed(whose)] if "," in games else []), *(f"{mail.subject}\n\n{mail.text}" for _, mail in mails)]
    words = ", ".join(dict.fromkeys(called(game, each) for each in asked))
    subject, text = f"{games}: {words}", "\n\n".join(parts)
    is_plain = all(mail.html for _, mail in mails) and not any(each.what == "report" for each in asked)
    return Mail(subject, text, as_page(subject, text) if is_plain else "", tuple(files), answers="")


def answered(game: Game, asked: Asked) -> Mail:
    enquiry = Enquiry(game, asked.power, asked)
    if not 0 <= enquiry.turn <= game.last():
        so_far = f"the last turn played is {game.named(game.last())}" if game.last() else "no turn has been played yet"
        return enquiry.mail(f"{game.name} has no report of {game.named(enquiry.turn)}: {so_far}.\n")
    if asked.what in PAID_FOR and owes(game.folder.parent, game, enquiry.player):
        return enquiry.mail("Your reports wait until they are paid for. Please ask the game master.\n")
    return ANSWERS[asked.what](enquiry)


def send_report(enquiry: Enquiry) -> Mail:
    if not enquiry.report:
        return enquiry.mail(f"You have no report of {enquiry.game.named(enquiry.turn)}.\n")
    return report_mail(enquiry.game, enquiry.turn, enquiry.player, enquiry.report)


def send_map(enquiry: Enquiry) -> Mail:
    drawn = map_attached(enquiry.game, enquiry.turn, enquiry.issue, enquiry.report, enquiry.player.large)
    when = f"after {enquiry.game.named(enquiry.turn)}" if enquiry.turn else "at the start"
    return enquiry.mail(f"The map {when} is attached.\n" if drawn else "There is no map to send.\n", *drawn)


def send_rules(enquiry: Enquiry) -> Mail:
    if url := book_address(enquiry.game):
        return enquiry.mail(f"The rules of {enquiry.rules.title}: {url}\n")
    if not (book := rules_attached(enquiry.rules.name)):
        return enquiry.mail("For the rules please ask the game master.\n")
    return enquiry.mail(f"The rules of {enquiry.rules.title} are attached.\n", *book)


def send_sheet(enquiry: Enquiry) -> Mail:
    report = enquiry.report
    sheets = list(report.of(Turnsheet)) if report else []
    if not report or not sheets:
        return enquiry.mail("There is no sheet to fill in.\n")
    return enquiry.mail(render_sections(sheets, report.masthead).lstrip("\n"))


def send_desk(enquiry: Enquiry) -> Mail:
    """Always for the next turn: codes of earlier ones are of no use."""
    report = enquiry.report if enquiry.turn == enquiry.game.last() else None
    name = file_name(enquiry.game, enquiry.turn)
    counter = post(enquiry.game).counter
    if not report or not (desk := desk_attached(name, enquiry.rules, report, counter)):
        return enquiry.mail("There is no sheet to fill in.\n")
    return enquiry.mail("Save the page that is attached and open it in a browser; it needs no network.\n", *desk)


def send_who(enquiry: Enquiry) -> Mail:
    """Every power with a player, and what each shows of themselves unless the game is anonymous."""
    world = enquiry.game.config().open(enquiry.game.position(enquiry.game.last()))
    names, table = enquiry.rules.state.names(world), players(enquiry.game)
    anonymous, playing = enquiry.game.people().anonymous, expected(enquiry.game, enquiry.game.last() + 1)
    rows = {
        code: "a player" if anonymous else table.get(code, Player()).shown() or "a player"
        for code in enquiry.rules.state.players(world)
        if code in playing
    }
    computer = [word(names, code) for code in enquiry.rules.state.players(world) if code not in playing]
    return enquiry.mail(page("who.txt", game=enquiry.game.name, names=names, rows=rows, computer=computer))


def send_help(enquiry: Enquiry) -> Mail:
    due = None if enquiry.game.ended() else deadline(enquiry.game, enquiry.game.last() + 1)
    values = {"deadline": spoken(due, enquiry.player.clock) if due else "", "address": post(enquiry.game).address}
    return enquiry.mail(page("help.txt", game=enquiry.game.name, **values, **words_for(enquiry.game, enquiry.power)))


def set_clock(enquiry: Enquiry) -> Mail:
    """Known once, so it counts in all games of the player."""
    asked, before = enquiry.asked, enquiry.player.clock
    if not asked.proved:
        return enquiry.mail(UNPROVED.format(said=f"{asked.what.upper()} {asked.value}"))
    changes = {"dates": asked.value.casefold()} if asked.what == "dates" else {"zone": asked.value}
    if asked.what == "dates" and changes["dates"] not in WAYS:
        return enquiry.mail(f'"{asked.value}" is none of the ways in which we can write dates:\n\n{ways_shown()}\n')
    try:
        now = change_address(enquiry.game, enquiry.power, **changes).clock
    except GameError as error:
        return enquiry.mail(f"{error}\n")
    due = None if enquiry.game.ended() else deadline(enquiry.game, enquiry.game.last() + 1)
    shown = (
        f"For example, orders for {enquiry.game.named(enquiry.game.last() + 1)} are due on" if due else "For example"
    )
    said = "Nothing has changed: this is how" if now == before else "From now on this is how"
    return enquiry.mail(f"{said} dates and times are written to you. {shown} {spoken(due or EXAMPLE, now)}.\n")


ANSWERS: dict[str, Callable[[Enquiry], Mail]] = {
    "report": send_report,
    "map": send_map,
    "rules": send_rules,
    "sheet": send_sheet,
    "desk": send_desk,
    "who": send_who,
    "help": send_help,
    "dates": set_clock,
    "zone": set_clock,
}
