"""The text form: the same letter at 72 columns, for mail and for those who have it read to them."""

from typing import Any

from pbm.reports.forms import environment
from pbm.reports.plain import WIDTH, width, wrapped


def render_text(report: Any, roundup_text: str | None = None) -> str:
    """A report with the roundup in it, or a roundup alone; the roundup may be handed over if it is made already."""
    if report.schema.startswith("pbm-roundup"):
        return narrow(render(f"{report.masthead.ruleset}/roundup.txt", roundup=report, alone=True))
    public = roundup_text or render_public(report.roundup)
    return narrow(render(f"{report.masthead.ruleset}/report.txt", report=report)) + public + narrow(sheet(report))


def render_public(roundup: Any) -> str:
    """The part that all reports of a turn share."""
    return narrow(render(f"{roundup.masthead.ruleset}/roundup.txt", roundup=roundup, alone=False))


def sheet(report: Any) -> str:
    """The turnsheet to fill in and send back; nothing once the game is over."""
    return "" if report.ending else render("base/turnsheet.txt", masthead=report.masthead)


def render(template: str, **values: object) -> str:
    return environment(False).get_template(f"{template}.j2").render(**values)


def narrow(text: str) -> str:
    """No line wider than the page and none with blanks at its end, whatever the template made of it."""
    lines = [line.rstrip() for line in text.split("\n")]
    return "\n".join(line if is_narrow(line) else "\n".join(wrapped(line, WIDTH)) for line in lines)


def is_narrow(line: str) -> bool:
    """No sign takes more than two columns, so most lines need not be measured."""
    return 2 * len(line) <= WIDTH or width(line) <= WIDTH
