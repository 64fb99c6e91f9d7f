"""A run that broke off between a concession and its answer: the next one answers as the first would have."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import pytest

from pbm.errors import GameError
from pbm.mail.intake import collect
from pbm.mail.outbox import Outbox
from pbm.reading.sheet_code import sheet_code
from pbm.record.proposals import proposals
from tests.helpers.long import times
from tests.helpers.posting import MONDAY, SECRET, bag, letter
from tests.mail.test_mail_intake import break_write, counted_writes
from tests.mail.test_votes import Table, text

EVERY = times(5, 1)
"""Of so many writes one is broken."""


def conceding(folder: Path, orders: str) -> tuple[Table, bytes]:
    table = Table(folder, "toy", players=3)
    power = table.powers[0]
    code = sheet_code(SECRET, "g", 1, power)
    head = f"Game: g\nTurn: 1\nPower: {power}\nCode: {code}\n"
    return table, letter(f"{head}{orders}CONCEDE\n", f"{power.lower()}@example.org")


def said(table: Table) -> dict[str, str]:
    outbox = Outbox(table.game)
    return {id: text(outbox.path(id).read_bytes()) for id in outbox.ids()}


@pytest.mark.slow
@pytest.mark.parametrize("orders", ["", "PASS\n", "1. TAX\n"])
@pytest.mark.parametrize("broken", ["before", "after"])
def test_at_any_write_the_next_run_gives_the_same_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, orders: str
) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    whole, raw = conceding(tmp_path / "whole", orders)
    writes = counted_writes(monkeypatch, lambda: collect(whole.game, bag(raw), MONDAY))
    assert [one.outcome for one in proposals(whole.game)] == ["agreed"]
    assert any("You have conceded your game" in words for words in said(whole).values())
    for at in range(len(orders) % EVERY, writes, EVERY):
        table, raw = conceding(tmp_path / f"{at}", orders)
        left = bag(raw)
        with monkeypatch.context() as patch:
            break_write(patch, at, broken)
            with suppress(GameError, KeyboardInterrupt):
                collect(table.game, left, MONDAY)
        collect(table.game, left, MONDAY)
        assert said(table) == said(whole), f"broken {broken} write {at}"
        assert proposals(table.game) == proposals(whole.game)
