"""`pbm` and `python -m pbm`: whoever asks what commands there are waits for nothing else."""

import sys

from pbm.overview import answer


def main() -> None:
    if told := answer(sys.argv[1:]):
        print(told, end="")
        return
    from pbm.cli import main as commands

    commands(prog_name="pbm")


if __name__ == "__main__":
    main()
