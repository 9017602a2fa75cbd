"""A puzzle of which nothing but the ways is kept: for formats that know no more, and for puzzles in
which something lies already."""

from __future__ import annotations

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece, Way


def bare(lowered: Lowering, laid: Options = ()) -> Model:
    """The puzzle as numbered cells, in the order of its board, and pieces with their ways, the
    groups among them. A piece that is laid has that way only, and what overlaps it is gone.

    Raises InputError for a laid piece of which there are several, which no way alone can say.
    """
    model, cover = lowered.model, lowered.cover
    number = {cell: k for k, cell in enumerate(model.board.cells)}
    way_of = [
        tuple(sorted([number[lowered.cells[item - lowered.first]] for item in option[1:]]))
        for option in cover.options
    ]
    covered = {cell for option in laid for cell in way_of[option]}
    fixed = {cover.options[option][0]: option for option in laid}
    ways: list[list[Way]] = [[] for _ in range(lowered.first)]
    for option, way in enumerate(way_of):
        index = cover.options[option][0]
        if option == fixed.get(index) or (index not in fixed and covered.isdisjoint(way)):
            ways[index].append(way)
    pieces = []
    for index, (name, own) in enumerate(zip(lowered.heads, ways, strict=True)):
        least, most = cover.bounds[index]
        if index in fixed and most > 1:
            raise InputError(f"there are {most} pieces {name}; one of them cannot be laid here")
        least = 1 if index in fixed else least
        pieces.append(Piece(name, least=least, most=most, ways=tuple(sorted(own))))
    return Model(
        model.name,
        Board(tuple((k,) for k in range(len(number))), optional=model.board.optional),
        tuple(pieces),
        title=model.title,
        source=model.source,
        interchangeable=False,
    )
