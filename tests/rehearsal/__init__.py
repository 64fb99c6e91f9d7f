"""What players are told of their orders before the turn: receipts, trials, advice, first orders."""
