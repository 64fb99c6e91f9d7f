"""How much is tried: in `make test` what finds a fault in minutes; with PBM_LONG=1 all there is, on new examples."""

import os

LONG = bool(os.environ.get("PBM_LONG"))


def times(usual: int, long: int) -> int:
    return long if LONG else usual
