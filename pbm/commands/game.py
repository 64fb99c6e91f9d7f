"""Starting, adjudicating and showing a game."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands import clock
from pbm.commands.colour import painted
from pbm.commands.options import games_option, house_option, json_option, make_sure, secret_of
from pbm.errors import GameError, said
from pbm.rulesets import USUAL

if TYPE_CHECKING:
    from pbm.record.game import Game


@click.command()
@click.argument("name")
@click.option("--ruleset", default=USUAL, show_default=True, help="The rules to play by.")
@click.option("--dummy", "dummies", multiple=True, metavar="CODE", help="A power the computer plays; may be repeated.")
@house_option
@click.option("--secret", metavar="HEX", help="The secret that all dice come from; random by default.")
@games_option
def new(
    name: str, ruleset: str, dummies: tuple[str, ...], house: tuple[str, ...], secret: str | None, games: Path
) -> None:
    """Set up a game: make its folder, its secret, and the position before turn 1.

    \b
    Examples: pbm new game43 --ruleset darkage
              pbm new game44 --ruleset twilight --house scenario=888
              pbm new game45 --ruleset darkage --house by_the_book
    """
    from pbm.commands.screen import example
    from pbm.record.adjudicate import new_game
    from pbm.rulesets import load

    load(ruleset)
    key = secret_of(secret)
    games.mkdir(parents=True, exist_ok=True)
    game = new_game(games, name, ruleset, key, [code.upper() for code in dummies], house=house)
    click.echo(f"{name} is set up in {game.folder}.")
    click.echo(f"Put the orders for {game.named(1)} into {game.orders(1)}, one file per power,")
    click.echo(f"{example(game, 1)}then: pbm adjudicate {name}")


@click.command()
@click.argument("name")
@click.option("--turn", metavar="N", help="Stop unless N is the next turn.")
@click.option("--again", is_flag=True, help="Adjudicate the last turn again; the first result is kept.")
@click.option("--no-orders", is_flag=True, help="Play the turn even if nobody sent orders.")
@click.option("--reason", default="", metavar="TEXT", help="With --again: the reason, which the players read.")
@click.option("--anyway", is_flag=True, help="Do not ask: go on even if players are missing or the game is held.")
@click.option("--preview", is_flag=True, help="Show the result of the turn without keeping it.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="With --preview: write every report here."
)
@click.option("--no-reports", is_flag=True, envvar="PBM_NO_REPORTS", help="Make no files of the reports.")
@games_option
def adjudicate(
    name: str,
    turn: str | None,
    again: bool,
    no_orders: bool,
    reason: str,
    anyway: bool,
    preview: bool,
    out: Path | None,
    no_reports: bool,
    games: Path,
) -> None:
    """Adjudicate the next turn of a game from the order files in its turn's folder, and make its reports.

    Example: pbm adjudicate game42 --turn 4
    """
    from pbm.commands.screen import summary
    from pbm.office.report_folder import remedy
    from pbm.office.ruling_mail import players_told
    from pbm.record.adjudicate import run_turn
    from pbm.record.game import ACCOUNT, find, refuse_over
    from pbm.record.holding import refuse_held

    game = find(games, name)
    asked = game.turn_meant(turn) if turn else None
    if out:
        show_preview(game, out, preview and not again)
        return
    if again and game.last() and not preview and not reason.strip():
        raise GameError("Give a reason for the new result: --again --reason TEXT. The players read it.")
    if not again:
        refuse_over(game)
    if not again and not preview:
        if asked == game.last():
            set_clock(game)  # a full disk may have kept the run before from it
        if not anyway:
            refuse_held(game)
        settle_sets(game, asked, sure=anyway or no_orders)
    with players_told(game, clock.now, wanted=not again and not preview):
        number, outcome = run_turn(game, asked, again, no_orders, preview, reason.strip() if again else "")
    if preview:
        click.echo(outcome.files[ACCOUNT].decode())
        click.echo(f"This was a preview of {game.named(number)}. Nothing was kept; {name} is unchanged.")
    else:
        with kept(game, number, "the next deadline was not set", "To set it: pbm run"):
            set_clock(game)
        with kept(game, number, "its reports were not all written", remedy(game, number)):
            reports = () if no_reports else make_reports(game, number)
        click.echo(summary(game, number, outcome, reports))


@contextmanager
def kept(game: "Game", turn: int, missing: str, remedy: str) -> Iterator[None]:
    """What comes after the turn is done: if it fails, to adjudicate again would be wrong."""
    try:
        yield
    except Exception as error:  # a fault of the program must not hide that the turn is kept
        if os.environ.get("PBM_DEBUG"):
            raise
        why = said(error).partition(" Nothing is lost.")[0].removesuffix(".")
        done = f"{game.named(turn).capitalize()} was adjudicated and is kept, but {missing}"
        raise GameError(f"{done}: {why}. {remedy}") from None


def show_preview(game: "Game", out: Path, wanted: bool) -> None:
    """Every report of the coming turn as a page; nothing is kept."""
    from pbm.office.preview import preview
    from pbm.record.game import refuse_over

    if not wanted:
        raise GameError("--out writes the reports of a preview: use it with --preview, and without --again.")
    refuse_over(game)
    number = preview(game, out)
    click.echo((out / "changes.txt").read_text(encoding="utf-8"), nl=False)
    click.echo(f"This was a preview of {game.named(number)}. Nothing was kept; {game.name} is unchanged.")
    click.echo(f"The reports are in {out}.")


def set_clock(game: "Game") -> None:
    from pbm.office.clock import wind

    with game.locked():
        wind(game, clock.now())


def make_reports(game: "Game", turn: int) -> "list[Path]":
    """The reports of a turn as files."""
    from pbm.office.report_folder import begin, finish
    from pbm.office.turn_reports import Making
    from pbm.progress import watched

    begin(game, turn)
    making = Making(game, turn)
    for _ in watched(making, "Making the reports"):
        pass
    finish(game, turn)
    return list(making.files)


def settle_sets(game: "Game", asked: int | None, sure: bool) -> None:
    """Use the order sets that count; ask first if the turn would be played without orders that may still come."""
    from pbm.mail.sets import senders, settle

    coming = game.last() + 1
    if asked not in (None, coming):
        return
    with game.locked():
        settle(game, coming)
    if not sure and senders(game, coming) and (doubt := too_soon(game, coming)):
        make_sure(doubt, f"Adjudicate {game.named(coming)} without them?", "--anyway")


def too_soon(game: "Game", turn: int) -> str:
    """Whose orders may still come; if most players are suddenly missing, it is more likely our fault."""
    from pbm.mail.calendar import closes, spoken
    from pbm.mail.sets import missing, too_many_missing

    end, absent = closes(game, turn), missing(game, turn)
    if end and end > clock.now() and absent:
        return f"Orders for {game.named(turn)} are due {spoken(end)}, and none have come yet from {', '.join(absent)}."
    return too_many_missing(game, turn)


@click.command()
@click.argument("name")
@click.option("--turn", metavar="N", help="The position after turn N (0: the set-up).")
@json_option
@games_option
def show(name: str, turn: str | None, as_json: bool, games: Path) -> None:
    """Show the whole position of a game, secrets included. For the game master only.

    Example: pbm show game42 --turn 2
    """
    import json

    from pbm.commands.screen import lay_out
    from pbm.record.game import find

    game = find(games, name)
    config = game.config()
    shown = game.turn_meant(turn) if turn else game.last()
    world = config.open(game.position(shown))
    if as_json:
        click.echo(json.dumps(config.ruleset.state.show(world), indent=1))
    else:
        over = game.ended(shown)
        tables = [lay_out(table) for table in config.ruleset.state.tables(world) if table.rows]
        click.echo("\n\n".join([*([painted(f"The game is over: {over.text}.", "good")] if over else []), *tables]))
