"""What people call the things and deeds of the battle."""

EVERYDAY = {
    "heavy infantry": "HI", "light infantry": "LI", "heavy cavalry": "HC", "light cavalry": "LC", "guard": "GRD",
    "red tribes": "RED", "yellow tribes": "YEL", "blue tribes": "BLU", "grey tribes": "GRY", "gray tribes": "GRY",
    "yellow": "YEL", "blue": "BLU", "grey": "GRY", "charles": "CHA", "abd": "ABD", "all contingents": "ALL",
    "east": "E", "west": "W", "north-east": "NE", "northeast": "NE", "south-east": "SE", "southeast": "SE",
    "north-west": "NW", "northwest": "NW", "south-west": "SW", "southwest": "SW", "best target": "ANY",
    "shield wall": "WALL", "form the wall": "WALL", "form the shield wall": "WALL", "form a wall": "WALL",
    "leave the wall": "UNWALL", "otherwise": "ELSE", "or else": "ELSE", "disordered": "DIS", "engaged": "ENG",
    "at": "", "turn": "FACE", "shoot": "FIRE", "march": "MOVE", "ride": "MOVE", "go": "MOVE", "send": "MOVE",
    "charge": "ATTACK", "assault": "ATTACK", "join": "LEAD", "place": "SETUP", "put": "SETUP", "set up": "SETUP",
    "surrender": "RESIGN", "concede": "RESIGN", "initiative": "INIT", "we go first": "INIT FIRST",
    "we go last": "INIT LAST", "play first": "INIT FIRST", "play last": "INIT LAST", "sequence": "SEQ",
    "order of contingents": "SEQ", "stay put": "STAY", "stay where they are": "STAY", "do nothing": "NONE",
    "counter-attack": "COUNTER", "counterattack": "COUNTER", "press the attack": "PRESS", "press on": "PRESS",
    "back into the shield wall": "WALL", "into the shield wall": "WALL", "into a shield wall": "WALL",
    "ride back": "BACK", "and return": "BACK", "and back": "BACK", "and advances": "ADV", "and advance into it": "ADV",
    "attack of its own accord": "SHOCK", "attack of their own accord": "SHOCK", "or better": "",
    "gallop": "MOVE", "walk": "MOVE", "wheel": "FACE", "look": "FACE", "harass": "HARRY", "remain": "STAY",
    "wait": "STAY", "stay still": "STAY", "fall back": "WITHDRAW", "pull back": "WITHDRAW", "rally": "REFORM",
    "regroup": "REFORM",
    "re-form": "REFORM", "hold fast": "HOLD", "stand fast": "HOLD", "push forward": "ADVANCE", "go forward": "ADVANCE",
    "move forward": "ADVANCE", "accompany": "LEAD", "ride with": "LEAD",
    "if we win the initiative": "", "if we get the initiative": "",
}  # fmt: skip
"""Contingents, leaders, the compass, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"by", "hex", "hexes", "unit", "units", "contingent", "contingents", "facing", "face", "faces",
    "step", "steps", "along"})  # fmt: skip
DOUBTFUL = frozenset({"toward", "towards"})
"""A march may stop on its way."""
ALSO = {"MOVE": ("LEAD",)}
"""What else may be meant by an action that has no box for the things in the line: a leader who moves is led."""
TAKES = {"SELECTOR": ("unit", "contingent"), "TARGETS": ("unit", "contingent")}
"""What may stand in boxes that take any word."""
