"""What people call the things and deeds of the game."""

from pbm.reading.deeds import BUYING, GOING, RETREATING, called
from pbm.reading.habits import Habits, said

SINGLE = ("fleet", "merchant", "caravan", "fort", "general")
"""What is bought one by one."""
EVERYDAY = {
    **called({"MARCH": GOING, "BUY": BUYING, "RETREAT": RETREATING}),
    **{f"{one} {noun}": noun.upper() for one in ("one", "1", "one more", "1 more") for noun in SINGLE},
    **said("""
A#: army # | force #
G#: general #
F#: fleet # | squadron #
V#: caravan #
D#: diplomat # | envoy #
C#: castle #
ARMY: army points | fresh men | fresh troops | new recruits | points of army | regiment
MERCHANT: merchant fleet | merchant fleets | merchant ship | merchant ships | merchantman | trade fleet | trading
    fleet
SUPPLY: supplies
FLEET: war fleet | war ship | war ships | warship | warships
BUY ARMY #: buy # army points | buy # points | buy # points of army | raise # | recruit #
BUY: build | commission | construct | enlist | equip | erect | found | hire | lay down | order | outfit | raise |
    recruit | set up | train
MARCH: advance | come | cross into | enter | goes on to | invade | lead | lead on to | leave | make its way | march
    off | march on | move | move on | move up | occupy | press on to | pull out to | push on | seize
RETREAT: escape to | if beaten | if defeated | if it is beaten | if it is defeated | if it loses | if they lose | line
    of retreat | retreat to | way of retreat | when beaten
JOIN: add | amalgamate | be added to | be merged into | combine | fuse | fuse with | go into | is merged into | join
    up with | link up with | merge | merge into | merge with | put together | unify | unite | unite with
SPLIT: break off | carve off | detach | divide | form a new force of | separate | split off | split up | take off
LEAD: be given command of | be in charge of | be put in command of | command | go to lead | head up | in command of |
    take charge of | take command of | take over | take the lead of
REPAIR: fix | mend | patch up | refit
PATROL: cruise in | guard | keep watch in | lie in wait in | on patrol | patrol the | patrols in | watch
SAIL: cruise | make sail for | navigate | put in at | put to sea | sail on to | set course for | set sail | steer |
    voyage
HUNT: attack the pirates | chase the pirates | fight the pirates | go after the pirates | go hunting | hunt down |
    hunt pirates | hunt the pirates
LIFT: abandon the siege | abandon the siege at | abandon the siege of | break off the siege | call off | call off the
    siege | do not besiege | end the siege | end the siege at | end the siege of | give up the siege | leave the siege
    of | let go of the siege of | lift the siege | lift the siege at | lift the siege of | no longer besiege | raise
    the siege | raise the siege at | raise the siege of | stop besieging | stop the siege at | stop the siege of |
    withdraw from the siege of
KEEP NO: disband | dismiss | do without | fire | let go | send home
WAR: at war | at war with | attack the lands of | declare hostilities on | declare war | declare war against | declare
    war on | fight against | go to war | hostilities against | make war | open hostilities with | open war on | start
    a war | war against | war on | war with
PEACE: a peace with | agree peace with | agree to peace with | at peace | be at peace with | be friends with |
    friendship with | make peace | make peace with | offer peace | offer peace to | peace to | peace with | propose
    peace | sign peace | sue for peace | truce with | want peace with
ALLY: alliance | alliance with | allied | allies | allies of | ally ourselves with | ally with | an ally of | be
    allies | be allies of | become allied | become allies | enter an alliance | form an alliance | join forces with |
    make an alliance | offer an alliance | offer an alliance to | propose an alliance
TREK: bound for | is bound for | send caravan | set out with | trek | wander
-: at any odds | go on | have a third go | if i have the choice | if i may choose | if i win the initiative | if the
    choice is ours | if we have the choice | if we win the initiative | intercept | no matter what | pirates with |
    rebels in | rebels of | the seat | the walls of | whatever comes | whatever the odds | when i win the initiative
SEAT: capital | move our capital | move the capital | move the government | move the seat | my seat | new capital |
    our capital | our seat | seat moves to | seat of government | seat of power | seat of the government
LOAN: advance money to | as a loan | give a loan | lend | loan of | on loan to
#: for # turns
REPAY: give back | pay back | pay back to | return the loan | return the loan of | settle the debt with
TRIBUTE: as tribute | give | give tribute to | in tribute to | pay tribute | pay tribute to | send a tribute | tribute
    of | tribute to
CRUSADE: go on crusade | join the crusade | leave for the crusade | on crusade | take the cross
STORM: assault | assault the walls of | attack the walls of | escalade | scale the walls of | take the walls of
WALLS: behind the walls | behind walls | hold the walls | inside the walls | man the walls | on the walls | stay
    behind the walls | stay behind the walls of | stay inside the walls | within the walls
FIELD: come out and fight | fight in the field | fight outside | in the field | in the open
PICK: pick up
PLACE: put
DECLARE: disclose | make known | reveal | show | uncover
TRADE YES: admit the merchants of | allow the merchants of | allow trade by | allow trade with | let in the merchants
    of | open our ports to | open to merchants from | open to merchants of | open to ships of | open to the merchants
    of | open trade with | permit trade with | welcome the merchants of
TRADE NO: ban trade with | close our ports to | close trade with | closed to merchants of | closed to the merchants of
    | end all trade with | end trade with | forbid trade to | forbid trade with | no longer trade with | no more trade
    with | no trade with | refuse the merchants of | refuse to trade with | refuse trade with | stop all trade with |
    stop trade with | stop trading with
RESERVE NONE: no reserve
REPAIR NONE: no fleet is repaired | no repairs | repair nothing
CARRY: aboard | carrying | ferry | take aboard | transport
LAND: and land at | and land in | and put ashore at | disembark at | disembark in | go ashore in | land at | land in |
    landing at | landing in | put ashore at | put ashore in | unload at | which land at | which land in | who land at
    | who land in
INITIATIVE FIRST: go first | move first | play first | we go first
INITIATIVE LAST: go last | move last | play last | we go last
KING FOR: declare for the king | favour the king | for the king | side with the king | stand by the king | support the
    king
KING AGAINST: against the king | declare against the king | oppose the king
for: they go to | they join | to fight with | to go with | to join | to serve under | to serve with | who are to join
    | who is to join
EXILE HOST: exile with | go into exile
MESSAGE: inform | say to | tell | write to
PASS: do nothing | make no move
RESERVE: as the reserve | be our reserve | be the reserve | hold in reserve | keep as reserve | keep in reserve | next
    turn's reserve | reserve for next turn | reserve for the next turn | reserve next turn | reserve of next turn |
    stand in reserve | stay in reserve
FIGHT: accept battle | always fight | fight always | fight any battle | fight every battle | fight whatever comes |
    give battle | hold its ground | hold their ground | meet the enemy | offer battle | stand and fight | stand firm |
    stand its ground | take every battle | to the death | to the end | to the last man
WITHDRAW: always withdraw | avoid battle | avoid every battle | decline battle | do not fight | get away | give way |
    never accept battle | never fight | never give battle | refuse battle | refuse to fight | run from any battle |
    shun battle | slip away
PURSUE: chase a beaten enemy | chase the enemy | follow up | hound | pursuit | run down
CASTLE: defend
HOST YES: give shelter to | shelter | take in
RETURN: come back from exile | return from exile
HIDE: conceal | cover up
KEEP: retain
SUPPORT: arm the rebels | back the rebels | back the rebels in | finance the rebels in | fund the rebels in | help the
    rebels | money for the rebels in | pay the rebels | support the rebels
KING RENOUNCE: renounce the king
INVADER IGNORE: ignore the invader
INVADER OPPOSE: against the invader | fight the invader | oppose the invader | resist the invader | stand against the
    invader
INVADER JOIN: join the invader | side with the invader
FORT: fortification | fortress
CARAVAN: a trade caravan | trade caravan
ASSIGN: levies for | levies of
GROUND #: take # pieces of terrain | want # pieces of terrain
UP: upwards
DOWN: downwards
ODDS#: if it faces # times its strength | if it is outnumbered # to one | if outnumbered # to 1 | if outnumbered # to
    one | if the enemy has # times its points | if the enemy is # times as strong | odds of # to one | outnumbered #
    times | outnumbered # to one | when it faces # times its strength | when outnumbered # to one
AB-#: all but # points of
REACT: react by going | react by marching | react by moving | react with
KEEP YES: extend | pay the fee for | pay the fee of | renew
MC#: company #
COURT UP: court favour with | flatter | win favour with | win the favour of | woo
COURT DOWN: spoil the favour of
TRADE: trade with
EMPTY: is empty | is free | is still empty | is still free | it is empty | it is free | no army is in | no one is at |
    no one is in | no one is there | no one stands in | nobody else is at | nobody else is in | nobody else is there |
    nobody is at | nobody is in | nobody is there | nobody stands at | nobody stands in | nobody stands there | there
    is nobody at | there is nobody in
ENEMY: an enemy appear in | an enemy appears in | an enemy be at | an enemy be in | an enemy come to | an enemy comes
    to | an enemy is at | an enemy is in | an enemy show up at | an enemy show up in | an enemy shows up at | an enemy
    shows up in | an enemy stands in | an enemy turn up at | an enemy turn up in | an enemy turns up at | an enemy
    turns up in | enemies are at | enemies are in | enemies come to | somebody attacks | the enemy come to | the enemy
    comes to | the enemy gets to | the enemy is at | the enemy is in
CASH #: there are # crowns left | we can pay # crowns | we have # crowns | we have at least # crowns | we still have #
    crowns
GENERAL: commander
ALWAYS: always intercept | intercept all | intercept always | intercept everybody | intercept everything | intercept
    whoever comes | intercepts always
NEVER: intercept nobody | never intercept
GROUND: pieces of terrain | rough ground
OWN: i control | i hold | i still hold | is mine | is ours | we control | we hold | we own | we still control | we
    still hold
ZA: zone a
ZB: zone b
ZC: zone c
ZD: zone d
: TRADE YES: are allowed to trade | can trade | is allowed to trade | may trade | may trade again
: TRADE NO: are not allowed to trade | can no longer trade | cannot trade | is not allowed to trade | may no longer
    trade | may not trade | must not trade
BUY ARMY: reinforce | reinforce with | strengthen
MARCH: head off to | step off to | take the road to | move on to | set off to | continue on to | press forward to |
    march off to | march over to | make its way to | advance on | advance into | walk into
PEACE: time for peace with | peace between us and | be peace between us and | there be peace with | let there be peace
    with | would like peace with | seek peace with | sue for peace with | stop fighting | end the war against | end
    hostilities with | bury the hatchet with | peace at last with
WAR: be at war with | go to war with | go to war against | declare war upon | start a war with | start a war against |
    begin war with | open hostilities against | fight a war against
ALLY: propose an alliance to | propose an alliance with | want an alliance with | would like an alliance with | seek
    an alliance with | conclude an alliance with | make an alliance with | sign an alliance with | alliance between us
    and | become the ally of | become an ally of | side with
TRADE YES: let us trade with | start trading with | resume trade with | take up trade with | begin trading with | want
    to trade with | trade is open with | trade is open to | merchants of whom are welcome
TRADE NO: quit trading with | cease trading with | cease trade with | cut off trade with | do not trade with | don't
    trade with | won't trade with | not trade with | shut out the merchants of | turn away the merchants of
: TRADE YES: merchants are welcome | merchants are welcome here | merchants may trade | merchants may trade with us |
    merchants may trade here | merchants may come | traders are welcome | traders may come | are welcome to trade |
    are free to trade | is welcome to trade | is free to trade | 's merchants are welcome | 's merchants are welcome
    here | 's merchants may trade | 's merchants may come
: TRADE NO: merchants are not welcome | merchants may not trade | merchants are no longer welcome | traders are not
    welcome | 's merchants are not welcome | 's merchants are no longer welcome | 's merchants may not trade
BID #: # crowns on | # crowns for lot | offer # crowns for | offer # for | bid # crowns on | bid # crowns for | bid #
    on | bid # for
KEEP YES: keep on | keep in service | keep in our service
KEEP NO: send away | release | get rid of | do not keep | don't keep | no longer needed
STANCE WITHDRAW: runs if attacked | run if attacked | withdraw if attacked | falls back if attacked | fall back if
    attacked | avoid battles | avoid a battle | avoid a fight | avoid fighting | decline to fight | does not fight |
    withdraw when attacked | runs when attacked | run when attacked | withdraw before battle | get out of the way
STANCE FIGHT: stands and fights | fight it out | accept battles | stand fast | make a stand | fight if attacked |
    fight when attacked | stay and fight
RETREAT: if beaten, retreat to | if beaten retreat to | if beaten fall back to | if beaten fall back on | if beaten,
    fall back on | in defeat retreat to | if it loses, fall back to | if defeated, retreat to | if defeated, fall back
    on | line of retreat is | retreat goes to
PURSUE: give chase | go after the beaten enemy | pursue the beaten | pursue a beaten enemy | chase the beaten enemy |
    follow up a victory | follow up victories | pursue after a victory | pursue after victory
JOIN: is absorbed by | combine with | is added to
LEAD: take over command of | take command in | goes to lead | lead from now on | command from now on
AS: become | becomes | called | named | under the name | to be called | to be known as | which becomes
ENEMY: an enemy enters | an enemy enter | an enemy marches into | an enemy march into | the enemy enters | enemies
    enter | the enemy enter | an enemy moves into | the enemy moves into
EMPTY: nobody is left in | there is no one in | nobody holds | stands empty | is unoccupied | is undefended
M#: merchant fleet # | merchant # | merchant ship # | merchantman #
F#: war fleet # | warfleet #
S#: screen # | cavalry screen #
SAIL: put to sea for | voyage to | sail off to
TREK: journey to | make the journey to | haul goods to | carry goods to
PATROL: cruise off | guard the sea in | stand guard in | watch over
STORM: go over the walls of | take by storm
LIFT: break off the siege at | break off the siege of | give up the siege of | give up the siege at
BUY FORT: put up a fort at | put up a fort in | raise a fort at | raise a fort in | construct a fort at | construct a
    fort in
INITIATIVE LAST: we move last | act last
INITIATIVE FIRST: we move first | act first
KING FOR: back the king
KING AGAINST: rebel against the king | stand against the king
INVADER JOIN: help the invader
INVADER IGNORE: leave the invader alone
REPAY: pay off | pay back the loan of | clear our debt to | settle our debt with | repay our loan to
LOAN: make a loan to | make a loan of | give a loan to | lend out
TRIBUTE: pay in tribute to | send as tribute to | pay as tribute to
: CASTLE WALLS: stays behind the walls
RESERVE: hold back as reserve | is kept in reserve | is our reserve | is my reserve | be my reserve | as our reserve |
    as my reserve
HIDE: keep hidden | keep out of sight | go into hiding
DECLARE: come out of hiding | show itself
nobody: no army | no armies | no force | no forces | none of my armies | none of our armies
ODDS#: if the odds are # to 1 | if the odds are # to one | when the odds are # to 1 | at odds of # to 1
"""),
}
"""Units, and everyday verbs; nothing stands for a word that only leads on."""
MEASURES = frozenset({"crown", "crowns", "for", "of", "point", "points", "caravan", "caravans", "fleet", "fleets",
    "general", "diplomat", "army", "armies", "card", "pirates", "rebels", "under", "levies", "levy",
    "government", "go", "by", "merchant", "merchants"})  # fmt: skip
