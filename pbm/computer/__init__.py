"""Computer players: stand-ins, self-play, and advice."""
