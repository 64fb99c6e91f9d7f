"""pbm adjudicates games that are played by email and by post."""

__version__ = "0.1.0"
