"""What is called after every turn."""

from pathlib import Path

import click

from pbm.commands.options import games_option
from pbm.errors import GameError


@click.command()
@click.argument("name")
@click.option("--turn", metavar="N", help="The turn; by default the last.")
@click.option("--show", is_flag=True, help="Print the public result that hooks get.")
@click.option("--again", is_flag=True, help="Call them all again for this turn.")
@games_option
def hooks(name: str, turn: str | None, show: bool, again: bool, games: Path) -> None:
    """List what is called after every turn of a game, and how it went.

    [hooks] in game.toml, or in _office/office.toml for all games, has a list after_turn of commands and addresses of
    webhooks. `pbm run` calls each once a turn, with the public result as JSON: a command has it on its input, to an
    address it is posted. A hook that fails is reported, stops nothing and is not called again by itself.

    \b
    Examples: pbm hooks game42
              pbm hooks game42 --show
              pbm hooks game42 --again
    """
    from pbm.office.hook_settings import hooks_of, name_of
    from pbm.record.game import find
    from pbm.site.hooks import call_for, calls, mark, public_result

    game = find(games, name)
    number = game.turn_meant(turn) if turn else game.last()
    if show:
        click.echo(public_result(game, number).decode(), nl=False)
        return
    if again:
        failed = False
        for words, wrong in call_for(game, number, again=True):
            click.echo(words)
            failed |= wrong
        raise SystemExit(1 if failed else 0)
    if not (there := hooks_of(game)):
        raise GameError(f'{name} calls nothing. Write after_turn = ["..."] below a line [hooks] in game.toml.')
    made = calls(game, number).made
    for hook, _ in there:
        click.echo(f"{name_of(hook)}: {made.get(mark(hook), 'not called yet')} ({game.named(number)})")
