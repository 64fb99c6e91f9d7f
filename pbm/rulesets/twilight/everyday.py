"""What people call the things and deeds of the game."""

from pbm.reading.deeds import BESIEGING, BUYING, DISBANDING, FIGHTING, GIVING, GOING, PLUNDERING, SAVING, called
from pbm.reading.habits import Habits, said

EVERYDAY = {
    **called(
        {
            "MOVE": GOING,
            "ATTACK": FIGHTING,
            "BUY": BUYING,
            "SIEGE": BESIEGING,
            "HOLD": SAVING,
            "GIVE": GIVING,
            "PILLAGE": PLUNDERING,
            "DISBAND": DISBANDING,
        }
    ),
    **said("""
ATTACK: strike
W: fighters | warrior | warriors
M: militia | militiamen | militias
N: nomad | nomads | riders of the desert
F: field armies | field army | field force | field troops
S: fleet | fleets | ship | ships | squadron | squadrons | warship | warships
L: leader | my leader | our king | our leader | the king
INIT: initiative
MARKS: my markers | our markers
ALL: all seas | every | every sea
0: nothing
LEVY: add | build | call to arms | call up | commission | conscript | draft | enlist | enlist a | equip | fit out |
    hire | launch | mobilise | mobilize | muster | raise | recruit | recruits | train
PILLAGE: burn | burn and pillage | harry | lay hands on | loot | pillage and burn | plunder and burn | raid and
    pillage | rob | strip
RESTORE: clear the pillage | clear the pillage marker from | heal | heal the land of | lift the pillage marker from |
    make good | mend | put right | rebuild | remove the pillage | remove the pillage marker | repair | repair the
    damage | take away the pillage marker | take away the pillage marker from | take the pillage marker from | take
    the pillage marker off | take the pillage marker out of | undo pillage | undo the damage | undo the pillage
MOVE: bring force | continue | lead | lead force | march | march force | march off | march on | move force | press on
    | push forward | push on | return | sail | sail force | take force | wander
with: by force | with force
SIEGE: attack the burg of | attack the garrison of | reduce
FORCE: assemble | assemble force | build force | collect force | combine | create force | draw together | forces
    together | form force | gather | gather force | group force | make force | make up force | muster force | put
    together force | raise force | rally force | set up force
HOLD: reserve
ENGAGE: engagement
DROP: detach | drop off | leave | leave behind | remain behind | stay behind
PICK: collect | join force | pick up | take along | take up | take with
APART: stay apart
APART #: keep # apart | keep force # apart
REVEAL: demonstrate | disclose | display | lay open | let see | our forces in | publish | show | uncover
PLAY: use
PLACE: put
GIVE: donate to | send as a gift | swap | transfer
BUYOFF: bribe | buy off | danegeld | offer the raiders | pay off | pay the raiders | ransom
FEUD: establish feudalism | feudalism | introduce | introduce feudalism | set up feudalism
DISBAND: release
FUND: contribute | contribute to the levy of | finance | subsidise | subsidize | support
PERMIT: allow | allow passage to | give passage to | grant passage to | let by | let pass | let through | open | pass
    our fleet in | pass our fleets in | passage for
FORBID: ban | bar | block | close | close the seas to | deny | deny passage to | refuse passage to | shut
DISCARD: get rid of | give back | go back into the pool | go back to the pool | go into the pool | go to the pool |
    hand back | put back | return into the pool | return to the pool | throw away | throw back | throw out
CAP: limit | never spend more than | not more than | spend at most | spend no more than
LOSSES: are lost first | be lost first | casualties | die first | fall first | go first of all | is lost first | lose
    | lose first | losses | order of losses | sacrifice | shall be lost first | take losses
BID 0: no bid | no bids
-: after destroying a garrison | after destroying the garrison | from the levy | in the order of play | out of the
    levy | that we emptied | that we have emptied | that we have taken | what i have in | what stands in | what we
    have in | when the garrison is destroyed | whose garrison we destroy | whose garrison we have destroyed
WON: it succeeds | that succeeds | that works | the attack is won | the attack succeeds | the battle is won | we have
    won | we have won there | we win | we won | we won there | win the combat | won the combat
FOR: orders for
ASSASSIN NONE: no assassin | no assassins
SLOT EARLY: act early | be early | come early | go early | move early | play early | want to be early
SLOT LATE: act late | as late as possible in the order of play | be late | come late | go late | move late | play late
EARLY: as early as i can | as early as possible | early in the year
LATE: as late as i can | as late as possible | late in the year
SLOT: my place | my slot | my turn | our place | our slot | our turn | place in the order | put me | put us | turn
    order | turn slot
CALL: auction | call first | call up for auction | put up | put up first
BUY: draw
SHED: part first with | part with | part with first
SORTIE: come out | make a sortie | make sallies | make sorties | sally | sally out
OCCUPY: enter burgs | occupation | occupy burgs | occupy the burgs
CRT: counter-attack | counterattack
LEAD: leadership
HEIR: heir | heir appears in | raise a heir
MINORS: minor powers | our minors
GRF: greek fire
CLAIM: claims | lay claim to
SLOT AFTER: act after | be after | go after | move after | play after
SLOT BEFORE: act before | be before | go before | move before | play before
IF WON: after a victory | if it has won | if it is victorious | if it wins | if it won | if that attack is won | if
    the attack is won | if the battle is won | if they win | if victorious
KEEP: keep first | pay first
OCCUPY YES: enter the burg | go into the burg | move into captured burgs | move into the burg | move into the burgs
OCCUPY NO: stay out of the burg | stay outside the burg
SORTIE NO: stay behind the walls | stay inside the walls
FORCE 2: second force
FORCE 3: third force
FORCE 1: first force
FORCE #: a force #
in: past our fleet in | past our fleets in
BEFORE: ahead of | directly before | earlier than | just before | right before
AFTER: directly after | just after | later than | right after | right behind
EMPTY: is empty | is free of troops | is still empty | it is empty | no one is in | no one is there | no one stands in
    | nobody is at | nobody is in | nobody is left in | nobody is there | nobody stands in | nobody stands there |
    stands empty | there is nobody in
BID #: # dp on | # point on | # points on | offer # for
CAP #: at most # dp on majors | at most # for majors | at most # points on majors | no more than # on majors | no more
    than # points on majors | spend at most # on majors
Adriatic Sea: adriatic
Ionian Sea: ionian
Tyrrhenian Sea: tyrrhenian
Ligurian Sea: ligurian
HOLD ALL: hold everything back | keep everything back | save everything
: PERMIT: are allowed through | is allowed through | is free to use | is welcome to use | may come through | may cross
    | may go through | may pass | may sail in | may sail through | may use
: FORBID: is no longer allowed through | may no longer cross | may no longer pass | may no longer sail through | may
    no longer use | may not cross | may not go through | may not pass | may not sail through | may not use | must not
    cross | must not pass
ENEMY: an enemy is in | an enemy stands in | enemies are in | enemies stand in | the enemy is in | the enemy stands in
    | there is an enemy in
MINE: only we are in | only we stand in | we alone are in
BID: bidding | go as high as | go up to | place a bid of
BUY 1: another marker | one more marker
#: # attempts at most | # times at most | at most # attempts | at most # times | at most # tries | up to # attempts |
    up to # times
"""),
}
"""Units, and everyday verbs."""
MEASURES = frozenset({"dp", "diplomatic", "point", "points", "marker", "markers", "for", "force", "raiders", "bid",
    "bids", "sea", "seas", "table", "burg", "burgs", "land", "lands", "pillaged", "major", "majors"})  # fmt: skip
