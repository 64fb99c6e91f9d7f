"""The site of thirty turns: how large, how long it takes, and how its replay runs on a phone's screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pbm.office.site_settings import Site
from pbm.record.game import Game
from pbm.site.publish import publish
from tests.helpers.browser import Browser, browser, found
from tests.helpers.showcase import LONG, long_game

PHONE = 360, 740
SLOWER = 4
"""A phone is taken to be so many times as slow as this machine."""
PLAYED = """new Promise(done => {
  const end = document.getElementById('replay-slider').max, times = [];
  const step = now => {
    times.push(now);
    document.documentElement.dataset.turn === end ? done(times) : requestAnimationFrame(step);
  };
  document.getElementById('replay-play').click();
  requestAnimationFrame(step);
})"""


@contextmanager
def on_a_phone() -> Iterator[Browser]:
    with browser() as window:
        window.screen(*PHONE)
        window.call("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield window


def made(game: Game, out: Path) -> None:
    start = perf_counter()
    done = publish([(game, Site("site"))], out)
    spent = perf_counter() - start
    files = {form: (out / game.name / f"replay.{form}").stat().st_size / 1e6 for form in ("html", "gif")}
    print(f"{game.name}: {done.size / 1e6:.1f} MB in {done.files} files, made in {spent:.1f} s (at most 15 MB, 60 s)")
    print(f"  the replay as one file {files['html']:.1f} MB, as a GIF {files['gif']:.1f} MB")


def played(window: Browser, page: Path) -> None:
    window.open(page, "#turn-0")
    times = window.ask(PLAYED)
    seconds, gaps = (times[-1] - times[0]) / 1000, sorted(later - now for now, later in pairwise(times))
    usual, rare = gaps[len(gaps) // 2], gaps[len(gaps) * 99 // 100]
    print(f"  {len(times)} frames in {seconds:.0f} s, {len(times) / seconds:.0f} a second, on a phone's screen")
    print(f"  between two frames {usual:.0f} ms, in one of a hundred {rare:.0f} ms or more, at most {gaps[-1]:.0f} ms")


def report() -> None:
    with TemporaryDirectory() as place:
        for ruleset in LONG:
            game, out = long_game(Path(place), ruleset), Path(place) / f"site-{ruleset}"
            made(game, out)
            if not found():
                print("  LEFT OUT: how the replay runs. Chromium is not installed.")
                continue
            with on_a_phone() as window:
                played(window, out / game.name / "replay.html")


if __name__ == "__main__":
    report()
