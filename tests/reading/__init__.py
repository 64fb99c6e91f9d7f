"""How letters, sheets, pictures and lines are read."""
