"""A plain letter in lines of a fair length, and as a page for mail programs that show HTML: its paragraphs, and what is
indented as it stands."""

import re
from html import escape

from pbm.reports.plain import WIDTH, wrapped

INDENTED = re.compile(r"^(?:[ >#|]|\d+\. )", re.MULTILINE)
NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
LINK = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)]")
CODE = re.compile(r"(?<![\w-])[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z](?![\w-])")
COLUMNS = re.compile(r"([#> ]*\S.*?) {2,}(?=\S)(.*)")
UNDER = re.compile(r"[#> ] {9,}(\S.*)")
HEADING = re.compile(r"(.+)\n-{20,}(?:\n|$)")
ENTRY = re.compile(r"(\S.*)\n((?: {2}\S.*\n?)+)(?<=\.)")
"""A heading and sentences below it."""
ON_TOP = (
    "article{max-width:44em;margin-bottom:3em}article span{white-space:nowrap}"
    "article pre{white-space:pre-wrap;margin:1em 0}"
    "article th{width:40%;vertical-align:top;color:inherit;font:.86rem/1.3 monospace;overflow-wrap:anywhere}"
)
STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:38em;margin:1em auto;padding:0 1em;color:#222;background:#fff}"
    "pre{font:14px/1.4 monospace;white-space:pre-wrap;background:#f4f1ea;padding:.6em 1em}"
    "span{white-space:nowrap}"
    "table{border-collapse:collapse}td,th{padding:.2em 1em .2em 0;text-align:left;vertical-align:top}"
    "th{font:14px/1.5 monospace;width:40%;overflow-wrap:anywhere}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}pre{background:#262626}a{color:#9cf}}"
)


def as_page(subject: str, text: str) -> str:
    """The same words; a paragraph with indented lines keeps its lines."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(subject)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body>\n{marked_up(text)}\n</body></html>\n"
    )


def on_top(page: str, text: str) -> str:
    """A page with a letter above what it shows."""
    return page.replace("<body>\n", f"<body>\n<style>{ON_TOP}</style>\n<article>\n{marked_up(text)}\n</article>\n", 1)


def marked_up(text: str) -> str:
    return "\n".join(shown(part.strip("\n")) for part in re.split(r"\n\s*\n", text) if part.strip())


def shown(part: str) -> str:
    if headed := HEADING.match(part):
        rest = part[headed.end() :]
        return f"<h2>{escape(headed[1].strip().capitalize())}</h2>\n{shown(rest) if rest.strip() else ''}"
    if NUMBERED.match(part):
        return f"<ol>{''.join(f'<li>{linked(one)}</li>' for one in NUMBERED.split(part)[1:])}</ol>"
    if entry := ENTRY.fullmatch(part):
        return f"<p><b>{linked(entry[1])}</b><br>{linked(entry[2])}</p>"
    if rows := columns(part):
        cells = (f"<tr><th>{linked(one)}</th><td>{linked(two)}</td></tr>" for one, two in rows)
        return f"<table>{''.join(cells)}</table>"
    return f"<pre>{LINK.sub(link, escape(part))}</pre>" if INDENTED.search(part) else f"<p>{linked(part)}</p>"


def columns(part: str) -> list[tuple[str, str]]:
    """The rows of lines in two columns, in which the second goes on below; none if it is anything else."""
    rows: list[tuple[str, str]] = []
    for line in part.splitlines():
        if (more := UNDER.fullmatch(line)) and rows:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {more[1]}")
        elif found := COLUMNS.fullmatch(line):
            rows.append((found[1].strip(), found[2].strip()))
        else:
            return []
    return rows


def linked(text: str) -> str:
    """With links; a code is never broken over two lines."""
    return CODE.sub(r"<span>\g<0></span>", " ".join(LINK.sub(link, escape(text)).split()))


def link(found: re.Match[str]) -> str:
    return f'<a href="{found[0]}">{found[0]}</a>'


def flowed(text: str) -> str:
    """The paragraphs of a text in lines that are not too long; what is indented stays as it is."""
    parts = [part.strip("\n") for part in text.split("\n\n") if part.strip("\n")]
    made = (part if INDENTED.search(part) else "\n".join(wrapped(" ".join(part.split()), WIDTH)) for part in parts)
    return "\n\n".join(made) + "\n"
