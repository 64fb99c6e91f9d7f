"""Cases, the table of actions, the rulebook, and the map."""

import gc
from pathlib import Path

import click

from pbm.errors import GameError


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--coverage", metavar="RULESET", help="List the paragraphs that have no case.")
@click.option("--quiet", is_flag=True, help="Print only cases that fail.")
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
def rules(ruleset: str, action: str | None) -> None:
    """Print the table of actions of a game, or one action in full.

    \b
    Examples: pbm rules darkage
              pbm rules darkage LEVY
    """
    from pbm.commands.cards import explain, table_of_actions
    from pbm.rulesets import load

    game = load(ruleset)
    click.echo(explain(game, action) if action else table_of_actions(game))


@click.command()
@click.argument("ruleset")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder to write to.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper.")
@click.option("--large", is_flag=True, help="Large print.")
def rulebook(ruleset: str, out: Path, paper: str, large: bool) -> None:
    """Make the rulebook of a game, as PDF and HTML. Its examples are run first, and all must hold.

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
        path = out / f"rulebook.{form}"
        path.write_bytes(content)
        click.echo(path)


@click.command("map")
@click.argument("ruleset")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder to write to.")
@click.option(
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png"]),
    multiple=True,
    help="Only these formats; by default all.",
)
@click.option(
    "--sight",
    "sights",
    multiple=True,
    metavar="HEX[-HEX]",
    help="Lines of sight instead, on a map of hexes: from one hex to another, or to all within sight.",
)
def draw_map(ruleset: str, out: Path, formats: tuple[str, ...], sights: tuple[str, ...]) -> None:
    """Draw the map of a game as PDF, SVG and PNG.

    With --sight it also says of each line whether the ground leaves it clear, or what blocks it.

    Example: pbm map darkage --out maps --format pdf

    Example: pbm map tours --sight 1509-1809 --format pdf
    """
    from pbm.maps.drawing import draw, sights_told
    from pbm.rulesets import load

    for told in sights_told(load(ruleset).data, sights) if sights else ():
        click.echo(told)
    for path in draw(load(ruleset).data, out, formats or ("pdf", "svg", "png"), sights):
        click.echo(path)
