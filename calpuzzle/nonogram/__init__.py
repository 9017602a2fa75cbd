"""Nonograms (griddlers, picross): solved as a person does, and solved for certain.

From the bottom up: `puzzle` (what a nonogram is), `lines` (one line: settled, counted),
`explain` (why there is no solution), `stepper` (all lines at once, with probabilities), `solver`
(the exact search, over the compiled core), `cpsat` (a solver that checks it),
`hints` and `making` (what people ask of one).
"""
