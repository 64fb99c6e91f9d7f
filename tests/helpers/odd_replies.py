"""Replies to our own mails in rarer ways of quoting: old mail programs, lists, tables, trimmed and chatty ones."""

import re
from collections.abc import Sequence
from email.message import EmailMessage
from html import escape

from tests.helpers.round_trip import INTRODUCTION, Answer, Line, Way, mail, marked, texts, unmarked_where_typed, way

ODD: dict[str, Way] = {}
CHAT = ("ok, now this one:", "hmm :-)", "no idea whether that works, but let us see")


def typed_with(lines: Sequence[Line], before: str) -> str:
    return "".join(f"{before}{line.text}\n" if line.typed else f"> {line.text}".rstrip() + "\n" for line in lines)


def spaced(text: str) -> str:
    """Text as programs write it that keep every space of a line by hand."""
    return escape(text).replace(" ", "&nbsp;").replace("\n", "<br>\n")


def with_file(text: str, **attached: str) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "player@example.org", "orders@game.example", "Re: your report"
    made.set_content(text)
    for name, content in attached.items():
        made.add_attachment(content, filename=f"{name}.txt")
    return bytes(made)


@way(ODD, "bars instead of marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), "| "))


@way(ODD, "initials before the mark")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), "GM> "))


@way(ODD, "colons instead of marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), ": "))


@way(ODD, "tabs instead of marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), "\t"))


@way(ODD, "four spaces instead of marks")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked(texts(answer.text), "    "))


@way(ODD, "the report marked, the sheet not")
def _(answer: Answer) -> bytes:
    above = marked(texts(answer.text[: answer.start - 4]))
    return mail(INTRODUCTION + above + "\n".join(texts(answer.text[answer.start - 4 :])) + "\n")


@way(ODD, "typed lines behind an arrow of the player's own")
def _(answer: Answer) -> bytes:
    return mail("My orders are the lines with arrows.\n\n" + INTRODUCTION + typed_with(answer.text, "---> "))


@way(ODD, "typed lines behind stars")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + typed_with(answer.text, "** "))


@way(ODD, "typed lines in colour")
def _(answer: Answer) -> bytes:
    lines = (
        f'<span style="color:#0000ff">{escape(line.text)}</span>' if line.typed else escape(line.text)
        for line in answer.text
    )
    return mail(
        "", f'<p>See my orders in blue.</p><blockquote type="cite"><pre>{chr(10).join(lines)}</pre></blockquote>'
    )


@way(ODD, "every space kept by hand, in the cell of a table")
def _(answer: Answer) -> bytes:
    return mail("", f"<table><tr><td bgcolor=white>{spaced(chr(10).join(texts(answer.text)))}</td></tr></table>")


@way(ODD, "without a blank line")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + unmarked_where_typed([line for line in answer.text if line.text.strip()]))


@way(ODD, "a blank line after every line")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + marked([part for line in texts(answer.text) for part in (line, "")]))


@way(ODD, "spaces at the ends written as codes")
def _(answer: Answer) -> bytes:
    return mail(INTRODUCTION + "".join(f"> {line}=20\n" for line in texts(answer.text)))


@way(ODD, "orders as a list of HTML above the quotation")
def _(answer: Answer) -> bytes:
    heads = "<br>".join(map(escape, answer.heads))
    items = "".join(f"<li>{escape(line)}</li>" for line in re.sub(r"(?m)^\d+\. ", "", answer.list).splitlines())
    numbered = "<br>".join(map(escape, answer.list.splitlines()))
    listed = numbered if re.match(r"\d+\.", answer.list) else f"<ul>{items}</ul>"
    return mail("", f'<p>{heads}</p>{listed}<blockquote type="cite">{answer.sent_html}</blockquote>')


@way(ODD, "orders in a file, the whole report quoted in the letter")
def _(answer: Answer) -> bytes:
    quoted = "My orders are attached.\n\n" + INTRODUCTION + marked(answer.sent.splitlines())
    return with_file(quoted, orders="\n".join(answer.heads) + "\n" + answer.list)


@way(ODD, "the filled sheet in a file, the letter a courtesy")
def _(answer: Answer) -> bytes:
    return with_file("Hi,\nplease find my orders attached.\nBest wishes\n", turn="\n".join(texts(answer.sheet)) + "\n")


@way(ODD, "with small talk between the orders")
def _(answer: Answer) -> bytes:
    lines = list[str]()
    for at, line in enumerate(answer.text):
        if line.typed:
            lines.append(CHAT[at % len(CHAT)])
        lines.append(line.text if line.typed else f"> {line.text}".rstrip())
    return mail(INTRODUCTION + "\n".join(lines) + "\n")


@way(ODD, "the quotation below the line of a signature")
def _(answer: Answer) -> bytes:
    return mail("Orders inside.\n-- \nJo\n\n" + INTRODUCTION + unmarked_where_typed(answer.text))


@way(ODD, "trimmed, with dots where the report was")
def _(answer: Answer) -> bytes:
    kept = [*texts(answer.text[:6]), "[...]", *texts(answer.text[60:64]), "[snip]"]
    return mail(INTRODUCTION + marked(kept) + unmarked_where_typed(answer.sheet))


@way(ODD, "headings in one line, the sheet copied below")
def _(answer: Answer) -> bytes:
    return mail("  ".join(answer.heads) + "\n" + "\n".join(texts(answer.sheet[4:])) + "\n", subject="orders")
