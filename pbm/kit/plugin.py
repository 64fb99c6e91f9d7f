"""The plugin of pytest: it runs the suites for the rulesets that `pbm_rulesets` names in the settings of pytest."""

import pytest

INI = "pbm_rulesets"
BROKEN = "pbm.rehearsal.broken.BrokenPlay"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(INI, "the rulesets that the suites of pbm.kit try; by default all that are installed", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """A rehearsal that breaks fails the test it is made in: it is made nowhere else without being noticed."""
    config.addinivalue_line("filterwarnings", f"error::{BROKEN}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of the suites that asks for `name` is run for every ruleset."""
    if metafunc.function.__module__.startswith("pbm.kit.") and "name" in metafunc.fixturenames:
        metafunc.parametrize("name", rulesets(metafunc.config))


def rulesets(config: pytest.Config) -> list[str]:
    from pbm.rulesets import names

    chosen: list[str] = config.getini(INI)
    return chosen or names()
