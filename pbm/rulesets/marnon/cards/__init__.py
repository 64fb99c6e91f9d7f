"""The event of the turn, and what goes on because of one."""
