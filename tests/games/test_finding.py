"""What FIND tells [7.4]: an answer that only its asker reads, which no rule case can see."""

import pytest

from pbm.rulesets import load
from pbm.rulesets.cases import played
from pbm.rulesets.darkage.spying import Searched

CASE = {
    "ruleset": "darkage",
    "map": {"areas": {"AAA": {"terrain": "lowlands"}, "BBB": {"terrain": "lowlands"}}, "links": ["AAA-BBB"]},
    "position": {
        "kingdoms": {
            "MER": {"spy": {"at": "AAA"}},
            "WSX": {"spy": {"at": "AAA"}},
            "KNT": {"spy": {"at": "BBB"}},
            "ESX": {},
        },
        "areas": {"AAA": {"owner": "MER"}, "BBB": {"owner": "WSX"}},
    },
}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("FIND AAA", (("WSX", "AAA"),)),
        ("FIND KNT", (("KNT", "BBB"),)),
        ("FIND AAA WSX", (("WSX", "AAA"),)),
        ("FIND AAA KNT", ()),
        ("FIND BBB KNT", (("KNT", "BBB"),)),
        ("FIND ESX", ()),
    ],
)
def test_it_finds_who_is_where_and_never_ones_own_spy(line: str, found: tuple[tuple[str, str], ...]) -> None:
    turn, _ = played(load("darkage"), CASE | {"orders": {"MER": [line]}})
    (searched,) = (event for event in turn.journal if isinstance(event, Searched))
    assert searched.found == found
    assert searched.known_to() == ("MER",)
