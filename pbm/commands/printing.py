"""Printing for the post."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.options import games_option
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.record.game import Game

DEFAULT_PRINTER = ""
MEDIA = {"a4": "A4", "letter": "Letter"}


@click.command("print")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--turn", metavar="N", help="The turn; by default the last.")
@click.option("--paper", type=click.Choice([*MEDIA]), default="a4", show_default=True, help="The paper.")
@click.option("--large", is_flag=True, help="In large print.")
@click.option("--ink-saving", is_flag=True, help="Black on white, without tints.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option(
    "--lp",
    "printer",
    is_flag=False,
    flag_value=DEFAULT_PRINTER,
    metavar="[PRINTER]",
    help="Print it on both sides through CUPS.",
)
@games_option
def print_out(
    names: tuple[str, ...],
    turn: str | None,
    paper: str,
    large: bool,
    ink_saving: bool,
    out: Path | None,
    printer: str | None,
    games: Path,
) -> None:
    """Make one PDF of everything to be posted, envelope by envelope, with a packing list at the end.

    Players with form = "paper" in players.toml get paper, in the order of that file. A player's first envelope also has
    a letter of welcome and the rulebook. Without GAME it is made for every game that has envelopes to print.

    \b
    Examples: pbm print game42 --ink-saving --lp
              pbm print
    """
    from pbm.errors import GameError, said
    from pbm.office.printing import unprinted
    from pbm.record.game import all_games, find

    if out and len(names) != 1:
        raise GameError("--out is for one game: name it.")
    broken = []
    for game in [find(games, name) for name in dict.fromkeys(names)] or all_games(games):
        try:
            if names or unprinted(game):
                print_game(game, turn, paper, large, ink_saving, out, printer)
        except Exception as error:
            if len(names) == 1:
                raise
            click.echo(f"{game.name}: PROBLEM: {said(error)}")
            broken.append(game.name)
    if broken:
        raise GameError(f"There were problems in {', '.join(broken)}. All other games were printed.")


def print_game(
    game: "Game",
    turn: str | None,
    paper: str,
    large: bool,
    ink_saving: bool,
    out: Path | None,
    printer: str | None,
) -> None:
    from pbm.files import put
    from pbm.office.printing import note_printed, packing_list, print_run
    from pbm.office.rulebook_copy import rules_pdf

    number = game.turn_meant(turn) if turn else game.last()
    content, packed = print_run(game, number, paper, large, ink_saving)
    target = out or game.turn(number) / f"print-{paper}.pdf"
    put(target, content)
    note_printed(game, number, packed)
    click.echo(packing_list(packed))
    click.echo(f"Written to {target}.")
    jobs = {target: 1}
    first = [one for one in packed if one.is_first]
    if first and (rules := rules_pdf(game.config().ruleset.name)):
        book = target.with_name("rulebook.pdf")
        put(book, rules)
        click.echo(f"Add a copy of {book} to each first envelope: {Count(len(first)):copy/copies}.")
        jobs[book] = len(first)
    if printer is not None:
        for path, copies in jobs.items():
            hand_over(path, printer, MEDIA[paper], copies)


def hand_over(target: Path, printer: str, media: str, copies: int = 1) -> None:
    """Send the file to the printing system."""
    import shutil
    import subprocess

    from pbm.errors import GameError

    if not shutil.which("lp"):
        raise GameError(f"This machine has no command lp, so nothing was printed. The file is {target}.")
    chosen = [*(["-d", printer] if printer else []), *(["-n", str(copies)] if copies > 1 else [])]
    command = ["lp", *chosen, "-o", "sides=two-sided-long-edge", "-o", f"media={media}", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GameError(f"lp could not print {target}: {done.stderr.strip()}")
    click.echo(done.stdout.strip())
