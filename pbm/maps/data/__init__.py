"""Reads the data of a map: outlines, projection, rivers, how it looks, and what a map gets that lacks some."""
