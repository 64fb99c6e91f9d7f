"""What a game is made of: orders, events, dice, the engine. No disk, no mail."""
