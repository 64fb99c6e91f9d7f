"""The tests see the toy game as everyone sees a game that somebody published: as a package with an entry point."""

import os
import sys
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
TOY = str(TESTS / "toy_package")

if TOY not in sys.path:
    sys.path.insert(0, TOY)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [TOY, os.environ.get("PYTHONPATH")]))


def file_of(name: str) -> Path:
    """The file of a test, in whatever folder it is."""
    return next(TESTS.rglob(name))


from tests.helpers import play as play  # noqa: E402
