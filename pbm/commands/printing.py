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
    from pbm.reports.pdf.type import Theme

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
    """Make one PDF of all that is to be posted, an envelope for each person, with a packing list at the end.

    Players with form = "paper" in players.toml get paper, in the order of that file. A player's first envelope also has
    a letter of welcome and the rulebook. Letters between two reports, such as a new deadline or a vote, go in with the
    rest, also to players of whom no mail address is known. Several games go into one file: whoever plays in two of them
    has the papers of both in one envelope. Without GAME it has all that no envelope was printed for yet, in any game.

    \b
    Examples: pbm print game42 --ink-saving --lp
              pbm print
    """
    from pbm.errors import GameError
    from pbm.files import put
    from pbm.office.credits import office
    from pbm.office.printing import note_printed, packing_list, post_look, print_batch
    from pbm.record.apart import apart
    from pbm.record.game import all_games, find

    if turn and len(names) != 1:
        raise GameError("--turn is for one game: name it.")
    chosen, look = [find(games, name) for name in dict.fromkeys(names)], post_look(paper, large, ink_saving)
    made, broken = apart(chosen or all_games(games), lambda game: gathered(game, turn, look, only_new=not names))
    if len(chosen) == 1 and broken:
        raise GameError(broken[chosen[0].name])
    for name, why in broken.items():
        click.echo(f"{name}: PROBLEM: {why}")
    if found := [paper for papers in made.values() for paper in papers]:
        one = found[0] if len(chosen) == 1 else None
        title = f"{one.game.name}, {one.game.named(one.game.last())}" if one else "All games"
        content, packed = print_batch(found, title, look)
        target = out or (one.game.turn(one.game.last()) if one else office(games)) / f"print-{paper}.pdf"
        put(target, content)
        note_printed(packed)
        click.echo(packing_list(packed))
        click.echo(f"Written to {target}.")
        jobs = {target: 1} | dict(rulebooks(packed, target))
        for path, copies in jobs.items() if printer is not None else ():
            hand_over(path, printer or DEFAULT_PRINTER, MEDIA[paper], copies)
    elif not broken:
        click.echo("No envelopes are left to print. To print those of a game again: pbm print GAME")
    if broken:
        raise GameError(f"There were problems in {', '.join(broken)}. All other games were printed.")


def gathered(game: "Game", turn: str | None, look: "Theme", only_new: bool) -> "list[Paper]":
    """The papers of a game: the reports of a turn, and the letters that go with the open turn."""
    from pbm.office.post_letters import letters
    from pbm.office.printing import all_reports, refuse_nobody, reports

    if turn and game.turn_meant(turn) != game.last():
        return refuse_nobody(game, reports(game, game.turn_meant(turn), look))
    papers = [*all_reports(game, look, only_new), *letters(game, look, only_new)]
    return papers if only_new else refuse_nobody(game, papers)


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
