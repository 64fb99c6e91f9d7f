"""Letters that mean harm or are no letters: each gets a clear answer, soon, and nothing in it is run or unpacked."""

import io
import zipfile
import zlib
from email.message import EmailMessage

import pytest
from reportlab.pdfgen.canvas import Canvas

from pbm.reading.letter import MOST_BYTES, Letter, Sender, read_file, read_letter, vouches
from pbm.reading.mailtext import decoded, from_html, unflowed
from pbm.reading.pdfform import DAMAGED, ENCRYPTED, NO_FORM, read_form
from pbm.reading.sheet_code import sheet_code
from pbm.reading.verdict import Expected, Policy, Reason, Verdict, by_address, consider, receive
from tests.helpers.letters import SECRET, game42, reader

HEAD = f"Game: game42\nTurn: 7\nKingdom: MER\nCode: {sheet_code(SECRET, 'game42', 7, 'MER')}\n"
SHEET = f"{HEAD}1. TAX\n2. LEVY TAM 3\n"


def letter(body: str = SHEET, *files: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"] = "mercia@example.org"
    message.set_content(body)
    for name, content in files:
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return bytes(message)


def verdict(raw: bytes) -> Verdict:
    [(_, found)] = receive(raw, reader(), game42()).judged
    return found


def test_a_letter_of_twenty_megabytes() -> None:
    found = verdict(letter(SHEET, ("holiday.mov", b"\0" * 15_000_000)))
    assert found.reason is Reason.UNREADABLE
    assert "20 MB" in found.text
    assert f"{MOST_BYTES // 1_000_000}" in found.text


def test_a_large_letter_that_is_small_enough() -> None:
    assert verdict(letter(SHEET, ("holiday.mov", b"\0" * 5_000_000))).accepted


def nested(depth: int, kind: str) -> bytes:
    raw = b"Content-Type: text/plain\n\n" + SHEET.encode()
    for level in range(depth):
        if kind == "message":
            raw = b"Content-Type: message/rfc822\n\n" + raw
        else:
            raw = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n%s\n--b%d--\n" % (level, level, raw, level)
    return b"From: mercia@example.org\n" + raw


@pytest.mark.parametrize("kind", ["multipart", "message"])
@pytest.mark.parametrize("depth", [13, 40, 200, 5000])
def test_parts_within_parts(kind: str, depth: int) -> None:
    assert verdict(nested(depth, kind)).reason is Reason.UNREADABLE


@pytest.mark.parametrize("kind", ["multipart", "message"])
def test_parts_within_parts_as_mailers_nest_them(kind: str) -> None:
    assert verdict(nested(5, kind)).accepted


def test_a_thousand_parts() -> None:
    parts = b"".join(b"--b\nContent-Type: text/plain\n\nnothing\n" for _ in range(1000))
    found = read_letter(b"Content-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n")
    assert found.problems == ("it has too many parts; some were not read",)


def bomb() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", b"0" * 100_000_000)
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("orders.zip", bomb()),
        ("orders.exe", b"MZ\x90\0"),
        ("orders.docx", b"PK\3\4"),
        ("winmail.dat", b"\x78\x9f\x3e\x22"),
    ],
)
def test_what_is_never_opened(name: str, content: bytes) -> None:
    found = verdict(letter("Orders attached.", (name, content)))
    assert found.reason is Reason.UNREADABLE
    assert name in found.text
    assert verdict(letter(SHEET, (name, content))).accepted


@pytest.mark.parametrize("where", ["body", "file"])
def test_a_sheet_of_a_hundred_thousand_lines(where: str) -> None:
    long = HEAD + "1. TAX\n" * 100_000
    found = verdict(letter(long) if where == "body" else letter("attached", ("orders.txt", long.encode())))
    assert found.reason is Reason.UNREADABLE
    assert "lines" in found.text


def test_half_a_long_sheet_is_never_played() -> None:
    assert not read_letter(letter(SHEET + "x" * 1_000_000)).texts


