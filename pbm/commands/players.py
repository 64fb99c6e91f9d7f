"""The calendar of people: who is away, and who sends their orders."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands import clock
from pbm.commands.options import games_option, json_option, power_code
from pbm.errors import GameError

if TYPE_CHECKING:
    from pbm.mail.absences import Absence
    from pbm.office.told import PlayersTold
    from pbm.record.game import Game

DAY = click.DateTime(["%Y-%m-%d"])


@click.command()
@click.argument("name")
@click.argument("power")
@click.argument("first", type=DAY, required=False)
@click.argument("last", type=DAY, required=False)
@click.option("--back", is_flag=True, help="The player is not away any more.")
@games_option
def away(name: str, power: str, first: dt.datetime | None, last: dt.datetime | None, back: bool, games: Path) -> None:
    """Note that a player is away from one day to another. In turns that are due in these days the computer plays for
    them, unless a sheet is here; their standing orders stay in force, and no turn counts as missed.

    \b
    Examples: pbm away game42 MER 2026-08-01 2026-08-15
              pbm away game42 MER --back
    """
    from pbm.mail.absences import Absence, come_back, go_away
    from pbm.mail.sets import expected, settle
    from pbm.record.game import find_under_way
    from pbm.record.standby import refuse_absent

    game = find_under_way(games, name)
    code, config = power_code(game, power), game.config()
    refuse_absent(config.ruleset, config.open(game.position(game.last())), code)
    if not back and not (first and last):
        raise GameError("Give the first and the last day, for example 2026-08-01 2026-08-15; or --back.")
    if not back and code not in expected(game, game.last() + 1):
        raise GameError(f"Nobody plays {code} of {name} now, so nobody waits for its orders.")
    with game.locked():
        if back or not (first and last):
            said = f"{code} of {name} is not away any more." if come_back(game, code) else f"{code} was not away."
        else:
            absence = Absence(code, first.date(), last.date())
            said = f"{code} of {name} is away {absence}: {due_then(game, go_away(game, absence))}."
            said += " These days have passed: is the year right?" * (f"{last.date()}" < clock.today())
        settle(game, game.last() + 1)
    click.echo(said)


def due_then(game: "Game", turns: list[int]) -> str:
    """The turns as people call them: the set-up, turn 1."""
    return ", ".join(map(game.named, turns)) or "no turn is due then"


@click.command()
@click.argument("name")
@json_option
@games_option
def players(name: str, as_json: bool, games: Path) -> None:
    """Show the players of a game: how many turns they have sent and missed, and when they are away.

    Example: pbm players game42
    """
    from pbm.commands.screen import lay_out
    from pbm.office import told
    from pbm.record.game import find
    from pbm.rulesets.contract import Table

    game = find(games, name)
    made = players_told(game)
    if as_json:
        click.echo(told.as_json(made))
        return
    rows: list[tuple[str | int, ...]] = [
        (one.power, one.name or one.id, one.form, one.sent, one.missed, one.away, "; ".join(one.days_away))
        for one in made.players
    ]
    header = ("", "player", "form", "sent", "missed", "away", "days away")
    click.echo(lay_out(Table(f"Players of {name} after {game.named(game.last())}", header, rows)))


def players_told(game: "Game") -> "PlayersTold":
    from pbm.mail.absences import absences
    from pbm.office.attendance import attendance
    from pbm.office.told import OnePlayer, PlayersTold
    from pbm.record.holders import latest
    from pbm.record.players import Player

    people, days = latest(game), absences(game)
    rows = (
        OnePlayer(code, who.id, who.name, who.form, one.sent, one.missed, one.away, tuple(dates_of(days, code)))
        for code, one in attendance(game).items()
        for who in [people.get(code, Player())]
    )
    return PlayersTold(game.name, game.called(game.last()), tuple(rows))


def dates_of(days: "list[Absence]", code: str) -> list[str]:
    """An absence that somebody only claimed stops the reminders and does nothing else; told again with the code, it
    stands once."""
    own = [one for one in days if one.power == code]
    proved = {str(one) for one in own if one.by != "claim"}
    said = (str(one) if str(one) in proved else f"{one} (without a code)" for one in own)
    return list(dict.fromkeys(said))
