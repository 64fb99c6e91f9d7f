"""Everything that a reader of a turn gets, as bytes, from any position: what the suites on leaks compare."""

import datetime as dt
from collections.abc import Callable
from email import message_from_bytes, policy
from email.headerregistry import Address
from typing import Any

from pbm.kit.play import Played
from pbm.kit.suites import leaks as suite
from pbm.mail.answer import Ground, Handled, receipt_mail, trial_mail
from pbm.mail.compose import Envelope, Mail, compose
from pbm.reading.sheet import Filled
from pbm.reading.verdict import Reason, Verdict
from pbm.reports import Report
from pbm.reports.html import render_html
from pbm.reports.paper import render_pdf
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from pbm.rules.event import Event
from tests.web.test_site_leaks import public_site

Paper = Callable[[Played, Any, list[Event], str], tuple[bytes, ...]]
NOON = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)


def of_report(render: Callable[[Played, Report], bytes]) -> Paper:
    return lambda *turn: (render(turn[0], suite.report_of(*turn)),)


def roundup(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    made = suite.report_of(played, world, journal, who).roundup
    return render_text(made).encode(), render_json(made)


def mails(played: Played, world: Any, journal: list[Event], who: str) -> tuple[bytes, ...]:
    """The headers of the mails about a sheet, and the names of the files in them."""
    rules, turn = played.rules, played.world.turn
    ground = Ground(rules, rules.sight.view(world, journal, who))
    filled, name = Filled("the letter", suite.orders(played, who)), rules.state.names(world)[who]
    case = Handled("game1", turn, name, NOON, Verdict(True, Reason.NONE, "", who), filled)
    return headers(receipt_mail(case, ground, ())), headers(trial_mail(case, ground))


def headers(mail: Mail) -> bytes:
    sent = compose(
        mail, Envelope("game1", "id", "<id@example.org>", Address(addr_spec="gm@example.org"), "a@b.cd", NOON)
    )
    message = message_from_bytes(sent, policy=policy.default)
    files = [part.get_filename() for part in message.walk()]
    return repr((message.items(), files)).encode()


PAPERS: dict[str, Paper] = {
    "text": of_report(lambda played, made: render_text(made).encode()),
    "json": of_report(lambda played, made: render_json(made)),
    "roundup": roundup,
    "receipt": lambda *turn: suite.receipts(*turn)[:1],
    "receipt as HTML": lambda *turn: suite.receipts(*turn)[1:],
    "trial": suite.trials,
    "mails": mails,
    "html": of_report(lambda played, made: render_html(made, played.rules.data).encode()),
    "pdf": of_report(lambda played, made: render_pdf(made, played.rules.data)),
    "site": lambda *turn: public_site(*turn)[:-1],
    "replay": lambda *turn: public_site(*turn)[-1:],
    "desk": suite.desks,
}
"""The quickest first."""
QUICK = [*PAPERS][:6]
