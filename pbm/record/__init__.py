"""The record: a game on disk, its turns, and their verification."""
