"""The wheel: built from the checkout, installed in a fresh environment, run from another directory."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

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
    assert notices == {"LICENSE", "Alegreya-LICENSE.txt", "FiraSansCondensed-LICENSE.txt"}
    about = next(inside.read(name).decode() for name in inside.namelist() if name.endswith("/METADATA"))
    assert "Classifier: Typing :: Typed" in about
    assert "pbm/py.typed" in inside.namelist()


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
