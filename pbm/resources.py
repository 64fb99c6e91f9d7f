"""Where the grammars and templates are, in a wheel and in a checkout alike."""

from importlib.resources import files
from pathlib import Path


def folder(name: str) -> Path:
    """The folder `grammar` or `templates`: inside the package once installed, beside it in a checkout."""
    package = Path(str(files("pbm")))
    return package / name if (package / name).is_dir() else package.parent / name
