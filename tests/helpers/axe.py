"""axe-core, which finds what hinders readers of a page."""

import pytest

from tests import ROOT

AXE = ROOT / "build" / "axe" / "package" / "axe.min.js"
RUN = "axe.run({}).then(found => found.violations.map(one => [one.id, one.impact, one.nodes[0].html.slice(0, 300)]))"
FAULTS = RUN.format("")
WITH_TARGETS = RUN.format("{rules: {'target-size': {enabled: true}}}")
"""Links and buttons that are too small or too near to each other for a finger count too."""


def script() -> str:
    """axe-core itself; without it the test is left out, and says so."""
    if not AXE.is_file():
        pytest.skip("axe-core is not there: tests/install-browser.sh fetches it where npm is installed")
    return f"{AXE.read_text(encoding='utf-8')};1"
