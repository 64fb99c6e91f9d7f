"""`pbm` and `python -m pbm`: whoever asks what commands there are waits for nothing else."""

import gc
import sys

from pbm.overview import answer

UNSWEPT = 20_000
"""So many new things may refer to each other before Python looks for those that nobody needs: most commands end before
they have made as many, and the look costs them a sixth of their time."""


def main() -> None:
    if told := answer(sys.argv[1:]):
        print(told, end="")
        return
    gc.set_threshold(UNSWEPT)
    from pbm.cli import main as commands

    commands(prog_name="pbm")


if __name__ == "__main__":
    main()
