"""A game on disk, its turns and their proof."""
