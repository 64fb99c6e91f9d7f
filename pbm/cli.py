"""The `pbm` command. Whatever a command needs is imported when it runs, so that help comes at once."""

import os
from pathlib import Path
from typing import Any

import click

from pbm import __version__
from pbm.errors import GameError

HERE = Path("games")


class Desk(click.Group):
    """Turns errors into words: no traceback reaches a person."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except GameError as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            raise click.ClickException(
                f"{error.filename or 'the disk'}: {error.strerror}. No turn was changed."
            ) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("PBM_DEBUG"):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise click.ClickException(
                f"a fault in pbm itself ({fault}). No turn was changed. Set PBM_DEBUG=1 to see where."
            ) from None


def games_option(command: Any) -> Any:
    return click.option(
        "--games",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="PBM_GAMES",
        default=HERE,
        show_default=True,
        help="The folder the games are in.",
    )(command)


@click.group(cls=Desk, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbm")
def main() -> None:
    """Adjudicate games that are played by email and by post.

    \b
    pbm new game1 --ruleset darkage      start a game
    pbm adjudicate game1                 adjudicate its next turn
    pbm show game1                       see how it stands
    """


@main.command(short_help="Start a game.")
@click.argument("name")
@click.option("--ruleset", default="darkage", show_default=True, help="The rules to play by.")
@click.option("--secret", metavar="HEX", help="The secret all dice come from; drawn at random if not given.")
@games_option
def new(name: str, ruleset: str, secret: str | None, games: Path) -> None:
    """Start a game: its folder, its secret, and the position before turn 1.

    Example: pbm new game43 --ruleset darkage
    """
    from pbm.adjudicate import new_game
    from pbm.ruleset import RULESETS

    if ruleset not in RULESETS:
        raise GameError(f"There is no ruleset {ruleset}; there are {', '.join(RULESETS)}.")
    try:
        key = bytes.fromhex(secret) if secret else None
    except ValueError:
        raise GameError("The secret must be hexadecimal digits, an even number of them.") from None
    games.mkdir(parents=True, exist_ok=True)
    game = new_game(games, name, ruleset, key)
    click.echo(f"{name} is set up in {game.folder}.")
    click.echo(f"Put the orders for turn 1 into {game.orders(1)}, one file a kingdom, such as MER.txt;")
    click.echo(f"then: pbm adjudicate {name}")


@main.command(short_help="Adjudicate the next turn.")
@click.argument("name")
@click.option("--turn", type=int, metavar="N", help="Refuse unless N is the next turn.")
@click.option("--again", is_flag=True, help="Adjudicate the last turn anew; its first result is kept beside it.")
@click.option("--no-orders", is_flag=True, help="Let the turn pass though nobody sent orders.")
@games_option
def adjudicate(name: str, turn: int | None, again: bool, no_orders: bool, games: Path) -> None:
    """Adjudicate the next turn of a game from the order files in its turn's folder.

    Example: pbm adjudicate game42 --turn 4
    """
    from pbm.adjudicate import run_turn
    from pbm.store import find
    from pbm.summary import summary

    game = find(games, name)
    number, outcome = run_turn(game, turn, again, no_orders)
    click.echo(summary(game, number, outcome))


@main.command(short_help="Show how a game stands.")
@click.argument("name")
@click.option("--turn", type=int, metavar="N", help="As it stood after turn N (0: the set-up).")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@games_option
def show(name: str, turn: int | None, as_json: bool, games: Path) -> None:
    """Show the whole position of a game, secrets included: for the game master alone.

    Example: pbm show game42 --turn 2
    """
    import json

    from pbm.store import find
    from pbm.summary import lay_out

    game = find(games, name)
    config = game.config()
    world = config.ruleset.read_position(game.position(game.last() if turn is None else turn), config.settings)
    if as_json:
        click.echo(json.dumps(config.ruleset.show(world), indent=1, ensure_ascii=False))
    else:
        click.echo("\n\n".join(lay_out(table) for table in config.ruleset.tables(world) if table.rows))


@main.command(short_help="Prove that a game's record is sound.")
@click.argument("name")
@games_option
def verify(name: str, games: Path) -> None:
    """Replay every turn of a game from its orders and compare every hash.

    Example: pbm verify game42
    """
    from pbm.store import find
    from pbm.verify import verify as check

    game = find(games, name)
    turns = game.played()
    with click.progressbar(turns, label=f"Verifying {name}") as bar:
        problems = [problem for turn in bar for problem in check(game, turn)]
    for problem in problems:
        click.echo(problem)
    if problems:
        raise GameError(f"{len(problems)} faults found in {name}: the first place named is where to look.")
    click.echo(f"{name}: turns {turns[0]} to {turns[-1]} are what their orders make them; every hash holds.")


@main.command(short_help="Run rule cases.")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--coverage", metavar="RULESET", help="List the paragraphs that have no case.")
def case(paths: tuple[Path, ...], coverage: str | None) -> None:
    """Run cases (files or folders; by default tests/cases) and say of each whether it holds.

    \b
    Examples: pbm case tests/cases/darkage/5.02-move.yaml
              pbm case --coverage darkage
    """
    from pbm.cases import covered, files, run_file
    from pbm.ruleset import RULESETS, load

    folders = paths or (Path("tests/cases"),)
    if missing := [path for path in folders if not path.exists()]:
        raise GameError(f"{missing[0]} is not here: name the files or folders of cases.")
    if coverage:
        if coverage not in RULESETS:
            raise GameError(f"There is no ruleset {coverage}; there are {', '.join(RULESETS)}.")
        have, paragraphs = covered(folders), load(coverage).paragraphs
        for paragraph in (bare := [p for p in paragraphs if p not in have]):
            click.echo(f"{paragraph}  {paragraphs[paragraph]}")
        click.echo(
            f"{len(paragraphs) - len(bare)} of {len(paragraphs)} paragraphs have a case, {len(bare)} have none"
        )
        raise SystemExit(bool(bare))
    passed = failed = 0
    for result in (result for path in files(folders) for result in run_file(path)):
        click.echo(f"{'ok  ' if result.passed else 'FAIL'} {result.name}")
        for problem in result.problems:
            click.echo(f"     {problem}")
        passed, failed = passed + result.passed, failed + (not result.passed)
    click.echo(f"{passed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)


@main.command(short_help="The table of actions.")
@click.argument("ruleset")
@click.argument("action", required=False)
def rules(ruleset: str, action: str | None) -> None:
    """The table of actions of a game, or one action in full.

    \b
    Examples: pbm rules darkage
              pbm rules darkage LEVY
    """
    from pbm.rules import explain, table_of_actions
    from pbm.ruleset import RULESETS, load

    if ruleset not in RULESETS:
        raise GameError(f"There is no ruleset {ruleset}; there are {', '.join(RULESETS)}.")
    game = load(ruleset)
    click.echo(explain(game, action) if action else table_of_actions(game))


@main.command("map", short_help="Draw the map.")
@click.argument("ruleset")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Where to write it.")
@click.option(
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png"]),
    multiple=True,
    help="Only these; else all.",
)
def draw_map(ruleset: str, out: Path, formats: tuple[str, ...]) -> None:
    """Draw the map of a game as PDF, SVG and PNG.

    Example: pbm map darkage --out maps --format pdf
    """
    from pbm.cartography import draw
    from pbm.ruleset import RULESETS, load

    if ruleset not in RULESETS:
        raise GameError(f"There is no ruleset {ruleset}; there are {', '.join(RULESETS)}.")
    for path in draw(load(ruleset).data, out, formats or ("pdf", "svg", "png")):
        click.echo(path)


if __name__ == "__main__":
    main()
