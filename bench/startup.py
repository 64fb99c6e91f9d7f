"""What the first answer costs: `pbm --help` beside a bare interpreter and beside one that loads everything."""

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage


def child(*words: str) -> float:
    """CPU seconds of the quickest of several runs; what Python compiles is kept, as where pbm is installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(7):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, capture_output=True, env=kept)
        after = getrusage(RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def report() -> None:
    bare = child("-c", "pass")
    print(f"pbm --help: {child('-m', 'pbm', '--help') / bare:.1f} times a bare interpreter (at most 3)")
    print(f"the help of a command: {child('-m', 'pbm', 'adjudicate', '--help') / bare:.1f} times")
    loaded = child("-c", "import lark, reportlab.platypus, jinja2, yaml, msgspec")
    print(f"the same if it loaded its libraries: {loaded / bare:.1f} times")
