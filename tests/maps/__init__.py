"""Maps and the pictures drawn from them."""
