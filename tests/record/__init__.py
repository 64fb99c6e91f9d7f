"""The record on disk: whole, proven, made again, undone."""
