"""Pages with one script of their own: what it is given, and the policy that lets it and nothing else run."""

from base64 import b64encode
from hashlib import sha256

import msgspec
from markupsafe import Markup


def embedded(data: msgspec.Struct) -> Markup:
    """Data as JSON that cannot end the element it stands in."""
    return Markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def permit(text: str) -> str:
    """What a page's policy says of the one script that it may run."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
