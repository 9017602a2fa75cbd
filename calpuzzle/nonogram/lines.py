"""One line: `settle` shrinks the masks of its cells, `tally` counts its fillings.

Both are compiled, and exact at any size. The cells are given as masks; see
`calpuzzle.nonogram.puzzle`.
"""

from __future__ import annotations

from calpuzzle._core.lines import settle, tally

__all__ = ["Tally", "settle", "tally"]

Tally = tuple[int, list[list[int]]]
