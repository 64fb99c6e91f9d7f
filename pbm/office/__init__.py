"""The game master's office: who plays, what they have paid, and the round of all games."""
