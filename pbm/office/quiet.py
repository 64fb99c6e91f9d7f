"""What lasts from one run to the next is printed once by a run by cron; what happens is printed every time."""

from pathlib import Path

from pbm.files import put_json, read_json
from pbm.office.credits import office

PRINTED = "printed.json"


class Lasting(str):
    """What every run says again as long as it is so."""

    __slots__ = ()


class Printed:
    def __init__(self, games: Path, quiet: bool) -> None:
        self.games, self.quiet, self.now = games, quiet, list[str]()
        self.fresh = False
        """Whether anything that lasts was printed."""
        self.before = read_json(office(games) / PRINTED, list[str], [], "Delete it.")

    def new(self, lines: list[str]) -> list[str]:
        """Of lines that last those that the run before did not print; without --quiet all."""
        self.now += lines
        new = [line for line in lines if not self.quiet or line not in self.before]
        self.fresh = self.fresh or bool(new)
        return new

    def keep(self) -> None:
        if self.now != self.before:
            put_json(office(self.games) / PRINTED, self.now, private=True)
