"""The conflict graph of a puzzle in the DOT language of Graphviz (calpuzzle/fit/conflicts.py)."""

from calpuzzle.puzzle.conflicts import dot as write

__all__ = ["write"]
