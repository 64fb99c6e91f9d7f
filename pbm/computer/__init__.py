"""Computer players: they stand in, they play against themselves, they advise."""
