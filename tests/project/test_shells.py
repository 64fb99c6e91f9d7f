"""Completion in real shells, and man pages as a reader of man pages shows them."""

import os
import pty
import select
import shutil
import subprocess
import sysconfig
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from tests import ROOT

pytestmark = pytest.mark.slow
SCRIPTS = sysconfig.get_path("scripts")
ENVIRONMENT = {
    "HOME": "/nowhere",
    "LANG": "C.UTF-8",
    "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}",
    "PBM_GAMES": str(ROOT / "games"),
    "PYTHONDONTWRITEBYTECODE": "1",
    "TERM": "dumb",
}
INTERACTIVE = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {file}"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit; compinit -u -D; source {file}"),
}
PATIENCE = 60.0


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if not shutil.which(program)]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def script(shell: str, folder: Path) -> Path:
    file = folder / f"pbm.{shell}"
    file.write_text(CliRunner().invoke(main, ["completion", shell], prog_name="pbm").output)
    return file


class Terminal:
    """A shell that somebody types into."""

    def __init__(self, *command: str) -> None:
        process, self.screen = pty.fork()
        if not process:
            os.execvpe(command[0], [*command], ENVIRONMENT)

    def type(self, keys: str, until: str) -> str:
        """What is shown after some keys, up to a text."""
        os.write(self.screen, keys.encode())
        shown, end = "", time.monotonic() + PATIENCE
        while until not in shown and time.monotonic() < end:
            if select.select([self.screen], [], [], 1)[0]:
                shown += os.read(self.screen, 4096).decode(errors="replace")
        return shown


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=needs(shell)) for shell in INTERACTIVE])
@pytest.mark.parametrize(
    ("typed", "added"), [("pbm rules hom", "elands"), ("pbm report game42 ME", "R"), ("pbm verify-r", "eceipt")]
)
def test_the_tab_key_completes(shell: str, typed: str, added: str, tmp_path: Path) -> None:
    command, set_up = INTERACTIVE[shell]
    terminal = Terminal(*command)
    terminal.type(set_up.format(file=script(shell, tmp_path)) + "; echo rea''dy\n", until="ready\r\n")
    assert typed + added in terminal.type(f"{typed}\t", until=typed + added)


@needs("fish")
def test_fish_completes(tmp_path: Path) -> None:
    def offered(line: str) -> list[str]:
        command = f"source {script('fish', tmp_path)}; complete -C '{line}'"
        done = subprocess.run(["fish", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=True)
        return [row.partition("\t")[0] for row in done.stdout.splitlines()]

    assert offered("pbm report game42 M") == ["MDA", "MER"]
    assert offered("pbm rules ho") == ["homelands"]
    assert offered("pbm verify-r") == ["verify-receipt"]


@needs("groff")
def test_man_pages_are_shown_without_a_complaint(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["man", "--out", str(tmp_path)], prog_name="pbm").exit_code == 0
    pages = sorted(tmp_path.glob("*.1"))
    done = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", *pages], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    shown = subprocess.run(
        ["groff", "-man", "-Tascii", "-P-cbou", tmp_path / "pbm-extend.1"], capture_output=True, text=True, check=True
    ).stdout
    assert "pbm extend [OPTIONS] NAME DAYS" in shown
    assert "--untold" in shown
