"""A target for atheris, which the tests do not need: letters from a fuzzer that learns from the code it runs.

    pip install atheris
    python -m tests.fuzz_letter FOLDER -max_total_time=600

FOLDER holds letters to begin with, and gets those that were worth keeping: a copy of tests/letters will do. It stops at
the first letter that raises, or that is accepted without the code of its kingdom.
"""

import sys
from importlib import import_module


def main() -> None:
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["pbm"]):
        fuzz = import_module("tests.reading.test_letter_fuzz")
    game = fuzz.game42()
    atheris.Setup(sys.argv, lambda raw: fuzz.sound(fuzz.receive(raw, fuzz.reader(), game, fuzz.SERVER)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
