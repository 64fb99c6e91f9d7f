"""Printing for the post."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.options import games_option
from pbm.rules.event import Count

if TYPE_CHECKING:
    from pbm.office.printing import Envelope, Paper
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
    """Make one PDF of all reports to be posted, an envelope for each person, with a packing list at the end.

    Players with form = "paper" in players.toml get paper, in the order of that file. A player's first envelope also has
    a letter of welcome and the rulebook. Several games go into one file: whoever plays in two of them has the papers of
    both in one envelope. Without GAME it has all that no envelope was printed for yet, in any game.

    \b
    Examples: pbm print game42 --ink-saving --lp
              pbm print
    """
    from pbm.errors import GameError
    from pbm.files import put
    from pbm.office.credits import office
    from pbm.office.post_letters import told_of_pages
    from pbm.office.printing import note_printed, packing_list, print_batch
    from pbm.record.game import all_games, find

    if turn and len(names) != 1:
        raise GameError("--turn is for one game: name it.")
    chosen = [find(games, name) for name in dict.fromkeys(names)]
    found, broken = gathered(chosen or all_games(games), turn, only_new=not names)
    if len(chosen) != 1:
        broken += unfit(found)
        found = [paper for paper in found if paper.game.name not in broken]
    if found:
        one = found[0] if len(chosen) == 1 else None
        title = f"{one.game.name}, {one.game.named(one.turn)}" if one else "All games"
        content, packed = print_batch(found, title, paper, large, ink_saving)
        target = out or (one.game.turn(one.turn) if one else office(games)) / f"print-{paper}.pdf"
        put(target, content)
        note_printed(packed)
        click.echo(packing_list(packed))
        click.echo(f"Written to {target}.")
        jobs = {target: 1} | dict(rulebooks(packed, target))
        for path, copies in jobs.items() if printer is not None else ():
            hand_over(path, printer or DEFAULT_PRINTER, MEDIA[paper], copies)
    elif not broken:
        click.echo("No envelopes are left to print. To print those of a game again: pbm print GAME")
    for game in chosen or all_games(games):
        for told in told_of_pages(game) if game.name not in broken else ():
            click.echo(f"{game.name}: {told}")
    if broken:
        raise GameError(f"There were problems in {', '.join(broken)}. All other games were printed.")


def gathered(chosen: "list[Game]", turn: str | None, only_new: bool) -> "tuple[list[Paper], list[str]]":
    """The papers of some games, and the games whose papers cannot be made."""
    from pbm.errors import said
    from pbm.office.printing import papers, unprinted

    found: list[Paper] = []
    broken: list[str] = []
    for game in chosen:
        try:
            left = unprinted(game) if only_new else None
            if left != []:
                found += papers(game, game.turn_meant(turn) if turn else game.last(), left)
        except Exception as error:
            if len(chosen) == 1 and not only_new:
                raise
            click.echo(f"{game.name}: PROBLEM: {said(error)}")
            broken.append(game.name)
    return found, broken


def unfit(found: "list[Paper]") -> Iterator[str]:
    """The games whose papers cannot be laid out; the others are printed."""
    from pbm.office.printing import print_batch
    from pbm.record.apart import apart

    games = {paper.game.name: paper.game for paper in found}
    _, broken = apart(
        games.values(), lambda game: print_batch([each for each in found if each.game.name == game.name], game.name)
    )
    for name, why in broken.items():
        click.echo(f"{name}: PROBLEM: {why}")
        yield name


def rulebooks(packed: "list[Envelope]", target: Path) -> Iterator[tuple[Path, int]]:
    """The rulebooks to be added to first envelopes, written beside the file, with the number of copies."""
    from pbm.files import put
    from pbm.office.rulebook_copy import rules_pdf

    wanted = Counter(name for envelope in packed for name in envelope.rulebooks)
    for name, copies in wanted.items():
        if rules := rules_pdf(name):
            book = target.with_name(f"rulebook-{name}.pdf")
            put(book, rules)
            click.echo(f"Add a copy of {book} to each first envelope: {Count(copies):copy/copies}.")
            yield book, copies


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
