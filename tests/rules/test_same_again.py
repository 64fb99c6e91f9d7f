"""The same sheet once more: after a trial, or because its player is not sure that it came. It counts like the first."""

import os
from pathlib import Path

import pytest

from pbm.mail.intake import collect
from tests.helpers.forgeries import VICTIM, target
from tests.helpers.posting import MONDAY, bag, letter

GAMES = ("darkage", "twilight", "tours", "marnon", "homelands")


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_that_was_tried_is_sent(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    aim = target(tmp_path, name, "code")
    text = f"Code: {aim.code()}\n{aim.orders}"
    for number, subject in enumerate(("TRY", "orders", "orders once more")):
        (entry,) = collect(aim.game, bag(letter(text, VICTIM, number, Subject=subject)), MONDAY).entries
        assert (subject, entry.verdict) == (subject, "accepted"), entry.sheets
    assert aim.game.sheets(2)
