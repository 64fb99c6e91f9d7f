"""Deadlines: reminders before them, and more time."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands import clock
from pbm.commands.mail import who_is_in
from pbm.commands.options import games_option
from pbm.errors import GameError
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.record.game import Game


@click.command()
@click.argument("name")
@click.option("--within", type=int, default=3, show_default=True, metavar="DAYS", help="Days before the deadline.")
@games_option
def remind(name: str, within: int, games: Path) -> None:
    """Queue a reminder to every player whose orders are missing, once for each deadline.

    Example: pbm remind game42 --within 2
    """
    from pbm.mail.counter import open_counter
    from pbm.mail.reminders import remind as queue_reminders
    from pbm.record.game import find_under_way

    game = find_under_way(games, name)
    with game.locked():
        found = queue_reminders(open_counter(game, clock.now()), dt.timedelta(days=within))
    for line in who_is_in(game):
        click.echo(line)
    if not any(found):
        click.echo(no_reminders(game, within))
    if reminded := [*found.now, *found.before]:
        click.echo(f"Reminders queued: {', '.join(reminded)}. Now: pbm send {name}")
    if found.unreachable:
        click.echo(f"No email address in players.toml: {', '.join(found.unreachable)}.")


def no_reminders(game: "Game", within: int) -> str:
    """Why nobody was reminded."""
    from pbm.mail.calendar import deadline

    due = deadline(game, game.last() + 1)
    if due and due < clock.now():
        return "The deadline has passed, so nobody was reminded."
    if due and due > clock.now() + dt.timedelta(days=within):
        days = (due - clock.now()).days
        away = f"the deadline is {Count(days):day/days} away"
        return f"Nobody was reminded: {away}. To remind them now: pbm remind {game.name} --within {days + 1}"
    return "All are in, so nobody was reminded."


@click.command(context_settings={"ignore_unknown_options": True})  # -3 is a number of days
@click.argument("name")
@click.argument("days", type=int)
@click.option("--untold", is_flag=True, help="Do not tell the players about it.")
@games_option
def extend(name: str, days: int, untold: bool, games: Path) -> None:
    """Move the deadline of the next turn by some days, in addition to earlier extensions; -3 takes 3 days back. Players
    get a mail; for those without an address there is a letter to print.

    Example: pbm extend game42 3
    """
    from pbm.mail.calendar import extend as put_off
    from pbm.mail.calendar import extended, hours, spoken
    from pbm.mail.counter import open_counter
    from pbm.mail.for_the_post import withdraw_from_post
    from pbm.mail.reminders import DEADLINE, homes, tell_of_extension
    from pbm.mail.sets import settle
    from pbm.mail.settings import calendar_of
    from pbm.office.clock import is_known
    from pbm.record.game import find_under_way

    game = find_under_way(games, name)
    with game.locked():
        counter = open_counter(game, clock.now())
        _, due = extended(game, counter.turn, days)
        if due <= clock.now():
            other = "take fewer days back" if days < 0 else "give more days"
            raise GameError(f"{spoken(due)} has passed: {other}, or play the turn with pbm adjudicate {name}.")
        if days < 0 and due - clock.now() < (least := calendar_of(game).least):
            raise GameError(
                f"{spoken(due)} leaves the players less than {hours(least)}, the least time that they have "
                "(least_hours in [calendar]): take fewer days back."
            )
        withdraw_from_post(game, counter.turn, DEADLINE)
        untold = untold or (is_known(game, due) and not homes(counter))
        told_of, posted = ([], []) if untold else tell_of_extension(counter, due)
        put_off(game, counter.turn, days)  # last, so that a command that was interrupted can be run again
        settle(game, counter.turn)
    click.echo(f"{game.named(counter.turn).capitalize()} of {name} is now due {spoken(due)}.")
    if told_of:
        click.echo(f"Mail to {Count(len(told_of)):player/players} is queued: pbm send {name}")
    if posted:
        click.echo(f"Letters to post, to {', '.join(posted)}: pbm print {name}")
