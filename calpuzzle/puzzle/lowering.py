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

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Protocol

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.text import shown
from calpuzzle.puzzle.cover import Bounds, Cover, Options, Plane
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.model import Board, Model, Piece, Way
from calpuzzle.puzzle.scan import scan
from calpuzzle.puzzle.shapes import Shape, normal, orientations, parts

MAX_CELLS = 20_000_000  # cells of all ways together; some 2 GB

A_PUZZLE = "the counts of dates are those of a Puzzle, such as load('dray') gives"

Oriented = tuple[Shape, tuple[int, ...]]
"""A shape with the colour of each cell; without colours where they do not matter."""


class PieceClass(NamedTuple):
    """Pieces that are interchangeable: the first of them, the names of all, copies told apart, what
    they can show and the shapes of that, sorted (none where only ways are known), and how many of
    them are used, at least and at most."""

    piece: Piece
    names: tuple[str, ...]
    shown: tuple[Oriented, ...]
    orientations: tuple[Shape, ...]
    bounds: Bounds

    @property
    def name(self) -> str:
        """The name of the first of them."""
        return self.piece.name


class Lowering:
    """The exact cover problem of a puzzle, and what its items and options stand for.

    `cells` are the cells of the board in the order of their items, of which the first has the
    number `first`; the items before are the `classes` of pieces and then the groups, which `heads`
    names. If the model has pairs of colours that go together, `marks` lists the colours that each
    option shows on its cells. Raises CannotDoError where the ways to lay the pieces are too
    many to hold.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.classes = _classes(model)
        self.heads = [own.name for own in self.classes] + [group.name for group in model.groups]
        self.first = len(self.heads)
        board = model.board
        # A board in space, too, is flat where it has one layer.
        flat = not board.bare and len({cell[:-2] for cell in board.cells}) == 1
        # Where people find each cell in a drawing of the board, from 0; where there is one.
        self.spots = {} if board.bare else model.lattice.spots(board.cells)
        laid = scan([self.spots[cell] for cell in board.cells]) if flat else None
        order = laid.order if laid else tuple(range(len(board.cells)))
        # Secondary items come last.
        ranks = sorted(range(len(order)), key=lambda rank: order[rank] in board.optional)
        self.cells = tuple([board.cells[order[rank]] for rank in ranks])
        self.number = {cell: self.first + k for k, cell in enumerate(self.cells)}
        at = board.at
        labels = [
            [
                (item, *sorted([self.number[at[own]] for own in opened]))
                for opened in group.opened.values()
            ]
            for item, group in enumerate(model.groups, len(self.classes))
        ]
        marked = [*self._placements(), *((option, ()) for option in chain(*labels))]
        marked.sort(key=lambda own: (own[0][1:2], own))
        options = [option for option, _ in marked]
        self.marks = [marks for _, marks in marked] if model.fits else []
        known = {k: n for n, k in enumerate(options) if k[0] >= len(self.classes)}
        needed = self.first + len(order) - len(board.optional)
        names = self._item_names()
        self.cover = Cover.numbered(
            names[:needed],
            options,
            names[needed:],
            [own.bounds for own in self.classes] + [(1, 1)] * (needed - len(self.classes)),
            [[known[option] for option in own] for own in labels],
            self.first,
            # Who searches along the scan takes an open piece to have one cell.
            None
            if laid is None or model.opens_several
            else self._plane(tuple([laid.places[rank] for rank in ranks]), laid.frame),
        )

    def _plane(self, places: tuple[tuple[int, int], ...], frame: tuple[int, int]) -> Plane:
        """The plane of these places; where a piece is in parts, no region may be cut off."""
        lattice = self.model.lattice
        sides = [side for own in self.classes for side in own.piece.sides]
        held = all(parts(side, lattice) == 1 for side in sides)
        return Plane(places, frame, held and lattice.square, held * lattice.spread)

    def _placements(self) -> list[tuple[Options, tuple[int, ...]]]:
        """The options of the pieces, each with the colours that it shows on its cells."""
        board = self.model.board
        item = [self.number[cell] for cell in board.cells]
        colours = dict(zip(item, board.colours, strict=False))
        fits = _Fits(self.number, self.model, colours)
        options: list[tuple[Options, tuple[int, ...]]] = []
        room = MAX_CELLS
        for index, own in enumerate(self.classes):
            options += [((index, *sorted([item[k] for k in way])), ()) for way in own.piece.ways]
            for shape, marked in own.shown:
                found = fits.ways(shape, marked)
                room -= sum(map(len, found))
                if room < 0:
                    raise CannotDoError(
                        f"{self.model.name} has more ways to lay its pieces than can be held here"
                    )
                if not (self.model.fits and marked):
                    options += [((index, *sorted(way)), ()) for way in found]
                    continue
                for way in found:
                    cells, marks = zip(*sorted(zip(way, marked, strict=True)), strict=True)
                    options.append(((index, *cells), marks))
        return options

    def _item_names(self) -> list[str]:
        """A name of its own for each item, without blanks, `:` or `|`."""
        names = []
        times: Counter[str] = Counter()
        for head in self.heads:
            name = "".join(c if c.isalnum() or c in "-_#+" else "_" for c in head)
            times[name] += 1
            names.append(name if times[name] == 1 else f"{name}~{times[name]}")
        return names + [f"@{','.join(map(str, cell))}" for cell in self.cells]

    @property
    def lowered(self) -> Lowering:
        """The Lowering itself: it will do wherever a puzzle does."""
        return self

    @cached_property
    def option_number(self) -> dict[Options, int]:
        """The number of each option, by its items."""
        return {option: k for k, option in enumerate(self.cover.options)}

    @cached_property
    def piece_class(self) -> dict[str, int]:
        """The class of each piece, by its name."""
        of = {name: index for index, own in enumerate(self.classes) for name in own.names}
        return {piece.name: of[piece.names[0]] for piece in self.model.pieces}

    @cached_property
    def piece_of(self) -> dict[str, str]:
        """The name in the file of each piece, by the names of its copies."""
        return {copy: piece.name for piece in self.model.pieces for copy in piece.names}

    def cells_of(self, option: int) -> tuple[Cell, ...]:
        """The cells that an option covers, in reading order."""
        first = self.first
        return tuple(sorted([self.cells[i - first] for i in self.cover.options[option][1:]]))

    def shape_of(self, option: int) -> Shape:
        """The orientation in which an option lays its piece."""
        return normal(self.cells_of(option), self.model.lattice)

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


class Lowered(Protocol):
    """A puzzle as the functions above take it: a Lowering, or a Puzzle, which a caller holds and
    which makes its Lowering when that is first asked for."""

    @property
    def model(self) -> Model:
        """The puzzle as it is written."""

    @property
    def lowered(self) -> Lowering:
        """The exact cover problem, and what its options stand for."""


def check_puzzle(given: object, wanted: str = A_PUZZLE) -> None:
    """Raise InputError for what is no puzzle of pieces; `wanted` says what is."""
    # Of the class: to ask the object would make its Lowering.
    if not hasattr(type(given), "lowered"):
        raise InputError(f"{wanted}, not {shown(given)}")


def bare(lowered: Lowering) -> Model:
    """The puzzle with nothing but its ways kept, for formats that know no more: numbered cells, in
    the order of its board, and pieces with their ways, the groups among them."""
    model, cover = lowered.model, lowered.cover
    number = {cell: k for k, cell in enumerate(model.board.cells)}
    ways: list[list[Way]] = [[] for _ in range(lowered.first)]
    for option in cover.options:
        cells = [number[lowered.cells[item - lowered.first]] for item in option[1:]]
        ways[option[0]].append(tuple(sorted(cells)))
    pieces = [
        Piece(name, least=least, most=most, ways=tuple(sorted(own)))
        for name, own, (least, most) in zip(lowered.heads, ways, cover.bounds, strict=False)
    ]
    return Model(
        model.name,
        Board(tuple((k,) for k in range(len(number))), optional=model.board.optional),
        tuple(pieces),
        title=model.title,
        source=model.source,
        interchangeable=False,
    )


def residual(lowered: Lowering, laid: Options) -> Model:
    """The puzzle that is left where something lies: without the cells that it covers, and without
    its pieces. The other cells stay where they are; numbered ones, of which nothing else is known,
    are numbered anew.

    Raises InputError where no cell is left, or no label for a group.
    """
    model, cover = lowered.model, lowered.cover
    used = Counter(cover.options[option][0] for option in laid)
    own = {lowered.label_of[option] for option in laid if lowered.class_of(option) < 0}
    covered = {
        cell
        for option in laid
        if lowered.class_of(option) >= 0
        for cell in lowered.cells_of(option)
    }
    board = model.board
    kept = [k for k, cell in enumerate(board.cells) if cell not in covered]
    number = {old: new for new, old in enumerate(kept)}
    groups = []
    gone = {board.labels[k] for k in range(len(board.labels)) if k not in number}
    for group in model.groups:
        chosen = [label for label in group.labels if (group.name, label) in own]
        opened = group.opened
        group = group.only([k for k in chosen or group.labels if gone.isdisjoint(opened[k])])
        if not group.labels:
            raise InputError(f"what is laid covers all that the group {group.name} can leave open")
        groups.append(group)
    pieces = _without(lowered, used, number)
    if not kept:
        raise InputError(f"nothing is left of {model.name}: what is laid covers every cell")
    left = Board(
        tuple((number[k],) if board.bare else board.cells[k] for k in kept),
        tuple(board.labels[k] for k in kept if board.labels),
        tuple(board.colours[k] for k in kept if board.colours),
        frozenset(number[k] for k in board.optional if k in number),
    )
    return model._replace(board=left, pieces=pieces, groups=tuple(groups))


def _without(
    lowered: Lowering, used: Mapping[int, int], number: Mapping[int, int]
) -> tuple[Piece, ...]:
    """The pieces that are left where so many of each class are laid, their ways in the new numbers
    of the cells that are left."""
    places = lowered.piece_class
    bounds = {piece.name: [piece.least, piece.most] for piece in lowered.model.pieces}
    for index, times in used.items():
        alike = [bounds[name] for name, place in places.items() if place == index]
        for _ in range(times if alike else 0):
            # One that must lie, while there is one.
            one = next(filter(min, alike), None) or next(own for own in alike if own[1])
            one[:] = max(one[0] - 1, 0), one[1] - 1
    return tuple(
        piece._replace(
            least=bounds[piece.name][0],
            most=bounds[piece.name][1],
            ways=tuple(
                tuple(number[k] for k in way) for way in piece.ways if number.keys() >= {*way}
            ),
        )
        for piece in lowered.model.pieces
        if bounds[piece.name][1]
    )


def _classes(model: Model) -> tuple[PieceClass, ...]:
    """The pieces, those that are interchangeable taken together, in the order of the puzzle."""
    found: dict[object, PieceClass] = {}
    for number, piece in enumerate(model.pieces):
        shown = oriented(piece, model.lattice)
        key = (shown, piece.ways) if model.interchangeable else number
        names, least, most = piece.names, piece.least, piece.most
        if key in found:
            # Names of those that must lie come first: a solution names its pieces in this order.
            alike = found[key]
            must = alike.bounds[0]
            names = alike.names[:must] + names[:least] + alike.names[must:] + names[least:]
            piece, least, most = alike.piece, must + least, alike.bounds[1] + most
        shapes = tuple(sorted({shape for shape, _ in shown}))
        found[key] = PieceClass(piece, names, shown, shapes, (least, most))
    return tuple(found.values())


def oriented(piece: Piece, lattice: Lattice) -> tuple[Oriented, ...]:
    """The different shapes that the piece can show, with their colours, sorted."""
    found: set[Oriented] = set()
    marks = piece.colours or ((),) * len(piece.sides)
    for side, colours in zip(piece.sides, marks, strict=True):
        if not colours:
            found.update((s, ()) for s in orientations(side, piece.turn, piece.flip, lattice))
            continue
        for motion in lattice.motions(len(side[0]), piece.turn, piece.flip):
            image = lattice.image(motion, side)
            if image:
                marked = sorted(zip(image, colours, strict=True))
                cells, own = zip(*marked, strict=True)
                found.add((normal(cells, lattice), own))
    return tuple(sorted(found))


class _Fits:
    """The places where shapes fit on a board. Cells are single numbers here: with lines twice as
    long as the board's, less one, no cell of a shape that is no larger than the board is mistaken
    for another when it lies outside. `colours` are those of the items, where they matter."""

    def __init__(
        self, number: Mapping[Cell, int], model: Model, colours: Mapping[int, int]
    ) -> None:
        self.model = model
        self.colours = colours
        self.spans = [max(axis) - min(axis) + 1 for axis in zip(*number, strict=True)]
        self.number = dict(zip(self._codes(tuple(number)), number.values(), strict=True))
        self.starts: dict[Cell, list[int]] = {}
        """The codes of the cells onto which the same cells of pieces can be moved."""
        for cell, code in zip(number, self.number, strict=True):
            self.starts.setdefault(model.lattice.coset(cell), []).append(code)

    def _codes(self, cells: Shape) -> list[int]:
        codes = [0] * len(cells)
        for axis, span in zip(zip(*cells, strict=True), self.spans, strict=False):
            codes = [code * (2 * span - 1) + x for code, x in zip(codes, axis, strict=True)]
        return codes

    def ways(self, shape: Shape, colours: tuple[int, ...]) -> list[list[int]]:
        """The items that the shape covers in each way to lie, in the order of its cells; with
        `colours`, only where those of the cells are these."""
        extents = [max(axis) - min(axis) for axis in zip(*shape, strict=True)]
        if not self.number or any(e >= span for e, span in zip(extents, self.spans, strict=True)):
            return []
        number, fits, there = self.number, self.model.colour_fits, self.colours
        codes = self._codes(shape)
        offsets = [code - codes[0] for code in codes]
        # The cells on which the first of the shape may come to lie; the ends of the shape, which
        # leave the board first, leave few of them.
        bases = self.starts.get(self.model.lattice.coset(shape[0]), [])
        axes = list(zip(*shape, strict=True))
        for end in {offsets[axis.index(end(axis))] for axis in axes for end in (min, max)}:
            bases = [base for base in bases if base + end in number]
        ways = []
        for base in bases:
            try:
                ways.append([number[base + offset] for offset in offsets])
            except KeyError:
                continue
        if not colours:
            return ways
        return [way for way in ways if all(map(fits, colours, [there[item] for item in way]))]
