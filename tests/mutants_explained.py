"""Changes of the rules that no case can find, and why."""

DARKAGE: dict[str, str] = {}
TWILIGHT: dict[str, str] = {}
TOURS: dict[str, str] = {}
MARNON: dict[str, str] = {}
HOMELANDS: dict[str, str] = {}
EXPLAINED: dict[str, str] = {**DARKAGE, **TWILIGHT, **TOURS, **MARNON, **HOMELANDS}
