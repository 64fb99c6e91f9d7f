"""What comes and goes by mail, and who may do what by it."""
