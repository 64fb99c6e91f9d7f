"""Posts what comes in to a webhook. A program of its own, so that a server that never answers can be ended."""

import os
import sys
import urllib.error
import urllib.request

ADDRESS = "PBM_WEBHOOK"
"""The variable that holds the address: in the command it could be read by everyone on the machine."""


class Straight(urllib.request.HTTPRedirectHandler):
    """What is posted goes where it was meant to go, or nowhere."""

    def redirect_request(self, *_: object) -> None:
        return None


def post(url: str, content: bytes) -> None:
    head = {"Content-Type": "application/json", "User-Agent": "pbm"}
    request = urllib.request.Request(url, content, head, method="POST")
    with urllib.request.build_opener(Straight).open(request):
        pass


if __name__ == "__main__":
    try:
        post(os.environ[ADDRESS], sys.stdin.buffer.read())
    except urllib.error.HTTPError as error:
        sys.exit(f"the server says {error.code} {error.reason}")
    except OSError as error:
        sys.exit(f"{getattr(error, 'reason', '') or error}")
