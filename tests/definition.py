"""A third count, straight from the definition: shares no code with the lowering or the engines.

Every named piece is given a place of its own, in all ways; then two ways are one where the sets
of (kind of piece, cells) are equal, the kind being the set of what its motions make of it.
"""

from __future__ import annotations

from itertools import product


def motions(piece):
    """What the motions of a piece make of it, as sets of complex numbers about the origin."""
    found = set()
    drawn = [complex(column, row) for row, column in piece.shape]
    for mirrored in (False, True) if piece.flip else (False,):
        for quarter in (1, 1j, -1, -1j) if piece.turn else (1,):
            points = [(complex(-z.real, z.imag) if mirrored else z) * quarter for z in drawn]
            left = min(z.real for z in points)
            top = min(z.imag for z in points)
            found.add(frozenset(z - complex(left, top) for z in points))
    return frozenset(found)


def solutions(model, labels):
    """The set of solutions with these labels uncovered: sets of (kind, cells)."""
    board = {
        complex(column, row)
        for row, tokens in enumerate(model.board.rows)
        for column, token in enumerate(tokens)
        if token != "#" and token not in labels
    }
    named = [motions(piece) for piece in model.pieces for _ in range(piece.copies)]
    found = set()

    def lay(number, free, laid):
        if number == len(named):
            if not free:
                found.add(frozenset(laid))
            return
        for shape in named[number]:
            for corner in product(range(model.board.width), range(model.board.height)):
                cells = frozenset(z + complex(*corner) for z in shape)
                if cells <= free:
                    lay(number + 1, free - cells, [*laid, (named[number], cells)])

    lay(0, frozenset(board), [])
    return found


def counts(model):
    """How many solutions each instance has, in order."""
    if not model.groups:
        return [len(solutions(model, ()))]
    return [len(solutions(model, labels)) for labels in product(*(g.labels for g in model.groups))]
