"""What the documents say is so."""

import re
from pathlib import Path
from typing import Any

import pytest

from pbm import api
from pbm.kit.play import Played, fresh
from pbm.overview import COMMANDS
from pbm.reports.tell import happenings
from pbm.reports.text import render_text
from pbm.rules.event import Phase
from tests import ROOT, contract_page
from tests.docs_site import PARTS, commands, python
from tests.transcripts import PAGES, Step, run

LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GIVEN = {
    "rulesets.md": """
from collections.abc import Iterator
from pbm.reports.sections import AnySection, Grid, Row, columns
from pbm.rules.copying import copied
from pbm.rules.engine import ORDERS, Step, Turn
from pbm.rules.playing import Playing, Scenes
from pbm.rulesets.contract import Rulebook
from pbm.rulesets.homelands.playing import Board, Scene, in_code_order
from pbm.rulesets.homelands.tables import tables
units = tables().units
__file__ = "tests/toy_package/toy/__init__.py"
""",
    "turnsheets.md": """
from tests.helpers.round_trip import mails
sent = mails("tours732")[0]
raw, reader, expected = b"Subject: orders\\n\\nFINAL\\n", sent.reader, sent.expected
""",
}
"""What the examples of a page take for granted."""
WITH_PYTHON = [page for page in PAGES if PYTHON.search(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page: Path) -> None:
    assert [(step.command, step.expected, step.printed) for step in run(page) if not step.holds()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_every_block_of_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("games", "pbm", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {"__name__": page.stem}
    for block in (GIVEN.get(page.name, ""), *PYTHON.findall(page.read_text(encoding="utf-8"))):
        exec(block, known)


def test_a_report_and_a_brief_of_ones_own_print_what_the_page_shows() -> None:
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    known: dict[str, Any] = {"__name__": "rulesets"}
    for block in (GIVEN["rulesets.md"], *PYTHON.findall(page)):
        exec(block, known)
    rules = known["RULESET"]
    world = fresh(rules)
    told = render_text(Played(rules, world, world, [], (), {}).reports()[1]["RED"])
    section = told[told.index("YOUR GARRISONS") :].split("\n\n")[0]
    assert f"```\n{section}\n```" in page
    taken = [Phase("2", "orders"), known["Taken"]("BLU", "ASH", "RED"), known["Taken"]("GRN", "BRK", "RED")]
    view = rules.views(world, taken)["RED"]
    assert [each.text for each in happenings(view, world.names())] == re.findall(r"reads `(Lost .*?)`;", page)


def test_the_page_of_the_contract_is_made_from_the_code() -> None:
    assert contract_page.PAGE.read_text(encoding="utf-8") == contract_page.page()


def test_a_page_that_is_wrong_is_found() -> None:
    assert Step("x", "a\n...\nz\n", "a\nb\nc\nz\n").holds()
    assert not Step("x", "a\n...\nz\n", "a\nb\n").holds()
    assert not Step("x", "a\n", "b\n").holds()


@pytest.mark.parametrize("name", ["toy.lark", "__init__.py", "data/paragraphs.toml", "more.lark", "more.py"])
def test_the_tutorial_has_the_toy_whole(name: str) -> None:
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    code = (ROOT / "tests" / "toy_package" / "toy" / name).read_text(encoding="utf-8")
    assert code in page, f"docs/rulesets.md does not have tests/toy_package/toy/{name} as it is: copy it there"


def test_every_page_stands_in_the_contents_of_the_site() -> None:
    made = {"commands", "api", "pictures", "rulebooks", "changelog", "reporting", "conduct"}
    listed = [name for names in PARTS.values() for name in names.split()]
    assert sorted(listed) == sorted(made | {page.stem for page in PAGES} - {"README"})


def test_the_pages_made_from_the_program_have_every_command_and_name() -> None:
    told = "\n".join(commands())
    assert all(f"\n## pbm {name}\n" in told for name in COMMANDS)
    assert all(f"\n## {name}\n" in "\n".join(python()) for name in api.__all__)
