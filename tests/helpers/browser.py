"""A real browser for tests: Chromium without a window, spoken to through pipes. It may read files and nothing else."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0
"""Seconds for a page to load or a condition to hold; nothing is asserted about how long it takes."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)

LAUNCHER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""The browser reads from 3 and writes to 4."""


def found() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def program() -> str:
    """The browser; without one the test is left out, and says so."""
    name = found()
    if not name:
        pytest.skip("Chromium is not installed: as root on Debian, apt-get install chromium")
    return name


class Browser:
    def __init__(self, process: "subprocess.Popen[bytes]", reads: int, writes: int) -> None:
        self.process, self.reads, self.writes = process, reads, writes
        self.count, self.waiting, self.events = 0, b"", list[dict[str, Any]]()
        target = self.call("Target.createTarget", {"url": "about:blank"}, "")["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True}, "")["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, params: dict[str, Any] | None = None, session: str | None = None) -> dict[str, Any]:
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": params or {}}
        if session is None:
            message["sessionId"] = self.session
        os.write(self.writes, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def receive(self) -> dict[str, Any]:
        while b"\0" not in self.waiting:
            chunk = os.read(self.reads, 1 << 20)
            assert chunk, "the browser has ended"
            self.waiting += chunk
        first, _, self.waiting = self.waiting.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message

    def open(self, page: Path, mark: str = "") -> None:
        self.events.clear()
        self.call("Page.navigate", {"url": page.resolve().as_uri() + mark})
        self.until("document.readyState === 'complete' && location.protocol === 'file:'")

    def ask(self, expression: str) -> Any:
        """The value of an expression on the page."""
        said = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    def until(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.ask(condition):
            assert time.monotonic() < end, f"never true: {condition}"
            time.sleep(0.05)

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key})

    def scripts(self, on: bool) -> None:
        self.call("Emulation.setScriptExecutionDisabled", {"value": not on})

    def screen(self, width: int, height: int, dark: bool = False) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.call("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", {"features": [scheme]})

    def fresh(self, width: int, height: int) -> None:
        self.scripts(True)
        self.screen(width, height)

    def complaints(self) -> list[str]:
        """Errors on the console, exceptions, and what did not load."""
        self.ask("1")
        kinds: dict[str, Callable[[dict[str, Any]], str]] = {
            "Runtime.exceptionThrown": lambda p: p["exceptionDetails"]["text"],
            "Log.entryAdded": lambda p: p["entry"]["text"] if p["entry"]["level"] == "error" else "",
            "Runtime.consoleAPICalled": lambda p: str(p["args"]) if p["type"] == "error" else "",
            "Network.loadingFailed": lambda p: p["errorText"],
        }
        found = [kinds[one["method"]](one["params"]) for one in self.events if one.get("method") in kinds]
        return [text for text in found if text]

    def requests(self) -> list[str]:
        self.ask("1")
        sent = [one["params"] for one in self.events if one.get("method") == "Network.requestWillBeSent"]
        return [one["request"]["url"] for one in sent]

    def strangers(self) -> list[str]:
        """Requests that leave the files."""
        return [url for url in self.requests() if not url.startswith(("file:", "data:"))]


@contextmanager
def browser() -> Iterator[Browser]:
    name = program()
    to_read, from_us = os.pipe()
    to_us, to_write = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, str(to_read), str(to_write), name, *FLAGS, f"--user-data-dir={place}"],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        try:
            yield Browser(process, to_us, from_us)
        finally:
            process.terminate()
            process.wait()
            os.close(from_us)
            os.close(to_us)
