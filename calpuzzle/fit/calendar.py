"""A calendar puzzle as a fitting puzzle: a date is where the one-cell pieces of its groups lie."""

from __future__ import annotations

from calpuzzle import cover
from calpuzzle.puzzle.dates import DateLike, labels_of
from calpuzzle.fit.model import Fitting, Location, fitting_piece
from calpuzzle.puzzle.model import Model


def from_model(model: Model, date: DateLike = None) -> Fitting:
    """The calendar with all its dates, or with one: then each group has one way to lie.

    The locations are the cells of the board in reading order, their points (column, row).
    Raises DateError.
    """
    lowered = cover.Cover(model)
    number = {cell: k for k, cell in enumerate(model.board.cells)}
    locations = tuple(Location((column, row)) for row, column in model.board.cells)
    pieces = []
    for index, piece in enumerate(lowered.classes):
        ways = [
            tuple(number[lowered.cells[cell]] for cell in option.cells)
            for option in lowered.options
            if option.piece == index
        ]
        pieces.append(fitting_piece(piece.names[0], ways, piece.copies, piece.copies))
    chosen = labels_of(model, date) if date else None
    for k, group in enumerate(model.groups):
        labels = group.labels if chosen is None else (chosen[k],)
        cells = [(number[model.board.labels[label]],) for label in labels]
        pieces.append(fitting_piece(group.name, list(cells))._replace(open=True))
    printed = {cell: label for label, cell in model.board.labels.items()}
    labels = tuple(printed.get(cell, "") for cell in model.board.cells)
    return Fitting(model.name, locations, tuple(pieces), model.title, labels=labels)
