"""The game master's office: people, seats, the clock, days and years of games."""
