"""The text form: 72 columns, for mail and for screen readers."""

from collections.abc import Iterable

from pbm.reports import Masthead, Report, Roundup
from pbm.reports.forms import environment
from pbm.reports.layout import body, laid, public, tail
from pbm.reports.plain import WIDTH, is_even, wrapped
from pbm.reports.sections import AnySection, Map


def render_text(told: Report | Roundup, shared: str | None = None) -> str:
    """A report with the roundup in it, or a roundup alone; the roundup may be handed over if it is made already."""
    head = told.masthead
    opening = written("masthead.txt", head=head, over=bool(isinstance(told, Report) and told.ending))
    if isinstance(told, Roundup):
        return opening + render_sections(told.sections, head)
    before, after = (render_sections(part(told.sections), head) for part in (body, tail))
    return opening + before + (shared or render_public(told.roundup)) + after


def render_public(roundup: Roundup) -> str:
    """The part that all reports of a turn share."""
    return render_sections(public(roundup), roundup.masthead)


def render_sections(sections: Iterable[AnySection], head: Masthead) -> str:
    """Text has no pictures: other sections contain what a map shows."""
    told = [section for section in sections if not isinstance(section, Map)]
    return written("sections.txt", parts=list(laid(told)), head=head)


def written(template: str, **values: object) -> str:
    return narrow(environment(False).get_template(f"report/{template}.j2").render(**values))


def narrow(text: str) -> str:
    """No line wider than the page and none with blanks at its end, whatever the template made of it."""
    lines = [line.rstrip() for line in text.split("\n")]
    widest = WIDTH if is_even(text) else WIDTH // 2
    if max(map(len, lines)) <= widest:
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in ([line] if len(line) <= widest else fitting(line)))


def fitting(line: str) -> list[str]:
    return [part.rstrip() for part in wrapped(line, WIDTH)]
