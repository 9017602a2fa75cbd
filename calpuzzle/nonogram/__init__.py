"""Nonograms (griddlers, picross): solved as a person does, and solved for certain.

From the bottom up: `puzzle` (clues, grids, masks), `lines` (line solving and counting, compiled),
`explain` (the reason why there is no solution), `stepper` (all lines at once, with probabilities),
`turns` (the two compiled searches, by lines and by learned clauses), `solver` (the exact search),
`cpsat` (a solver that checks it), `hints` and `making` (what people ask of one). The game is
calpuzzle/game.
"""
