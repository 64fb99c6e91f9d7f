"""The files with which an office runs by itself: a timer of systemd, a line for cron, a container, launchd, the Task
Scheduler; and what the usual hosts run."""

import os
import plistlib
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from tests import ROOT

HOST = ROOT / "docs" / "host"
COMMAND = "/srv/pbm/venv/bin/pbm"
OURS = Path(sysconfig.get_path("scripts")) / "pbm"


def ran(*command: str | Path, **more: str) -> "subprocess.CompletedProcess[str]":
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | more)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_unit_and_its_timer(tmp_path: Path) -> None:
    for name in ("pbm.service", "pbm.timer"):
        text = (HOST / name).read_text(encoding="utf-8").replace(COMMAND, sys.executable)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = ran("systemd-analyze", "verify", tmp_path / "pbm.service", tmp_path / "pbm.timer")
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_timer_and_cron_call_is_a_command_of_ours(tmp_path: Path) -> None:
    unit = (HOST / "pbm.service").read_text(encoding="utf-8")
    cron = (HOST / "crontab").read_text(encoding="utf-8")
    called = [line.partition(COMMAND)[2].split() for line in (unit + cron).splitlines() if COMMAND in line]
    assert [words[:2] for words in called] == [["run", "--quiet"]] * 2
    (tmp_path / "games").mkdir()
    assert ran(OURS, *called[0], PBM_GAMES=str(tmp_path / "games")).returncode == 0


def test_the_line_for_cron_is_a_line_of_five_times_and_a_shell(tmp_path: Path) -> None:
    [line] = [row for row in (HOST / "crontab").read_text(encoding="utf-8").splitlines() if row.startswith("*")]
    *times, command = line.split(maxsplit=5)
    assert times == ["*/10", "*", "*", "*", "*"]
    (tmp_path / "pbm.env").write_text("PBM_SMTP_PASSWORD=hush\n", encoding="utf-8")
    (tmp_path / "pbm").write_text('#!/bin/sh\necho "$PBM_SMTP_PASSWORD $*"\n', encoding="utf-8")
    (tmp_path / "pbm").chmod(0o755)
    here = command.replace("/srv/pbm/pbm.env", str(tmp_path / "pbm.env")).replace(COMMAND, str(tmp_path / "pbm"))
    assert ran("sh", "-c", here).stdout == "hush run --quiet --games /srv/pbm/games\n"


def test_the_container_runs_until_it_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "pbm").write_text('#!/bin/sh\necho "$@"\nexit 1\n', encoding="utf-8")
    (tmp_path / "pbm").chmod(0o755)
    script, path = HOST / "every-ten-minutes.sh", f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    with subprocess.Popen(["sh", script], stdout=subprocess.PIPE, text=True, env=os.environ | {"PATH": path}) as loop:
        assert loop.stdout
        assert loop.stdout.readline() == "run --quiet\n"
        assert loop.poll() is None, "a run with problems does not end it"
        loop.send_signal(signal.SIGTERM)
        assert loop.wait(60) == 0


def test_what_the_container_copies_is_there() -> None:
    text = (HOST / "Containerfile").read_text(encoding="utf-8")
    wanted = [word for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for word in line.split()]
    assert len(wanted) > 5
    assert [name for name in wanted if not (ROOT / name).exists()] == []
    needed = re.findall(r"\[([a-z,]+)\]'", text)[0].split(",")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert [extra for extra in needed if f"\n{extra} = [" not in project] == []


def test_launchd_can_read_its_file_and_calls_a_command_of_ours(tmp_path: Path) -> None:
    unit = plistlib.loads((HOST / "pbm.plist").read_bytes())
    program, *words = unit["ProgramArguments"]
    assert (Path(program).name, unit["StartInterval"], unit["Umask"]) == ("pbm", 600, 0o077)
    assert ran(OURS, *words, PBM_GAMES=str(tmp_path)).returncode == 0


def test_the_task_scheduler_can_read_its_file_and_calls_a_command_of_ours(tmp_path: Path) -> None:
    """The order of the elements is fixed by its schema."""
    task = ElementTree.parse(HOST / "pbm-task.xml").getroot()
    ours = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
    assert [each.tag for each in task] == [
        ours + name for name in ("RegistrationInfo", "Triggers", "Settings", "Actions")
    ]
    command, words = (task.findtext(f".//{ours}{name}", "") for name in ("Command", "Arguments"))
    assert command.endswith(r"\Scripts\pbm.exe")
    assert ran(OURS, *words.replace(r"C:\pbm\games", str(tmp_path)).split()).returncode == 0


@pytest.mark.parametrize("name", [".github/workflows/test.yml", ".gitlab-ci.yml"])
def test_the_usual_hosts_run_what_there_is(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"make (\w+)", text)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"test", "docs"} <= {*targets}
    assert [target for target in targets if f"\n{target}:" not in makefile] == []
    classifiers = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert yaml.safe_load(text)
    assert re.findall(r'"(3\.\d+)"', text)[: len(classifiers)] == classifiers
