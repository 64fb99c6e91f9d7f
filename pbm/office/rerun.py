"""The re-run report: whose results change, and who has already seen results that no longer hold."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from pbm.record.config import read_config
from pbm.record.game import CONFIG, JOURNAL, POSITION, Game
from pbm.record.redo import Redone
from pbm.rules.corrections import alternatives
from pbm.rules.event import Event, Phase

SHOWN = 8
NOBODY = "nobody"
"""A fact without a value, such as the owner of a free area."""
NO_NUMBER = "-"
"""A number that its reader does not know."""


@dataclass(frozen=True)
class Change:
    """The facts in a player's report that no longer hold, and the new ones."""

    was: Counter[str]
    now: Counter[str]

    def without(self, other: "Change") -> "Change":
        return Change(self.was - other.was, self.now - other.now)

    def __bool__(self) -> bool:
        return bool(self.was or self.now)


def changes(game: Game, redone: Redone) -> tuple[Change, dict[str, Change]]:
    """The changes for everyone, and the further changes for each power."""
    before, after = told(game, redone.before), told(game, redone.after)
    nothing: Counter[str] = Counter()
    found = {
        who: Change(
            before.get(who, nothing) - after.get(who, nothing), after.get(who, nothing) - before.get(who, nothing)
        )
        for who in {**before, **after}
    }
    public = Change(shared([each.was for each in found.values()]), shared([each.now for each in found.values()]))
    return public, {who: own for who, change in found.items() if (own := change.without(public))}


def shared(counts: list[Counter[str]]) -> Counter[str]:
    common = counts[0] if counts else Counter()
    for count in counts[1:]:
        common = common & count
    return common


def told(game: Game, result: Path) -> dict[str, Counter[str]]:
    """All facts of a result that each power may know."""
    config = read_config((result / CONFIG).read_bytes(), str(result / CONFIG))
    rules, world = config.ruleset, config.open((result / POSITION).read_bytes())
    journal, names = rules.book.journal.read((result / JOURNAL).read_bytes()), rules.state.names(world)
    return {who: Counter(facts(rules.sight.view(world, journal, who), (), names)) for who in rules.state.players(world)}


def facts(value: Any, path: tuple[str, ...], names: Mapping[str, str], nothing: str = NOBODY) -> Iterator[str]:
    """A view as single facts in words; positions in a list are not facts."""
    if isinstance(value, Event):
        if not isinstance(value, Phase):
            yield value.sentence(names)
    elif isinstance(text := getattr(value, "text", None), str):
        yield text
    elif isinstance(value, msgspec.Struct):
        hints = get_type_hints(type(value))
        for field in value.__struct_fields__:
            none = NO_NUMBER if int in alternatives(hints[field]) else NOBODY
            yield from facts(getattr(value, field), (*path, field), names, none)
    elif isinstance(value, Mapping):
        for key, row in value.items():
            yield from facts(row, (*path, names.get(key, key)), names)
    elif isinstance(value, list | tuple):
        for place in value:
            if not isinstance(place, int):
                yield from facts(place, path, names)
    else:
        said = names.get(value, value) if isinstance(value, str) else nothing if value is None else value
        yield f"{' '.join(path).replace('_', ' ')}: {said}"


def delivered(game: Game, turn: int) -> set[str] | None:
    """The players to whom a report of a turn was sent; None if the game sends no mail."""
    from pbm.mail.outbox import DONE, Outbox

    outbox = Outbox(game)
    if not outbox.folder.is_dir():
        return None
    sent = [id for id, note in outbox.last().items() if note and note.what in DONE]
    parts = [id.split("-", 2) for id in sent]
    return {who for number, who, kind in parts if int(number) == turn and kind.startswith("report")}


def rerun_report(game: Game, redone: Redone, full: bool = False) -> Iterator[str]:
    from pbm.office.observers import observers

    public, own = changes(game, redone)
    turn = game.named(redone.turn).capitalize()
    yield f"{turn} of {game.name} was re-run: {redone.after} counts now, {redone.before} is kept."
    yield ""
    if not public and not own:
        yield "No results change."
        return
    if public:
        yield "For everyone:"
        yield from lines(public, full)
    for who, change in own.items():
        yield f"For {who}:"
        yield from lines(change, full)
    yield ""
    watching = {one.mark: one.name for one in observers(game)}
    yield from seen(
        delivered(game, redone.turn), watching, [who for who, change in own.items() if change.was], bool(public)
    )


def lines(change: Change, full: bool) -> Iterator[str]:
    rows = [*(f"  was  {fact}" for fact in change.was), *(f"  now  {fact}" for fact in change.now)]
    shown = rows if full else rows[:SHOWN]
    yield from shown
    if len(rows) > len(shown):
        yield f"  and {len(rows) - len(shown)} more (--full shows them)"


def seen(sent: set[str] | None, watching: Mapping[str, str], misled: list[str], public: bool) -> Iterator[str]:
    """The players who have already seen results that no longer hold."""
    if sent is None:
        yield "This game sends no mail, so pbm cannot know who has the first result. Players who have it have seen"
        yield 'what is marked "was" above: send them the new report and explain why.'
        return
    reached = [who for who in misled if who in sent]
    if not sent:
        yield "No report of the first result had been sent: nobody has seen it."
    elif reached or public:
        yield f"The first result had been sent to {', '.join(sorted(watching.get(who, who) for who in sent))}."
        if public:
            yield 'All of them have seen what is marked "was" for everyone.'
        if reached:
            yield f"These players have already had a report with results that changed: {', '.join(reached)}."
        yield "They get the new report with your reason: pbm run"
