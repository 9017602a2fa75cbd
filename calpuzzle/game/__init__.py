"""The game that a person plays: a position, its rules, hints, and what is said of them."""
