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
#: # times max | max # times | max # attempts | a maximum of # times | # attempts at most | # times at most | at most
    # attempts | at most # times | at most # tries | up to # attempts | up to # times
BID: put in a bid of | we put | i put | bid on | bid for | make a bid of | make an offer of | my bid is | our bid is |
    my offer is | our offer is | stake | wager | risk
BID #: # dp towards | # points towards | go to # dp for | go to # for | go up to # for
CAP: don't pay more than | do not pay more than | never pay more than | don't let me pay more than | don't let us pay
    more than | no more than | not more in all than | my ceiling is | ceiling | my limit is | spending limit
CAP #: my ceiling for all the majors together is # | # dp for all majors together | # for all majors together | no
    more than # for majors | not more than # for majors | not more than # on majors | don't let me pay more than # for
    majors | # dp in all for majors
SLOT EARLY: early in the order | act as early as possible | as soon as possible | go as early as possible | move as
    early as possible | play as early as possible | play me early | play us early
SLOT LATE: late in the order | act as late as possible | go as late as possible | move as late as possible | play as
    late as possible | play me late | play us late
SLOT BEFORE: play me before | play us before | get in before | be ahead of | go ahead of
SLOT AFTER: play me after | play us after | wait until after | be behind
LEVY: create | form up | provide | put under arms | set up
FORCE #: go into force # | goes into force # | form force # | forms force # | join up as force # | come together as
    force # | are force # | is force # | make up force # | makes up force # | become force # | becomes force # | form
    up as force #
FORCE: is formed in | is formed at | is made up in | is gathered in | is gathered at
MOVE: get across to | get to | get over to | pass into | pass over into | set foot in | step into | turn to
ATTACK: attack with | hit hard | strike down | go at | hurl itself at | hurl itself against
PILLAGE: burn down | loot and burn | plunder and pillage | strip bare
DROP: leave off | let off | put off | drop | set down | shed on the way
PICK: pick | take on board | gather up
RESTORE: repair the damage done in | rebuild the land of | clear up | clean up | nurse back
BUY: buying | i want to buy | spend on
DISCARD: lay down | throw in
FORBID: no more passage for | keep out of | close off | no longer let
PERMIT: give leave to | give leave to pass | give free passage to | grant free passage to | free passage for | open
    the way for | wave through
: PERMIT: are permitted in | is permitted in | are permitted through | is permitted through | have free passage in |
    have free passage through | has free passage in | has free passage through | may travel through | may come by |
    are welcome in | are free to use | are free to pass | is free to pass | can pass | can use | can cross | can sail
    through | are allowed in | is allowed in | may go by | may cross over
: FORBID: are no longer allowed through | are not allowed through | is not allowed through | are no longer permitted
    in | are no longer welcome in | cannot pass | can no longer pass | can no longer use | cannot use | are banned
    from | is banned from | are barred from | is barred from | have no passage in | have no passage through
Byzantium: byzantines | the byzantines | greeks | the greeks | the byzantine empire | the eastern empire
Muslims: moors | the moors | saracens | the saracens | moslems
Slavs: the slavic tribes | slavic tribes
Papal States: the pope | the papacy
Brittany: the breton coast
HOLD: retain | keep in hand | carry over | leave unspent | not spend
HOLD #: keep # dp in hand | keep # in hand | leave # dp unspent | # dp stay in the purse | # dp are held back | carry
    # dp over
SORTIE NO: no sorties | never come out | garrisons do not come out | garrisons don't come out | stay in the burgs |
    stay inside
SORTIE YES: garrisons do come out | garrisons make sorties
OCCUPY YES: occupy what we take | occupy the burgs we take | occupy captured burgs | occupy conquered burgs
LOSSES: go first | be the first to die | be the first to go | are the first to die | are the first to go | should die
    first | should fall first | take the first losses | take the losses first
KEEP: pay upkeep for | pay for first | are paid first | is paid first | be paid first | get paid first
FUND: give to the levy of | help the levy of | pay towards the levy of | put into the levy of
GIVE: gift | get from me | receive from me | receive from us | get from us
REVEAL: reveal to | let know | give a look at
WON: it wins there | we win there | we win that | we win the combat | our attack is won | our attack succeeds | the
    combat is won | we have won the combat | we beat them | it beats them
EMPTY: there is no one in | no one is left in | nobody holds | nobody remains in | is unoccupied | is undefended
W: horseman | horsemen | knights
M: levies | peasants | foot soldiers
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
BID: put ... towards | put ... on | offer ... for | stake ... on
FORBID: stop letting ... through | stop letting ... pass | stop ... from using | keep ... from using | stop ... from
    sailing through | no longer let ... through | no longer let ... pass | do not let ... through | don't let ...
    through
PERMIT: let ... sail in | allow ... into | let ... into | let ... by
FORCE: take ... as force | make ... force | make ... into force | put ... into force | gather ... as force | form ...
    into force | turn ... into force
DROP: drop ... off | leave ... behind | set ... down
PICK: pick ... up | take ... along
LOSSES: sacrifice ... first
DISBAND: send ... home | let ... go
GIVE: make ... a gift of | make ... a present of
PLAY: use ... against | use ... on
""")
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, also=ALSO, beside=BESIDE, parted=PARTED, light={"offer": "BID", "get": "LEVY"},
    going="MOVE", more=("LEVY",), several={"militia"}, stepwise={"MOVE"},
)  # fmt: skip
