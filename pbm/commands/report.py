"""Reports on the screen or in files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.options import games_option, power_code

if TYPE_CHECKING:
    from pbm.api import Form
    from pbm.office.issue import Issue
    from pbm.reports import Report, Roundup

FORMS = {"text": "txt", "html": "html", "json": "json", "pdf": "pdf"}
"""The forms of a report, and their file endings."""
ROUNDUP = "ROUNDUP"
TELLING = ("credits", "games", "letters", "people", "players", "rules", "simulate", "status", "verify", "votes")
TOLD = ("report", "roundup", *TELLING, "request", "judgement")
"""What has a form in JSON: what players are sent, what commands tell, and what `pbm judge` reads and tells."""


@click.command()
@click.argument("name")
@click.argument("power", required=False)
@click.option("--turn", metavar="N", help="The turn; by default the last (0: the set-up).")
@click.option("--form", type=click.Choice([*FORMS]), default="text", show_default=True, help="The form of the reports.")
@click.option("--map/--no-map", "with_map", default=True, help="HTML with its maps and faces, or small.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write files to this folder.")
@games_option
def report(
    name: str, power: str | None, turn: str | None, form: "Form", with_map: bool, out: Path | None, games: Path
) -> None:
    """Print a power's report, or the public one with ROUNDUP. Without a power, write all reports of a turn; use --out.

    Example: pbm report game42 MER

    Example: pbm report game42 --form html --out /tmp/reports
    """
    from pbm.api import render
    from pbm.errors import GameError
    from pbm.files import put
    from pbm.office.issue import issue
    from pbm.office.remade import file_mark
    from pbm.office.report_folder import finish
    from pbm.office.welcome import newcomers
    from pbm.progress import watched
    from pbm.record.game import find
    from pbm.rules.turn_names import filed

    game = find(games, name)
    number = game.turn_meant(turn) if turn else game.last()
    if out is None and (power is None or form == "pdf"):
        raise GameError("Use --out DIR to write all reports, or name a power to read its report here.")
    made = issue(game, number, newcomers(game, number) if number else (), keep=out is not None)
    chosen = wanted(made, power_code(game, power) if power else None)
    if out is None:
        for one in chosen.values():
            content = render(made, one, form, with_map)
            click.echo(content.decode() if form == "text" else content, nl=False)
        return
    for code in watched([*chosen], "Making the reports"):
        one = chosen[code]
        mark = file_mark(game, number, one.masthead.again)
        path = out / f"{name}-{filed(game.called(number))}-{code}{mark}.{FORMS[form]}"
        put(path, render(made, one, form, with_map))
        click.echo(path)
    if power is None:
        finish(game, number)


def wanted(made: "Issue", power: str | None) -> "dict[str, Report | Roundup]":
    if power is None:
        return {**made.reports, ROUNDUP: made.roundup}
    return {power: made.roundup if power == ROUNDUP else made.of(power)}


@click.command()
@click.argument("kind", type=click.Choice(TOLD))
def schema(kind: str) -> None:
    """Print the JSON schema of reports or roundups, or of what a command tells with --json.

    \b
    Examples: pbm schema report > report-2.json
              pbm schema status
    """
    from pbm.office import told
    from pbm.reports.schema import SCHEMAS
    from pbm.reports.schema import schema as written

    click.echo(written(kind) if kind in SCHEMAS else told.schema(kind), nl=False)
