"""Nonograms (griddlers, picross): exact solving, hints, ratings and proofs.

From the bottom up: `clues` (clues, grids, masks), `lines` (line solving and counting, compiled),
`explain` (the reason why there is no solution), `stepper` (line solving with probabilities),
`turns` (the two compiled searches, by lines and by learned clauses), `row_layers` (counting with a
decision diagram), `layers_in_turns` (alternates that with a search), `solver` (the exact search),
`cpsat_solver` (an independent solver), `proof`, `nonogram_hints`, and `making` (the choice of given
cells). The game is in calpuzzle/game."""
