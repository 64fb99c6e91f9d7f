"""What `pbm run` printed last, so that a run by cron prints only what is new."""

from pathlib import Path

from pbm.files import put_json, read_json
from pbm.office.credits import office

PRINTED = "printed.json"


class Printed:
    def __init__(self, games: Path, quiet: bool) -> None:
        self.games, self.quiet, self.now = games, quiet, list[str]()
        self.before = read_json(office(games) / PRINTED, list[str], [], "Delete it.")

    def new(self, lines: list[str]) -> list[str]:
        """The lines that the run before did not print; without --quiet all."""
        self.now += lines
        return [line for line in lines if not self.quiet or line not in self.before]

    def keep(self) -> None:
        if self.now != self.before:
            put_json(office(self.games) / PRINTED, self.now, private=True)
