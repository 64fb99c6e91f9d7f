"""Builds a mail from its parts. Players' text can never become a header, and every mail is marked as automatic."""

import datetime as dt
import unicodedata
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

POLICY = SMTP.clone(cte_type="7bit")
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of characters that are not letters, signs or spaces: line ends, surrogates, right-to-left marks."""
LONGEST_SUBJECT = 200
ID = "X-Pbm-Id"
GAME = "X-Pbm-Game"


class Attachment(msgspec.Struct, frozen=True):
    name: str
    content: bytes
    kind: str = "application/octet-stream"


class Mail(msgspec.Struct, frozen=True):
    """The content of a mail."""

    subject: str
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    answers: str | None = None
    """The Message-ID of the letter it answers, "" if that has none; None if it answers no letter."""


class Envelope(msgspec.Struct, frozen=True):
    """The sender, the recipient and the Message-ID of a mail."""

    game: str
    id: str
    message_id: str
    sender: Address
    to: str
    date: dt.datetime


def header(text: str, longest: int = LONGEST_SUBJECT) -> str:
    """Text on one line, without invisible characters."""
    seen = ("".join(" " if unicodedata.category(c) in UNSEEN else c for c in text)).split()
    return " ".join(seen)[:longest].rstrip()


def body(text: str) -> str:
    """Text without characters that cannot be mailed."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") else "\ufffd" for c in whole)


def compose(mail: Mail, envelope: Envelope) -> bytes:
    """The mail as bytes; the same mail in the same envelope gives the same bytes."""
    message = EmailMessage(policy=POLICY)
    message["From"] = envelope.sender
    message["To"] = Address(addr_spec=envelope.to)
    message["Subject"] = header(mail.subject)
    message["Date"] = format_datetime(envelope.date)
    message["Message-ID"] = envelope.message_id
    if mail.answers and mail.answers.isascii():  # a later Python writes no other letters where an id stands
        message["In-Reply-To"] = message["References"] = header(mail.answers, 900)
    message["Auto-Submitted"] = "auto-generated" if mail.answers is None else "auto-replied"
    message["X-Auto-Response-Suppress"] = "All"
    message[GAME], message[ID] = envelope.game, envelope.id
    fill(message, mail)
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{number}_{envelope.message_id.strip('<>').partition('@')[0][-32:]}")
    return message.as_bytes()


def fill(message: EmailMessage, mail: Mail) -> None:
    message.set_content(body(mail.text))
    if mail.html:
        message.add_alternative(body(mail.html), subtype="html")
    for attachment in mail.attachments:
        main, _, sub = attachment.kind.partition("/")
        message.add_attachment(attachment.content, maintype=main, subtype=sub, filename=header(attachment.name, 100))
