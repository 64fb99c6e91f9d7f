"""A new game in five minutes: who you are and where mail goes, the rules, the house rules, the players, the start."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, g, redirect, request
from werkzeug.wrappers import Response as Answer

from pbm.errors import GameError
from pbm.files import refuse_name
from pbm.mail.settings import WEEKDAYS
from pbm.office.about import about
from pbm.office.new_office import Wishes, as_written, keep_office, wishes_of
from pbm.office.offers import offers, varying
from pbm.office.signup import signups
from pbm.record.changing_house import choices_of
from pbm.rulesets import load, names
from pbm.rulesets.contract import AnyRuleset
from pbm.web.buttons import BUTTONS
from pbm.web.jobs import Command
from pbm.web.pages import Desk, form, render

PREFIX = "house-"


def page() -> Response | Answer:
    """The office's own settings, and which game it is to be."""
    desk: Desk = g.desk
    with desk.reading:
        if request.method == "POST" and request.form.get("act") == "office":
            keep_office(desk.games, wished(request.form))
            return redirect("/new?kept=yes", 303)
        if request.method == "POST" and request.form.get("act") == "test":
            job = desk.jobs.begin(
                Command(("send", "office", "--test"), "Test the mail", back="/new"), request.form.get("once", "")
            )
            return redirect(f"/jobs/{job.id}", 303)
        if request.method == "POST":
            name = request.form.get("name", "").strip()
            refuse_name(name)
            if name in desk.game_names:
                raise GameError(f"There is a game {name} already.")
            return redirect(f"/new/{name}?ruleset={load(request.form.get('ruleset', '')).name}", 303)
        wishes = wishes_of(desk.games)
        rules = [(name, load(name).title) for name in names()]
        return render(
            "new",
            "A new game",
            wishes=wishes,
            weekdays=("", *WEEKDAYS),
            files=as_written(wishes),
            rulesets=rules,
            offers=offers(desk.games),
            kept=request.args.get("kept", ""),
            known=bool(about(desk.games).gm),
            once=form(BUTTONS["run"])["once"],
        )


def wished(said: Mapping[str, str]) -> Wishes:
    text = {
        key: " ".join(said.get(key, "").split()) for key in Wishes.__struct_fields__ if key not in ("post_to", "days")
    }
    days = said.get("days", "").strip() or "14"
    if not days.isdecimal():
        raise GameError(f"Days from one deadline to the next: {days} is no whole number.")
    post_to = tuple(line.strip() for line in said.get("post_to", "").splitlines() if line.strip())
    return Wishes(**text, post_to=post_to, days=int(days))


def one(name: str) -> Response | Answer:
    """A game that is to start: its house rules, its players, and the button that starts it."""
    desk: Desk = g.desk
    refuse_name(name)
    with desk.reading:
        if name in desk.game_names:
            return redirect(f"/games/{name}", 303)
        offer = offers(desk.games).get(name)
        if request.method == "POST":
            job = desk.jobs.begin(offering(name, request.form), request.form.get("once", ""))
            return redirect(f"/jobs/{job.id}", 303)
        rules = offer.rules if offer else load(request.args.get("ruleset", "") or names()[0])
        said = dict(rule.split("=", 1) for rule in offer.house if "=" in rule) if offer else {}
        settings: Any = offer.settings if offer else rules.state.settings()
        return render(
            "to_start",
            name,
            game=name,
            rules=rules,
            offer=offer,
            house=list(house_rows(rules, said)),
            seats=rules.state.seats(settings),
            listed=signups(desk.games, name),
            signup=form(BUTTONS["signup"], name, back=f"/new/{name}"),
            start=form(BUTTONS["start"], name, back=f"/games/{name}"),
            once=form(BUTTONS["run"])["once"],
        )


def house_rows(rules: AnyRuleset, said: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each house rule with its meaning, its usual value, what is chosen, and the choices if it has them."""
    kinds = {field.name: choices_of(field.type) for field in msgspec.structs.fields(rules.state.settings)}
    first = varying(rules)
    rows = [
        {
            "name": name,
            "usual": usual.strip('"'),
            "value": said.get(name, usual.strip('"')),
            "meaning": meaning,
            "choices": [str(choice) for choice in kinds.get(name, ())],
            "first": name in first,
        }
        for name, usual, meaning in rules.state.house_rules()
    ]
    return sorted(rows, key=lambda row: not row["first"])


def offering(name: str, said: Mapping[str, str]) -> Command:
    """pbm offer with the house rules that are not as usual."""
    rules = load(said.get("ruleset", ""))
    usual = {row: value.strip('"') for row, value, _ in rules.state.house_rules()}
    given = {key.removeprefix(PREFIX): " ".join(value.split()) for key, value in said.items() if key.startswith(PREFIX)}
    changed = [
        f"--house={key}={value}" for key, value in given.items() if key in usual and value not in ("", usual[key])
    ]
    note = " ".join(said.get("note", "").split())
    words = ("offer", f"--ruleset={rules.name}", *changed, *([f"--note={note}"] if note else []), "--", name)
    return Command(words, f"Offer {name}", name, back=f"/new/{name}")
