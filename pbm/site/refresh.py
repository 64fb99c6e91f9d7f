"""Sites as games name them in [site] of game.toml: which there are, and which are out of date."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from pbm import __version__
from pbm.errors import said
from pbm.files import read_json
from pbm.mail.calendar import deadline, spoken
from pbm.office.frames import KEPT
from pbm.office.rating import can_rate
from pbm.office.site_settings import TITLE, Site, site_of
from pbm.record.apart import apart
from pbm.record.game import CONFIG, NOTICES, Game, all_games
from pbm.record.players import listed
from pbm.rules.event import Count

LIST = "site.json"
Entry = tuple[Game, Site]


class Made(msgspec.Struct, frozen=True):
    """What was last written to a folder, so that what a site no longer has can be taken away."""

    of: str = ""
    """A hash of all that it was made from."""
    files: tuple[str, ...] = ()


class Written(msgspec.Struct, frozen=True):
    changed: int
    removed: int
    files: int
    size: int
    broken: tuple[tuple[str, str], ...] = ()
    """The games that cannot be shown, each with the reason: what the site had of them stays."""


def heading(entries: Sequence[Entry], title: str = "") -> str:
    return title or next((site.title for _, site in entries if site.title), TITLE)


def last_made(out: Path) -> Made:
    return read_json(out / LIST, Made, Made(), "Delete it: the site will be written again.")


def made_of(entries: Sequence[Entry], title: str) -> str:
    """A hash of everything that a site is made from, found without making it."""
    digest = sha256(f"{__version__}\n{title}\n{can_rate()}\n".encode())
    for game, site in entries:
        due = deadline(game, game.last() + 1)
        settings = msgspec.structs.replace(site, out="")
        digest.update(f"{game.name}\n{settings}\n{spoken(due) if due else ''}\n".encode())
        digest.update(game.read(CONFIG))
        digest.update(msgspec.json.encode(listed(game) if "people" in site.show else {}))
        for turn in game.played():
            digest.update((game.manifest_hash(turn) or "").encode())
            for name in (KEPT, NOTICES):
                path = game.turn(turn) / name
                digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def sites(games: Path, every: Iterable[Game]) -> tuple[dict[Path, list[Entry]], dict[str, str]]:
    """The folders that games name for their sites with the games in each, and what is wrong with others."""
    found: dict[Path, list[Entry]] = {}
    those, broken = apart(every, lambda game: (game, site_of(game)))
    for game, site in those.values():
        if site:
            found.setdefault(games / site.out, []).append((game, site))
    return found, broken


def refresh(games: Path, title: str = "", always: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Write every site anew that is out of date; what was done for which games, and whether it is an error."""
    found, broken = sites(games, all_games(games))
    yield from ((name, words, True) for name, words in broken.items())
    for out, entries in found.items():
        names = ", ".join(game.name for game, _ in entries)
        try:
            if always or is_old(entries, out):
                yield from written(entries, out, title, names)
        except Exception as error:  # a site that cannot be made must not stop the run
            yield names, f"the site in {out}: {said(error)}", True


def is_old(entries: Sequence[Entry], out: Path) -> bool:
    try:
        return last_made(out).of != made_of(entries, heading(entries))
    except Exception:  # a game that cannot be read is named when its pages are made
        return True


def written(entries: Sequence[Entry], out: Path, title: str, names: str) -> Iterator[tuple[str, str, bool]]:
    from pbm.site.publish import publish  # slow to import, and most runs write no site

    done = publish(entries, out, title)
    yield from ((name, f"the site in {out} shows nothing new of it: {words}", True) for name, words in done.broken)
    yield names, told(done, out), False


def told(done: Written, out: Path) -> str:
    if not (done.changed or done.removed):
        return f"the site in {out} is up to date"
    removed = f", {done.removed} removed" if done.removed else ""
    return f"the site in {out}: {Count(done.changed):file/files} written{removed}"
