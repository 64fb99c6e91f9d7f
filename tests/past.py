"""Keeps the rules of a game as they are now, for the games that began under them: `python -m tests.past NAME`.

Run it at a release, before the first change that raises the version of a ruleset.
"""

import shutil
import sys
from pathlib import Path

from pbm.rulesets import PAST, load
from tests import ROOT

HERE = ROOT / "pbm" / "rulesets"


def keep(name: str, folder: Path, package: str = PAST) -> Path:
    """A copy of the rules in a folder of packages, under their version."""
    place = folder / f"{name}_{load(name).version}"
    shutil.copytree(HERE / name, place, ignore=shutil.ignore_patterns("__pycache__"))
    for path in place.rglob("*.py"):
        path.write_text(renamed(path.read_text(encoding="utf-8"), name, f"{package}.{place.name}"), encoding="utf-8")
    return place


def renamed(code: str, name: str, package: str) -> str:
    return code.replace(f"pbm.rulesets.{name}", package)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        print(keep(each, HERE / "past").relative_to(ROOT))
