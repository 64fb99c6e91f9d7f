"""Properties are tried on the same examples in every run, so that none depends on luck; in a long run on new ones."""

from hypothesis import settings

from tests.long import LONG

settings.register_profile("same", derandomize=True, database=None)
settings.register_profile("new", derandomize=False)
settings.load_profile("new" if LONG else "same")
