"""What people call the things and deeds of the game."""

EVERYDAY = {
    "declare war on": "WAR", "declare war against": "WAR", "war on": "WAR", "make peace with": "PEACE",
    "lift the siege of": "LIFT", "send caravan": "TREK", "the seat": "", "move the seat": "SEAT", "lend": "LOAN",
    "pay back": "REPAY", "move": "MARCH", "send": "MARCH", "assault": "STORM",
}  # fmt: skip
"""Everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"crown", "crowns", "for", "of"})
