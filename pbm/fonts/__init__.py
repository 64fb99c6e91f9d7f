"""The typefaces of reports and maps: free (SIL Open Font License 1.1), unchanged, TrueType outlines.

Alegreya is the serif, with old letters such as thorn; Fira Sans Condensed is for codes and numbers.
"""

from pathlib import Path

FOLDER = Path(__file__).parent

FACES = {
    "serif": "Alegreya-Regular.ttf",
    "serif-italic": "Alegreya-Italic.ttf",
    "serif-bold": "Alegreya-Bold.ttf",
    "sans": "FiraSansCondensed-Regular.ttf",
    "sans-bold": "FiraSansCondensed-Bold.ttf",
}


def path(face: str) -> Path:
    """The file of a face; KeyError for a face we do not ship."""
    return FOLDER / FACES[face]
