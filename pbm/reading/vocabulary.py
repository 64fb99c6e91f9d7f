"""The words that people put into and around orders in every game, as data."""

import re

NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty"""
COUNTED = {word: str(number) for number, word in enumerate(NUMBERS.split())}
TENFOLD = {"hundred": 100, "thousand": 1000}
FILLING = """the to into in at on onto of from with please pls plz armies army troops soldiers my our your
towards toward against using then and also now next finally again just more extra further"""
FILLERS = frozenset(FILLING.split())
LEADING = """and then also next finally now please pls plz so i we will would like want to shall i'd i'll we'd we'll
let's first firstly secondly thirdly lastly afterwards"""
CONNECTING = frozenset(LEADING.split())
"""What may stand before the action word."""
IDLING = """a an is are be should shall must will would do does unit units men man i we i'd i'll we'd we'll like want
wants let let's it first"""
IDLE = FILLERS | frozenset(IDLING.split())
"""Words that mean nothing where an action has no box for them."""
IDLE_IN_CONDITIONS = frozenset({"there", "has", "have", "still"})
JOINING = frozenset({"and"})
"""Fillers only before the action word: inside an order they join two things."""
PLACED = frozenset({"in", "at"})
TOWARD = frozenset({"to", "into", "onto", "towards", "toward", "against"})
AWAY = frozenset({"from"})
BY = frozenset({"with", "using"})
"""What stands behind these does it: it comes before what it is done to."""
THROUGH = frozenset({"via", "through", "along"})
"""Words that mean nothing in a row of places."""
CUES = TOWARD | AWAY | BY | PLACED | frozenset({"on"}) | THROUGH
GIVING = frozenset({"GIVE", "GIFT", "FUND", "TRIBUTE", "LOAN", "REPAY", "REDEEM"})
"""Who is said to get something from a power does not mean to give it something."""
EVERYTHING = frozenset({"all", "everything", "everybody", "everyone"})
ANYONE = frozenset({"any", "anyone", "anybody", "anything"})
MINUS = "minus"
BUT = frozenset({"but", "except", "bar", MINUS})
TIMES = {"once": "1", "twice": "2", "thrice": "3"}
LIGHT = frozenset({"put", "place", "keep", "take", "make", "leave"})
"""Verbs that say little: keep A4 in reserve."""
FIRST = "first"
SEPARATORS = frozenset(",;.!:|/>-=→[]\"'")
SIGNS = SEPARATORS | frozenset("()&")
JOINTS = frozenset({"and", ",", "&"})
LISTING = JOINTS | {"then"}
BEFORE_VERBS = CONNECTING | SEPARATORS | {"a", "an"}
"""What may stand before a verb of which nobody is said to do it."""
MOST_WORDS = 40
LATER = re.compile(r"\b(?:next|last|later)\s+(?:turn|year|round|season|month|time|week)s?\b", re.IGNORECASE)
"""Whoever says so speaks of another turn."""
TURNING = re.compile(
    r"\b(?:not|no|never|nor|none|nobody|nothing|neither|cannot|\w+n't|dont|wont|cancel|stop|skip|unless|instead|except"
    r"|without|minus|or|if)\b",
    re.IGNORECASE,
)
"""Whoever says so may mean the opposite."""
REASON = re.compile(
    r"\((?:they|it|he|she|we|i|this|that|because|since|so|to)\b"
    r"(?P<words>[^()\d]*)\)(?=[\s.!]*\Z)",
    re.IGNORECASE,
)
"""Why somebody wants it, in brackets behind the order."""
LIMITING = re.compile(
    r"\b(?:only|half|some|most|all|both|rest|others?|until|till|after|before|when|while|first|last|later|next|maybe|perhaps"
    r"|by|via|through|along|with|each)\b",
    re.IGNORECASE,
)
