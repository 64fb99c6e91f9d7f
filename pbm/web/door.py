"""Who may come in: whoever has the key from the terminal, and then only the pages of this very server.

A browser keeps no secrets from other pages by itself. So the host must be this machine (a name that was turned to point
here is refused), a form must come from a page of ours, and it must show the token that only our pages have.
"""

import hmac
import secrets
from dataclasses import dataclass, field

from werkzeug.datastructures import Headers

HOSTS = ("127.0.0.1", "localhost")
OURS = ("same-origin", "none")
"""What a browser says of a request that no other site has caused."""


@dataclass
class Door:
    port: int
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Opens the door once."""
    sessions: set[str] = field(default_factory=set)

    @property
    def cookie(self) -> str:
        """Other ports of this machine share its cookies, so each has a name of its own."""
        return f"pbm-{self.port}"

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/enter?key={self.key}"

    def new_key(self) -> str:
        self.key = secrets.token_urlsafe(24)
        return self.key

    def open(self, key: str) -> str:
        """A session for whoever shows the key, which opens nothing any more; empty if it is wrong."""
        if not hmac.compare_digest(key.encode(), self.key.encode()):
            return ""
        self.new_key()
        session = secrets.token_urlsafe(32)
        self.sessions.add(session)
        return session

    def is_known(self, session: str) -> bool:
        return any(hmac.compare_digest(session.encode(), one.encode()) for one in self.sessions)

    def token(self, session: str) -> str:
        """What a form shows to prove that a page of ours made it."""
        return hmac.digest(session.encode(), b"form", "sha256").hex()

    def refuses_host(self, host: str) -> bool:
        return host not in [f"{name}:{self.port}" for name in HOSTS]

    def refuses_origin(self, said: Headers, host: str, writes: bool) -> bool:
        """Whether another site has caused a request; a form must say where it comes from."""
        site, origin = said.get("Sec-Fetch-Site", ""), said.get("Origin", "")
        if writes and not origin:
            return True
        return bool((origin and origin != f"http://{host}") or (writes and site and site not in OURS))

    def refuses_token(self, session: str, token: str) -> bool:
        return not hmac.compare_digest(token.encode(), self.token(session).encode())
