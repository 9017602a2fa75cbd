"""Playing a puzzle by hand: positions, their rules, hints, and the sentences of hints."""
