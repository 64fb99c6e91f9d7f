"""Writes the tables of docs/security.md that the program and its tests know: `python -m tests.security_page`."""

import re
from collections.abc import Iterator

from pbm.mail.authority import as_markdown
from pbm.reading.verdict import Reason
from tests import ROOT
from tests.helpers.forgeries import FORGERIES

PAGE = ROOT / "docs" / "security.md"


def forgeries() -> Iterator[str]:
    yield '| forgery | orders are answered | with `policy = "address"` |'
    yield "|---|---|---|"
    for name, forgery in FORGERIES.items():
        answers = [spoken(forgery.said(policy)) for policy in ("code", "address")]
        yield f"| {name} | {answers[0]} | {answers[1]} |"


def spoken(reason: Reason) -> str:
    return {
        Reason.NO_CODE: "asked for the code",
        Reason.UNPROVED_SENDER: "the server does not vouch for it",
        Reason.UNKNOWN_SENDER: "not a player's address",
    }.get(reason, str(reason))


TABLES = {"authority": as_markdown, "forgeries": forgeries}


def filled(page: str) -> str:
    """The page with its tables as they are now."""
    for name, rows in TABLES.items():
        made = f"<!-- {name} -->\n" + "\n".join(rows()) + f"\n<!-- /{name} -->"
        page = re.sub(rf"<!-- {name} -->.*?<!-- /{name} -->", lambda _, made=made: made, page, flags=re.DOTALL)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
