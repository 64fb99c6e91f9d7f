"""Rehearsal: the engine judges a sheet by playing it in what its player knows.

imagine    worlds as a player may imagine them, and what others may order in them
spread     dice that show other faces in every play of a sheet
broken     plays that raise: dropped, and never unnoticed by developers
play       one play of a sheet: what came of every line, and what it cost
outcome    what came of a line over all plays, and what that depends on
links      which line another one needs
rehearse   some plays of a sheet, as many as are needed
means      what a power can spend in a turn, whatever its sheet says
tried      lines to be tried, and which of them may stand on one sheet
course     a turn as it goes without orders, from each step of which lines may be played
single     lines that are rehearsed one by one, for pages that offer them
trial      the coming turns as the report that would come of them

Nothing here depends on a game. The inputs are a player's view and a sheet, and nothing else: neither the secret of the
game nor its real position, so that a rehearsal tells its player nothing that they could not have worked out.
"""
