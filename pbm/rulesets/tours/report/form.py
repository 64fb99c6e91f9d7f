"""The turnsheet: a row of boxes for each contingent, the order of play, the leader, and blank lines [10]."""

from collections.abc import Iterator

from pbm.reports.sections import Box, FormRow
from pbm.rulesets.tours.doctrine import USUAL, written
from pbm.rulesets.tours.forces import CONTINGENTS, LEADERS
from pbm.rulesets.tours.report.words import Author
from pbm.rulesets.tours.sight import View

MARKER = 13  # letters: UNWALL REFORM
BOXES = {"stance": 11, "shock": 7, "evade": 6, "counter": 6, "press": 5, "follow": 5, "react": 5}
"""With the letters that each must hold."""


def form(view: View) -> tuple[FormRow, ...]:
    """Nothing for the set-up and once the battle is over."""
    return () if view.winner or view.next_turn == 0 else tuple(rows(Author(view)))


def rows(author: Author) -> Iterator[FormRow]:
    for con in CONTINGENTS[author.side]:
        if author.world.of(author.side, con):
            yield FormRow(con, (Box("marker", f"MARK {con}", room=MARKER), *doctrine(author, con)))
    own, leader = author.view.own, LEADERS[author.side]
    lead = (Box(f"leader {leader} to", f"LEAD {leader}"),) if author.world.leader_of(author.side) else ()
    yield FormRow("", (Box("initiative", "INIT", own.init), Box("sequence", "SEQ", " ".join(own.seq)), *lead))


def doctrine(author: Author, con: str) -> Iterator[Box]:
    """With the value in force for the contingent; units' own values stand in the report."""
    values = {**USUAL, **author.world.doctrine.get(con, {})}
    for key, room in BOXES.items():
        yield Box(key, f"{key.upper()} {con}", written(values[key]), room)
