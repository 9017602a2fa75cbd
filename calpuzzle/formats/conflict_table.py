"""The conflict graph of a puzzle as a table of 0 and 1 (calpuzzle/fit/conflicts.py)."""

from calpuzzle.puzzle.conflicts import table as write

__all__ = ["write"]
