"""Advice to a player, from their own report as JSON and nothing else: by the game itself, or from rehearsals."""

import msgspec

from pbm.computer.counsel import counsel
from pbm.computer.on_sheet import on_sheet
from pbm.errors import GameError
from pbm.reports import Masthead
from pbm.reports.schema import read_report
from pbm.reports.sections import Account
from pbm.rules.order import Sheet
from pbm.rulesets import load
from pbm.rulesets.contract import AnyRuleset, Counsel

REMEDY = "Give the JSON form of a player's report: pbm report NAME POWER --form json."


def advise(content: bytes, source: str, sheet: Sheet | None = None) -> tuple[Masthead, list[Counsel]]:
    """Advice, the most important first; on a sheet that the player means to send, if there is one. `source` names the
    report in errors."""
    try:
        report = read_report(content)
        rules = ruleset(report.masthead, source)
        game, view = rules.sight.from_report(content)
        totals = {account.key: account.total for account in report.of(Account)}
        own = on_sheet(rules, game, view, sheet) if sheet else ()
        rest = rules.advice(view, totals) if rules.advice else counsel(rules, game, view, sheet)
        return report.masthead, [*own, *rest]
    except msgspec.DecodeError as error:
        raise GameError(f"{source} is not a player's report: {error}. {REMEDY}") from None


def ruleset(head: Masthead, source: str) -> AnyRuleset:
    try:
        return load(head.ruleset)
    except GameError as error:
        raise GameError(f"{source} is a report of {head.title}. {error}") from None
