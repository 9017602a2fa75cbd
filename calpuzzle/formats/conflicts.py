"""The conflict graph of a puzzle: as a table of 0 and 1, a row a way, and in DOT, for Graphviz."""

from __future__ import annotations

from calpuzzle.puzzle import conflicts
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def table(model: Model) -> str:
    """The table. Raises InputError for equal pieces, which have no such graph."""
    return conflicts.table(Lowering(model))


def dot(model: Model) -> str:
    """The graph in DOT. Raises as `table`."""
    return conflicts.dot(Lowering(model))
