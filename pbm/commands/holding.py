"""Holding a game, and changing its house rules while it is played."""

from pathlib import Path

import click

from pbm.commands import clock
from pbm.commands.options import games_option
from pbm.commands.record import reasoned


@click.command()
@click.argument("name")
@click.option("--reason", required=True, metavar="TEXT", help="The reason, for you; players do not read it.")
@games_option
def hold(name: str, reason: str, games: Path) -> None:
    """Hold a game: letters are taken and answered as before, but `pbm run` adjudicates nothing until `pbm resume`.

    Example: pbm hold game42 --reason "The sheets of turn 7 are being checked."
    """
    from pbm.record.game import find_under_way
    from pbm.record.holding import hold as stop

    game = find_under_way(games, name)
    with game.locked():
        why = stop(game, reasoned(reason), clock.now())
    click.echo(f"{name} is held: {why}")
    click.echo(f"To go on: pbm resume {name}")


@click.command()
@click.argument("name")
@games_option
def resume(name: str, games: Path) -> None:
    """Go on with a game that is held.

    The clock stood still: if the deadline has passed or come near meanwhile, players have the time again that was left,
    and at least the least time of the calendar; they are told the new deadline. A turn that was due before the game was
    held is played by the next run.

    Example: pbm resume game42
    """
    from pbm.mail.calendar import deadline, spoken
    from pbm.office.hold_mail import go_on_and_tell
    from pbm.record.game import find_under_way

    game = find_under_way(games, name)
    with game.locked():
        words = go_on_and_tell(game, clock.now())
    click.echo(f"{name} is no longer held.")
    for line in words:
        click.echo(f"{line[0].upper()}{line[1:]}.")
    turn = game.last() + 1
    due = deadline(game, turn)
    if due and due <= clock.now():
        click.echo(f"{game.named(turn).capitalize()} was due {spoken(due)}: the next `pbm run` adjudicates it.")
        click.echo(f"To give the players more time: pbm extend {name} DAYS")


@click.command()
@click.argument("name")
@click.argument("change", metavar="KEY=VALUE", required=False)
@click.option("--reason", default="", metavar="TEXT", help="The reason; everyone reads it in the next report.")
@games_option
def house(name: str, change: str | None, reason: str, games: Path) -> None:
    """Change a house rule from the next turn on: everyone reads it with its reason. Without a change, list the rules.

    With the name of a ruleset in place of a game it lists the rules of a game that is not set up yet.

    \b
    Examples: pbm house game42
              pbm house twilight
              pbm house game42 dropout_after=3 --reason "It is summer, and people travel."
              pbm house game42 by_the_book --reason "All wish to play by the letter."
    """
    from pbm.errors import GameError
    from pbm.record.changing_house import change_house, house_values, spoken_for
    from pbm.record.game import find, refuse_over
    from pbm.record.house import HOUSE
    from pbm.rulesets import load, names
    from pbm.rulesets.rulings import written

    if name in names() and not (games / name).is_dir():
        rules = load(name)
        if change is not None:
            spoken_for(rules, [change])
            raise GameError(f"{name} is no game yet. To start one so: pbm new GAME --ruleset {name} --house {change}")
        for rule, value, meaning in rules.state.house_rules():
            click.echo(f"{rule} = {value}    {meaning}")
        return
    game = find(games, name)
    if change is None:
        rules, values = game.config().ruleset, house_values(game.config().settings)
        for rule, _, meaning in rules.state.house_rules():
            click.echo(f"{rule} = {written(values[rule])}    {meaning}")
        if letter := ", ".join(f"{rule} = {written(value)}" for rule, value in rules.by_the_book.items()):
            click.echo(f"by_the_book sets {letter}.")
        return
    refuse_over(game)
    turn, changes = change_house(game, change, reasoned(reason))
    named = game.named(turn)
    for done in changes:
        click.echo(f"From {named} of {name} on: {done.rule} was {written(done.was)} and is now {written(done.now)}.")
    click.echo(f"Everyone reads it in the report of {named}. Written to {game.turn(turn) / HOUSE}.")
