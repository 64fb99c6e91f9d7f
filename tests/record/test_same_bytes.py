"""The same reports and maps give the same bytes, whatever was rendered before them in the same process."""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from pbm.maps.scene import Scene
from pbm.maps.writers.pdf import write_pdf
from pbm.reports import Report, Roundup
from pbm.reports.figures import scene
from pbm.reports.html import render_html
from pbm.reports.schema import render_json
from pbm.reports.text import render_text
from pbm.rulesets.darkage.map import DATA
from tests import ROOT
from tests.helpers import long
from tests.helpers.forms import render_pdf
from tests.helpers.report_turns import game

POWERS = ("MER", "WSX")
LOOKS: dict[str, dict[str, bool | str]] = {
    "": {},
    "saving": {"saving": True},
    "large letter": {"large": True, "paper": "letter"},
}
Job = tuple[str, Callable[[], bytes]]


def jobs(seeds: tuple[int, ...]) -> Iterator[Job]:
    """Everything that is made of the turns, each by its name."""
    for seed in seeds:
        *_, last = game(seed, 2)
        roundup, reports = last.reports()
        drawn = scene(roundup.section("map"), DATA)
        yield f"{seed} map", partial(map_pdf, drawn)
        yield from forms(f"{seed} all", roundup)
        for who in POWERS:
            yield from forms(f"{seed} {who}", reports[who])


def forms(name: str, told: Report | Roundup) -> Iterator[Job]:
    yield f"{name} text", lambda: render_text(told).encode()
    yield f"{name} html", lambda: render_html(told, DATA).encode()
    yield f"{name} json", lambda: render_json(told)
    for look, options in LOOKS.items():
        yield f"{name} pdf {look}", partial(render_pdf, told, **options)


def map_pdf(drawn: Scene) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        write_pdf(drawn, Path(folder) / "map.pdf")
        return (Path(folder) / "map.pdf").read_bytes()


def digests(order: int, seeds: tuple[int, ...] = (7,), times: int = 1) -> list[tuple[str, str]]:
    """The hash of everything, made in an order of chance and so many times."""
    todo = [*jobs(seeds)] * times
    random.Random(order).shuffle(todo)
    return sorted({(name, hashlib.sha256(make()).hexdigest()) for name, make in todo})


def elsewhere(order: int) -> list[tuple[str, str]]:
    """The same in a fresh process, in another zone, language and order of hashes."""
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import json; from tests.record.test_same_bytes import *; print(json.dumps(digests({order})))",
        ],
        env=os.environ | {"PYTHONHASHSEED": str(order), "LC_ALL": "C", "TZ": "Asia/Tokyo"},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [(name, digest) for name, digest in json.loads(run.stdout)]


def test_a_map_leaves_no_trace_in_a_report() -> None:
    """ReportLab takes two fonts of one face for the same: figures of equal width must not depend on who came first."""
    script = "from tests.record.test_same_bytes import *; made = dict(jobs((7,))); names = ['7 map', '7 MER pdf ']\n"
    script += "print([hashlib.sha256(made[name]()).hexdigest() for name in {order}][::{step}])"
    told = [
        subprocess.run(
            [sys.executable, "-c", script.format(order=order, step=step)],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for order, step in (("names", 1), ("names[::-1]", -1))
    ]
    assert told[0] == told[1]


@pytest.mark.slow
def test_any_order_twice_in_one_process_and_in_fresh_ones() -> None:
    first = digests(1, times=2)
    assert len(first) == len(dict(first))
    assert all(elsewhere(order) == first for order in (2, 3)[: long.times(1, 2)])
