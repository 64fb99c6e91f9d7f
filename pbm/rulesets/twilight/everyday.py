"""What people call the things and deeds of the game."""

from pbm.reading.habits import Habits

EVERYDAY = {
    "warrior": "W", "warriors": "W", "militia": "M", "militias": "M", "nomad": "N", "nomads": "N", "field army": "F",
    "field armies": "F", "fleet": "S", "fleets": "S", "leader": "L", "initiative": "INIT", "my markers": "MARKS",
    "our markers": "MARKS", "every sea": "ALL", "all seas": "ALL", "nothing": "0",
    "raise": "LEVY", "recruit": "LEVY", "build": "LEVY", "muster": "LEVY", "plunder": "PILLAGE", "loot": "PILLAGE",
    "sack": "PILLAGE", "ravage": "PILLAGE", "rebuild": "RESTORE", "move force": "MOVE", "march force": "MOVE",
    "march": "MOVE", "send": "MOVE", "go": "MOVE", "take force": "MOVE", "with force": "with", "by force": "with",
    "besiege": "SIEGE", "lay siege to": "SIEGE", "form force": "FORCE", "gather force": "FORCE",
    "hold back": "HOLD", "engagement": "ENGAGE", "leave": "DROP", "pick up": "PICK",
    "stay apart": "APART", "keep force # apart": "APART #", "keep # apart": "APART #", "show": "REVEAL",
    "use": "PLAY",
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
    "assemble force": "FORCE", "create force": "FORCE", "make force": "FORCE", "build force": "FORCE",
    "raise force": "FORCE", "put together force": "FORCE", "set up force": "FORCE", "gather": "FORCE",
    "assemble": "FORCE", "introduce feudalism": "FEUD", "establish feudalism": "FEUD", "introduce": "FEUD",
    "leave behind": "DROP", "detach": "DROP", "drop off": "DROP", "take along": "PICK", "collect": "PICK",
    "take up": "PICK", "take with": "PICK", "spend no more than": "CAP", "play early": "SLOT EARLY",
    "play late": "SLOT LATE", "early in the year": "EARLY", "late in the year": "LATE", "move early": "SLOT EARLY",
    "move late": "SLOT LATE", "act early": "SLOT EARLY", "act late": "SLOT LATE", "go early": "SLOT EARLY",
    "go late": "SLOT LATE", "turn slot": "SLOT", "put up first": "CALL", "call first": "CALL", "put up": "CALL",
    "keep back": "HOLD", "put aside": "HOLD", "reserve": "HOLD", "send home": "DISBAND", "release": "DISBAND",
    "discharge": "DISBAND", "dissolve": "DISBAND", "advance to": "MOVE", "proceed": "MOVE", "head for": "MOVE",
    "shift": "MOVE", "assail": "ATTACK", "fall upon": "ATTACK", "invest": "SIEGE", "lay siege": "SIEGE",
    "storm": "SIEGE", "devastate": "PILLAGE", "raid and pillage": "PILLAGE", "burn": "PILLAGE",
    "order of losses": "LOSSES", "lose first": "LOSSES", "casualties": "LOSSES", "losses": "LOSSES",
    "let through": "PERMIT", "grant passage to": "PERMIT", "give passage to": "PERMIT", "passage for": "PERMIT",
    "let pass": "PERMIT", "allow passage to": "PERMIT", "ban": "FORBID",
    "refuse passage to": "FORBID", "deny passage to": "FORBID", "purchase": "BUY", "acquire": "BUY",
    "get rid of": "DISCARD", "put back": "DISCARD", "part first with": "SHED",
    "part with": "SHED", "part with first": "SHED", "publish": "REVEAL", "lay open": "REVEAL",
    "sally": "SORTIE", "come out": "SORTIE", "occupation": "OCCUPY", "enter burgs": "OCCUPY", "counterattack": "CRT",
    "counter-attack": "CRT", "subsidise": "FUND", "subsidize": "FUND", "contribute": "FUND",
    "squadron": "S", "squadrons": "S", "field force": "F",
    "leadership": "LEAD", "win the combat": "WON", "won the combat": "WON", "raise a heir": "HEIR",
    "heir appears in": "HEIR", "heir": "HEIR", "minor powers": "MINORS", "our minors": "MINORS", "greek fire": "GRF",
    "donate to": "GIVE", "lay claim to": "CLAIM", "claims": "CLAIM",
}  # fmt: skip
"""Units, and everyday verbs."""
MEASURES = frozenset({"dp", "point", "points", "marker", "markers", "for", "force", "raiders", "bid", "bids", "sea",
    "seas", "table", "burg", "burgs", "land", "lands", "pillaged", "major", "majors"})  # fmt: skip
ALSO = {"KEEP": ("HOLD",), "GIVE": ("KEEP",), "MOVE": ("GIVE",)}
"""What else may be meant by an action that has no box for the things in the line: points that are kept are held."""
BESIDE = {
    "BUY": "stratagem stratagems marker markers new more", "FORCE": "gathers consists units from of with into",
    "DROP": "behind there of", "PICK": "up along", "REVEAL": "forces force units armies everybody everyone there",
    "MINORS": "play plays this order in minors act", "LOSSES": "first then order in", "FEUD": "introduce set up",
    "PERMIT": "pass through passage sail use cross", "FORBID": "pass through passage sail use cross",
    "CAP": "spend on majors most", "SLOT": "play place year want early=EARLY late=LATE", "BID": "bid offer on",
    "OCCUPY": "burgs burg captured taken yes=YES no=NO", "SORTIE": "garrisons garrison out", "DISCARD": "marker",
    "FUND": "levy its their", "HEIR": "appear appears", "SHED": "first", "HOLD": "back", "DISBAND": "home",
    "GIVE": "as gift present", "CALL": "first",
    "RESTORE": "land area", "SIEGE": "burg city", "CRT": "table", "CLAIM": "as own power", "KEEP": "first",
    "MOVE": "on", "ATTACK": "on table combat", "LEVY": "more another new", "BUYOFF": "raiders",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = {
    "leave ... behind": "DROP", "let ... pass": "PERMIT", "let ... through": "PERMIT", "allow ... to pass": "PERMIT",
    "let ... use": "PERMIT", "allow ... through": "PERMIT", "allow ... to use": "PERMIT",
    "put ... back": "DISCARD", "throw ... away": "DISCARD", "take ... along": "PICK", "pick ... up": "PICK",
    "send ... home": "DISBAND", "keep ... back": "HOLD", "set ... aside": "HOLD", "put ... aside": "HOLD",
    "lose ... first": "LOSSES", "hold ... back": "HOLD", "buy ... off": "BUYOFF",
}  # fmt: skip
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, also=ALSO, beside=BESIDE, parted=PARTED, light={"offer": "BID"},
    going="MOVE", more="LEVY", several={"militia"},
)  # fmt: skip
