"""Changes of the rules that no case can find, and why."""

DARKAGE: dict[str, str] = {}
TWILIGHT: dict[str, str] = {}
TOURS: dict[str, str] = {}
MARNON: dict[str, str] = {
    "marnon.march deeds_done: word == DROP and isinstance(value, Number)"
    " -> word == DROP or isinstance(value, Number)": "of PICK, DROP and PIN only DROP has a number",
    "marnon.relations relation: return ALLY -> return ''": "every rule asks of two powers, and of oneself by itself",
    "marnon.sheet left_over: isinstance(inner, MarnonOrder) and who in world.powers"
    " -> isinstance(inner, MarnonOrder) or who in world.powers": "a line that cannot be read is answered at once",
}
HOMELANDS: dict[str, str] = {}
EXPLAINED: dict[str, str] = {**DARKAGE, **TWILIGHT, **TOURS, **MARNON, **HOMELANDS}
