"""Documents whose commands are really run: what a page shows is what the command prints.

A block marked `console` holds commands after `$ ` and what they print; a line `...` stands for any lines. Run as a
program, this writes what was really printed into the pages (blocks with `...` are left as they are).
"""

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from pbm.cli import main
from tests import ROOT

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OURS = re.compile(r"pbm [^|<>;&*$]+(> \w+(\.\w+)?)?$")
"""Commands of ours that need no shell."""
TERMINAL = {"COLUMNS": "100", "LC_ALL": "C.UTF-8", "PBM_NO_REPORTS": "1"}
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass
class Step:
    command: str
    expected: str
    printed: str = ""

    def holds(self) -> bool:
        pattern = "".join(
            r"(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in self.expected.splitlines(keepends=True)
        )
        return re.fullmatch(pattern, self.printed) is not None


def steps(block: str) -> list[Step]:
    found: list[Step] = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append(Step(line[2:].strip(), ""))
        else:
            found[-1].expected += line
    return found


def run(page: Path) -> list[Step]:
    """Every command of a page, in one folder of its own that holds the sample game and the cases."""
    played = [step for block in BLOCK.findall(page.read_text(encoding="utf-8")) for step in steps(block)]
    if not played:
        return []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in ("games", "tests/cases", "tests/toy_package/cases"):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place / name)
        with contextlib.chdir(place):
            for step in played:
                step.printed = here(step.command) if OURS.match(step.command) else in_a_shell(step.command)
    return played


def here(command: str) -> str:
    """What one of our commands prints, without a new process for it."""
    words, _, file = command.partition(" > ")
    done = CliRunner().invoke(main, shlex.split(words)[1:], env=TERMINAL)
    if not file:
        return done.stdout + done.stderr
    Path(file).write_text(done.stdout, encoding="utf-8")
    return done.stderr


def in_a_shell(command: str) -> str:
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | TERMINAL | {"PATH": path}
    done = subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def rewritten(page: Path) -> str:
    """The page with what its commands really print."""
    text = page.read_text(encoding="utf-8")
    for step in run(page):
        if "...\n" not in step.expected and not step.holds():
            text = text.replace(f"$ {step.command}\n{step.expected}", f"$ {step.command}\n{step.printed}")
    return text


if __name__ == "__main__":
    for page in [Path(name) for name in sys.argv[1:]] or PAGES:
        page.write_text(rewritten(page), encoding="utf-8")
