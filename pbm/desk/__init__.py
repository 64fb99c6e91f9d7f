"""The game master's desk: mending a game, proving it, keeping it, and keeping its players' data apart."""
