"""Operations on one line: `settle` reduces the masks of its cells, `tally` counts its fillings.

Both are compiled, and exact at any size. `calpuzzle.nonogram.clues` defines masks.
"""

from __future__ import annotations

from calpuzzle._core.lines import settle, tally

__all__ = ["PatternCounts", "settle", "tally"]

PatternCounts = tuple[int, list[list[int]]]
