"""The pictures in a file: a photo, or the pages of a scan; grey, upright as the camera held them, and not too large."""

import io
from itertools import islice
from typing import TYPE_CHECKING

from pbm.errors import GameError

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 40_000_000
MOST_PAGES = 12
MOST_POINTS = 80_000_000
"""Of a picture, in width times height."""
LONGEST = 3600
"""A longer picture is made smaller."""
DOTS = 200
"""The pages of a PDF are drawn with so many dots to the inch."""
FORMATS = ("JPEG", "PNG", "TIFF", "WEBP", "GIF", "BMP")
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc")
MISSING = "To read pictures of sheets, install what it takes: pip install 'pbm[scan]'."


class NotAPicture(GameError):
    """A file that shows nothing; the text says why."""


def ready() -> None:
    """Check that the extra is installed."""
    try:
        import numpy  # noqa: F401
        import PIL  # noqa: F401
        import pypdfium2  # noqa: F401
        import zxingcpp  # noqa: F401
    except ImportError as error:
        raise GameError(f"{MISSING} ({error.name} is not there.)") from None


def pictures(content: bytes) -> "list[Image]":
    """Every page of a file, as pictures."""
    if len(content) > MOST_BYTES:
        raise NotAPicture(f"it has more than {MOST_BYTES // 1_000_000} MB")
    if content[4:12] in HEIC:
        raise NotAPicture("it is in HEIC, which pbm cannot read: save it as JPEG")
    return of_pdf(content) if content.lstrip()[:5] == b"%PDF-" else of_picture(content)


def of_picture(content: bytes) -> "list[Image]":
    from PIL import Image, ImageSequence

    Image.init()
    try:
        with Image.open(io.BytesIO(content), formats=[each for each in FORMATS if each in Image.OPEN]) as opened:
            most = MOST_PAGES if opened.format == "TIFF" else 1
            return [page_of(frame) for frame in islice(ImageSequence.Iterator(opened), most)]
    except NotAPicture:
        raise
    except Exception:  # Pillow raises many kinds of error on damaged files
        raise NotAPicture("it is damaged, or no picture") from None


def page_of(frame: "Image") -> "Image":
    """One page, made small before the next is opened: a file of a few bytes may unpack to gigabytes."""
    from PIL import ImageOps

    if frame.width * frame.height > MOST_POINTS:
        raise NotAPicture("the picture is too large")
    return grey(ImageOps.exif_transpose(frame))


def of_pdf(content: bytes) -> "list[Image]":
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
        try:
            return [grey(drawn(document[number])) for number in range(min(len(document), MOST_PAGES))]
        finally:
            document.close()
    except pypdfium2.PdfiumError:
        raise NotAPicture("it is damaged or needs a password") from None


def drawn(page: "object") -> "Image":
    """A page of a PDF, with what was filled in and drawn on it."""
    width, height = page.get_size()  # type: ignore[attr-defined]
    scale = min(DOTS / 72, LONGEST / max(width, height, 1))
    return page.render(scale=scale, may_draw_forms=True).to_pil()  # type: ignore[attr-defined, no-any-return]


def grey(picture: "Image") -> "Image":
    from PIL import Image

    if picture.mode not in ("L", "RGB", "RGBA", "LA"):
        picture = picture.convert("RGBA" if picture.mode == "PA" or "transparency" in picture.info else "L")
    picture.thumbnail((LONGEST, LONGEST))
    if picture.mode in ("RGBA", "LA"):
        white = Image.new("RGBA", picture.size, "white")
        white.alpha_composite(picture.convert("RGBA"))
        picture = white
    return picture.convert("L")
