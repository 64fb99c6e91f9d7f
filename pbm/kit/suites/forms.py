"""The forms of a report: the same facts in each, within their bounds."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from pbm.kit.facts import absent, assert_within_bounds, plain_html, plain_text, text_of
from pbm.kit.play import game, self_play
from pbm.reports import Report, Roundup
from pbm.reports.paper import render_pdf
from pbm.reports.schema import read_report, render_json
from pbm.reports.sections import Map, Orders
from pbm.reports.text import render_text
from pbm.rules.event import Answered
from pbm.rules.result import Result
from pbm.rulesets import load

Form = Callable[[Any], str]


def plain_pdf(told: Report | Roundup) -> str:
    return text_of(render_pdf(without_maps(told), load(told.masthead.ruleset).data))


def without_maps(told: Report | Roundup) -> Report | Roundup:
    """A map tells no facts of its own, and reading its thousands of lines takes minutes."""
    sections = tuple(section for section in told.sections if not isinstance(section, Map))
    told = msgspec.structs.replace(told, sections=sections)
    if isinstance(told, Report):
        return msgspec.structs.replace(told, roundup=without_maps(told.roundup))
    return told


@pytest.mark.parametrize("form", [plain_text, plain_html, plain_pdf])
def test_every_form_tells_the_same_facts(form: Form, name: str) -> None:
    rules = load(name)
    *_, last = (played for played in game(rules, 11, 4) if not rules.state.result(played.world))
    roundup, reports = last.reports()
    some = [reports[who] for who in sorted(reports)[: 1 if form is plain_pdf else 6]]
    told: list[Report | Roundup] = [roundup, *some]
    for one in told:
        assert absent(one, form(one)) == []


def test_the_last_reports_are_made_whenever_the_game_ends(name: str) -> None:
    rules = load(name)
    state: Any = replace(rules.state, result=lambda world: Result("draw", "all are content", ()))
    *_, last = self_play(rules, 5, 3)
    roundup, reports = replace(last, rules=replace(rules, state=state)).reports()
    told: list[Report | Roundup] = [roundup, *reports.values()]
    for one in told:
        assert all("thegameinretrospect" in form(one).casefold() for form in (plain_text, plain_html))
        assert plain_text(one).casefold().count("thegameisover") <= 1


def test_the_json_form_reads_back(name: str) -> None:
    for played in game(load(name), 5, 3):
        roundup, reports = played.reports()
        assert all(read_report(render_json(one)) == one for one in reports.values())
        assert msgspec.json.decode(render_json(roundup), type=Roundup) == roundup


def test_a_report_of_whoever_sent_lines_says_what_came_of_them(name: str) -> None:
    """A report of the game's own yields a section `Orders`, as the plain one does."""
    for played in game(load(name), 5, 3):
        answered = {event.sheet for event in played.journal if isinstance(event, Answered)}
        for who, report in played.reports()[1].items():
            assert who not in answered or report.of(Orders), f"{who} sent lines, and no section `Orders` answers them"


def test_the_text_keeps_to_68_columns(name: str) -> None:
    for played in game(load(name), 6, 3):
        for one in played.reports()[1].values():
            assert_within_bounds(render_text(one))
