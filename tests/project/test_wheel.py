"""The wheel: built from the checkout, installed in a fresh environment, run from another directory."""

import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from pbm import __version__
from tests import ROOT

pytestmark = pytest.mark.slow


def run(*words: str | Path, where: Path) -> str:
    done = subprocess.run([str(word) for word in words], cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", out, ROOT, where=out)
    return next(out.glob("*.whl"))


def test_the_wheel_holds_what_git_holds_and_no_more(wheel: Path) -> None:
    tracked = run("git", "ls-files", "pbm", "grammar", "templates", where=ROOT).split()
    wanted = {name if name.startswith("pbm/") else f"pbm/{name}" for name in tracked}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("pbm/")}
    assert packed == wanted


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel)
    notices = {name.rpartition("/")[2] for name in inside.namelist() if "/licenses/" in name}
    faces = {"Alegreya-LICENSE.txt", "FiraSansCondensed-LICENSE.txt"}
    assert notices == {"LICENSE", "coasts-LICENSE.txt", *faces}
    about = next(inside.read(name).decode() for name in inside.namelist() if name.endswith("/METADATA"))
    assert "Classifier: Typing :: Typed" in about
    assert f"\nVersion: {__version__}\n" in about
    assert f"\n## {__version__} (" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "pbm/py.typed" in inside.namelist()


def test_all_is_every_part_that_a_user_may_want(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel)
    about = next(inside.read(name).decode() for name in inside.namelist() if name.endswith("/METADATA"))
    parts = {*re.findall(r"^Provides-Extra: (.+)$", about, re.MULTILINE)} - {"all", "dev", "docs"}
    needs = re.findall(r"^Requires-Dist: (.+); extra == '(.+)'$", about, re.MULTILINE)
    assert {name for name, part in needs if part == "all"} == {name for name, part in needs if part in parts}


def test_a_type_checker_knows_what_is_installed(wheel: Path, tmp_path: Path) -> None:
    """Its own types are found without the checkout, and a wrong one is told."""
    venv.create(tmp_path / "env", with_pip=True)
    run(tmp_path / "env/bin/pip", "install", "--quiet", "--no-deps", wheel, where=tmp_path)
    (tmp_path / "theirs.py").write_text(
        "from pbm import api\n"
        'game: api.Game = api.load_game("games/g")\n'
        "number: str = game.last()\n"
        'reveal_type(api.load_ruleset("tours").name)\n'
    )
    words = ("-m", "mypy", "--strict", "--follow-imports", "silent", "--python-executable", tmp_path / "env/bin/python")
    done = subprocess.run(
        [sys.executable, *map(str, words), "theirs.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "theirs.py:3: error: Incompatible types in assignment" in done.stdout
    assert 'Revealed type is "str"' in done.stdout.replace("builtins.", "")
    assert "Found 1 error" in done.stdout, done.stdout


def test_the_source_archive_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """Built twice it is the same to the byte, from the checkout or from the archive."""
    run(sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path, ROOT, where=tmp_path)
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", next(tmp_path.glob("*.tar.gz")), where=tmp_path)
    assert next(tmp_path.glob("*.whl")).read_bytes() == wheel.read_bytes()


def test_the_wheel_plays_a_turn_elsewhere(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    pip, pbm = tmp_path / "env/bin/pip", tmp_path / "env/bin/pbm"
    run(pip, "install", "--quiet", wheel, where=tmp_path)
    run(pbm, "new", "g", where=tmp_path)
    (tmp_path / "games/g/turns/001/orders/MER.txt").write_text("LEVY TAM 2\n")
    assert "1 done, 0 failed" in run(pbm, "adjudicate", "g", where=tmp_path)
    assert "every hash holds" in run(pbm, "verify", "g", where=tmp_path)
    run(pbm, "map", "darkage", "--format", "svg", where=tmp_path)
    assert (tmp_path / "darkage.svg").stat().st_size > 100_000
