"""The desk of an office, served to a browser as a game master would open it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pbm.web.app import MOST_BYTES, desk_app
from pbm.web.door import Door
from pbm.web.jobs import Job, Jobs
from pbm.web.server import listening, serving
from tests.helpers.browser import Browser

PATIENCE = 60.0


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Served:
    door: Door
    jobs: Jobs

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.door.port}{path}"

    def finished(self) -> Job:
        """The newest command, when it has ended."""
        job = next(iter(self.jobs.all.values()))
        end = time.monotonic() + PATIENCE
        while job.works:
            assert time.monotonic() < end, job.said
            time.sleep(0.05)
        return job


@contextmanager
def served(games: Path, clock: Callable[[], datetime] = now) -> Iterator[Served]:
    socket = listening("127.0.0.1", 0)
    door = Door(socket.getsockname()[1])
    app = desk_app(games, clock, door)
    with serving(app, socket, MOST_BYTES) as server:
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        yield Served(door, app.config["DESK"].jobs)


def go(window: Browser, url: str) -> None:
    window.events.clear()
    window.call("Page.navigate", {"url": url})
    loaded(window)


def loaded(window: Browser) -> None:
    window.until("document.readyState === 'complete' && location.protocol === 'http:'")


def fill(window: Browser, name: str, text: str) -> None:
    """Type into the box of that name, as a person would."""
    window.ask(f"document.querySelector('main [name=\"{name}\"]').focus()")
    window.ask("document.activeElement.select?.()")
    window.call("Input.insertText", {"text": text})


def press(window: Browser, words: str, within: str = "main") -> None:
    """Click the button or link with these words, and wait for the next page."""
    window.ask("window.before = true")
    found = (
        f"[...document.querySelectorAll({within!r} + ' button, ' + {within!r} + ' a, nav a')]"
        f".find(one => one.textContent.trim() === {words!r} || one.querySelector('.code')?.textContent === {words!r})"
    )
    assert window.ask(f"Boolean({found})"), (words, window.ask("document.body.innerText"))
    window.ask(f"{found}.click()")
    window.until("!window.before && document.readyState === 'complete'")
