"""Boxes to be filled in, by pen or in the file: plain text fields with one shared, empty appearance.

ReportLab draws an appearance for every field, which takes a third of the time of a whole report. Viewers and pypdf
draw their own once a field is filled in, so here all fields share an empty one.
"""

from dataclasses import dataclass
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas

from pbm.reports.pdf.sheet import Place, Sheet

PRINTED, HIDDEN = 4, 2
READ_ONLY, MULTILINE, NO_SPELLING = 1 << 0, 1 << 12, 1 << 22
FONT = "Helv"


@dataclass(frozen=True, slots=True)
class Field:
    """A box with a name; `edge` and `fill` are how it is printed."""

    name: str = ""
    value: str = ""
    tip: str = ""
    edge: str = ""
    fill: str = ""
    lines: bool = False
    hidden: bool = False
    length: int = 0
    size: float = 11.0
    """Of the letters that are filled in."""
    inset: float = 1.2


def add_field(sheet: Sheet, field: Field, x: float, y: float, width: float, height: float) -> None:
    top, bottom = y + field.inset, y + height - field.inset
    if not field.hidden:
        sheet.panel(x, top, x + width, bottom, field.fill, field.edge, 0.6)
        sheet.places.append(Place(field.name, x, top, x + width, bottom, field.value))
    if field.name and sheet.theme.fillable:
        box = (x, sheet.up(bottom), x + width, sheet.up(top))
        sheet.content.append(lambda canvas: widget(canvas, field, box))


def widget(canvas: Canvas, field: Field, box: tuple[float, float, float, float]) -> None:
    """A text field on the page."""
    document: Any = canvas._doc
    size = 10 if field.lines else field.size
    entries: dict[str, Any] = {
        "Type": PDFName("Annot"),
        "Subtype": PDFName("Widget"),
        "FT": PDFName("Tx"),
        "T": PDFString(field.name),
        "TU": PDFString(field.tip or field.name),
        "V": PDFString(field.value),
        "DV": PDFString(field.value),
        "Rect": PDFArray([round(side, 2) for side in box]),
        "F": HIDDEN if field.hidden else PRINTED,
        "Ff": flags(field),
        "DA": PDFString(f"/{FONT} {size:g} Tf 0 g"),
        "AP": PDFDictionary({"N": empty_look(document)}),
    }
    if field.length:
        entries["MaxLen"] = field.length
    reference = document.Reference(PDFDictionary(entries))
    canvas._annotationrefs.append(reference)
    form(document).sequence.append(reference)


def flags(field: Field) -> int:
    return (READ_ONLY if field.hidden else 0) | (MULTILINE if field.lines else 0) | NO_SPELLING


def empty_look(document: Any) -> Any:
    """One appearance for all fields of a document."""
    if not hasattr(document, "empty_look"):
        stream = PDFStream(content=b"/Tx BMC EMC")
        stream.dictionary["Type"], stream.dictionary["Subtype"] = PDFName("XObject"), PDFName("Form")
        stream.dictionary["BBox"] = PDFArray([0, 0, 100, 12])
        document.empty_look = document.Reference(stream)
    return document.empty_look


def form(document: Any) -> PDFArray:
    """The fields of the document's form, which is made when the first one comes."""
    if not hasattr(document, "form_fields"):
        document.form_fields = PDFArray([])
        font = {"Type": "Font", "Subtype": "Type1", "BaseFont": "Helvetica", "Encoding": "WinAnsiEncoding"}
        named = PDFDictionary({key: PDFName(value) for key, value in font.items()})
        document._catalog.AcroForm = PDFDictionary(
            {
                "Fields": document.form_fields,
                "DR": PDFDictionary({"Font": PDFDictionary({FONT: document.Reference(named)})}),
                "DA": PDFString(f"/{FONT} 11 Tf 0 g"),
                "NeedAppearances": "true",
            }
        )
    return document.form_fields
