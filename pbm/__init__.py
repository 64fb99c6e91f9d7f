"""pbm adjudicates games that are played by email and by post."""

__version__ = "1.0.0"
