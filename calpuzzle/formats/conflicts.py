"""The conflict graph of a puzzle: as a table of 0 and 1, a row a way, and in DOT, for Graphviz."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from calpuzzle.puzzle import conflicts
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


class Graph(NamedTuple):
    """A format of the graph."""

    text: Callable[[Lowering], str]

    def write(self, model: Model) -> str:
        """The graph. Raises InputError for equal pieces, which have none."""
        return self.text(Lowering(model))


table = Graph(conflicts.table)
dot = Graph(conflicts.dot)
