"""Ten players, twelve turns, by mail and by post, with all that people do: nothing is lost, nobody is left alone."""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers.long import LONG
from tests.helpers.servers import DOMAIN, Servers, running, why_not
from tests.helpers.trial import CODE, FORMS, Trial, keyed, text_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.papers,
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "the servers can run"),
    pytest.mark.skipif(not LONG, reason="the great trial has three games; this one in a long run alone"),
]

WAYS = ("plain", "above the quotation", "inside the quotation", "as a web page", "attached")
BY_POST = [power for power, form in FORMS.items() if form == "paper"]
TURNS = 12
USERS = [*(power.lower() for power in FORMS), "gm", "lothian", "reader", "stranger"]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with running(USERS) as servers:
        yield servers


def orders_of(power: str, turn: int) -> list[str]:
    """A number of actions that tells a player's sheet from that of the turn before."""
    return ["TAX"] * (1 + (list(FORMS).index(power) + turn) % 9)


def everyone_writes(trial: Trial, *but: str) -> None:
    turn = trial.game.last() + 1
    writers = [power for power in FORMS if power in trial.playing(turn) and power not in but]
    for at, power in enumerate(writers):
        if power in BY_POST:
            trial.type_in(power, orders_of(power, turn))
        else:
            trial.send_orders(power, orders_of(power, turn), WAYS[(at + turn) % len(WAYS)])
    trial.run()
    for power in writers:
        assert trial.counts(power) == orders_of(power, turn), (turn, power, trial.letters_of(power), trial.run())


def questions(trial: Trial) -> None:
    """A question, a request for time, and a stranger who wants to join: the game master reads and answers them."""
    everyone_writes(trial)
    trial.write("MER", "May I levy in a city that is besieged?\n", "a question")
    trial.write("WSX", "I am moving house. Could we have three more days?\n", "time")
    trial.write("", "Can I join your game?\n", "hello", sender=f"stranger@{DOMAIN}")
    said = trial.run()
    assert "This needs you" in said
    assert len(trial.arrived("gm", "need you")) >= 1
    assert "3 letters are waiting" in trial.pbm("letters", "spring")
    assert "besieged" in trial.pbm("letters", "show", "1")
    trial.pbm("letters", "answer", "1", "--text", "No: only where you could march in.")
    trial.pbm("letters", "answer", "2", "--text", "Yes, three days.")
    trial.pbm("letters", "answer", "3", "--text", "Gladly: you are on the standby list.")
    trial.sign_up("lothian", "MER", "pdf")
    trial.pbm("extend", "spring", "3")
    trial.run()
    assert "only where you could march in" in text_of(trial.arrived("mer", "a question")[-1])
    assert trial.arrived("stranger", "hello")
    assert "No letters are waiting" in trial.pbm("letters", "spring")


def a_photo_of_a_sheet(trial: Trial) -> None:
    everyone_writes(trial, "GWD")
    trial.write("GWD", "I have no scanner.\n", "my sheet", files={"sheet.png": (PNG, "image", "png")})
    trial.run()
    number = max(one.number for one in trial.letters())
    typed = keyed(orders_of("GWD", 2))
    assert "sheet.png" in trial.pbm("letters", "accept", str(number), "--once", typed=typed)
    assert trial.counts("GWD") == orders_of("GWD", 2)


def thanks_below_the_report(trial: Trial) -> None:
    """They say thank you, and quote the whole report with its empty sheet."""
    everyone_writes(trial)
    before = {power: trial.counts(power) for power in FORMS}
    quoted = "".join(f"> {line}\n" for line in text_of(trial.report("NMB")).splitlines())
    trial.write("NMB", f"{quoted}\nThank you for the lovely map!\n", "Re: your report")
    trial.write("PIC", f"Well done.\n\nThe game master schrieb:\n{quoted}", "AW: your report")
    trial.run()
    assert {power: trial.counts(power) for power in FORMS} == before
    trial.pbm("letters", "done", *(str(one.number) for one in trial.letters() if one.number and not one.done))


def somebody_misses(trial: Trial) -> None:
    """Others ask the game for what they have lost, and write to each other."""
    trial.write("MER", "My dog ate it.\n\nSEND REPORT 2\n", "SEND MAP")
    trial.write("PIC", "", "WHO")
    code = CODE.findall(text_of(trial.report("KNT")))[-1]
    trial.write("KNT", f"Code: {code}\nTO WSX: The bridge is yours if you leave me Surrey.\nEnd\n", "a word")
    everyone_writes(trial, "STR")
    assert trial.arrived("mer", "turn 2: your report")
    assert trial.arrived("pic", "WHO")
    private = [text_of(one) for one in trial.mailbox("wsx") if "The bridge is yours" in text_of(one)]
    assert len(private) == 1
    assert "knt@" not in private[0]
    assert "without orders from STR" in trial.play()


