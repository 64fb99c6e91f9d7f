"""What people call the things and deeds of the game."""

SINGLE = ("fleet", "merchant", "caravan", "fort", "general")
"""What is bought one by one."""
EVERYDAY = {
    **{f"{one} {noun}": noun.upper() for one in ("one", "1") for noun in SINGLE},
    "army #": "A#", "force #": "A#", "general #": "G#", "fleet #": "F#", "caravan #": "V#", "diplomat #": "D#",
    "castle #": "C#", "army points": "ARMY", "points of army": "ARMY",
    "merchant fleet": "MERCHANT", "merchant fleets": "MERCHANT", "supplies": "SUPPLY",
    "war fleet": "FLEET", "buy # points": "BUY ARMY #", "recruit #": "BUY ARMY #", "raise #": "BUY ARMY #",
    "buy # points of army": "BUY ARMY #", "buy # army points": "BUY ARMY #", "purchase": "BUY", "acquire": "BUY",
    "travel": "MARCH", "walk": "MARCH", "advance": "MARCH", "fall back": "RETREAT", "flee": "RETREAT", "unite": "JOIN",
    "combine": "JOIN", "detach": "SPLIT", "divide": "SPLIT", "command": "LEAD", "take command of": "LEAD",
    "fix": "REPAIR", "watch": "PATROL", "guard": "PATROL", "cruise": "SAIL", "hunt down": "HUNT",
    "raise the siege of": "LIFT",
    "abandon the siege of": "LIFT", "disband": "KEEP NO", "send home": "KEEP NO",
    "declare war on": "WAR", "declare war against": "WAR", "war on": "WAR", "make peace with": "PEACE",
    "offer peace to": "PEACE", "alliance with": "ALLY", "offer an alliance to": "ALLY", "ally with": "ALLY",
    "lift the siege of": "LIFT", "end the siege of": "LIFT", "send caravan": "TREK", "the seat": "",
    "move the seat": "SEAT", "seat of government": "SEAT", "move the government": "SEAT",
    "lend": "LOAN", "for # turns": "#",
    "pay back": "REPAY", "pay tribute to": "TRIBUTE", "move": "MARCH", "send": "MARCH", "go": "MARCH", "go on": "",
    "go on crusade": "CRUSADE", "assault": "STORM", "the walls of": "", "behind walls": "WALLS",
    "behind the walls": "WALLS", "stay behind the walls of": "WALLS", "fight in the field": "FIELD", "pick up": "PICK",
    "build": "BUY", "hire": "BUY", "recruit": "BUY", "merge": "JOIN", "put": "PLACE", "split off": "SPLIT",
    "show": "DECLARE", "allow trade with": "TRADE YES", "stop trading with": "TRADE NO", "dismiss": "KEEP NO",
    "no reserve": "RESERVE NONE", "repair nothing": "REPAIR NONE", "on patrol": "PATROL", "aboard": "CARRY",
    "carrying": "CARRY", "land in": "LAND", "land at": "LAND", "we go first": "INITIATIVE FIRST",
    "we go last": "INITIATIVE LAST", "for the king": "KING FOR", "against the king": "KING AGAINST",
    "declare for the king": "KING FOR", "declare against the king": "KING AGAINST",
    "alliance": "ALLY", "goes on to": "MARCH", "intercept": "",
    "they go to": "for", "they join": "for", "to go to": "for",
    "in command of": "LEAD", "exile with": "EXILE HOST", "rebels in": "", "pirates with": "",
}  # fmt: skip
"""Units, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"crown", "crowns", "for", "of", "point", "points", "caravan", "caravans", "fleet", "fleets",
    "general", "diplomat", "army", "armies", "card", "pirates", "rebels", "under", "levies", "levy",
    "government", "go", "by", "merchant", "merchants"})  # fmt: skip
DOUBTFUL = frozenset({"toward", "towards"})
"""A march may stop on its way."""
ALSO = {"MARCH": ("SAIL", "TREK", "ENVOY"), "PAY": ("TRIBUTE",), "PLACE": ("JOIN", "LEAD")}
"""What else may be meant by an action that has no box for the things in the line: a fleet that marches sails."""
