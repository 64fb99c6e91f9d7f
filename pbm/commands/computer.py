"""Computer players: the orders they would give, and players who take over from them."""

from pathlib import Path

import click

from pbm.commands import clock
from pbm.commands.options import games_option, power_code


@click.command()
@click.argument("name")
@click.argument("power")
@click.option("--by", "temperament", metavar="TEMPERAMENT", help="The kind of computer player.")
@click.option("--why", is_flag=True, help="Give the reason for every order.")
@games_option
def orders(name: str, power: str, temperament: str | None, why: bool, games: Path) -> None:
    """Print the sheet that a computer player would write for the next turn, from what that power may know.

    Example: pbm orders game42 MER --by steward --why
    """
    from pbm.record.game import find
    from pbm.record.standby import sheet_lines

    game = find(games, name)
    lines = list(sheet_lines(game, power_code(game, power), temperament, why))
    for line in lines or ["# No orders: this computer player would change nothing."]:
        click.echo(line)


@click.command()
@click.argument("name")
@click.argument("power")
@games_option
def standby(name: str, power: str, games: Path) -> None:
    """Give a power that nobody plays back to its last player, from the next turn. They get a letter at once.

    In a game without a list of players, the power has a player again whose orders you put into a folder.

    Example: pbm standby game42 STR
    """
    from pbm.commands.signups import first_letters
    from pbm.mail.absences import spare_newcomer
    from pbm.office.welcome import given_back, queue_welcomes
    from pbm.record.game import find_under_way
    from pbm.record.standby import seat_standby

    game = find_under_way(games, name)
    code = power_code(game, power)
    turn = seat_standby(game, code)
    spare_newcomer(game, code, clock.now())
    known = code in given_back(game, turn - 1)
    here = "" if known else f": put their orders into {game.orders(turn)}"
    click.echo(f"{code} has a player again from {game.named(turn)}{here}.")
    list(queue_welcomes(game, clock.now()))
    for line in first_letters(game, code) if known else ():
        click.echo(line)
    click.echo(f"If no orders come from them, the computer plays the turn. The line is in {game.folder / 'game.toml'}.")
