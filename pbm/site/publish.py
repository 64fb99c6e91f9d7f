"""All files of a site. The same record gives the same bytes, and only files that changed are written."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pbm.errors import said
from pbm.files import put, put_json
from pbm.mail.ics import calendar
from pbm.office.careers import Part, parts_in
from pbm.office.site_settings import Site
from pbm.progress import watched
from pbm.record import game as record
from pbm.record.bundle import GUIDE, contents
from pbm.record.zips import zipped
from pbm.rulebook.forms import render_html
from pbm.rulebook.volume import volume
from pbm.rulesets import load
from pbm.site import pages
from pbm.site.chronicle import chronicle
from pbm.site.fame import fame
from pbm.site.feed import feed
from pbm.site.frames import frames, gif, png
from pbm.site.pages import Game
from pbm.site.refresh import LIST, Entry, Made, Written, heading, last_made, made_of
from pbm.site.replay import replay_page


def publish(entries: Sequence[Entry], out: Path, title: str = "") -> Written:
    """Write a site of these games."""
    name = heading(entries, title)
    made, broken = all_made(entries, name)
    mark = "" if broken else made_of(entries, name)  # what is broken is tried again by the next run
    return write(out, dict(files(made, name)), mark, broken)


class Pages(NamedTuple):
    """A game as the site shows it."""

    shown: Game
    files: dict[str, bytes]
    people: list[Part]


def all_made(entries: Sequence[Entry], title: str) -> tuple[list[Pages], dict[str, str]]:
    """The pages of every game, and why others have none: whatever is wrong with one leaves the others whole."""
    made, broken = [], {}
    for game, site in watched(entries, "Making the pages"):
        try:
            shown = Game(chronicle(game), site.show)
            there = {f"{game.name}/{path}": content for path, content in game_files(game, site, shown, title)}
            made.append(Pages(shown, there, parts_in(game) if "people" in site.show else []))
        except Exception as error:
            broken[game.name] = said(error)
    return made, broken


def files(made: Sequence[Pages], title: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a site by its path."""
    yield pages.STYLE, pages.style()
    shown = [each.shown for each in made]
    yield pages.INDEX, pages.index_page(title, shown, fame(part for each in made for part in each.people))
    if due := pages.deadlines(shown):
        yield pages.CALENDAR, calendar((line for told in due for line in told.due_event), title)
    for ruleset in sorted({each.shown.told.ruleset for each in made if "rulebook" in each.shown.show}):
        yield f"{pages.BOOKS}/{ruleset}.html", rulebook(ruleset, title)
    for each in made:
        yield from each.files.items()


def rulebook(ruleset: str, title: str) -> bytes:
    rules = load(ruleset)
    return render_html(volume(rules), rules.data, (f"../{pages.INDEX}", title)).encode()


def game_files(game: record.Game, site: Site, shown: Game, title: str) -> Iterator[tuple[str, bytes]]:
    yield pages.INDEX, pages.front_page(title, shown)
    if shown.has_replay:
        yield from pictures(shown)
        yield pages.REPLAY, replay_page(shown.told).encode()
    if "roundups" in shown.show:
        for place, turn in enumerate(shown.told.turns):
            yield turn.file, pages.turn_page(title, shown, place)
    if "messages" in shown.show:
        yield pages.MESSAGES, pages.messages_page(title, shown)
    if "feed" in shown.show:
        yield pages.FEED, feed(shown.told, site.url)
    if "verify" in shown.show:
        yield from proof(game, site, shown, title)


def pictures(shown: Game) -> Iterator[tuple[str, bytes]]:
    drawn = list(frames(shown.told))
    for turn, picture in drawn:
        yield turn.picture, png(picture)
    yield pages.ANIMATION, gif([picture for _, picture in drawn])


def proof(game: record.Game, site: Site, shown: Game, title: str) -> Iterator[tuple[str, bytes]]:
    """The bundle that proves the game fair; the secret is in it only if the game is over and its master wants that."""
    final = site.final and bool(shown.told.result)
    found = contents(game, final)
    yield f"{game.name}.zip", zipped(game.name, found)
    yield pages.VERIFY, pages.verify_page(title, shown, found[GUIDE].decode(), final)


# on disk


def write(out: Path, found: Mapping[str, bytes], made_of: str, broken: Mapping[str, str]) -> Written:
    """Write what changed and take away what is no longer there; of a broken game all stays as it is."""
    before = last_made(out)
    changed = [path for path, content in found.items() if not same(out / path, content)]
    for path in changed:
        put(out / path, found[path])
    kept = [path for path in before.files if path.partition("/")[0] in broken]
    old = [path for path in before.files if path not in found and path not in kept]
    gone = [path for path in old if is_inside(path) and (out / path).is_file()]
    for path in gone:
        (out / path).unlink()
    made = Made(made_of, tuple(sorted({*found, *kept})))
    if made != before:
        put_json(out / LIST, made)
    return Written(len(changed), len(gone), len(found), sum(map(len, found.values())), tuple(broken.items()))


def same(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def is_inside(path: str) -> bool:
    """A list that somebody changed takes nothing away elsewhere."""
    return not PurePosixPath(path).is_absolute() and ".." not in PurePosixPath(path).parts
