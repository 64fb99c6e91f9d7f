"""Replies as mail programs make them, in many languages, each with an old sheet in the quotation."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from html import escape
from typing import NamedTuple

from pbm.reading.recall import Correspondence, Past
from pbm.reading.sheet_code import sheet_code
from tests.helpers.letters import SECRET


def head(turn: int) -> str:
    return f"Game: game42\nTurn: {turn}\nKingdom: MER\nCode: {sheet_code(SECRET, 'game42', turn, 'MER')}\n"


SLOTS = "\n".join(f"{number:2}." for number in range(1, 17))
REPORT = f"""DARK AGE   game42   turn 6   the kingdom of MERCIA (MER)
YOUR ACTIONS
   1  LEVY TAM 3     3 armies levied in Tamworth
   2  MOVE TAM STS   failed
MESSAGES
  Wessex: Mercia must fall before the winter.
TURNSHEET FOR TURN 7: fill it in and send it back.
{head(7)}
{SLOTS}

Message:

End
"""
SECRET_WORDS = "the old secret"
OLD = f"""{head(7)}
1. TAX
2. LEVY TAM 9
5. GROW STS
6. GROW LEI
7. PILLAGE TAM
Message: {SECRET_WORDS}
End
"""
LAST = OLD.replace(head(7), head(6))
NEW = f"{head(7)}\n1. MOVE TAM STS 2\n2. LEVY TAM 3\n"
ORDERS = ["MOVE TAM STS 2", "LEVY TAM 3"]
THANKS = "Thanks for the report, what a battle!\nMore tomorrow.\n"
EARLIER = Correspondence((Past(REPORT),), (Past(OLD), Past(LAST)))

INTRODUCTIONS = {
    "English": "On Sun, 8 Nov 2026 at 12:00, Game Master <gm@game.example> wrote:",
    "German": "Am 08.11.26 um 12:00 schrieb Game Master:",
    "French": "Le dim. 8 nov. 2026 à 12:00, Game Master <gm@game.example> a écrit :",
    "Spanish": "El dom, 8 nov 2026 a las 12:00, Game Master (<gm@game.example>) escribió:",
    "Italian": "Il giorno dom 8 nov 2026 alle ore 12:00 Game Master <gm@game.example> ha scritto:",
    "Dutch": "Op zo 8 nov 2026 om 12:00 schreef Game Master <gm@game.example>:",
    "Swedish": "Den sön 8 nov. 2026 kl 12:00 skrev Game Master <gm@game.example>:",
    "Danish": "Den søn. 8. nov. 2026 kl. 12.00 skrev Game Master <gm@game.example>:",
    "Norwegian": "søn. 8. nov. 2026 kl. 12:00 skrev Game Master <gm@game.example>:",
    "Portuguese": "Game Master <gm@game.example> escreveu no dia domingo, 8/11/2026 à(s) 12:00:",
    "Polish": "niedz., 8 lis 2026 o 12:00 Game Master <gm@game.example> napisał(a):",
    "Czech": "ne 8. 11. 2026 v 12:00 odesílatel Game Master <gm@game.example> napsal:",
    "Finnish": "su 8. marrask. 2026 klo 12.00 Game Master (gm@game.example) kirjoitti:",
    "Hungarian": "Game Master <gm@game.example> ezt írta (időpont: 2026. nov. 8., V, 12:00):",
    "Russian": "вс, 8 нояб. 2026 г. в 12:00, Game Master <gm@game.example>:",
    "Turkish": "Game Master <gm@game.example>, 8 Kas 2026 Paz, 12:00 tarihinde şunu yazdı:",
    "Japanese": "2026年11月8日(日) 12:00 Game Master <gm@game.example>:",
    "Greek": "Στις Κυρ 8 Νοε 2026 στις 12:00 μ.μ., ο χρήστης Game Master <gm@game.example> έγραψε:",
}
HEADERS = {
    "English": "From Sent To Subject",
    "German": "Von Gesendet An Betreff",
    "French": "De Envoyé À Objet",
    "Spanish": "De Enviado Para Asunto",
    "Italian": "Da Inviato A Oggetto",
    "Dutch": "Van Verzonden Aan Onderwerp",
    "Swedish": "Från Skickat Till Ämne",
    "Danish": "Fra Sendt Til Emne",
    "Portuguese": "De Enviada Para Assunto",
    "Polish": "Od Wysłano Do Temat",
    "Czech": "Od Odesláno Komu Předmět",
    "Finnish": "Lähettäjä Lähetetty Vastaanottaja Aihe",
    "Russian": "От Отправлено Кому Тема",
    "Turkish": "Kimden Gönderildi Kime Konu",
}
WORDS_OF_NO_LIST = "Schreef de spelleider op zondag het volgende"
"""An introduction that no list of phrases has: only the comparison can tell."""


def marked(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def header_block(language: str) -> str:
    sender, sent, to, subject = HEADERS[language].split()
    return (
        f"{sender}: Game Master <gm@game.example<mailto:gm@game.example>>\n{sent}: 8. 11. 2026 12:00\n"
        f"{to}: mercia@example.org\n{subject}: game42 turn 6\n\n"
    )


class Reply(NamedTuple):
    """A shape of reply: new text and quoted text put together."""

    name: str
    make: Callable[[str, str], str]
    html: bool = False


def on_paper(text: str) -> str:
    return escape(text).replace("\n", "<br>\n")


Making = Callable[[str, str], str]


def above(between: str) -> Making:
    return lambda new, old: f"{new}\n{between}{old}"


def above_marked(between: str) -> Making:
    return lambda new, old: f"{new}\n{between}{marked(old)}"


def below_marked(before: str) -> Making:
    return lambda new, old: f"{before}\n{marked(old)}\n{new}"


def within(shape: str) -> Making:
    return lambda new, old: shape.format(new=on_paper(new), old=on_paper(old), pre=escape(old))


def plain_shapes() -> Iterator[Reply]:
    for language, words in INTRODUCTIONS.items():
        yield Reply(f"{language}, above", above_marked(f"{words}\n"))
        yield Reply(f"{language}, below", below_marked(words))
        yield Reply(f"{language}, unmarked", above(f"{words}\n\n"))
    for language in HEADERS:
        yield Reply(f"{language}, headers", above(header_block(language)))
        yield Reply(f"{language}, ruled headers", above(f"{'_' * 32}\n{header_block(language)}"))
    yield Reply("Outlook, original message", above("-----Original Message-----\n"))
    yield Reply("Gmail, forwarded", above("---------- Forwarded message ---------\n"))
    yield Reply("Apple, forwarded", above_marked("Begin forwarded message:\n\n"))
    yield Reply("iPhone", above_marked("Sent from my iPhone\n\n> On 8 Nov 2026, at 12:00, GM wrote:\n"))
    yield Reply("Samsung", above("Von meinem Samsung Galaxy gesendet\n-------- Original --------\n"))
    yield Reply("a list of no phrase", above(f"{WORDS_OF_NO_LIST}\n\n"))
    yield Reply(
        "an introduction of three lines",
        above_marked("On Sunday, 8 November\n2026, Game Master\n<gm@game.example> wrote:\n"),
    )
    yield Reply("the same unmarked", above("On Sunday, 8 November\n2026, Game Master\n<gm@game.example> wrote:\n"))
    yield Reply(
        "headers in another order",
        above("Subject: game42\nDate: 8 Nov 2026 12:00\nTo: x@example.org\nFrom: gm@game.example\n\n"),
    )
    yield Reply("a phone of another language", above("Enviado desde mi iPhone\n\n"))
    notes = "gm@game.example\n08.11.2026 12:00\n\n    An:     x@example.org\n    Kopie:\n    Thema:  game42\n\n"
    yield Reply("Lotus Notes", above(notes))
    yield Reply("nothing between", above("\n"))
    yield Reply("an unmarked quotation above", lambda new, old: f"{old}\n\n{new}")
    yield Reply("marks of two levels", lambda new, old: f"{new}\n> Hello\n{marked(marked(old))}")
    yield Reply("a signature between", above("-- \nThe King\n+44 1632 960123\n\n"))


def html_shapes() -> Iterator[Reply]:
    gmail = '<div dir="ltr">{new}</div><br><div class="gmail_quote"><div>On Sunday GM wrote:<br></div>'
    gmail += '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{old}</blockquote></div>'
    apple = '<div>{new}</div><div><blockquote type="cite"><div>On 8 Nov 2026 GM wrote:</div>'
    apple += "<div>{old}</div></blockquote></div>"
    outlook = '<div>{new}</div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Game Master '
    outlook += (
        "&lt;gm@game.example&gt;<br><b>Sent:</b> 8 November 2026 12:00<br><b>To:</b> x@example.org<br><b>Subject:</b> "
    )
    outlook += "game42</p></div><div>{old}</div>"
    yahoo = '<div>{new}</div><div class="yahoo_quoted"><div>On Sunday, GM wrote:</div><div>{old}</div></div>'
    proton = '<div>{new}</div><div class="protonmail_quote">On Sunday GM wrote:<br><blockquote>{old}</blockquote></div>'
    thunderbird = '<p>{new}</p><div class="moz-cite-prefix">Am 08.11.26 um 12:00 schrieb GM:</div>'
    thunderbird += '<blockquote type="cite"><pre>{pre}</pre></blockquote>'
    bare = "<div>{new}</div><blockquote>{old}</blockquote>"
    divided = "<div>{new}</div><hr><div>{old}</div>"
    below = '<blockquote type="cite">{old}</blockquote><div>{new}</div>'
    shapes = {"Gmail": gmail, "Apple Mail": apple, "Outlook": outlook, "Yahoo": yahoo, "Proton": proton,
              "Thunderbird": thunderbird, "bare": bare, "a rule between": divided, "below": below}  # fmt: skip
    yield from (Reply(f"HTML, {name}", within(shape), True) for name, shape in shapes.items())


SHAPES = {reply.name: reply for reply in (*plain_shapes(), *html_shapes())}


def letter(reply: Reply, new: str, old: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "mercia@example.org", "orders@game.example", "Re: game42 turn 6"
    mail.set_content(reply.make(new, old), subtype="html" if reply.html else "plain")
    return bytes(mail)
