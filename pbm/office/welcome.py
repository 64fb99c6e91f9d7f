"""The first letter to a player, at the start or on taking over: welcome, sample orders, report, sheet and rules."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from pbm.mail.absences import away
from pbm.mail.as_page import on_top
from pbm.mail.calendar import deadline, spoken
from pbm.mail.compose import Mail
from pbm.mail.outbox import WELCOME, Outbox, first_letters, has_gone, mail_id
from pbm.mail.settings import post
from pbm.mail.words import words_for
from pbm.office.about import about
from pbm.office.first_turn import afterwards, samples
from pbm.office.frames import heading_of
from pbm.office.issue import Issue, issue
from pbm.office.map_files import WITHOUT_MAP, map_attached
from pbm.office.report_mail import report_mail
from pbm.office.rulebook_copy import not_here, rules_attached
from pbm.record.codes import code_of
from pbm.record.game import Game, edition
from pbm.record.holders import players
from pbm.record.manifest import digest
from pbm.record.players import Player
from pbm.record.signing import public_key
from pbm.reports import Report
from pbm.reports.forms import page
from pbm.reports.html import render_html
from pbm.reports.text import narrow, render_text
from pbm.rules.names import word
from pbm.rules.turn_names import Called
from pbm.rulesets.foresight import Foreseen


@dataclass(frozen=True)
class Welcome:
    """What the letter says, besides the report."""

    game: str
    title: str
    power: str
    name: str
    called: str
    """What a sentence calls it."""
    player: str
    turn: Called
    """Their first."""
    later: bool
    """Whether others have played before."""
    back: bool
    """Whether they have played before themselves."""
    code: str
    word: str
    """The game's word for a power."""
    rule: str
    """How many orders a sheet may have."""
    samples: tuple[Foreseen, ...]
    then: tuple[Foreseen, ...]
    """After a set-up: for the turn that follows it, if others leave theirs to the rules."""
    following: Called
    not_here: tuple[str, ...]
    """Lines of the rulebook's first turn that would fail under the house rules of this game."""
    others: tuple[tuple[str, str, str], ...]
    """The other players: code and name of their power, and what they show of themselves."""
    computer: tuple[str, ...]
    """The powers without a player."""
    deadline: str
    gm: str
    hours: str
    """When the game master can be reached."""
    orders_to: str
    post_to: tuple[str, ...]
    commitment: str
    """The hash of the secret that all dice come from."""
    public_key: str
    in_play: bool
    """Whether the power has a report; one that is not on the map yet has none."""
    spared: bool
    """Whether the computer plays the open turn for them if they send nothing, and they do not miss it."""
    desk: bool
    """Whether an order desk comes with the letter, and with every report."""
    words: Mapping[str, Any]
    """What they may write to the game."""


def newcomers(game: Game, last: int) -> dict[str, Player]:
    """The players whose first turn is the one after that, or their first since they were given the power back."""
    if game.ended(last):
        return {}
    table, back = players(game, last), given_back(game, last)
    return {power: player for power, player in table.items() if player.joined == last or power in back}


def given_back(game: Game, last: int) -> list[str]:
    """The powers whose former players have them again from the turn after that."""
    coming = game.config().joining(last + 1) if last == game.last() else ()
    table = players(game, last) if coming else {}
    return [power for power in coming if power in table and table[power].joined < last]


