"""Pressing a button: its page says what will happen and shows the command, and a form of ours begins it."""

import json

from flask import Response, g, redirect, request
from werkzeug.wrappers import Response as Answer

from pbm.errors import GameError
from pbm.files import refuse_name
from pbm.mail.calendar import deadline, spoken
from pbm.mail.front_door import correspondent
from pbm.mail.outbox import REPORT, Outbox, has_gone
from pbm.mail.sets import expected, missing
from pbm.office.offers import offers
from pbm.office.printed import printed
from pbm.office.signup import all_lists
from pbm.record.game import Game
from pbm.web.buttons import Button, Values, find
from pbm.web.jobs import Command
from pbm.web.letters import chosen
from pbm.web.pages import Desk, answer, form, render, shown

ALL = ("run", "site", "save")
"""Buttons that are of no one game."""
TO_COME = ("signup", "start")
"""Buttons of a game that is not there yet."""
OF_A_LETTER = ("answer", "done", "forward", "accept")


def page(name: str, game: str = "") -> Response | Answer:
    """What a button will do; or, from its form, the command begun."""
    desk: Desk = g.desk
    button = find(name)
    with desk.reading:
        refuse_stranger(button, game)
        if request.method == "GET":
            return asked(button, game, request.args)
        back = request.form.get("back", "") or back_of(button, game)
        command = button.command(game, request.form, back if back.startswith("/") and back[1:2] != "/" else "/")
    job = desk.jobs.begin(command, request.form.get("once", ""))
    return redirect(f"/jobs/{job.id}", 303)


def back_of(button: Button, game: str) -> str:
    if button.name in ("signup", "start"):
        return f"/new/{game}"
    return (
        f"/games/{game}"
        if game and button.name not in OF_A_LETTER
        else "/letters"
        if button.name in OF_A_LETTER
        else "/"
    )


def refuse_stranger(button: Button, game: str) -> None:
    """Check that there is such a game or letter, before its name becomes part of a command."""
    desk: Desk = g.desk
    if button.name in ALL:
        if game:
            raise GameError("This button is of no one game.")
    elif button.name in OF_A_LETTER:
        place, _, number = game.partition("/")
        chosen(place, number)
    elif button.name in TO_COME:
        refuse_name(game)
    else:
        correspondent(desk.games, game)


def asked(button: Button, game: str, values: Values) -> Response:
    given = {key: value for key, value in values.items() if key != "back"}
    known = facts(button, game)
    example = preview_of(button, game, {**{one.name: one.value for one in button.fields}, **known, **given})
    return render(
        "button",
        f"{button.label}{f': {game}' if game else ''}",
        form=form(button, game, {**known, **given}, values.get("back", "")),
        game=game,
        command=example,
        about=about(button, game),
    )


def preview_of(button: Button, game: str, values: Values) -> str:
    """The command as it would be typed, with dots for what is still to be written."""
    given = {box.name: values.get(box.name, "") or ("…" if box.needed else "") for box in button.fields}
    words = [word for word in button.words(game, given) if word]
    return str(Command(tuple(words), button.label))


def facts(button: Button, game: str) -> dict[str, str]:
    """What the desk fills in by itself: the turn that the button is about, so that it is done once."""
    desk: Desk = g.desk
    if button.name in ("play", "undo"):
        here = desk.game(game)
        return {"turn": str(here.called(here.last() + (button.name == "play")))}
    return {}


def about(button: Button, game: str) -> list[str]:
    """What the game master may want to know before it is done."""
    desk: Desk = g.desk
    if button.name in TO_COME:
        there = offers(desk.games).get(game)
        listed = all_lists(desk.games).get(game, [])
        return [
            *([f"{game} is offered as {there.rules.title}."] if there else []),
            f"On its list: {', '.join(listed) or 'nobody'}.",
        ]
    if button.name in ("play", "preview", "extend", "remind"):
        return list(of_the_turn(desk.game(game)))
    if button.name in ("undo", "redo", "correct"):
        return list(who_saw(desk.game(game)))
    return []


def of_the_turn(game: Game) -> list[str]:
    turn = game.last() + 1
    due, wanted, absent = deadline(game, turn), expected(game, turn), missing(game, turn)
    said = [f"It is {game.named(turn)}" + (f", due {spoken(due)}." if due else ".")]
    said.append(
        f"{len(wanted) - len(absent)} of {len(wanted)} are in or away."
        + f" Missing: {', '.join(absent)}." * bool(absent)
    )
    return said


def who_saw(game: Game) -> list[str]:
    """Who has the report of the last turn already."""
    outbox, turn = Outbox(game), game.last()
    reports = [id for id in outbox.ids() if id.split("-")[2] == REPORT and int(id.split("-")[0]) == turn]
    mailed = sorted({id.split("-")[1] for id in reports if has_gone(outbox, id)})
    on_paper = sorted(printed(game, turn).envelopes) if turn else []
    said = [f"It is {game.named(turn)}."]
    said.append(
        f"Its report has gone by mail to {', '.join(mailed)}." if mailed else "Its report has gone to nobody by mail."
    )
    return [*said, *([f"It was printed for {', '.join(on_paper)}."] if on_paper else [])]


def job(id: str) -> Response:
    desk: Desk = g.desk
    found = desk.jobs.find(id)
    return render("job", found.command.label, job=found)


def stand_of(id: str) -> Response:
    """How far a command is, for the page that watches it."""
    desk: Desk = g.desk
    found = desk.jobs.find(id)
    told = {"works": found.works, "said": found.said, "stands": found.stands, "outcome": found.outcome}
    return answer(json.dumps(told).encode(), "application/json")


def made(id: str, name: str) -> Response:
    """A page or text that a command has made, such as a report of a preview."""
    desk: Desk = g.desk
    content = desk.jobs.find(id).made(name)
    return shown(content) if name.endswith(".html") else answer(content, "text/plain; charset=utf-8")