ALSO = {"KEEP": ("HOLD",), "GIVE": ("KEEP",), "MOVE": ("GIVE",)}
"""What else may be meant by an action that has no box for the things in the line: points that are kept are held."""
BESIDE = {
    "BUY": "stratagem stratagems marker markers new more from cup pool", "PLAY": "marker card on against",
    "FORCE": "gathers consists consist units from of with into made up out comprises contains there standing new"
    " starting starts formed is",
    "DROP": "behind there of as garrison", "PICK": "up along who stands stand there of",
    "REVEAL": "forces force units armies everybody everyone there",
    "MINORS": "play plays this order in minors act the",
    "LOSSES": "first then order in before followed by suffer suffers", "FEUD": "introduce set up",
    "PERMIT": "pass through passage sail use cross", "FORBID": "pass through passage sail use cross",
    "CAP": "spend on majors most", "SLOT": "play place year want early=EARLY late=LATE otherwise else order of",
    "BID": "bid offer on",
    "OCCUPY": "burgs burg captured taken yes=YES no=NO after destroying garrison garrisons conquered",
    "SORTIE": "garrisons garrison out ever burg burgs", "DISCARD": "marker", "FUND": "levy its their extra",
    "HEIR": "appear appears", "SHED": "first", "HOLD": "later future bank purse treasury back",
    "DISBAND": "home there of", "GIVE": "as gift present of", "CALL": "first", "RESTORE": "land area",
    "SIEGE": "burg city walls garrison table time times up attacks attack attempts attempt tries by", "CRT": "table",
    "CLAIM": "as own power", "KEEP": "first before then followed by upkeep pay paid",
    "MOVE": "on onwards further there",
    "ATTACK": "on table combat time times up battle battles attacks attempts attempt tries by",
    "LEVY": "more another new of recruits", "BUYOFF": "raiders",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = said("""
PERMIT: allow ... through | allow ... to cross | allow ... to pass | allow ... to sail through | allow ... to use |
    let ... cross | let ... pass | let ... sail through | let ... through | let ... use
REVEAL: let ... see
FORCE: use ... as force
-: leaving ... alone
DISCARD: hand ... back | put ... back | put ... back into the pool | put ... in the pool | throw ... away | throw ...
    back
LOSSES: lose ... first
DEFEND: use ... in defence | use ... when we are attacked | use ... when we defend
""")
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, also=ALSO, beside=BESIDE, parted=PARTED, light={"offer": "BID", "get": "LEVY"},
    going="MOVE", more=("LEVY",), several={"militia"},
)  # fmt: skip
