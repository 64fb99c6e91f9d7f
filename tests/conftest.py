"""On a machine that only builds, properties are tried on the same examples each time; at a desk on new ones."""

import os

from hypothesis import settings

os.environ["PBM_NO_REPORTS"] = "1"
"""Commands that adjudicate make no PDFs, except where a test asks for them."""
settings.register_profile("build", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("build")