@pytest.mark.parametrize("line", ["1. " + "TAX " * 20_000, "1. MOVE " + "9" * 90_000, "(" * 100_000, "M" * 100_000])
def test_a_line_without_end(line: str) -> None:
    [(filled, found)] = receive(letter(HEAD + line + "\n2. TAX\n"), reader(), game42()).judged
    assert found.accepted
    assert filled
    assert str(filled.sheet.lines[2].order) == "TAX"
    assert 1 not in filled.sheet.lines or filled.sheet.lines[1].refusal


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 50_000 + SHEET,
        "<" * 100_000,
        "<ol><li>" * 20_000,
        "&" * 100_000,
        "<!--" * 200_000,
        "<a " * 300_000,
        "<" + "a" * 900_000,
        "<a b=" * 150_000,
        "<!" * 400_000,
        "<a b='" * 100_000 + ">",
    ],
)
def test_html_without_end(html: str) -> None:
    text, _ = from_html(html)
    assert isinstance(text, str)


# PDF


def pdf(fields: dict[str, str], password: str | None = None) -> bytes:
    content = io.BytesIO()
    canvas = Canvas(content, invariant=1, encrypt=password)
    for at, (name, value) in enumerate(fields.items()):
        canvas.acroForm.textfield(name=name, value=value, x=50, y=800 - 14 * at, width=200, height=12, maxlen=4000)
    canvas.drawString(50, 820, "Turnsheet")
    canvas.save()
    return content.getvalue()


FORM = {
    "game": "game42",
    "turn": "7",
    "kingdom": "MER",
    "code": HEAD.rsplit(maxsplit=1)[-1],
    "a01": "MOVE",
    "b01": "TAM",
    "c01": "STS",
    "d01": "AB-2",
    "a16": "ORDER",
    "d16": "3",
    "message": "Peace.\nCode: 000\n2. TAX\nEnd",
}


def test_a_form_is_read_box_by_box() -> None:
    [(filled, found)] = receive(letter("my sheet", ("turnsheet.pdf", pdf(FORM))), reader(), game42()).judged
    assert found.accepted
    assert filled
    assert {number: str(line.order) for number, line in filled.sheet.lines.items()} == {
        1: "MOVE TAM STS AB-2",
        16: "ORDER 3",
    }
    assert filled.sheet.messages == ("Peace.\nCode: 000\n2. TAX\nEnd",)


def test_a_box_cannot_hold_a_line() -> None:
    form = read_form(pdf({"a01": "MOVE", "b01": "TAM\n2. TAX\nKingdom: WSX"}))
    assert [entry.value for entry in form.entries] == ["MOVE TAM 2. TAX Kingdom: WSX"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (pdf({}), NO_FORM),
        (pdf({"name": "somebody", "a1": "MOVE", "a99x": "TAX"}), NO_FORM),
        (pdf(FORM, "secret"), ENCRYPTED),
        (pdf(FORM)[:700], DAMAGED),
        (pdf(FORM)[:-700], None),
        (b"%PDF-1.7", DAMAGED),
        (b"", DAMAGED),
        (b"%PDF-1.7\n" + b"\0" * 5000, DAMAGED),
        (pdf(FORM).replace(b"/FT", b"/XX"), None),
        (pdf(FORM).replace(b"/Kids", b"/Kudz").replace(b"/Fields", b"/Feilds"), None),
        (pdf(FORM).replace(b"/V (", b"/V /("), None),
    ],
)
def test_a_form_that_cannot_be_read(content: bytes, problem: str | None) -> None:
    form = read_form(content)
    assert form.entries or form.problems
    assert problem is None or form.problems == (problem,)


def test_a_pdf_that_swells() -> None:
    """A stream that unpacks to far more than it is: the form is read, or the file is given up, and soon."""
    swollen = zlib.compress(b"\0" * 50_000_000, 9)
    stream = b"1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length %d >>\nstream\n" % len(swollen)
    read = read_form(b"%PDF-1.7\n" + stream + swollen + b"\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF")
    assert read.problems


# texts


@pytest.mark.parametrize(
    ("content", "charset", "text"),
    [
        (b"caf\xe9", "utf-8", "café"),
        ("café".encode(), "us-ascii", "café"),
        ("café".encode(), None, "café"),
        ("„x“".encode("cp1252"), "iso-8859-1", "„x“"),
        (b"abc", "no-such-charset", "abc"),
        (b"abc", "zlib", "abc"),
        (b"abc", "idna", "abc"),
        (b"a\\x62c", "unicode_escape", "a\\x62c"),
        (b"abc", "\0", "abc"),
        ("Þ".encode("utf-16"), "utf-16", "Þ"),
        (b"\x81\x8d", None, "\ufffd\ufffd"),
    ],
)
def test_charsets(content: bytes, charset: str | None, text: str) -> None:
    assert decoded(content, charset) == text


