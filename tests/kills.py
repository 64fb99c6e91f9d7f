"""Kills and full disks in one game: `python -m tests.kills GAME NUMBER` takes every command at about so many steps."""

import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests import test_faults, test_faults_all_games
from tests.faults import Campaign, load_all


def fought(ruleset: str, number: int) -> None:
    """All commands of the office, one after the other."""
    told: Counter[str] = Counter()
    faults: list[str] = []
    for command in test_faults_all_games.COMMANDS:
        place = Path(tempfile.mkdtemp(dir=test_faults.MEMORY if test_faults.MEMORY.is_dir() else None))
        campaign = Campaign(place, number, test_faults_all_games.prepared(place / "start", ruleset, command))
        campaign.fight_shortly(number)
        faults += [f"{command}: {fault}" for fault in campaign.faults]
        told += campaign.suffered + Counter(commands=1, steps=campaign.steps)
        shutil.rmtree(place)
        print(ruleset, command, dict(campaign.suffered), campaign.faults, file=sys.stderr, flush=True)
    print(json.dumps({**told, "faults": faults}))


if __name__ == "__main__":
    load_all()
    fought(sys.argv[1], int(sys.argv[2]))
