"""The letters in tests/letters: shaped as mailers and players shape them, each with the verdict it must get."""

from typing import Any

import pytest

from pbm.reading.sheet import Filled, written
from pbm.reading.verdict import Verdict, receive
from tests.helpers.letters import FOLDER, SERVER, corpus, game42, raw, reader


def summary(filled: Filled | None, verdict: Verdict) -> dict[str, Any]:
    """What came of a sheet, in the words of expected.yaml."""
    sheet = filled.sheet if filled else None
    return {
        "verdict": "accepted" if verdict.accepted else str(verdict.reason),
        "kingdom": verdict.power,
        "where": filled.where if filled else None,
        "orders": {number: line.text for number, line in sheet.lines.items()} if sheet else {},
        "unreadable": [number for number, line in sheet.lines.items() if line.refusal] if sheet else [],
        "stray": [line.text for line in sheet.stray] if sheet else [],
        "messages": list(sheet.messages) if sheet else [],
        "contacts": sheet.contacts if sheet else {},
        "questions": [question.about for question in filled.questions] if filled else [],
    }


DEFAULTS: dict[str, Any] = {
    "unreadable": [],
    "stray": [],
    "messages": [],
    "contacts": {},
    "questions": [],
    "problems": 0,
}
WITHOUT_SHEET = {"no sheet", "unreadable"}


@pytest.mark.parametrize("name", corpus())
def test_letter(name: str) -> None:
    expected = dict(corpus()[name])
    received = receive(raw(name), reader(), game42(expected.pop("policy", "code"), expected.pop("over", "")), SERVER)
    if kingdoms := expected.pop("kingdoms", None):
        assert [verdict.power for _, verdict in received.judged if verdict.accepted] == kingdoms
        return
    [(filled, verdict)] = received.judged
    found = summary(filled, verdict) | {"problems": len(received.letter.problems)}
    nobody = expected["verdict"] in WITHOUT_SHEET
    wanted = DEFAULTS | {"kingdom": None if nobody else "MER"} | expected
    assert {key: found[key] for key in wanted} == wanted
    assert verdict.accepted != bool(verdict.text)


@pytest.mark.parametrize("name", corpus())
def test_what_is_written_down_reads_back(name: str) -> None:
    """A set kept as text gives the adjudicator the sheet that the receipt spoke of."""
    for filled, _ in receive(raw(name), reader(), game42()).judged:
        if filled:
            again = reader().sheet(filled.sheet.player, written(filled))
            assert again == filled.sheet


def test_every_letter_is_expected_and_there_are_many() -> None:
    letters = {path.stem for path in FOLDER.glob("*.eml")}
    assert letters == set(corpus())
    assert len(letters) >= 80
