"""The next turnsheet: as text, as a PDF form, or as an order desk."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.options import games_option, power_code

if TYPE_CHECKING:
    from pbm.office.issue import Issue
    from pbm.reports import Report

FORMS = {"text": "sheet.txt", "pdf": "sheet.pdf", "html": "desk.html"}
"""The forms of a sheet, and how their files end."""


@click.command()
@click.argument("name")
@click.argument("power", required=False)
@click.option("--form", type=click.Choice([*FORMS]), default="text", show_default=True, help="HTML is the order desk.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write files to this folder.")
@games_option
def sheet(name: str, power: str | None, form: str, out: Path | None, games: Path) -> None:
    """Print a power's sheet for the next turn, or save those of all powers with --out.

    The HTML form is the order desk: a page with the player's own map, on which the sheet is filled in with completion
    and checks. It holds nothing but what the player's report told, and needs no network.

    \b
    Examples: pbm sheet game42 MER
              pbm sheet game42 MER --form html --out /tmp/desks
    """
    from pbm.errors import GameError
    from pbm.files import put
    from pbm.mail.settings import post
    from pbm.office.issue import issue
    from pbm.record.game import find
    from pbm.reports.sections import Turnsheet
    from pbm.rules.turn_names import filed

    game = find(games, name)
    if out is None and (power is None or form != "text"):
        raise GameError("Use --out DIR to save sheets, or name a power to read its sheet here as text.")
    made = issue(game, game.last(), keep=False)
    chosen = {code: made.of(code) for code in [power_code(game, power)]} if power else made.reports
    chosen = {code: report for code, report in chosen.items() if any(report.of(Turnsheet))}
    if not chosen:
        raise GameError(f"There is no sheet to fill in: {power or name} plays no further turn.")
    for code, report in chosen.items():
        content = rendered(made, report, form, post(game).counter)
        if out is None:
            click.echo(content.decode().lstrip("\n"), nl=False)
            continue
        path = out / f"{name}-{filed(game.called(game.last() + 1))}-{code}-{FORMS[form]}"
        put(path, content)
        click.echo(path)


def rendered(made: "Issue", report: "Report", form: str, counter: str) -> bytes:
    from msgspec import structs

    from pbm.desk.page import desk_page
    from pbm.office.issue import as_pdf
    from pbm.reports.sections import Turnsheet
    from pbm.reports.text import render_sections

    sheets = tuple(report.of(Turnsheet))
    match form:
        case "html":
            return desk_page(made.ruleset, report, counter).encode()
        case "pdf":
            alone = structs.replace(report, sections=sheets, roundup=structs.replace(report.roundup, sections=()))
            return as_pdf(made.ruleset, alone, made.book)
    return render_sections(sheets, report.masthead).encode()
