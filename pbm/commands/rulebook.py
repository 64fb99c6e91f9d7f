"""Cases, the table of actions, the rulebook, and the map."""

import gc
from pathlib import Path

import click

from pbm.commands.options import games_option, json_option
from pbm.errors import GameError


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--coverage", metavar="RULESET", help="List the paragraphs that have no case.")
@click.option("-q", "--quiet", is_flag=True, help="Print only cases that fail.")
def case(paths: tuple[Path, ...], coverage: str | None, quiet: bool) -> None:
    """Run rule cases (files or folders; by default tests/cases) and print whether each passes.

    \b
    Examples: pbm case tests/cases/darkage/5.02-move.yaml
              pbm case --coverage darkage
    """
    from pbm.rulesets import load
    from pbm.rulesets.cases import covered, files, run_file

    folders = paths or (Path("tests/cases"),)
    if missing := [path for path in folders if not path.exists()]:
        raise GameError(f"{missing[0]} does not exist: name files or folders of cases.")
    if coverage:
        have, paragraphs = covered(folders, coverage), load(coverage).book.paragraphs
        for paragraph in (bare := [p for p in paragraphs if p not in have]):
            click.echo(f"{paragraph}  {paragraphs[paragraph]}")
        click.echo(f"{len(paragraphs) - len(bare)} of {len(paragraphs)} paragraphs have a case, {len(bare)} have none")
        raise SystemExit(bool(bare))
    gc.disable()  # a run of cases is short, and looking for unused objects took a tenth of it
    passed = failed = 0
    for result in (result for path in files(folders) for result in run_file(path)):
        if not (quiet and result.passed):
            click.echo(f"{'ok  ' if result.passed else 'FAIL'} {result.name}")
        for problem in result.problems:
            click.echo(f"     {problem}")
        passed, failed = passed + result.passed, failed + (not result.passed)
    click.echo(f"{passed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)


@click.command()
@click.argument("ruleset")
@click.argument("action", required=False)
@json_option
def rules(ruleset: str, action: str | None, as_json: bool) -> None:
    """Print the table of actions of a game, or one action in full.

    \b
    Examples: pbm rules darkage
              pbm rules darkage LEVY
    """
    from pbm.commands.cards import explain, table_of_actions
    from pbm.office import told
    from pbm.rulebook.cards import cards
    from pbm.rulesets import load

    game = load(ruleset)
    if as_json:
        click.echo(told.as_json(told.rules_told(game, cards(game), action)))
        return
    click.echo(explain(game, action) if action else table_of_actions(game))


@click.command()
@click.argument("ruleset")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder to write to.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper.")
@click.option("--large", is_flag=True, help="Large print.")
def rulebook(ruleset: str, out: Path, paper: str, large: bool) -> None:
    """Make the rulebook of a game, as PDF and HTML. Its examples are run first, and all must hold.

    The files have the name of the game, so that one folder holds the rulebooks of all.

    Example: pbm rulebook darkage --out rules
    """
    from pbm.rulebook.forms import render_html, render_pdf
    from pbm.rulebook.volume import volume
    from pbm.rulesets import load

    game = load(ruleset)
    book = volume(game)
    out.mkdir(parents=True, exist_ok=True)
    made = {"pdf": render_pdf(book, game.data, paper, large), "html": render_html(book, game.data).encode()}
    for form, content in made.items():
        path = out / f"rulebook-{game.name}.{form}"
        path.write_bytes(content)
        click.echo(path)


@click.command("map")
@click.argument("name", metavar="GAME|RULESET")
@click.option("--turn", metavar="N", help="Of a game: the turn; by default the last.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder to write to.")
@click.option(
    "--as",
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png"], case_sensitive=False),
    multiple=True,
    help="Only these forms; by default all.",
)
@click.option("--ink-saving", is_flag=True, help="Of a game: black on white.")
@click.option(
    "--sight",
    "sights",
    multiple=True,
    metavar="HEX[-HEX]",
    help="Lines of sight instead, on a map of hexes: from one hex to another, or to all within sight.",
)
@games_option
def draw_map(
    name: str,
    turn: str | None,
    out: Path,
    formats: tuple[str, ...],
    ink_saving: bool,
    sights: tuple[str, ...],
    games: Path,
) -> None:
    """Draw the map of a game after a turn, with its owners; or the empty map of a ruleset. As PDF, SVG and PNG.

    With --sight it also says of each line whether the ground leaves it clear, or what blocks it.

    Example: pbm map game42 --turn 3 --as pdf

    Example: pbm map darkage --out maps --as pdf

    Example: pbm map tours --sight 1509-1809 --as pdf
    """
    from pbm.maps.writers.drawing import draw, sights_told
    from pbm.record.game import all_games, find
    from pbm.rulesets import load

    wanted = formats or ("pdf", "svg", "png")
    if not sights and name in [game.name for game in all_games(games)]:
        from pbm.office.map_files import draw_turn

        game = find(games, name)
        drawn = draw_turn(game, game.turn_meant(turn) if turn else game.last(), out, wanted, ink_saving)
    else:
        data = load(name).data
        for told in sights_told(data, sights) if sights else ():
            click.echo(told)
        drawn = draw(data, out, wanted, sights)
    for path in drawn:
        click.echo(path)
