"""What the documents say is so."""

import re
from pathlib import Path

import pytest

from tests.transcripts import PAGES, ROOT, Step, run

LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page: Path) -> None:
    assert [(step.command, step.expected, step.printed) for step in run(page) if not step.holds()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()] == []


def test_a_page_that_is_wrong_is_found() -> None:
    assert Step("x", "a\n...\nz\n", "a\nb\nc\nz\n").holds()
    assert not Step("x", "a\n...\nz\n", "a\nb\n").holds()
    assert not Step("x", "a\n", "b\n").holds()


@pytest.mark.parametrize("name", ["toy.lark", "__init__.py", "data/paragraphs.toml", "more.lark", "more.py"])
def test_the_tutorial_has_the_toy_whole(name: str) -> None:
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    code = (ROOT / "tests" / "toy_package" / "toy" / name).read_text(encoding="utf-8")
    assert code in page, f"docs/rulesets.md does not have tests/toy_package/toy/{name} as it is: copy it there"
