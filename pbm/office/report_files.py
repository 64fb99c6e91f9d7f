"""A report as the file that its player chose: PDF, HTML or JSON. In text form the mail itself is the report."""

from pbm.mail.compose import Attachment
from pbm.office.issue import as_pdf
from pbm.record.players import Form
from pbm.reports import Report, Roundup
from pbm.reports.html import render_html
from pbm.reports.paragraphs import Paragraphs
from pbm.reports.schema import render_json
from pbm.rulesets.contract import AnyRuleset

KINDS = {"pdf": "application/pdf", "html": "text/html", "json": "application/json"}


def attached(
    form: Form, name: str, rules: AnyRuleset, report: Report | Roundup, book: Paragraphs | None
) -> tuple[Attachment, ...]:
    if form not in KINDS:
        return ()
    return (Attachment(f"{name}.{form}", content(form, rules, report, book), KINDS[form]),)


def content(form: str, rules: AnyRuleset, report: Report | Roundup, book: Paragraphs | None) -> bytes:
    match form:
        case "html":
            return render_html(report, rules.data, book).encode()
        case "json":
            return render_json(report)
    return as_pdf(rules, report, book)
