"""Games that people may join before they start: _office/offers.toml, a table for each, with rules and house rules."""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import GameError
from pbm.files import put, refuse_name
from pbm.office.credits import office
from pbm.record.changing_house import choices_of, spoken_for
from pbm.record.config import parsed, read_house
from pbm.record.game import Game
from pbm.record.people import section
from pbm.rulesets import load, names
from pbm.rulesets.contract import AnyRuleset

FILE = "offers.toml"


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    ruleset: str
    house: tuple[str, ...] = ()
    """House rules for it, such as scenario=855."""
    note: str = ""

    @property
    def rules(self) -> AnyRuleset:
        return load(self.ruleset)

    @property
    def settings(self) -> Any:
        return read_house(spoken_for(self.rules, self.house), self.rules)


def offers(games: Path) -> dict[str, Offer]:
    """The games that have not started."""
    return {name: offer for name, offer in all_offers(games).items() if not (games / name).exists()}


def all_offers(games: Path) -> dict[str, Offer]:
    path = games / "_office" / FILE
    if not path.is_file():
        return {}
    try:
        return msgspec.convert(parsed(path.read_bytes()), dict[str, Offer])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{path} cannot be read: {error}. Fix that line and try again.") from None


def keep_offers(games: Path, every: Mapping[str, Offer]) -> None:
    text = "\n".join(section(name, msgspec.to_builtins(offer)) for name, offer in sorted(every.items()))
    put(office(games) / FILE, text.encode())


def make_offer(games: Path, name: str, offer: Offer) -> None:
    """Let people join a game that is to start."""
    refuse_name(name)
    if (games / name).exists():
        raise GameError(f"{name} has started: whoever wants to join it goes on its standby list.")
    load(offer.ruleset)
    _ = offer.settings  # house rules that do not exist are named
    keep_offers(games, {**all_offers(games), name: offer})


def close_offer(games: Path, name: str) -> bool:
    """Take an offer back, or forget it once the game has started."""
    every = all_offers(games)
    if name in every:
        keep_offers(games, {other: offer for other, offer in every.items() if other != name})
    return name in every


def may_be_wished(games: Path, name: str) -> dict[str, str]:
    """The codes that players of a game may prefer, with their names; none if the game neither is played nor offered."""
    if (games / name).is_dir():
        config = Game(games / name).config()
        rules, settings = config.ruleset, config.settings
    elif offer := offers(games).get(name):
        rules, settings = offer.rules, offer.settings
    else:
        return {}
    return {code: rules.state.seats(settings).get(code, "") for code in on_offer(rules, settings)}


def every_offer() -> dict[str, list[str]]:
    """What players may prefer in every game, and in each of its scenarios or eras."""
    return {
        f"{rules.title}{said}": on_offer(rules, settings)
        for rules in map(load, names())
        for said, settings in variants(rules)
    }


def variants(rules: AnyRuleset) -> Iterator[tuple[str, Any]]:
    """The settings of a game by default, and with each choice of a house rule that changes who plays."""
    usual = rules.state.settings()
    yield "", usual
    for field in msgspec.structs.fields(rules.state.settings):
        for choice in choices_of(field.type):
            with suppress(ValueError, TypeError):
                other = msgspec.structs.replace(usual, **{field.name: choice})
                if on_offer(rules, other) != on_offer(rules, usual):
                    yield f", {field.name} {choice}", other


def varying(rules: AnyRuleset) -> list[str]:
    """The house rules that change who plays, such as the scenario."""
    return list(dict.fromkeys(said.split()[1] for said, _ in variants(rules) if said))


def on_offer(rules: AnyRuleset, settings: Any) -> list[str]:
    """All that players may prefer: powers, and what else the game lets them choose."""
    return [*rules.state.seats(settings), *rules.state.wishes(settings)]


def starts(rules: AnyRuleset) -> Iterator[tuple[str, Any]]:
    """The settings of each scenario or era, with the house rule that chooses it; without one if there is only one."""
    fields = varying(rules)
    for said, settings in variants(rules):
        usual = f"{fields[0]}={getattr(settings, fields[0])}" if fields else ""
        yield "=".join(said.removeprefix(", ").split(" ", 1)) or usual, settings


def powers_of(rules: AnyRuleset) -> Iterator[str]:
    """The powers of each scenario or era: a line each, with the house rule that chooses it."""
    for house, settings in starts(rules):
        powers = ", ".join(f"{code} {name}" for code, name in rules.state.seats(settings).items())
        others = ", ".join(rules.state.wishes(settings))
        yield f"{house or rules.title}: {powers}{f'; also {others}' if others else ''}"