def a_turn_is_undone(trial: Trial) -> None:
    """It was wrong: it is taken back, nobody plays it by accident, and its second report says what it is."""
    everyone_writes(trial)
    trial.play()
    trial.pbm("undo", "spring", "--reason", "a sheet was lost in the post")
    trial.now += dt.timedelta(days=1)
    assert "held" in trial.run()
    assert trial.game.last() == 4
    trial.type_in("IRI", ["TAX", "TAX"])
    trial.pbm("resume", "spring")
    trial.run()
    assert trial.game.last() == 5
    again = text_of(trial.arrived("mer", "turn 5: your corrected report")[-1])
    assert "a sheet was lost in the post" in again


def one_leaves_and_one_comes(trial: Trial) -> None:
    trial.pbm("resign", "spring", "MER")
    trial.pbm("takeover", "spring", "MER", "lothian")
    trial.homes["MER"] = "lothian"
    trial.run()
    assert CODE.search(text_of(trial.arrived("lothian", "you play Mercia")[-1]))
    everyone_writes(trial)


def one_is_away(trial: Trial) -> None:
    """EAS is away in this turn and the next; KNT sends the next turn's orders in advance."""
    ends = (trial.due + dt.timedelta(days=9)).date()
    code = CODE.findall(text_of(trial.report("EAS")))[-1]
    trial.write("EAS", f"Code: {code}\nSee you then.\n", f"AWAY {trial.now.date()} to {ends}")
    everyone_writes(trial, "EAS")
    assert "EAS" not in trial.pbm("status", "spring").partition("Missing")[2]
    code = CODE.findall(text_of(trial.report("KNT")))[-1]
    trial.write("KNT", f"Turn: 8\nCode: {code}\n1. TAX\n2. TAX\nEnd\n", "for later")
    trial.run()


def orders_sent_in_advance(trial: Trial) -> None:
    everyone_writes(trial, "EAS", "KNT")
    assert trial.counts("KNT") == ["TAX", "TAX"]


def early(trial: Trial) -> None:
    """All are in, and the turn is played before its deadline."""
    trial.settings(early="in")
    turn = trial.game.last() + 1
    for power in FORMS:
        if power in trial.playing(turn):
            trial.type_in(power, orders_of(power, turn))
    due = trial.due
    assert f"turn {turn} adjudicated" in trial.run()
    assert trial.now < due
    trial.settings()


def a_house_rule_changes(trial: Trial) -> None:
    trial.pbm("house", "spring", "points_target=300", "--reason", "the game shall last longer")
    everyone_writes(trial)
    trial.play()
    assert "the game shall last longer" in text_of(trial.report("WSX"))


def an_address_is_dead(trial: Trial) -> None:
    """A mail is refused: the run says so, and after a correction it goes out."""
    everyone_writes(trial)
    trial.pbm("address", "spring", "WSX", "--email", f"gone@{DOMAIN}")
    said = trial.play(fails=True)
    assert re.search(r"\d+ of \d+ sent", said)
    assert f"gone@{DOMAIN}" in said
    trial.pbm("address", "spring", "WSX", "--email", f"wsx@{DOMAIN}")
    trial.pbm("send", "spring", "--failed")
    assert trial.report("WSX")


STORY: list[Callable[[Trial], None]] = [
    questions,
    a_photo_of_a_sheet,
    thanks_below_the_report,
    somebody_misses,
    a_turn_is_undone,
    one_leaves_and_one_comes,
    one_is_away,
    orders_sent_in_advance,
    early,
    a_house_rule_changes,
    an_address_is_dead,
    everyone_writes,
]


def test_the_trial(tmp_path: Path, servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(tmp_path, servers, monkeypatch)
    trial.begin()
    trial.pbm("observe", "spring", "--name", "A reader", "--email", f"reader@{DOMAIN}")
    trial.run()
    for turn, happens in enumerate(STORY, 1):
        happens(trial)
        if trial.game.last() < turn:
            trial.play()
        assert trial.game.last() == turn
    trial.pbm("print", "spring")
    check_everyone(trial)


def check_everyone(trial: Trial) -> None:
    """Every letter came to something, and each player had a report, a sheet and a code for every turn."""
    for one in trial.letters():
        assert one.verdict in {"accepted", "away", "asked"} or one.number, one
    for power in FORMS:
        if power in BY_POST:
            continue
        texts = [text_of(one) for user in {power.lower(), trial.homes[power]} for one in trial.mailbox(user)]
        for turn in (turn for turn in range(1, TURNS + 2) if power in trial.playing(turn)):
            assert any(f"TURNSHEET FOR TURN {turn}:" in text and CODE.search(text) for text in texts), (power, turn)
    roundups = [str(one["Subject"]) for one in trial.mailbox("reader")]
    assert all(any(f"turn {turn}" in subject for subject in roundups) for turn in range(1, TURNS + 1)), roundups
    assert "Code:" not in "".join(text_of(one) for one in trial.mailbox("reader"))
    assert f"turns 0 to {TURNS} verified" in trial.pbm("verify", "spring")
