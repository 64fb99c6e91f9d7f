"""A bar for long work, on a terminal only."""

from collections.abc import Iterator
from typing import Any

import pytest

from pbm.commands import bars
from pbm.progress import Known, watched, watcher


def test_nobody_watches_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(watched([1, 2], "Working")) == [1, 2]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("patience", [0.0, 60.0])
def test_all_things_come_with_a_bar_and_without(patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "PATIENCE", patience)
    for things in ([], [1], [1, 2, 3]):
        assert list(bars.bar(things, "Working")) == things


def test_only_the_outer_work_is_shown() -> None:
    shown: list[str] = []

    def show(things: Known[Any], label: str) -> Iterator[Any]:
        shown.append(label)
        yield from things

    mark = watcher.set(show)
    try:
        assert [inner for outer in watched([1, 2], "outer") for inner in watched([outer, outer], "inner")] == [
            1,
            1,
            2,
            2,
        ]
        assert list(watched([3], "next")) == [3]
    finally:
        watcher.reset(mark)
    assert shown == ["outer", "next"]
