"""`make bench`: every measurement, one after the other."""

from importlib import import_module

PARTS = (
    "adjudication",
    "twilight",
    "tours",
    "marnon",
    "homelands",
    "rehearsal",
    "parsing",
    "startup",
    "reports",
    "simulate",
    "bundle",
    "office",
    "idle",
    "letters",
    "growth",
    "replies",
    "site",
    "counter",
)

if __name__ == "__main__":
    for part in PARTS:
        print(f"-- {part}")
        import_module(f"bench.{part}").report()
