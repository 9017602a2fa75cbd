"""Piece sets and boards, judged by how many dates they solve.

A family (`families/`) defines the sets and numbers them. A sweep counts every instance of the board
for all sets at once, unit by unit. A ledger records finished units (`workers/ledger.py`), and an
atlas (`judging/atlas.py`) is the table of all sets. `layouts/` and `repairs/` change one puzzle.
"""
