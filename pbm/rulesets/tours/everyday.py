"""What people call the things and deeds of the battle."""

EVERYDAY = {
    "heavy infantry": "HI", "light infantry": "LI", "heavy cavalry": "HC", "light cavalry": "LC",
    "red tribes": "RED", "yellow tribes": "YEL", "blue tribes": "BLU", "grey tribes": "GRY", "gray tribes": "GRY",
    "yellow": "YEL", "blue": "BLU", "grey": "GRY", "charles": "CHA", "abd": "ABD",
    "east": "E", "west": "W", "north-east": "NE", "northeast": "NE", "south-east": "SE", "southeast": "SE",
    "north-west": "NW", "northwest": "NW", "south-west": "SW", "southwest": "SW",
    "at": "", "turn": "FACE", "shoot": "FIRE", "march": "MOVE",
}  # fmt: skip
"""Contingents, leaders, the compass, and everyday verbs; nothing stands for a word that only leads on."""
