"""The compiled backtracking search, of the word that suits the tables.

Whoever runs one does so in slices, and looks at Ctrl-C between them.
"""

from __future__ import annotations

from calpuzzle._core import backtrack64
from calpuzzle.engines.layout import Tables

SLICE = 1_000_000  # nodes between two looks at Ctrl-C: some tens of milliseconds


def search(tables: Tables, rows: int = 0) -> backtrack64.Search:
    """A search over the tables, of the narrowest word that holds the frame; `rows` is how many
    solutions a slice may hold, 0 where they are only counted."""
    if tables.places <= 64:
        return backtrack64.Search(tables, rows)
    from calpuzzle._core import backtrack128

    return backtrack128.Search(tables, rows)
