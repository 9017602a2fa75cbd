"""What comes out: the puzzles, covers and nonograms that a caller holds, and what they answer.

`puzzle` and `nonogram` are the handles over the plain data below, `solutions` the lazy list of
solutions that both give, `left` what can still be done when pieces lie; `tables`, `stats`, `hints`,
`second`, `known` and `selftest` are questions about counts, and `installed` is one about what is
there.
"""
