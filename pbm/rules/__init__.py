"""The parts of a game: orders, events, dice, the engine. No disk, no mail."""
