"""What people call the things and deeds of the game."""

EVERYDAY = {
    "warrior": "W", "warriors": "W", "militia": "M", "militias": "M", "nomad": "N", "nomads": "N", "field army": "F",
    "field armies": "F", "fleet": "S", "fleets": "S", "leader": "L", "initiative": "INIT", "my markers": "MARKS",
    "our markers": "MARKS", "every sea": "ALL", "all seas": "ALL", "nothing": "0",
    "raise": "LEVY", "recruit": "LEVY", "build": "LEVY", "muster": "LEVY", "plunder": "PILLAGE", "loot": "PILLAGE",
    "sack": "PILLAGE", "ravage": "PILLAGE", "rebuild": "RESTORE", "move force": "MOVE", "march force": "MOVE",
    "march": "MOVE", "send": "MOVE", "go": "MOVE", "take force": "MOVE", "with force": "with", "by force": "with",
    "besiege": "SIEGE", "lay siege to": "SIEGE", "form force": "FORCE", "gather force": "FORCE",
    "hold back": "HOLD", "engagement": "ENGAGE", "leave": "DROP", "pick up": "PICK",
    "stay apart": "APART", "keep force # apart": "APART #", "keep # apart": "APART #", "show": "REVEAL", "use": "PLAY",
    "put": "PLACE", "pay": "GIVE", "buy off": "BUYOFF", "feudalism": "FEUD", "set up feudalism": "FEUD",
    "hire": "LEVY", "enlist": "LEVY", "mobilise": "LEVY", "mobilize": "LEVY", "conscript": "LEVY", "travel": "MOVE",
    "transfer": "GIVE", "hand": "GIVE", "grant": "GIVE", "donate": "GIVE", "blockade": "SIEGE", "assault": "ATTACK",
    "strike": "ATTACK", "fight": "ATTACK", "disclose": "REVEAL", "save": "HOLD", "set aside": "HOLD",
    "dismiss": "DISBAND",
    "bribe": "BUYOFF", "pay off": "BUYOFF", "finance": "FUND", "support": "FUND", "allow": "PERMIT", "deny": "FORBID",
    "throw away": "DISCARD", "spend at most": "CAP", "take losses": "LOSSES",
    "no bid": "BID 0", "no bids": "BID 0", "repair": "RESTORE", "out of the levy": "", "from the levy": "",
    "we win": "WON", "we have won": "WON", "orders for": "FOR",
    "no assassin": "ASSASSIN NONE", "no assassins": "ASSASSIN NONE",
}  # fmt: skip
"""Units, and everyday verbs."""
MEASURES = frozenset({"dp", "point", "points", "marker", "markers", "for", "force", "raiders", "bid", "bids", "sea",
    "seas", "table", "burg", "burgs", "land", "lands", "pillaged", "major", "majors"})  # fmt: skip
ALSO = {"KEEP": ("HOLD",), "GIVE": ("KEEP",), "MOVE": ("GIVE",)}
"""What else may be meant by an action that has no box for the things in the line: points that are kept are held."""
