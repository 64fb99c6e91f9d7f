"""What people call the things and deeds of the game."""

EVERYDAY = {
    "warrior": "W", "warriors": "W", "militia": "M", "militias": "M", "nomad": "N", "nomads": "N", "field army": "F",
    "field armies": "F", "fleet": "S", "fleets": "S", "raise": "LEVY", "recruit": "LEVY", "plunder": "PILLAGE",
    "rebuild": "RESTORE", "move force": "MOVE", "march force": "MOVE", "with force": "with", "initiative": "INIT",
    "besiege": "SIEGE",
}  # fmt: skip
"""Units, and everyday verbs."""
MEASURES = frozenset({"dp", "marker", "markers", "for"})
