"""On a machine that only builds, properties are tried on the same examples each time; at a desk on new ones."""

import os

from hypothesis import settings

settings.register_profile("build", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("build")
