"""What a turnsheet needs besides tables: its code as a picture that a camera reads."""

from functools import lru_cache

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel
from reportlab.pdfgen.canvas import Canvas

from pbm.reports.pdf.blocks import Paint
from pbm.reports.pdf.type import Theme

QUIET = 2
"""The width of the empty border, in squares."""


@lru_cache(maxsize=64)
def squares(value: str) -> tuple[tuple[int, int, int], ...]:
    """The dark squares of a QR code, as runs: column, row and length; the last is its size."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(value)
    code.make()
    count = code.getModuleCount()
    runs = []
    for row in range(count):
        column = 0
        while column < count:
            length = 0
            while column + length < count and code.isDark(row, column + length):
                length += 1
            if length:
                runs.append((column, row, length))
            column += length + 1
    return (*runs, (count, count, 0))


def qr_code(value: str, side: float) -> Paint:
    """Paints a code in the left of its room."""

    def paint(canvas: Canvas, theme: Theme, x: float, bottom: float, width: float, height: float) -> None:
        *runs, (count, _, _) = squares(value)
        step = side / (count + 2 * QUIET)
        boxes = (
            f"{x + width - side + (column + QUIET) * step:.2f} {bottom + side - (row + 1 + QUIET) * step:.2f} "
            f"{length * step:.2f} {step:.2f} re"
            for column, row, length in runs
        )
        canvas.addLiteral("q 0 g\n" + "\n".join(boxes) + "\nf Q")

    return paint
