"""The lowering: a puzzle becomes an exact cover problem, and its options are read back as pieces.

Items are the pieces, taken together where they are interchangeable (with how many are used as
bounds), then the groups, then the cells, secondary where they may stay empty. An option is one
placement: a piece, or a label of a group, which is an open one-cell piece, and the cells it covers.

Two orders are fixed here, and every ordered engine keeps them:

* The cells of a flat board are numbered along the scan (scan.py): the order in which a search fills
  them. Other cells keep the order of the board. Those that may stay empty come last.
* Options are numbered by their lowest cell, then by piece (the groups after the pieces) and cells.
  A solution, as its option numbers in rising order, is therefore what a search meets that always
  fills the lowest empty cell; and solutions are listed in lexicographic order of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.cover import Bounds, Cover, Options, Plane
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.scan import scan
from calpuzzle.puzzle.shapes import Cell, Shape, motions, moved, normal, orientations, parts

MAX_CELLS = 20_000_000  # cells of all ways together; some 2 GB

Oriented = tuple[Shape, tuple[int, ...]]
"""A shape with the colour of each cell; without colours where they do not matter."""


class PieceClass(NamedTuple):
    """Pieces that are interchangeable: the name of the first of them, the names of all, copies told
    apart, the shapes that they can show, sorted (none where only ways are known), and how many of
    them are used, at least and at most."""

    name: str
    names: tuple[str, ...]
    orientations: tuple[Shape, ...]
    bounds: Bounds


class Lowering:
    """The exact cover problem of a puzzle, and what its items and options stand for.

    `cells` are the cells of the board in the order of their items, of which the first has the
    number `first`; the items before are the `classes` of pieces and then the groups. Raises
    CannotDoError where the ways to lay the pieces are too many to hold.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.classes, members = _classes(model)
        self.first = len(self.classes) + len(model.groups)
        board = model.board
        laid = scan(board.cells) if _flat(board) else None
        order = laid.order if laid else tuple(range(len(board.cells)))
        # Secondary items come last.
        ranks = sorted(range(len(order)), key=lambda rank: order[rank] in board.optional)
        self.cells = tuple([board.cells[order[rank]] for rank in ranks])
        self.number = {cell: self.first + k for k, cell in enumerate(self.cells)}
        options = self._options(members)
        options += self._labels()
        options.sort(key=_rank)
        needed = self.first + len(order) - len(board.optional)
        names = self._item_names()
        plane = laid and Plane(
            tuple([laid.places[rank] for rank in ranks]), laid.frame, _whole(members)
        )
        self.cover = Cover.numbered(
            names[:needed],
            options,
            names[needed:],
            [piece.bounds for piece in self.classes] + [(1, 1)] * (needed - len(self.classes)),
            self._axes(options),
            self.first,
            plane,
        )

    def _options(self, members: Sequence[Piece]) -> list[Options]:
        """The placements; `members` has one piece of each class."""
        board = self.model.board
        if board.bare:
            item = [self.number[cell] for cell in board.cells]
            return [
                (index, *sorted([item[k] for k in way]))
                for index, piece in enumerate(members)
                if piece.most
                for way in piece.ways
            ]
        fits = _Fits(self.number, self.model.step, _colours(board, self.number))
        options: list[Options] = []
        room = MAX_CELLS
        for index, (piece, own) in enumerate(zip(members, self.classes, strict=True)):
            if not piece.most:
                continue
            for shape, colours in _oriented(piece, own.orientations, self.model.step):
                found = fits.ways(shape, colours)
                room -= sum(map(len, found))
                if room < 0:
                    raise CannotDoError(
                        f"{self.model.name} has more ways to lay its pieces than can be held here"
                    )
                options += [(index, *sorted(way)) for way in found]
        return options

    def _labels(self) -> list[Options]:
        at = self.model.board.at
        return [
            (len(self.classes) + index, self.number[at[label]])
            for index, group in enumerate(self.model.groups)
            for label in group.labels
        ]

    def _axes(self, options: Sequence[Options]) -> list[list[int]]:
        """Of each group its options, in the order of its labels."""
        if not self.model.groups:
            return []
        labels = len(self.classes)
        known = {option: k for k, option in enumerate(options) if option[0] >= labels}
        found: list[list[int]] = [[] for _ in self.model.groups]
        for option in self._labels():
            found[option[0] - labels].append(known[option])
        return found

    def _item_names(self) -> list[str]:
        """A name of its own for each item, without blanks, `:` or `|`."""
        taken: set[str] = set()
        names = []
        heads = [own.name for own in self.classes] + [group.name for group in self.model.groups]
        for k, head in enumerate(heads):
            name = "".join(c if c.isalnum() or c in "-_#+" else "_" for c in head)
            names.append(_free(name or f"piece{k}", taken))
        names += [_free(f"@{','.join(map(str, cell))}", taken) for cell in self.cells]
        return names

    @cached_property
    def option_number(self) -> dict[Options, int]:
        """The number of each option, by its items."""
        return {option: k for k, option in enumerate(self.cover.options)}

    def cells_of(self, option: int) -> tuple[Cell, ...]:
        """The cells that an option covers, in reading order."""
        first = self.first
        return tuple(sorted([self.cells[i - first] for i in self.cover.options[option][1:]]))

    def class_of(self, option: int) -> int:
        """The class of the piece of an option, or -1 for a label."""
        index = self.cover.options[option][0]
        return index if index < len(self.classes) else -1

    def option_of(self, index: int, cells: Iterable[Cell]) -> int | None:
        """The option that lays a piece of the class on just these cells, or None."""
        numbers = [self.number.get(cell, -1) for cell in cells]
        return self.option_number.get((index, *sorted(numbers)))

    @cached_property
    def label_of(self) -> dict[int, tuple[str, str]]:
        """Of each option of an axis the group's name and the label."""
        return {
            option: (group.name, label)
            for group, axis in zip(self.model.groups, self.cover.axes, strict=True)
            for label, option in zip(group.labels, axis, strict=True)
        }


