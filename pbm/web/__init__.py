"""The game master's desk in the browser, on their own machine; and the public counter, where players hand in orders."""
