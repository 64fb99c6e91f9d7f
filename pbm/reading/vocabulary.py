"""The words that people put into and around orders in every game, as data."""

import re

NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty"""
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
COUNTED = {word: str(number) for number, word in enumerate(NUMBERS.split())} | {
    word: str(10 * ten) for ten, word in enumerate(TENS, 2)
}
TENFOLD = {"dozen": 12, "hundred": 100, "thousand": 1000}
ARTICLES = frozenset({"a", "an"})
FILLING = """the to into in at on onto of from with please pls plz armies army troops soldiers my our your
towards toward against using then and also now next finally again just more extra further"""
FILLERS = frozenset(FILLING.split())
LEADING = """and then also next finally now please pls plz so i we will would should could like want to shall i'd i'll
we'd we'll let's first firstly secondly thirdly lastly afterwards start begin continue try decide intend plan"""
CONNECTING = frozenset(LEADING.split())
"""What may stand before the action word."""
IDLING = """a an is are be should shall must will would may can could do does unit units men man i we i'd i'll we'd
we'll like want wants let let's it first last too thanks immediately directly simply inside upon across own
quickly quietly slowly carefully bravely boldly straight gladly certainly definitely anyway already"""
HARMLESS = frozenset(
    """have has make makes them him her it they he she us me you your it's we're i'm they're that this these those be
being am try tries trying order orders ordered decide decided choose chose wish wishes think going glad
happy able together ahead across ever really actually surely clearly obviously exactly indeed however therefore thus
hence yet still accordingly good big great brave fine dear noble mighty strong gallant loyal lads boys guys fellows folk
people today swiftly speedily hastily firmly resolutely cautiously peacefully naturally sire
faithful proud trusty love ought well yes ok okay hmm sir gm dare kindly as so even very quite gets""".split()  # noqa: SIM905
)
"""Words without a meaning of their own, left out only of a line that cannot be read with them."""
HELPING = re.compile(r"\b(?:be|have|has|gets?|is|are|want|wants|like)\b(?!.*\bby\b)", re.IGNORECASE)
"""Behind these something is done to what stands before them: have a fort built."""
DONE = """built build, bought buy, sold sell, sent send, sown sow, given give, taken take, brought bring, led lead, paid
pay, lent lend, kept keep, held hold, shown show, hidden hide, driven drive, burnt burn, stolen steal, drawn
draw, marched march, hired hire, raised raise, moved move, planted plant, besieged besiege, repaired repair,
recruited recruit, trained train, levied levy, mustered muster, pillaged pillage, plundered plunder, restored
restore, disbanded disband, dismissed dismiss, slaughtered slaughter, culled cull, harvested harvest, released
release, cancelled cancel, placed place, founded found, upgraded upgrade, degraded degrade"""
PARTICIPLES = {pair.split()[0]: pair.split()[1] for pair in DONE.split(",")}
"""What is done, and how somebody says who does it."""
POSSESSIVE = frozenset({"its", "their", "his", "her"})
IDLE = FILLERS | frozenset(IDLING.split())
"""Words that mean nothing where an action has no box for them."""
IDLE_IN_CONDITIONS = frozenset(
    {"there", "has", "have", "reached", "still", "stands", "stand", "he", "siege", "become", "becomes"}
)
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
EVERYTHING = frozenset({"all", "every", "everything", "everybody", "everyone"})
PRONOUNS = frozenset({"everything", "everybody", "everyone"})
"""Whoever says so speaks of all kinds: everyone except one militia leaves one militia, and all others come."""
ANYONE = frozenset({"any", "anyone", "anybody", "anything"})
MINUS = "minus"
BUT = frozenset({"but", "except", "bar", MINUS})
TIMES = {"once": "1", "twice": "2", "thrice": "3"}
LIGHT = frozenset({"put", "place", "keep", "take", "make", "leave", "offer", "propose", "have", "order", "get"})
"""Verbs that say little: keep A4 in reserve."""
TAKING = frozenset({"take", "takes", "bring", "brings", "get", "have"})
"""Verbs that say no more than that something goes somewhere: take A1 to Fernham."""
MORE = frozenset({"more", "another", "extra", "additional", "new"})
"""What people say of things of which there shall be more."""
GETTING = "for"
"""Before whoever gets what there shall be: a fort for Oxleaf."""
WANTING = frozenset({"want", "wants", "need", "needs"})
"""What people say of things that are to be got: we need a fort at Oxleaf."""
FIRST, LAST = "first", "last"
"""What people say of the things of a list."""
PARTICLES = frozenset({"aside", "back", "off", "up", "down", "away", "home", "along", "behind", "out", "over", "inside",
    "together", "apart"})  # fmt: skip
