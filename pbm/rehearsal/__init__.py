"""Rehearsal: the engine judges a sheet by playing it in what its player knows.

imagine    worlds as a player may imagine them, and what others may order in them
play       one play of a sheet: what came of every line, and what it cost
outcome    what came of a line over all plays, and what that hangs on
rehearse   some plays of a sheet, as many as are needed

Nothing here depends on a game. The inputs are a player's view and a sheet, and nothing else: neither the secret of the
game nor its real position, so that a rehearsal tells its player nothing that they could not have worked out.
"""
