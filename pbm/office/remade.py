"""A report made again: its first lines say that it replaces another, why, and what changed for its reader.

Only what the reader had before is compared: a result whose report never reached them stays unknown to them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from pbm.files import content_of
from pbm.mail.outbox import Outbox, first_letters, has_gone, mail_id, report_kind
from pbm.office.rerun import told
from pbm.record.game import MANIFEST, ORDERS, REASON, Game, edition
from pbm.record.manifest import Undone, file_hash
from pbm.record.players import Player

MOST = 20
"""So many changes are listed."""
NAME = "corrected"
Facts = Mapping[str, Counter[str]]


def remade(game: Game, turn: int, people: Mapping[str, Player], printed: str | None) -> dict[str, tuple[str, ...]]:
    """The first lines of each report, and under "" of the roundup, if it replaces one made from an earlier result.

    `printed` is the manifest of the result for which reports were last made.
    """
    now, earlier = game.result(turn), game.results(turn)[:-1]
    if not earlier:
        return {}
    before = next((result for result in earlier if file_hash(result / MANIFEST) == printed), None)
    facts = {now: told(game, now)}
    had = dict.fromkeys([*facts[now], *people], before)
    had |= {power: last_sent(game, turn, power, earlier) for power, one in people.items() if by_mail(game, one)}
    seen = {power: result for power, result in had.items() if result}
    facts |= {result: told(game, result) for result in dict.fromkeys(seen.values())}
    lines = {
        power: (*opening(game, turn, result, now, "your report"), *changed(facts[result], facts[now], power))
        for power, result in seen.items()
    }
    lines = {power: replaced(now, earlier[-1], power) for power in people} | lines
    public = [*seen.values(), *([before] if before else [])]
    return lines | ({"": opening(game, turn, min(public, key=edition), now, "the roundup")} if public else {})


def replaced(now: Path, before: Path, power: str) -> tuple[str, ...]:
    """What a player reads whose sheet the game master replaced before any report had gone out."""
    reason, sheet = content_of(now / REASON).decode().strip().rstrip("."), f"{ORDERS}/{power}.txt"
    if not reason or content_of(now / sheet) == content_of(before / sheet):
        return ()
    return ("The game master replaced your sheet of this turn.", f"The reason: {reason}.")


def by_mail(game: Game, player: Player) -> bool:
    return bool(player.email) and player.form != "paper" and Outbox(game).folder.is_dir()


def last_sent(game: Game, turn: int, power: str, results: list[Path]) -> Path | None:
    """The last of some results whose report has gone out to a player."""
    outbox = Outbox(game)
    ids = {
        each: [
            mail_id(turn, power, report_kind(file_hash(each / MANIFEST))),
            *first_letters(outbox, turn, power, edition(each)),
        ]
        for each in results
    }
    sent = [each for each in results if any(has_gone(outbox, id) for id in ids[each])]
    return sent[-1] if sent else None


def changed(before: Facts, now: Facts, power: str) -> list[str]:
    """What changed in a player's own report."""
    was, is_now = before.get(power, Counter()), now.get(power, Counter())
    said = list(worded(was - is_now, is_now - was))
    more = [f"- and {len(said) - MOST} more"] if len(said) > MOST else []
    listed = [f"- {line}" for line in said[:MOST]]
    return ["What changed for you:", *listed, *more] if said else ["Nothing changed for you."]


def opening(game: Game, turn: int, before: Path, now: Path, what: str) -> tuple[str, str]:
    why = "; ".join(dict.fromkeys(reason.strip().rstrip(".") for reason in reasons(game, turn, before, now)))
    return (
        f"CORRECTED: this replaces {what} of {game.named(turn)} that was made before.",
        f"The reason: {why}." if why else "The turn was adjudicated again.",
    )


def reasons(game: Game, turn: int, before: Path, now: Path) -> Iterator[str]:
    """Why results were undone or made again, from one result to another."""
    first, last = edition(before), edition(now)
    undone = {edition(path): msgspec.json.decode(path.read_bytes(), type=Undone).reason for path in game.marks(turn)}
    for number, result in ((edition(result), result) for result in game.results(turn)):
        if first < number <= last and (reason := content_of(result / REASON).decode()):
            yield reason
        if first <= number < last and number in undone:
            yield undone[number]


def worded(was: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    """The changes in words: a value that was another before, what is no longer so, and what is new."""
    old, new = ({fact.rpartition(": ")[0]: fact.rpartition(": ")[2] for fact in facts} for facts in (was, now))
    pairs = [about for about in old if about and about in new]
    yield from (f"{about}: was {old[about]}, is now {new[about]}" for about in pairs)
    yield from (f"no longer true: {fact}" for fact in was if fact.rpartition(": ")[0] not in pairs)
    yield from (f"new: {fact}" for fact in now if fact.rpartition(": ")[0] not in pairs)


def file_mark(game: Game, turn: int, again: tuple[str, ...]) -> str:
    """What the file name of a report made again ends with: -corrected, and after the second time -corrected-2."""
    times = edition(game.result(turn)) - 1
    return "" if not again else f"-{NAME}" if times < 2 else f"-{NAME}-{times}"
