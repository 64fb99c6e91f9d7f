"""The players' votes, for the game master."""

from pathlib import Path

import click

from pbm.commands import clock
from pbm.commands.options import games_option, json_option
from pbm.commands.record import reasoned

HEADER = ("number", "by", "proposal", "votes", "state")


@click.command()
@click.argument("name")
@click.option(
    "--overrule", type=int, metavar="NUMBER", help="End a proposal, or take back what was agreed or conceded."
)
@click.option("--carry", type=int, metavar="NUMBER", help="Declare that a proposal is agreed, whoever has voted.")
@click.option("--reason", default="", metavar="TEXT", help="The reason, which all players read.")
@json_option
@games_option
def votes(name: str, overrule: int | None, carry: int | None, reason: str, as_json: bool, games: Path) -> None:
    """Show what the players propose and how they vote; end a proposal, or decide it yourself.

    Until the turn in which something was settled is played, you can take it back. What players may vote on, how many
    must agree and whether votes are secret stands in [votes] of game.toml.

    Examples: pbm votes game42; pbm votes game42 --overrule 2 --reason "Two of you never got my mail."
    """
    from pbm.commands.screen import lay_out
    from pbm.mail.ballots import overrule as decide
    from pbm.office.told import OneProposal, VotesTold
    from pbm.office.told import as_json as as_text
    from pbm.office.votes import listed, look_after_votes
    from pbm.record.game import find, refuse_over
    from pbm.rulesets.contract import Table

    if overrule is not None and carry is not None:
        raise click.UsageError("Use either --overrule or --carry.")
    game, number = find(games, name), overrule if overrule is not None else carry
    if number is not None:
        refuse_over(game)
        done = decide(game, number, "overruled" if overrule is not None else "agreed", reasoned(reason))
        click.echo(f"Proposal {number} of {name} is {done.outcome}.")
        for line in look_after_votes(game, clock.now()):
            click.echo(f"{line[0].upper()}{line[1:]}.")
        return
    rows = list(listed(game))
    if as_json:
        click.echo(as_text(VotesTold(name, tuple(OneProposal(*row) for row in rows))))
        return
    click.echo(lay_out(Table("Votes", HEADER, [*rows])) if rows else f"Nobody has proposed anything in {name}.")
