"""Nonograms (griddlers, picross): exact solving, hints, ratings and proofs.

From the bottom up: `puzzle` (clues, grids, masks), `lines` (line solving and counting, compiled),
`explain` (the reason why there is no solution), `stepper` (all lines at once, with probabilities),
`turns` (the two compiled searches, by lines and by learned clauses), `layers` (counting by a
decision diagram) and `beside` (which runs it next to a search), `solver` (the exact search),
`cpsat` (an independent solver), `proof`, `hints`, and `making` (the cells to give). The game is in
calpuzzle/game.
"""
