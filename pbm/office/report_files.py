"""A report as the file that its player chose: PDF, HTML or JSON. In text form the mail itself is the report."""

from pbm.mail.compose import Attachment
from pbm.office.issue import as_pdf
from pbm.record.people import Person
from pbm.reports import Report, Roundup
from pbm.reports.html import render_html
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.schema import render_json
from pbm.reports.sections import Turnsheet
from pbm.rulesets.contract import AnyRuleset

KINDS = {"pdf": "application/pdf", "html": "text/html", "json": "application/json"}


def attached(
    reader: Person, name: str, rules: AnyRuleset, report: Report | Roundup, book: Paragraphs | None
) -> tuple[Attachment, ...]:
    if (form := reader.form) not in KINDS:
        return ()
    return (Attachment(f"{name}.{form}", content(reader, rules, report, book), KINDS[form]),)


def desk_attached(name: str, rules: AnyRuleset, report: Report, counter: str = "") -> tuple[Attachment, ...]:
    """The order desk for the next turn, if there is one."""
    if not any(report.of(Turnsheet)):
        return ()
    from pbm.desk.page import desk_page

    return (Attachment(f"{name}-desk.html", desk_page(rules, report, counter).encode(), KINDS["html"]),)


def content(reader: Person, rules: AnyRuleset, report: Report | Roundup, book: Paragraphs | None) -> bytes:
    match reader.form:
        case "html":
            return render_html(report, rules.data, book).encode()
        case "json":
            return render_json(report)
    return as_pdf(rules, report, book, reader.large)
