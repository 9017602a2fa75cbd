"""The conflict graph of a puzzle as a table of 0 and 1: a row a way."""

from __future__ import annotations

from calpuzzle.puzzle.conflicts import table
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def write(model: Model) -> str:
    """The table. Raises InputError for equal pieces, which have none."""
    return table(Lowering(model))