DOUBTFUL = frozenset({"toward", "towards"})
"""A march may stop on its way."""
ALSO = {
    "MARCH": ("SAIL", "TREK", "ENVOY", "LEAD"), "RETREAT": ("STANCE",), "BUY": ("BID",), "JOIN": ("BID",),
    "PAY": ("TRIBUTE",), "PLACE": ("JOIN", "LEAD"),
}  # fmt: skip
"""What else may be meant by an action that has no box for the things in the line: a fleet that marches sails."""
BESIDE = {
    "": "castle area place",
    "BUY": "men=ARMY soldiers=ARMY troops=ARMY points=ARMY point=ARMY recruits=ARMY new reinforce another by"
    " with strengthen more",
    "PURSUE": "beaten enemy enemies foe anybody anyone", "DECLARE": "openly everyone everybody others",
    "HIDE": "everyone everybody others", "SPLIT": "off from points men into new with",
    "KEEP": "its fee another service turn company", "TRIBUTE": "as in tribute a", "LOAN": "as turns",
    "RESERVE": "as in next turn for our the is be", "RETURN": "exile home", "CRUSADE": "crusade on",
    "JOIN": "with together", "LEAD": "command commander as", "SEAT": "capital", "STORM": "walls", "LIFT": "siege",
    "HUNT": "against", "TREK": "through=VIA caravan",
    "RETREAT": "retreat retreats else otherwise beaten defeated falls back",
    "PATROL": "in around intercepts intercept attack anybody nobody=NEVER", "BID": "on for as join joins serve",
    "SAIL": "across it them there then ship over",
    "CASTLE": "troops garrison men soldiers of in stay stays fight fights remain",
    "TRADE": "allowed=YES permitted=YES forbidden=NO banned=NO barred=NO refused=NO merchants ships us our here to"
    " ports port harbours are",
    "REPAIR": "damage damaged", "REPAY": "loan back", "INITIATIVE": "go place win if rather choose",
    "PEACE": "be treaty", "ALLY": "be as treaty", "WAR": "be on with", "SUPPORT": "rebels with help", "PLACE": "at",
    "PASS": "move anything", "STANCE": "battle before in when outnumbered withdraw from at against enemy more always",
    "NAVY": "at sea", "MARCH": "on onwards",
}  # fmt: skip
"""Words that mean nothing in one action, or something else there."""
PARTED = said("""
TRADE YES: allow ... to trade | let ... trade | merchants of ... may trade | ships of ... may trade | the merchants of
    ... may trade
TRIBUTE: give ... a tribute of | give ... as tribute | pay ... a tribute of | pay ... as tribute | send ... a tribute
    of | send ... as tribute
LOAN: give ... a loan of | give ... as a loan | grant ... a loan of | grant ... as a loan | send ... as a loan
ASSIGN: levies from ... go with | levies from ... join | levies from ... support | levies of ... go with | levies of
    ... join | levies of ... support
RESERVE: hold ... in reserve | keep ... as reserve | let ... be the reserve | make ... the reserve | use ... as
    reserve | want ... as reserve
STORM: take ... by storm
LEAD: give ... command of | place ... in command of | put ... at the head of
HUNT: send ... against the pirates
CRUSADE: send ... on crusade | send ... on the crusade | take ... on crusade
KEEP NO: let ... go | send ... home
REPAY: pay ... back
RETREAT: bring ... back | pull ... back
LAND: set ... ashore in
SEAT: move our capital to ... if it falls | move the capital to ... if it falls | move the seat to ... if it falls
BID: put ... on | stake ... on
PEACE: make ... our friends
STANCE FIGHT: have ... stand and fight
KEEP YES: keep ... on | keep ... in service | keep ... for another turn
RESERVE: have ... in reserve | keep ... in reserve | mark ... as reserve | mark ... as the reserve
LEAD: put ... in charge of | have ... lead | let ... lead | give ... the command of | put ... in command of
JOIN: merge ... into | put ... into | combine ... with | add ... to
TRADE YES: allow ... merchants
TRADE NO: let ... trade no more | forbid ... to trade | stop ... from trading
STORM: carry ... by assault
LIFT: leave ... alone
""")
"""Deeds that are said around what they are done to."""
HABITS = Habits(
    phrases=EVERYDAY, measures=MEASURES, doubtful=DOUBTFUL, also=ALSO, beside=BESIDE, parted=PARTED,
    light={"get": "BUY", "offer": "BID"}, presumed={"KEEP": "YES", "TRADE": "YES", "HOST": "YES"}, going="MARCH",
    more=("BUY",), titles=("army", "caravan", "fleet", "force", "general", "merchant"),
    implied={"STANCE": ("WITHDRAW",)},
)  # fmt: skip
