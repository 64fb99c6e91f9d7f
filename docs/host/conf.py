"""How Sphinx builds the documents into one folder that works from the disk: `make docs`."""

project = "pbm"
author = copyright = "The pbm authors"
extensions = ["myst_parser"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
html_theme = "furo"
html_title = "pbm"
html_copy_source = False
templates_path: list[str] = []
exclude_patterns = ["extra", "host"]
