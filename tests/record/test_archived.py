"""Old games live on: a game of each ruleset of each release is verified, and goes on as it did then."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from tests.archived import GOES_ON, played_on, releases, unpacked

ARCHIVED = [
    (folder / name, hash) for folder in releases() for name, hash in json.loads((folder / GOES_ON).read_text()).items()
]


def test_there_are_games_of_a_release() -> None:
    assert len(ARCHIVED) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "hash"), ARCHIVED, ids=lambda each: "" if isinstance(each, str) else each.parent.name + "-" + each.stem
)
def test_it_holds_and_goes_on(file: Path, hash: str, tmp_path: Path) -> None:
    game = unpacked(file, tmp_path)
    before = CliRunner().invoke(main, ["verify", game.name, "--games", str(tmp_path)])
    assert "every hash holds" in before.output
    assert played_on(game) == hash
    after = CliRunner().invoke(main, ["verify", game.name, "--games", str(tmp_path)])
    assert "every hash holds" in after.output
