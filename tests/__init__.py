"""The tests see the toy game as everyone sees a game that somebody published: as a package with an entry point."""

import os
import sys
from pathlib import Path

TOY = str(Path(__file__).parent / "toy_package")

if TOY not in sys.path:
    sys.path.insert(0, TOY)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [TOY, os.environ.get("PYTHONPATH")]))

from tests import play as play  # noqa: E402