"""What may stand behind what a verb is done to: put two gold aside."""
SPANNING = frozenset({"through", "thru", "till", "until", "-"})
"""Between two units these mean all from one to the other; before the verb `to` does as well."""
NOBODY = "nobody"
DENYING = frozenset(["not", "never", "nobody", "don't", "doesn't", "dont", "doesnt", "won't", "wont", "shan't"])
"""What answers a question of YES or NO with NO."""
ALWAYS = "always"
SEPARATORS = frozenset(",;.!:|/>-=→[]\"'")
SIGNS = SEPARATORS | frozenset("()&")
JOINTS = frozenset({"and", ",", "&"})
LISTING = JOINTS | {"then"}
BEFORE_VERBS = CONNECTING | SEPARATORS | {"a", "an", "our", "my"}
"""What may stand before a verb of which nobody is said to do it."""
BEING = frozenset({"are", "am", "do"})
"""We are for the king."""
MOST_WORDS = 40
ORDINARY = """some half most many few several both none or not if but for of as so here there when while them they he
she us home back away soon maybe perhaps"""
COMMON = IDLE | POSSESSIVE | EVERYTHING | ANYONE | CONNECTING | frozenset(ORDINARY.split())
"""Words that everybody uses, so that none of them is a name with a slip in it."""
LATER = re.compile(r"\b(?:next|last|later)\s+(?:turn|year|round|season|month|time|week)s?\b", re.IGNORECASE)
"""Whoever says so speaks of another turn."""
TURNING = re.compile(
    r"\b(?:not|no|never|nor|none|nobody|nothing|neither|cannot|\w+n't|dont|doesnt|wont|cancel|stop|skip|unless|instead"
    r"|except|without|minus|or|if)\b",
    re.IGNORECASE,
)
"""Whoever says so may mean the opposite."""
REASON = re.compile(
    r"\((?!(?:the|an?)\b)(?P<words>\s*[^\s()\d]+\s[^()\d]*)\)(?=[\s.!]*\Z)|[,;]?\s\bbecause\b(?P<why>[^()\d]*)\Z",
    re.IGNORECASE,
)
"""Why somebody wants it: in brackets of two words or more behind the order, or behind `because`."""
LIMITING = re.compile(
    r"\b(?:only|half|some|most|all|both|the\s+rest|ones?|others?|until|till|after|before|when|while|first|last|later|next"
    r"|maybe|perhaps|by|via|through|along|with|each|every|any|but|leaving|less|more|than)\b",
    re.IGNORECASE,
)
"""What is said so is no reason."""
NARROWING = re.compile(
    r"\b(?:but|no\s+one|half|less|leaving|rest|end|break|else|towards?|back|at\s+least|at\s+most|nearly|almost"
    r"|around|about|between|each|than|few|more|home|nowhere|somewhere|anywhere|little|bit|sometimes|often|rarely|seldom"
    r"|usually|partly|out)\b",
    re.IGNORECASE,
)
"""Whoever says so may mean less, more or something else than the words that are understood."""
AND_BACK = re.compile(r"\b(?:and|then)\s+back\b", re.IGNORECASE)
"""Whoever says so means more than an order has boxes for."""
PARTICLE_CUES = {
    f"{particle} {cue}": cue
    for particle in ("over", "across", "along", "ahead", "down", "on", "up", "out", "off")
    for cue in ("from", "to", "into", "towards", "through", "via")
    if (particle, cue) != ("up", "to")
}
"""What only says more clearly from where or to where: over from, down to. Up to says how many at most."""
SPOKEN = PARTICLE_CUES | {
    "out of": "from", "over to": "to", "across to": "to", "by way of": "via", "as far as": "to", "on to": "to",
    "as well as": "and", "together with": "and", "along with": "and", "plus": "and", "versus": "against",
    "all of": "all", "the whole of": "all", "the whole": "all", "the entire": "all", "every one of": "all",
    "nobody but": "only", "no one": "nobody", "but only if": "if", "only if": "if", "provided that": "if",
    "provided": "if", "on condition that": "if", "as long as": "if", "so long as": "if", "but never": "never",
    "and never": "never", "but always": "always", "and always": "always", "whoever is": "any",
    "whoever stands": "any", "any more": "", "on the job": "", "after them": "then", "i'd rather": "i'd",
    "we'd rather": "we'd", "would rather": "would", "none of": "nobody", "at last": "", "would be nice": "",
    "would be good": "", "would suit us": "", "is fine with us": "", "or, failing that": "then",
    "or failing that": "then", "at the most": "at most", "after that": "then", "from there": "then", "at dawn": "",
    "at first light": "", "its whole strength": "", "a pair of": "two", "as planned": "", "as agreed": "",
    "as usual": "", "as before": "", "as ordered": "", "as promised": "", "as always": "", "at once": "",
    "right away": "", "straight away": "", "for now": "", "once more": "", "at all": "", "for good": "",
    "from now on": "", "as from now": "", "for the moment": "", "for the time being": "", "if there is room": "",
    "if it can": "", "if they can": "", "if he can": "", "if we can": "", "if i can": "", "the following": "",
    "as follows": "", "of course": "", "if possible": "", "for us": "", "for me": "", "let us": "",
    "any enemy": "any", "any enemies": "any", "anyone it meets": "any", "anyone they meet": "any",
    "whoever it meets": "any", "whoever they meet": "any", "on its way": "", "on their way": "", "on the way": "",
    "failing that": "then", "let there be": "", "one of my": "one", "one of our": "one",
}  # fmt: skip
"""What people say with more words than one, and how an order says it; nothing of what every order means anyway."""
REST_STAYS = re.compile(
    r"(?P<some>.*(?:\d|\b(?:one|two|three|four|five|six|hundred|thousand)\b).*?)[,;]?\s+(?:and\s+|while\s+)?"
    r"the\s+(?:rest|others)\s+(?:stays?|remains?)(?:\s+(?:behind|put|there|here|at\s+home|where\s+(?:it\s+is|they\s+are)))?"
    r"[\s.!]*",
    re.IGNORECASE,
)
"""Who sends so many need not say that the others stay."""
SHOULD = re.compile(r"\A\s*should\s+(?=[^,]+,)", re.IGNORECASE)
"""Should an enemy come, ...: a condition."""
BACK_TO = re.compile(
    r"\b(?P<verb>(?:go|come|march|ride|walk|move|travel|sail|fall)(?:es|s)?)\s+back\s+(?=(?:to|into)\b)", re.IGNORECASE
)
"""Whoever goes back to a place goes there."""
LEAVING = re.compile(r"\bleav(?:es?|ing)\s+(?P<place>[A-Z]\w*(?:\s+[A-Z]\w*)?)\s+for\s+(?=[A-Z])")
"""Whoever leaves one place for another goes from one to the other."""
TOLD_TO = re.compile(
    r"\A\s*(?:(?:we|i)\s+)?(?:order|command|instruct|direct)s?\s+(?P<whom>[a-z]+\d+|force\s+\d)\s+to\s+", re.IGNORECASE
)
"""Who is ordered to do something does it: order A1 to march."""
NAMED_AS = re.compile(
    r"\b(?:town|city|area|province|region|land|field|village|settlement|burg|castle)\s+of\s+(?=[A-Z])"
)
"""What a place is, before its name: the town of Pembroke."""
AT_LEAST = re.compile(r"\bat\s+least\s+(?=\w)|(?<=\w)\s+or\s+more\b", re.IGNORECASE)
"""Every number of a condition is the least."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_WHICH = rf"(?:(?P<said>{'|'.join(ORDINALS)})|(?P<number>\d{{1,2}})(?:st|nd|rd|th))"
ORDINAL = re.compile(rf"\b(?:the\s+)?{_WHICH}\s+(?P<what>force|army|fleet|general|caravan)\b", re.IGNORECASE)
"""A thing that has its number before it: the 2nd force."""
THIS_TURN = re.compile(
    r"[,\s]*\b(?:(?:in|for|during)\s+)?(?:this|the\s+coming)\s+(?:turn|year|round|season|month|time|go)\b(?:'s)?",
    re.IGNORECASE,
)
"""When every order is played anyway."""
THOUSANDS = re.compile(r"(?<![\w,])(\d{1,3}),(\d{3})(?![\w,])")
