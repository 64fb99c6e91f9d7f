"""What commands did to a game, from the log of the office: when, which process, which command, what came of it."""

import re
from pathlib import Path
from typing import NamedTuple

from pbm.record.people import OFFICE

LOG = "pbm.log"
LINE = re.compile(r"(\S+) (\d+) ([^:]+): (.*)")
MOST, TAIL = 60, 200_000


class Done(NamedTuple):
    when: str
    command: str
    words: str


def history_of(games: Path, game: str) -> list[Done]:
    """The newest first."""
    path = games / OFFICE / LOG
    if not path.is_file():
        return []
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        lines = file.read().decode("utf-8", "replace").splitlines()
    found = [match for line in lines if (match := LINE.fullmatch(line)) and concerns(match, game)]
    return [Done(one[1].replace("T", " ").rstrip("Z"), f"pbm {one[3]}", one[4]) for one in found[-MOST:]][::-1]


def concerns(line: "re.Match[str]", game: str) -> bool:
    return game in line[3].split()[1:] or line[4].startswith(f"{game}: ")
