"""The conflict graph of a puzzle in the DOT language of Graphviz."""

from __future__ import annotations

from calpuzzle.puzzle.conflicts import dot
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def write(model: Model) -> str:
    """The graph. Raises InputError for equal pieces, which have none."""
    return dot(Lowering(model))
