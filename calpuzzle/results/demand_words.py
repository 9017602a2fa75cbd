"""Demands on a date, and the cells that they name, in words."""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import place_name
from calpuzzle.results.relaxed import Demand, Kind


def demand_words(lowered: Lowering, demand: Demand) -> str:
    """Return what a demand requires, as a clause."""
    kind, item = demand
    if kind in (Kind.COVERED, Kind.OPEN):
        verb = "is covered" if kind == Kind.COVERED else "stays open"
        return f"{item_name(lowered, item)} {verb}"
    least, most = lowered.cover.bounds[item]
    bound = f"at least {least:,}" if kind == Kind.LEAST else f"at most {most:,}"
    return f"the solution has {bound} of the piece {lowered.classes[item].name}"


def item_name(lowered: Lowering, item: int) -> str:
    """Return the name of the cell of an item."""
    return cell_name(lowered, lowered.cells[item - lowered.first])


def cell_name(lowered: Lowering, cell: Cell) -> str:
    """Return the label of a cell, or its position in words if it has none."""
    board = lowered.model.board
    label = board.labels[board.cells.index(cell)] if board.labels else ""
    return label or place_name(cell, lowered.spots)