def test_flowed_lines_are_joined_where_a_mailer_broke_them_and_nowhere_else() -> None:
    long = "This line is as long as a mailer makes them before it breaks "
    assert unflowed(f"{long}\nit.", False) == f"{long}it."
    assert unflowed(f"{long}\n1. TAX", False) == f"{long}\n1. TAX"
    assert unflowed("TAX \nLEVY TAM ", False) == "TAX \nLEVY TAM "
    assert unflowed(f"> {long}\nmine", False) == f"> {long}\nmine"
    assert unflowed(f"> {long}\n> his", False) == f"> {long}his"
    assert unflowed("-- \nMercia", False) == "-- \nMercia"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p><p>b</p>", "a\nb"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ol><li></li><li value=7>b</li></ol>c", "1.\n7. b\nc"),
        ("<tr><td>1</td><td><p>a</p></td></tr><tr><td>2</td></tr>", "1  a\n2"),
        ("<blockquote type=cite>a<br>b<blockquote type=cite>c</blockquote></blockquote>d", "> a\n> b\n>> c\nd"),
        ("<blockquote style='margin:0 0 0 40px'>a</blockquote>", "a"),
        ("a<s>b</s>c", "ac"),
        ("&lt;b&gt; &#8212; &nbsp;x", "<b> — \xa0x"),
    ],
)
def test_html(html: str, text: str) -> None:
    assert from_html(html)[0] == text


@pytest.mark.parametrize(
    ("results", "vouched"),
    [
        ("mx; dkim=pass header.d=example.org", False),
        ("mx; dkim=pass (2048-bit key) header.i=@example.org header.s=x", False),
        ("mx; dkim=pass (2048-bit key) header.i=mercia@example.org header.s=x", True),
        ("mx; spf=pass smtp.mailfrom=mercia@example.org", True),
        ('MX 1; spf = pass (it (really) is\\) so) smtp.mailfrom="Mercia@example.org"', True),
        ("(we are) mx; auth=none; spf=pass smtp.mailfrom=mercia@example.org", True),
        ("mx; dmarc=pass header.from=mercia@example.org", True),
        ("mx; dmarc=pass header.from=example.org", False),
        ("mx; spf=pass smtp.mailfrom=wessex@example.org", False),
        ("mx; spf=fail (sender; spf=pass smtp.mailfrom=mercia@example.org) smtp.mailfrom=x@y.example", False),
        ('mx; spf=fail reason="no; spf=pass smtp.mailfrom=mercia@example.org"', False),
        ('mx; spf=fail reason="a\\"; spf=pass smtp.mailfrom=mercia@example.org"', False),
        ('mx; spf=pass reason="smtp.mailfrom=mercia@example.org" smtp.mailfrom=x@y.example', False),
        ("mx; spf=fail (; spf=pass smtp.mailfrom=mercia@example.org", False),
        ("mx; spf=pass smtp.helo=example.org", False),
        ("mx; dkim=pass header.d=evil.example (header.d=example.org)", False),
        ("mx; dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=example.org", False),
        ("mx; dkim=pass header.d=notexample.org", False),
        ("mx; none", False),
        ("mx", False),
    ],
)
def test_what_a_server_vouches_for(results: str, vouched: bool) -> None:
    assert vouches(results, "mercia@example.org") is vouched
    signed = Letter((), address="mercia@example.org", results=(results,))
    assert signed.sender("mx").vouched is vouched
    assert not signed.sender("other").vouched
    assert not signed.sender("").vouched


def test_files_in_place_of_letters() -> None:
    for name, content in [("mer.txt", SHEET.encode()), ("mer.pdf", pdf(FORM)), ("MER.TXT", SHEET.encode("utf-16"))]:
        received = consider(read_file(name, content), reader(), game42())
        assert [found.accepted for _, found in received.judged] == [True]


@pytest.mark.parametrize("address", ["stranger@example.org", ""])
def test_who_is_not_registered_is_told_so_by_address(address: str) -> None:
    expected = Expected(
        "g", 1, ("MER",), {"MER": "Mercia"}, b"secret", policy=Policy.ADDRESS, registered={"MER": ("m@example.org",)}
    )
    words = by_address("MER", expected, Sender(address)).text
    assert words.startswith(f"{address or 'The sender'} is not registered for Mercia")
