"""Trying a sheet before it is sent: the coming turn as its player knows it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbm.commands.receipt import FILE, Asked, by_report, the_sheet
from pbm.commands.report import FORMS
from pbm.errors import GameError

if TYPE_CHECKING:
    from pbm.commands.receipt import Ground
    from pbm.rehearsal.trial import Trial
    from pbm.rules.order import Sheet

MOST_TURNS, MOST_PLAYS = 10, 200


@click.command("try")
@click.argument("report", type=FILE)
@click.argument("sheet", type=FILE)
@click.option(
    "--others",
    metavar="silent|computer|FILE",
    multiple=True,
    default=("computer",),
    show_default=True,
    help="What everyone else does; or the sheet of a friend, named after its power (MER.txt). May be given again.",
)
@click.option("--turns", type=click.IntRange(1, MOST_TURNS), default=1, show_default=True, help="Play so many turns.")
@click.option(
    "--plays", type=click.IntRange(1, MOST_PLAYS), default=1, help="Play it so often, and print how far results differ."
)
@click.option("--form", type=click.Choice([*FORMS]), default="text", show_default=True, help="The form of the report.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file.")
def try_out(
    report: Path, sheet: Path, others: tuple[str, ...], turns: int, plays: int, form: str, out: Path | None
) -> None:
    """Play the coming turn as a player knows it, and show what the report would say. Nothing is sent or kept.

    REPORT is the player's own report as JSON, SHEET their orders. What the report does not tell is guessed, the dice
    are not those of the game, and every page is marked as imagined. After the first turn the computer plays for all.

    \b
    Examples: pbm try game42-006-MER.json mercia.txt
              pbm try game42-006-MER.json mercia.txt --others silent --form pdf --out mercia.pdf
              pbm try game42-006-MER.json mercia.txt --others computer --others WSX.txt --plays 20
    """
    trial = trial_of(by_report(Asked(sheet, None, None, None), report), others, turns)
    click.echo(spread(trial, plays) if plays > 1 else shown(trial, form, out), nl=False)


def trial_of(ground: "Ground", others: tuple[str, ...], turns: int) -> "Trial":
    from pbm.rehearsal.trial import COMPUTER, SILENT, Trial

    ways, files = (
        [way for way in others if way in (SILENT, COMPUTER)],
        [way for way in others if way not in (SILENT, COMPUTER)],
    )
    friends = dict(friend(ground, Path(file)) for file in files)
    rest = ways[-1] if ways else COMPUTER
    sheet = ground.filled.sheet
    return Trial(ground.ruleset, ground.game, ground.view, sheet, rest, friends, turns, ground.turn_names)


def friend(ground: "Ground", file: Path) -> "tuple[str, Sheet]":
    """The sheet of somebody else, by the name of its file."""
    rules, world = ground.ruleset, ground.ruleset.sight.known(ground.view)
    power = file.stem.upper()
    if power not in rules.state.players(world) or not file.is_file():
        there = ", ".join(rules.state.players(world))
        raise GameError(f"{file} is neither silent nor computer nor a sheet named after its power: there are {there}.")
    return power, the_sheet(Asked(file, None, power, None), rules, world).sheet


def shown(trial: "Trial", form: str, out: Path | None) -> str:
    from pbm.files import put
    from pbm.office.issue import as_pdf
    from pbm.reports.html import render_html
    from pbm.reports.schema import render_json
    from pbm.reports.text import render_text

    if form == "pdf" and out is None:
        raise GameError("Use --out FILE to write a PDF.")
    made, rules = trial.report(next(trial.plays(1))), trial.rules
    if form == "pdf":
        content = as_pdf(rules, made)
    elif form == "html":
        content = render_html(made, rules.data).encode()
    else:
        content = render_json(made) if form == "json" else render_text(made).encode()
    if out is None:
        return content.decode()
    put(out, content)
    return f"{out}\n"


def spread(trial: "Trial", plays: int) -> str:
    """How far the results of many plays differ: every line of the sheet, and what the power has afterwards."""
    from pbm.receipts.foresee import at_worst
    from pbm.rehearsal.rehearse import told

    ended = [turns for turns in trial.plays(plays) if turns]
    lines = told(trial.rules, trial.view, trial.sheet, tuple(turns[0] for turns in ended), 0).lines
    after = told(trial.rules, trial.view, trial.sheet, tuple(turns[-1] for turns in ended), 0).after
    names = trial.rules.state.names(trial.rules.sight.known(trial.view))
    rows = [f"{number:>3}  {trial.sheet.lines[number].text}\n     {came.sentence}" for number, came in lines.items()]
    head = f"{trial.game}: {len(ended)} plays of {trial.turns} turn{'s' * (trial.turns > 1)}, imagined"
    return "\n".join([head, "", *rows, "", *at_worst(after, names)]) + "\n"
