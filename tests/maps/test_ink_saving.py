"""Maps in black and white: without tints every owner has a pattern of its own, and nobody's land has none."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.maps import RECIPE
from pbm.maps.data.atlas import PLATES
from pbm.maps.land.plate import ANY_DIGIT, Owner, read_plate_style
from pbm.maps.land.political import pattern_of
from pbm.maps.marks.hatching import PATTERNS
from pbm.rulesets import load
from tests.helpers.play import GAMES

ARISING = ("RB#", "MAG", "VIK")
"""In Carolingian Twilight they may come into any scenario."""


def plates() -> Iterator[Path]:
    for name in GAMES:
        data = load(name).data
        own = sorted(path.parent for path in (data / PLATES).glob(f"*/{RECIPE}"))
        yield from own or [path.parent for path in (data / RECIPE,) if path.exists()]


def meet(folder: Path, owners: dict[str, Owner]) -> Iterator[dict[str, Owner]]:
    """The owners who may stand on one map; those who differ in their number alone are one."""
    scenarios = folder / "scenarios.json"
    if not scenarios.exists():
        yield owners
        return
    for scenario in json.loads(scenarios.read_text(encoding="utf-8")).values():
        franks = [row["power"] for row in scenario["frankish"]]
        heirs = {f"{code[:2]}{ANY_DIGIT}" for code in franks}
        yield {code: owners[code] for code in {*franks, *heirs, *scenario["major"], *scenario["minor"], *ARISING}}


@pytest.mark.parametrize("folder", list(plates()), ids=lambda folder: f"{folder.parent.name} {folder.name}")
def test_in_black_and_white_every_owner_has_a_pattern_of_its_own(folder: Path) -> None:
    for owners in meet(folder, read_plate_style(folder).owner):
        patterns = {code: PATTERNS[pattern_of(owner, saving=True)] for code, owner in owners.items()}
        assert [code for code, lines in patterns.items() if not lines] == []
        assert len(set(patterns.values())) == len(patterns)


def test_every_game_with_owners_is_looked_at() -> None:
    assert len({*plates()}) >= 9