def welcome(game: Game, power: str, last: int) -> Welcome:
    """The first letter to a player whose first turn is the one after that."""
    config = game.config()
    rules, world = config.ruleset, config.open(game.position(last))
    in_play, names, table = rules.state.players(world), rules.state.names(world), players(game, last)
    due, heading = deadline(game, last + 1), heading_of(game)
    journal = rules.book.journal.read(game.journal(last))
    words, own = rules.language.words(world), rules.sight.view(world, journal, power) if power in in_play else None
    shown_first = samples(rules, game.name, own, last + 1) if own else ()
    set_up = own and last == 0 and game.turn_names.set_up
    shown = (lambda one: "a player") if game.people().anonymous else Player.shown
    return Welcome(
        game=game.name,
        title=rules.title,
        power=power,
        name=words.powers.get(power, power),
        called=word(names, power),
        player="" if game.people().anonymous else table[power].name,
        turn=game.called(last + 1),
        later=last > 0,
        back=power in given_back(game, last),
        code=code_of(game, last + 1, power),
        word=words.power,
        rule=rules.reports.rule,
        samples=shown_first,
        then=afterwards(rules, game.name, own, shown_first, last + 1) if set_up else (),
        following=game.called(last + 2),
        not_here=not_here(rules.name, msgspec.json.encode(config.settings)) if last == 0 else (),
        others=tuple((code, words.powers.get(code, code), shown(one)) for code, one in table.items() if code != power),
        computer=tuple(word(names, code) for code in in_play if code not in table),
        deadline=heading.deadline or (spoken(due, table[power].clock) if due else ""),
        gm=heading.gm,
        hours=about(game.folder.parent).hours,
        orders_to=heading.orders_to or post(game).address,
        post_to=heading.post_to,
        commitment=digest(game.secret()),
        public_key=public_key(game),
        in_play=power in in_play,
        spared=power in away(game, last + 1),
        desk=table[power].desk,
        words=words_for(game, power),
    )


def welcome_text(letter: Welcome, rules: bool, drawn: str = "") -> str:
    """The letter as text; `rules` says whether the rulebook comes with it, `drawn` names the file of the map."""
    longest = max([len(line.order) for line in (*letter.samples, *letter.then)], default=0)
    return narrow(page("welcome.txt", letter=letter, rules=rules, drawn=drawn, longest=longest, **letter.words))


def welcome_mail(game: Game, power: str, player: Player, made: Issue) -> Mail:
    last = game.last()
    letter, book = welcome(game, power, last), rules_attached(made.ruleset.name)
    report: Report | None = made.reports.get(power)
    told = report_mail(game, last, player, report) if report else public_report(made)
    drawn = map_attached(game, last, made, report, player.large) if player.form in WITHOUT_MAP else ()
    welcomed = "Welcome back" if letter.back else "Welcome"
    opening = f"{game.name} begins" if not letter.later else f"{welcomed} to {game.name}"
    text = welcome_text(letter, bool(book), " ".join(each.name for each in drawn))
    return msgspec.structs.replace(
        told,
        subject=f"{opening}: you play {letter.called}",
        text=f"{text}\n\n{told.text}",
        html=on_top(told.html, text),
        attachments=(*told.attachments, *drawn, *book),
    )


def public_report(made: Issue) -> Mail:
    """For a power that is not on the map yet, and has no report of its own."""
    return Mail("", render_text(made.roundup), render_html(made.roundup, book=made.book))


def unwelcomed(game: Game) -> dict[str, Player]:
    """The newcomers who get mail and have had no first letter yet."""
    if not post(game).address:
        return {}
    outbox, last = Outbox(game), game.last()
    return {
        power: player
        for power, player in newcomers(game, last).items()
        if player.email
        and player.form != "paper"
        and not outbox.path(mail_id(last, power, welcome_kind(game, last, player))).exists()
    }


def welcome_kind(game: Game, turn: int, player: Player) -> str:
    """Two players may have the same power before the same turn: each gets a letter. If the turn is made again, its
    report is no longer true, and they get another."""
    number = edition(game.result(turn))
    return WELCOME + (f"-{player.id}" if player.id else "") + (f"--{number}" if number > 1 else "")


def was_welcomed(game: Game, power: str, player: Player) -> bool:
    """Whether a first letter has gone out to them with an earlier result of the turn."""
    outbox, last = Outbox(game), game.last()
    earlier = (
        id for number in range(1, edition(game.result(last))) for id in first_letters(outbox, last, power, number)
    )
    return any(has_gone(outbox, id) and outbox.recipient(id) == player.email for id in earlier)


def queue_welcomes(game: Game, now: dt.datetime) -> Iterator[str]:
    """Queue the first letters that are missing, once the game has an address to send them from."""
    if not (waiting := unwelcomed(game)):
        return
    outbox, last = Outbox(game), game.last()
    made = issue(game, last, waiting)
    for power, player in waiting.items():
        again = made.reports.get(power) if was_welcomed(game, power, player) else None
        mail = report_mail(game, last, player, again) if again else welcome_mail(game, power, player, made)
        yield outbox.queue(last, power, welcome_kind(game, last, player), mail, player.email, now)
