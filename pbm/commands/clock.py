"""The time of the machine: only commands read it, and hand it on."""

import datetime as dt


def now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def today() -> str:
    return now().date().isoformat()
