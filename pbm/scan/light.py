"""Shadows taken away: every part of a page as bright as its own paper."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

SMALL = 160
"""The longer side of the picture in which the brightness of the paper is measured."""


def evenly_lit(picture: "Image") -> "Image":
    """The picture divided by the brightness of the paper, which is the brightest nearby, smoothed."""
    import numpy as np
    from PIL import Image, ImageFilter

    shrink = max(1, max(picture.size) // SMALL)
    paper = picture.reduce(shrink).filter(ImageFilter.MaxFilter(7)).filter(ImageFilter.GaussianBlur(4))
    ground = np.asarray(paper.resize(picture.size, Image.Resampling.BILINEAR), dtype=np.float32)
    even = np.asarray(picture, dtype=np.float32) * (255.0 / np.maximum(ground, 24.0))
    return Image.fromarray(np.clip(even, 0, 255).astype(np.uint8))
