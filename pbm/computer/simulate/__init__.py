"""Self-play: many games between computer players, each a pure function of a plan and its number.

A plan (`plan`) and a number give a game's record (`game`); records come in batches that any worker can make
(`workers`) and that are kept one by one, so that a run can be taken up again (`run`); what they add up to is
counted (`tally`), set beside another run (`compare`) and laid out (`page`, with the pictures of `plots`).
What is particular to a ruleset it brings itself, in the part `computer` of its contract.
"""
