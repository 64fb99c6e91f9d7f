"""The games that there are, and those that people may join."""

from pathlib import Path

import click

from pbm.commands.options import games_option, house_option, json_option
from pbm.errors import GameError
from pbm.rulesets import USUAL


@click.command()
@click.argument("ruleset", required=False)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write a page for the post (PDF).")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@json_option
@games_option
def games(ruleset: str | None, out: Path | None, paper: str, as_json: bool, games: Path) -> None:
    """List the games that can be played, with their scenarios or eras, and those that people may join here.

    With a ruleset it lists the powers of each scenario or era, by the codes that players may prefer. --out writes what
    is open as a page for the post, with a form to fill in.

    \b
    Examples: pbm games
              pbm games twilight
              pbm games --out games.pdf
    """
    from pbm.files import put
    from pbm.office import told
    from pbm.office.games_page import games_pdf, games_text, nothing_open
    from pbm.office.offers import powers_of
    from pbm.rulesets import load, names

    if as_json:
        click.echo(told.as_json(told.games_told(games)))
        return
    if ruleset:
        for line in powers_of(load(ruleset)):
            click.echo(line)
        return
    if out:
        put(out, games_pdf(games, paper))
        click.echo(f"Written to {out}.")
        return
    click.echo("These games can be played (pbm games NAME lists the powers):")
    for name in names():
        rules = load(name)
        kinds = list(dict.fromkeys(line.partition(":")[0] for line in powers_of(rules)))
        click.echo(f"  {name}: {rules.title}" + (f" ({', '.join(kinds)})" if len(kinds) > 1 else ""))
    click.echo("")
    click.echo("Nobody can join a game yet: pbm offer" if nothing_open(games) else games_text(games)[1].rstrip())


@click.command()
@click.argument("name")
@click.option("--ruleset", default=USUAL, show_default=True, help="The rules to play by.")
@house_option
@click.option("--note", default="", help="A sentence about it, for those who want to join.")
@click.option("--close", is_flag=True, help="Nobody can join it any more; those on its list stay there.")
@games_option
def offer(name: str, ruleset: str, house: tuple[str, ...], note: str, close: bool, games: Path) -> None:
    """Let people join a game that is to start: by mail (JOIN), by post, or on your own list (pbm signup).

    pbm start takes the rules and house rules from here.

    \b
    Examples: pbm offer verdun --ruleset twilight --house scenario=855
              pbm offer verdun --close
    """
    from pbm.office.offers import Offer, close_offer, make_offer

    if close:
        if not close_offer(games, name):
            raise GameError(f"{name} is not offered. To see what is: pbm games")
        click.echo(f"{name} is not offered any more.")
        return
    new = Offer(ruleset, house, note)
    make_offer(games, name, new)
    seats = new.rules.state.seats(new.settings)
    click.echo(f"{name} is open: {new.rules.title}, {len(seats)} seats. People may write JOIN {name}.")
