"""What docs/security.md claims has a test beside it, and the test is there."""

import re

from tests import file_of
from tests.sbom import sbom
from tests.security_page import PAGE

NAMED = re.compile(r"`(?:tests/(?:\w+/)?)?(test_\w+)\.py(?:::(\w+))?`")


def test_every_test_named_here_exists() -> None:
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 25
    for file, test in named:
        source = file_of(f"{file}.py").read_text(encoding="utf-8")
        assert f"def {test}(" in source if test else "def test_" in source, (file, test)


def test_every_row_of_the_attacks_names_its_tests() -> None:
    """In the table of who tries what, no claim stands alone."""
    page = PAGE.read_text(encoding="utf-8")
    table = page.partition("## Letters")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) > 10
    assert not [row for row in rows[1:] if "`" not in row.rstrip(" |").rpartition("|")[2]]


def test_the_list_of_parts_is_whole() -> None:
    made = sbom()
    names = {part["name"] for part in made["components"]}
    assert {"click", "jinja2", "lark", "msgspec", "reportlab", "pyyaml", "pypdf", "filelock", "cryptography"} <= names
    assert made["metadata"]["component"]["name"] == "pbm"
    assert all(part["version"] for part in made["components"])
