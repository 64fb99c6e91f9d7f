"""Reports on the screen or into files."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from pbm.commands.options import games_option, power

FORMS = {"text": "txt", "html": "html", "json": "json", "pdf": "pdf"}
"""The forms of a report, and how their files end."""
ROUNDUP = "ROUNDUP"


@click.command(short_help="A turn's reports.")
@click.argument("name")
@click.argument("kingdom", required=False)
@click.option("--turn", type=int, metavar="N", help="Of turn N instead of the last one (0: the set-up).")
@click.option("--form", type=click.Choice([*FORMS]), default="text", show_default=True, help="In what form.")
@click.option("--map", "with_map", is_flag=True, help="With the map in it, if the form is html.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write files into this folder.")
@games_option
def report(
    name: str, kingdom: str | None, turn: int | None, form: str, with_map: bool, out: Path | None, games: Path
) -> None:
    """A kingdom's report, or ROUNDUP for the public one; without a kingdom all of a turn, which need --out.

    Example: pbm report game42 MER

    Example: pbm report game42 --form html --out /tmp/reports
    """
    from pbm.errors import GameError
    from pbm.office.issue import issue
    from pbm.record.game import find

    game = find(games, name)
    number = game.last() if turn is None else turn
    if out is None and (kingdom is None or form == "pdf"):
        raise GameError("Say where to put the files: --out DIR. Or name a kingdom to read its report here.")
    made = issue(game, number)
    chosen = wanted(made, power(game, kingdom) if kingdom else None)
    maps = drawings(game.config().ruleset.name, made.roundup) if with_map and form == "html" else {}
    if out is None:
        for one in chosen.values():
            click.echo(rendered(one, form, maps), nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    for code, one in chosen.items():
        path = out / f"{name}-{number:03}-{code}.{FORMS[form]}"
        path.write_bytes(rendered(one, form, maps))
        click.echo(path)


def wanted(made: Any, kingdom: str | None) -> dict[str, Any]:
    if kingdom is None:
        return {**made.reports, ROUNDUP: made.roundup}
    return {kingdom: made.roundup if kingdom == ROUNDUP else made.of(kingdom)}


def drawings(ruleset: str, roundup: Any) -> dict[str, str]:
    """The map with its owners, as SVG."""
    from pbm.maps.svg import drawn
    from pbm.rulesets.contract import RULESETS

    scene = import_module(f"{RULESETS[ruleset]}.mapview").scene(roundup)
    return {"The map": drawn(scene)}


def rendered(report: Any, form: str, maps: Mapping[str, str]) -> bytes:
    """Each form is imported when it is asked for."""
    if form == "text":
        from pbm.reports.text import render_text

        return render_text(report).encode()
    if form == "html":
        from pbm.reports.html import render_html

        return render_html(report, maps).encode()
    if form == "json":
        from pbm.reports.schema import render_json

        return render_json(report)
    from pbm.reports.pdf import render_pdf

    return render_pdf(report)


@click.command(short_help="The schema of the JSON reports.")
@click.argument("kind", type=click.Choice(["report", "roundup"]))
@click.option("--ruleset", default="darkage", show_default=True, help="Of which game.")
def schema(kind: str, ruleset: str) -> None:
    """The JSON schema that reports or roundups keep to, for players who write tools of their own.

    Example: pbm schema report > report-1.json
    """
    from pbm.reports.schema import schema as written
    from pbm.rulesets.contract import RULESETS, load

    click.echo(written(*import_module(f"{RULESETS[load(ruleset).name]}.report.shape").SCHEMAS[kind]), nl=False)
