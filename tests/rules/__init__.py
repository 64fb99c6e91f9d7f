"""The rules of every game: cases, the engine, books, computer players, self-play."""
