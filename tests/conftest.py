"""Properties are tried on the same examples each time, so that a run never depends on luck; on new ones with PBM_RANDOM=1."""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None)
settings.register_profile("random", derandomize=False)
settings.load_profile("random" if os.environ.get("PBM_RANDOM") else "same")
