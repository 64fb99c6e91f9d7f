"""`make bench`: every measurement, one after the other."""

from bench import adjudication, parsing, startup

if __name__ == "__main__":
    for part in (adjudication, parsing, startup):
        part.report()
