"""Kills and full disks in one game: `python -m tests.kills GAME NUMBER [COMMAND...]` takes commands at about so many of
their steps; `python -m tests.kills GAME full [COMMAND...]` fills the disk at every step of them.
"""

import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.faults import Campaign, load_all
from tests.record import test_faults, test_faults_all_games


def fought(ruleset: str, number: int, commands: list[str]) -> None:
    """These commands of the office, or all, one after the other; with no number its disk is full at every step."""
    told: Counter[str] = Counter()
    faults: list[str] = []
    for command in commands or test_faults_all_games.COMMANDS:
        place = Path(tempfile.mkdtemp(dir=test_faults.MEMORY if test_faults.MEMORY.is_dir() else None))
        campaign = Campaign(place, number, test_faults_all_games.prepared(place / "start", ruleset, command))
        campaign.fight_shortly(number) if number else campaign.fill_at_every_step()
        faults += [f"{command}: {fault}" for fault in campaign.faults]
        told += campaign.suffered + Counter(commands=1, steps=campaign.steps)
        shutil.rmtree(place)
        print(ruleset, command, campaign.steps, dict(campaign.suffered), campaign.faults, file=sys.stderr, flush=True)
    print(json.dumps({**told, "faults": faults}))


if __name__ == "__main__":
    load_all()
    fought(sys.argv[1], 0 if sys.argv[2] == "full" else int(sys.argv[2]), sys.argv[3:])
