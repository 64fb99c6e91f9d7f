"""The game master's office: players, payments, letters, and the regular run of all games."""