def _rank(option: Options) -> tuple[int, Options]:
    return option[1], option


def _classes(model: Model) -> tuple[tuple[PieceClass, ...], tuple[Piece, ...]]:
    """The pieces, those that are interchangeable taken together, in the order of the puzzle; and
    one piece of each class."""
    found: dict[object, PieceClass] = {}
    members: dict[object, Piece] = {}
    for number, piece in enumerate(model.pieces):
        shapes: set[Shape] = set()
        for side in piece.sides:
            shapes.update(orientations(side, piece.turn, piece.flip, model.step))
        own = PieceClass(piece.name, piece.names, tuple(sorted(shapes)), (piece.least, piece.most))
        key: object = number
        if model.interchangeable:
            key = (tuple(_oriented(piece, own.orientations, model.step)), piece.ways)
        members.setdefault(key, piece)
        found[key] = _joined(found[key], own) if key in found else own
    return tuple(found.values()), tuple(members.values())


def _joined(one: PieceClass, other: PieceClass) -> PieceClass:
    """The class of the pieces of both; the names of those that must be used come first, for a
    solution names its pieces in this order."""
    first, second = one.bounds[0], other.bounds[0]
    names = one.names[:first] + other.names[:second] + one.names[first:] + other.names[second:]
    return one._replace(names=names, bounds=(first + second, one.bounds[1] + other.bounds[1]))


def _flat(board: Board) -> bool:
    """Whether the cells lie in one plane of rows and columns: in space, in one layer."""
    return not board.bare and len({cell[:-2] for cell in board.cells}) == 1


def _whole(pieces: Sequence[Piece]) -> bool:
    """Whether every piece holds together by edges."""
    return all(parts(side) == 1 for piece in pieces for side in piece.sides)


def _colours(board: Board, number: dict[Cell, int]) -> dict[int, int]:
    """The colour of each cell's item; empty where colours do not matter."""
    return {number[cell]: c for cell, c in zip(board.cells, board.colours, strict=False)}


def _oriented(piece: Piece, shapes: Sequence[Shape], step: int) -> list[Oriented]:
    """The different shapes that the piece can show, with their colours, sorted; `shapes` are those
    without."""
    if not piece.colours:
        return [(shape, ()) for shape in shapes]
    found = set()
    for side, colours in zip(piece.sides, piece.colours, strict=True):
        for motion in motions(len(side[0]), piece.turn, piece.flip):
            cells = [moved(motion, cell) for cell in side]
            order = sorted(range(len(cells)), key=cells.__getitem__)
            found.add((normal(cells, step), tuple([colours[k] for k in order])))
    return sorted(found)


class _Fits:
    """Where shapes fit on a board. Cells are single numbers here: with lines twice as long as the
    board's, less one, no cell of a shape that is no larger than the board is mistaken for another
    when it lies outside."""

    def __init__(self, number: dict[Cell, int], step: int, colours: dict[int, int]) -> None:
        self.step = step
        self.colours = colours
        self.cells = list(number)
        self.low = [min(axis) for axis in zip(*self.cells, strict=True)]
        high = [max(axis) for axis in zip(*self.cells, strict=True)]
        self.spans = [b - a + 1 for a, b in zip(self.low, high, strict=True)]
        self.number = {self._code(cell): item for cell, item in number.items()}

    def _code(self, cell: Cell) -> int:
        code = 0
        for x, span in zip(cell, self.spans, strict=True):
            code = code * (2 * span - 1) + x
        return code

    def ways(self, shape: Shape, colours: tuple[int, ...]) -> list[list[int]]:
        """The items that the shape covers in each way to lie, in the order of its cells; with
        `colours`, only where those of the cells are these."""
        if not self.number or any(
            max(axis) - min(axis) >= span
            for axis, span in zip(zip(*shape, strict=True), self.spans, strict=True)
        ):
            return []
        start = self._code(shape[0])
        offsets = [self._code(cell) - start for cell in shape]
        found = []
        number = self.number
        for base in self._anchors(shape[0]):
            try:
                way = [number[base + offset] for offset in offsets]
            except KeyError:
                continue
            if not colours or tuple([self.colours[item] for item in way]) == colours:
                found.append(way)
        return found

    def _anchors(self, start: Cell) -> Iterable[int]:
        """The cells on which the first cell of a shape may come to lie."""
        if self.step == 1:
            return self.number
        return [
            self._code(cell)
            for cell in self.cells
            if not any((a - b) % self.step for a, b in zip(cell, start, strict=True))
        ]


def _free(name: str, taken: set[str]) -> str:
    candidate, k = name, 1
    while candidate in taken:
        k += 1
        candidate = f"{name}~{k}"
    taken.add(candidate)
    return candidate
