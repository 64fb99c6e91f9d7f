"""People who watch a game."""

from pathlib import Path

import click

from pbm.commands.options import games_option
from pbm.errors import GameError


@click.command()
@click.argument("game")
@click.option("--name", help="The observer's name; by default the address.")
@click.option("--email", help="The observer's address.")
@click.option("--remove", is_flag=True, help="Send nothing more to that address.")
@games_option
def observe(game: str, name: str | None, email: str | None, remove: bool, games: Path) -> None:
    """Send the roundup of every turn, and nothing else, to somebody who does not play. Without an address, print
    the list.

    \b
    Examples: pbm observe game42 --name "A friend" --email friend@example.org
              pbm observe game42 --email friend@example.org --remove
    """
    from pbm.office.observers import dismiss, observers
    from pbm.office.observers import observe as add
    from pbm.record.game import find, refuse_over

    found = find(games, game)
    if not email:
        if name or remove:
            raise GameError("Give the observer's address: --email ADDRESS.")
        for one in (people := observers(found)):
            click.echo(f"{one.name}, {one.email}, from {found.named(one.since)}")
        if not people:
            click.echo(f"{game} has no observers. To add one: pbm observe {game} --email ADDRESS")
        return
    if not remove:
        refuse_over(found)
    with found.locked():
        dismiss(found, email) if remove else add(found, name or email, email)
    told = "gets nothing more from" if remove else "gets the roundup of every turn of"
    click.echo(f"{email} {told} {game}.")
