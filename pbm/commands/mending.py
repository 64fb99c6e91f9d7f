"""Mending a game, proving it, keeping it, and taking a player's data out of it."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbm.commands.options import games_option, power_code
from pbm.errors import GameError

turn_option = click.option("--turn", type=int, metavar="N", help="Refuse unless N is the turn it would concern.")


def reasoned(reason: str) -> str:
    if not reason.strip():
        raise GameError("Give a reason: --reason TEXT. It is kept in the record.")
    return reason.strip()


@click.command()
@click.argument("name")
@click.option("--reason", default="no reason given", metavar="TEXT", help="Why; it is kept in the record.")
@turn_option
@games_option
def undo(name: str, reason: str, turn: int | None, games: Path) -> None:
    """Roll the last turn of a game back. Its result and its orders are kept, with the reason.

    Example: pbm undo game42 --reason "The sheets of last month were put in."
    """
    from pbm.record.game import find
    from pbm.record.undo import undo as roll_back

    game = find(games, name)
    mark = roll_back(game, reasoned(reason), turn)
    click.echo(f"Turn {mark.turn} of {name} is undone: {name} stands as after turn {mark.turn - 1}.")
    click.echo(f"Its result is kept, and its orders are in {game.orders(mark.turn)}: put right what was wrong there,")
    click.echo(f"then: pbm adjudicate {name} --turn {mark.turn}")


@click.command()
@click.argument("name")
@click.argument("power")
@click.option(
    "--sheet", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The corrected sheet."
)
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept in the record.")
@click.option("--full", is_flag=True, help="Show every fact that changes.")
@turn_option
@games_option
def redo(name: str, power: str, sheet: Path, reason: str, full: bool, turn: int | None, games: Path) -> None:
    """Make the last turn again with a corrected sheet for one power, and tell whose results change by it.

    The first result and the first sheet are kept.

    Example: pbm redo game42 MER --sheet MER.txt --reason "Action 4 was misread when it was keyed."
    """
    from pbm.office.rerun import rerun_report
    from pbm.record.game import find
    from pbm.record.redo import redo as make_again

    game = find(games, name)
    done = make_again(game, power_code(game, power), sheet.read_bytes(), reasoned(reason), turn)
    for line in rerun_report(game, done, full):
        click.echo(line)


@click.command()
@click.argument("name")
@click.argument("text")
@click.option("--reason", required=True, metavar="TEXT", help="Why; those it touches are told.")
@turn_option
@games_option
def correct(name: str, text: str, reason: str, turn: int | None, games: Path) -> None:
    """Put something in the position right, at the start of the coming turn. It is never silent: those it touches are
    told, with the reason, and what the roundup shows everyone is told.

    Example: pbm correct game42 "AREA LES armies=3" --reason "A levy of turn 3 was counted twice."
    """
    from pbm.record.correcting import add_correction
    from pbm.record.game import CORRECTIONS, find

    game = find(games, name)
    number, said = add_correction(game, text, reasoned(reason), turn)
    click.echo(f"At the start of turn {number} of {name}:")
    for sentence in said:
        click.echo(f"  {sentence}")
    click.echo(
        f"It is written in {game.turn(number) / CORRECTIONS}; until the turn is adjudicated you may change it there."
    )


@click.command()
@click.argument("name")
@click.option("--since", type=click.Path(exists=True, path_type=Path), help="An earlier bundle of the same game.")
@games_option
def verify(name: str, since: Path | None, games: Path) -> None:
    """Make every turn of a game again from its orders and compare every byte; NAME may be a bundle, or its folder.

    \b
    Examples: pbm verify game42
              pbm verify game42.zip --since game42-turn-7.zip
    """
    with opened(name, games) as (folder, is_bundle):
        problems = list(faults_of(folder, is_bundle))
        if since is not None:
            problems += compared(since, folder, is_bundle)
        for problem in problems:
            click.echo(problem)
        if problems:
            raise GameError(f"{len(problems)} faults found in {name}: the first place named is where to look.")
        click.echo(proved(folder, is_bundle))


@contextmanager
def opened(name: str, games: Path) -> Iterator[tuple[Path, bool]]:
    """The folder of a game, or of a bundle wherever it lies, and whether it is a bundle."""
    from pbm.record.bundle import BUNDLE
    from pbm.record.game import find
    from pbm.record.zips import unpack

    path = Path(name)
    if path.suffix == ".zip" and path.is_file():
        with tempfile.TemporaryDirectory() as place:
            folder = unpack(path, Path(place))
            yield folder, (folder / BUNDLE).is_file()
    elif (path / BUNDLE).is_file():
        yield path, True
    else:
        yield find(games, name).folder, False


def faults_of(folder: Path, is_bundle: bool) -> Iterator[str]:
    from pbm.record.game import Game
    from pbm.record.proof import prove, prove_bundle

    return prove_bundle(folder) if is_bundle else prove(Game(folder))


def compared(since: Path, folder: Path, is_bundle: bool) -> list[str]:
    from pbm.record.proof import rewritten

    with opened(str(since), since.parent) as (earlier, both):
        if not (both and is_bundle):
            raise GameError("--since compares two bundles: name an earlier bundle and a later one.")
        return list(rewritten(earlier, folder))


def proved(folder: Path, is_bundle: bool) -> str:
    from pbm.record.bundle import read_label
    from pbm.record.game import Game

    game = Game(folder)
    if not is_bundle:
        turns = game.played()
        return f"{game.name}: turns {turns[0]} to {turns[-1]} are what their orders make them; every hash holds."
    label = read_label(folder)
    if label.final:
        return (
            f"{label.game}: turns 0 to {label.turns} are what their orders and the secret make them, and so is every "
            "report; the secret is the one promised."
        )
    return (
        f"{label.game}: turns 0 to {label.turns} follow from each other under one secret. What they hold is sealed "
        "until the game is over."
    )


@click.command()
@click.argument("name")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file; NAME.zip if not given.")
@click.option("--final", is_flag=True, help="The game is over: reveal its secret and everything.")
@click.option("--unfinished", is_flag=True, help="With --final: though the game was given up before its end.")
@games_option
def bundle(name: str, out: Path | None, final: bool, unfinished: bool, games: Path) -> None:
    """A file for everyone that proves a game: seals while it goes on, everything but names and addresses at its end.

    Example: pbm bundle game42 --final
    """
    from pbm.files import put
    from pbm.record.bundle import contents, refuse_early
    from pbm.record.game import find
    from pbm.record.zips import zipped

    game = find(games, name)
    if final:
        refuse_early(game, unfinished)
    files = contents(game, final)
    place = out or Path(f"{name}.zip")
    put(place, zipped(game.name, files))
    what = "with its secret and every report" if final else "its seals and roundups"
    click.echo(f"{place} holds turns 0 to {game.last()} of {name}: {what}. Anyone can check it: pbm verify {place}")


@click.command()
@click.argument("name")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder to put it in."
)
@games_option
def archive(name: str, out: Path, games: Path) -> None:
    """Put a whole game into one file for keeping, with its secret and its players' data: for you alone.

    Example: pbm archive game42 --out backups
    """
    from pbm.record.archive import archive as put_away
    from pbm.record.game import find

    game = find(games, name)
    place = put_away(game, out)
    click.echo(f"{place} holds {name} as it stands, secret and addresses included: keep it to yourself.")


@click.command()
@click.argument("name")
@click.option("--turn", type=int, metavar="N", help="Which turn; the last if not given.")
@games_option
def replay(name: str, turn: int | None, games: Path) -> None:
    """Replay a turn from its files and tell all of it again, round by round: for the game master alone.

    Example: pbm replay game42 --turn 2
    """
    from pbm.record.game import find
    from pbm.record.replay import replayed

    game = find(games, name)
    click.echo(replayed(game, game.last() if turn is None else turn), nl=False)


@click.command()
@click.argument("name")
@click.option("--check", "checked", is_flag=True, help="Say what would differ; nothing is changed.")
@games_option
def migrate(name: str, checked: bool, games: Path) -> None:
    """Adjudicate every turn of a game again under this pbm, and say in words what would come out otherwise.

    Example: pbm migrate game42 --check
    """
    from pbm.record.game import find
    from pbm.record.migrate import check

    game = find(games, name)
    if not checked:
        raise GameError(f"A game keeps the rules it began with; `pbm migrate {name} --check` says what would differ.")
    found = {turn: list(check(game, turn)) for turn in game.played()}
    for turn, rows in found.items():
        if rows:
            click.echo(f"Turn {turn}:")
        for row in rows:
            click.echo(f"  {row}")
    differing = [str(turn) for turn, rows in found.items() if rows]
    if differing:
        raise GameError(f"{name} would not come out the same: turn {', '.join(differing)}.")
    click.echo(f"{name}: all {len(found)} turns, the set-up included, come out the same.")


@click.command()
@click.argument("name")
@click.argument("power")
@games_option
def erase(name: str, power: str, games: Path) -> None:
    """Take a player's name, addresses, contact lines and letters out of a game. Its record stays whole and can still be
    verified, since none of this was ever in it. What he wrote in messages and remarks stays.

    Example: pbm erase game42 MER
    """
    from pbm.record.erase import erase as take_out
    from pbm.record.game import find

    game = find(games, name)
    code = power_code(game, power)
    done = take_out(game, code)
    for line in done:
        click.echo(line)
    click.echo(f"Nothing {'more ' if done else ''}is kept of the player of {code} in {game.folder}.")
    click.echo("Archives and bundles made before, and mail that was sent, are beyond this command.")
