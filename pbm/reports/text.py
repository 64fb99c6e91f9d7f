"""The text form: 72 columns, for mail and for screen readers."""

from collections.abc import Iterable, Iterator

from pbm.reports import Masthead, Report, Roundup
from pbm.reports.forms import flow, own_look, page
from pbm.reports.kinds import beside_title, heading, rows_of
from pbm.reports.layout import Laid, body, laid, public, tail
from pbm.reports.plain import WIDTH, is_even, wrapped
from pbm.reports.sections import AnySection, Ending, Map, Turnsheet


def render_text(told: Report | Roundup, shared: str | None = None) -> str:
    """A report with the roundup in it, or a roundup alone; the roundup may be handed over if it is made already."""
    head = told.masthead
    opening = narrow(page("report/masthead.txt", head=head, over=bool(isinstance(told, Report) and told.ending)))
    if isinstance(told, Roundup):
        return opening + render_sections(told.sections, head)
    before, after = (render_sections(part(told.sections), head) for part in (body, tail))
    ended = told.ending if any(told.roundup.of(Ending)) else None
    rest = shared if shared and not ended else render_public(told.roundup, ended)
    return opening + before + rest + after


def render_public(roundup: Roundup, ended: Ending | None = None) -> str:
    """The part that all reports of a turn share, but for one that tells the end itself."""
    return render_sections(public(roundup, ended), roundup.masthead)


def render_sections(sections: Iterable[AnySection], head: Masthead) -> str:
    """Text has no pictures: other sections contain what a map shows."""
    told = [section for section in sections if not isinstance(section, Map)]
    return narrow("".join(f"{text}\n" for one in laid(told) for text in written(one, head)))


def written(one: Laid, head: Masthead) -> Iterator[str]:
    """A section under its headings; a game may bring a template of its own for one of them."""
    section = one.section
    yield from titles(one)
    if section.caption:
        yield flow(section.caption)
    if own := own_look(head.ruleset, section.key, "txt"):
        yield page(own.removesuffix(".j2"), section=section, head=head).removesuffix("\n")
    else:
        yield from rows_of(section, head)


def titles(one: Laid) -> Iterator[str]:
    title = "" if isinstance(one.section, Turnsheet) else one.section.title
    if one.part:
        yield from heading(one.part)
    if title and one.level == 1:
        yield from heading(title, beside_title(one.section))
        return
    if not one.part:
        yield ""
    if title:
        yield flow(title)


def narrow(text: str) -> str:
    """No line wider than the page and none with blanks at its end, whatever a template made of it."""
    lines = text.split("\n")
    if is_even(text) and not any(len(line) > WIDTH or line[-1:].isspace() for line in lines):
        return text
    return "\n".join(part for line in lines for part in fitting(line.rstrip()))


def fitting(line: str) -> list[str]:
    if len(line) <= WIDTH // 2 or (len(line) <= WIDTH and line.isascii()):
        return [line]
    return [part.rstrip() for part in wrapped(line, WIDTH)]
