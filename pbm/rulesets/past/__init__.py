"""Rules of older releases, kept for the games that began under them: `python -m tests.past NAME` puts one here."""
