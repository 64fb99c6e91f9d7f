"""The orders of Carolingian Twilight: each with its paragraph, its form, its meaning, and what it does."""
