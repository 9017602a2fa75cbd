"""The lowering of a puzzle to an exact cover problem, and of its options back to pieces.

The items are the classes of interchangeable pieces (bounded by the number of copies to use), then
the groups, then the cells; cells that may stay empty are secondary. An option is one placement: a
piece with the cells that it covers, or a group with the cell of one of its labels, like a one-cell
piece, or a group with all cells of one of its listed sets of labels.

Two orders are fixed here, and every engine with ordered solutions relies on them:

* The cells of a flat board are numbered along the scan (scan.py), the order in which a search fills
  them. Other boards keep their own order. Cells that may stay empty come last.
* Options are numbered by their lowest cell, then by piece (groups after pieces), then by cells. A
  search that always fills the lowest empty cell therefore finds solutions in lexicographic order of
  their option numbers, and that is the order in which solutions are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import Protocol

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import shown
from calpuzzle.puzzle.cover import Cover, Options, Plane
from calpuzzle.puzzle.dates.instances import labels_at
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.piece_classes import classes_of
from calpuzzle.puzzle.scan import scan
from calpuzzle.puzzle.shapes import Shape, count_components, normal

MAX_CELLS = 20_000_000  # cells of all placements together; about 2 GB

A_PUZZLE = "puzzle must be a Puzzle, such as load('dray')"


class Lowering:
    """The exact cover problem of a puzzle, and the meaning of its items and options.

    The items are, in this order, the `classes` of pieces, the groups, and the `cells` of the board;
    `first` is the item number of the first cell, and `leading_items` names the classes and groups.
    `item_of` maps each cell to its item, and `spots` maps it to its row and column as users count
    them, but from 0 (`Lattice.spots`); `spots` is empty for a bare board. If the model lists pairs
    of colours that fit (`Model.fits`), `marks` lists the colours that each option shows on its
    cells. Groups with too many sets of labels to list come before the other groups, and `unlisted`
    contains them by item; each of their options opens one label. Raises CannotDoError if there are
    too many placements to store."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.classes = classes_of(model)
        class_count = len(self.classes)
        groups = [group for group in model.groups if group.unlisted_sets]
        self.unlisted = dict(enumerate(groups, class_count))
        groups += [group for group in model.groups if not group.unlisted_sets]
        self.leading_items = [kind.name for kind in self.classes] + [group.name for group in groups]
        self.first = len(self.leading_items)
        board = model.board
        # A board in space with a single layer counts as flat.
        flat = not board.bare and len({cell[:-2] for cell in board.cells}) == 1
        self.spots = {} if board.bare else model.lattice.spots(board.cells)
        scanned = scan([self.spots[cell] for cell in board.cells]) if flat else None
        order = scanned.order if scanned else tuple(range(len(board.cells)))
        # Secondary items come last.
        ranks = sorted(range(len(order)), key=lambda rank: order[rank] in board.optional)
        self.cells = tuple([board.cells[order[rank]] for rank in ranks])
        self.item_of = {cell: self.first + k for k, cell in enumerate(self.cells)}
        at = board.at
        labels = [
            [
                (item, *sorted([self.item_of[at[label]] for label in opened]))
                for opened in group.opened.values()
            ]
            for item, group in enumerate(groups, class_count)
            if not group.unlisted_sets
        ]
        single: list[Options] = [
            (item, self.item_of[at[label]])
            for item, group in self.unlisted.items()
            for label in group.printed
        ]
        marked = [*self._placements(), *((option, ()) for option in chain(single, *labels))]
        marked.sort(key=lambda pair: (pair[0][1:2], pair))  # by the lowest cell first
        options = [option for option, _ in marked]
        self.marks = [marks for _, marks in marked] if model.fits else []
        number = {option: k for k, option in enumerate(options) if option[0] >= class_count}
        bounds = [kind.bounds for kind in self.classes]
        bounds += [group.sizes for group in self.unlisted.values()]
        needed = self.first + len(order) - len(board.optional)
        names = self._item_names()
        self.cover = Cover.numbered(
            names[:needed],
            options,
            names[needed:],
            bounds + [(1, 1)] * (needed - len(bounds)),
            [[number[option] for option in axis] for axis in labels],
            self.first,
            # Engines that search along the scan assume that an option of an axis covers one cell.
            None
            if scanned is None
            or any(group.label_sets and not group.unlisted_sets for group in groups)
            else self._plane(tuple([scanned.places[rank] for rank in ranks]), scanned.frame),
        )

    def _plane(self, places: tuple[tuple[int, int], ...], frame: tuple[int, int]) -> Plane:
        """Return the Plane of the cells at `places`.

        A disconnected piece can fill cells of several regions. If the puzzle has such a piece,
        engines must not prune by regions, and `spread` is 0.
        """
        lattice = self.model.lattice
        sides = [side for kind in self.classes for side in kind.piece.sides]
        connected = all(count_components(side, lattice) == 1 for side in sides)
        return Plane(places, frame, connected and lattice.square, connected * lattice.spread)

    def _placements(self) -> list[tuple[Options, tuple[int, ...]]]:
        """Return the options of the pieces, each with the colours that it shows on its cells."""
        board = self.model.board
        item = [self.item_of[cell] for cell in board.cells]
        colours = dict(zip(item, board.colours, strict=False))
        fits = _Fits(self.item_of, self.model, colours)
        options: list[tuple[Options, tuple[int, ...]]] = []
        budget = MAX_CELLS
        for index, kind in enumerate(self.classes):
            options += [
                ((index, *sorted([item[k] for k in own])), ()) for own in kind.piece.placements
            ]
            for shape, marked in kind.shown:
                found = fits.placements(shape, marked)
                budget -= sum(map(len, found))
                if budget < 0:
                    raise CannotDoError(
                        f"{self.model.name} has too many placements of its pieces: together they "
                        f"cover more than {MAX_CELLS:,} cells"
                    )
                if not (self.model.fits and marked):
                    options += [((index, *sorted(items)), ()) for items in found]
                    continue
                for items in found:
                    cells, marks = zip(*sorted(zip(items, marked, strict=True)), strict=True)
                    options.append(((index, *cells), marks))
        return options

    def _item_names(self) -> list[str]:
        """Return a unique name for each item, without blanks, `:` or `|`."""
        names = []
        times: Counter[str] = Counter()
        for head in self.leading_items:
            name = "".join(c if c.isalnum() or c in "-_#+" else "_" for c in head)
            times[name] += 1
            names.append(name if times[name] == 1 else f"{name}~{times[name]}")
        return names + [f"@{','.join(map(str, cell))}" for cell in self.cells]

    @property
    def lowered(self) -> Lowering:
        """Return the object itself, so that a Lowering satisfies the protocol `Lowered`."""
        return self

    @cached_property
    def option_number(self) -> dict[Options, int]:
        """Return the number of each option, by its items."""
        return {option: k for k, option in enumerate(self.cover.options)}

    @cached_property
    def piece_class(self) -> dict[str, int]:
        """Return the index of the class of each piece, by the piece's name."""
        of = {name: index for index, kind in enumerate(self.classes) for name in kind.names}
        return {piece.name: of[piece.names[0]] for piece in self.model.pieces}

    @cached_property
    def piece_of(self) -> dict[str, str]:
        """Return the piece's name in the puzzle file, by the name of each copy."""
        return {copy: piece.name for piece in self.model.pieces for copy in piece.names}

    def cells_of(self, option: int) -> tuple[Cell, ...]:
        """Return the cells that an option covers, in reading order."""
        first = self.first
        return tuple(sorted([self.cells[i - first] for i in self.cover.options[option][1:]]))

    def shape_of(self, option: int) -> Shape:
        """Return the orientation in which an option places its piece."""
        return normal(self.cells_of(option), self.model.lattice)

    def class_of(self, option: int) -> int:
        """Return the class index of the piece of an option, or -1 for a label."""
        index = self.cover.options[option][0]
        return index if index < len(self.classes) else -1

    def option_of(self, index: int, cells: Iterable[Cell]) -> int | None:
        """Return the option that places a piece of class `index` on exactly `cells`, or None."""
        numbers = [self.item_of.get(cell, -1) for cell in cells]
        return self.option_number.get((index, *sorted(numbers)))

    @cached_property
    def label_of(self) -> dict[int, tuple[str, str]]:
        """Return the (group name, label) of each option of a group."""
        listed = [group for group in self.model.groups if not group.unlisted_sets]
        found = {
            option: (group.name, label)
            for group, axis in zip(listed, self.cover.axes, strict=True)
            for label, option in zip(group.labels, axis, strict=True)
        }
        at = self.model.board.at
        for item, group in self.unlisted.items():
            options = [self.option_number[item, self.item_of[at[k]]] for k in group.printed]
            names = zip([group.name] * len(options), group.printed, strict=True)
            found.update(zip(options, names, strict=True))
        return found

    def instance(self, number: int) -> Options:
        """Return the options of instance `number`, a flat index into the counts."""
        return self.date_options(labels_at(self.model, number))

    def date_options(self, labels: Iterable[str]) -> Options:
        """Return the options of a date, which is one label for each group.

        Each option opens one label, or one listed set of labels.
        """
        option = {label: number for number, label in self.label_of.items()}
        return tuple(
            option[group.name, name]
            for group, label in zip(self.model.groups, labels, strict=True)
            for name in (group.opened[label] if group.unlisted_sets else (label,))
        )


class Lowered(Protocol):
    """A puzzle with its lowering: a Lowering, or a Puzzle, which computes its Lowering lazily."""

    @property
    def model(self) -> Model:
        """Return the puzzle as its file defines it."""
        ...

    @property
    def lowered(self) -> Lowering:
        """Return the exact cover problem and the meaning of its options."""
        ...


def check_puzzle(given: object) -> None:
    """Raise InputError unless `given` is a puzzle of pieces."""
    # Inspect the class: hasattr(given, "lowered") would compute the Lowering.
    if not hasattr(type(given), "lowered"):
        raise InputError(f"{A_PUZZLE}, not {shown(given)}")


class _Fits:
    """The positions in which shapes fit on a board.

    Each cell is encoded as one integer, in mixed radix with the radix 2 * span - 1 along each axis.
    If a shape is no larger than the board and covers some cell of it, its cells differ from each
    cell of the board by less than the radix along each axis. A cell off the board therefore never
    has the code of a cell of the board. `item_of_code` maps the codes of the board's cells to their
    items, and `colours` maps items to their colours, if these matter.
    """

    def __init__(
        self, item_of: Mapping[Cell, int], model: Model, colours: Mapping[int, int]
    ) -> None:
        self.model = model
        self.colours = colours
        self.spans = [max(axis) - min(axis) + 1 for axis in zip(*item_of, strict=True)]
        self.item_of_code = dict(zip(self._codes(tuple(item_of)), item_of.values(), strict=True))
        self.starts: dict[Cell, list[int]] = {}
        """The codes of the board's cells, by coset: moving a cell does not change its coset."""
        for cell, code in zip(item_of, self.item_of_code, strict=True):
            self.starts.setdefault(model.lattice.coset(cell), []).append(code)

    def _codes(self, cells: Shape) -> list[int]:
        codes = [0] * len(cells)
        for axis, span in zip(zip(*cells, strict=True), self.spans, strict=False):
            codes = [code * (2 * span - 1) + x for code, x in zip(codes, axis, strict=True)]
        return codes

    def placements(self, shape: Shape, colours: tuple[int, ...]) -> list[list[int]]:
        """Return, for each position of `shape` on the board, the items that it covers.

        The items are in the order of the shape's cells.

        If `colours` is not empty, only positions are returned whose cells accept these colours.
        """
        extents = [max(axis) - min(axis) for axis in zip(*shape, strict=True)]
        if any(extent >= span for extent, span in zip(extents, self.spans, strict=False)):
            return []
        item_of_code, fits = self.item_of_code, self.model.colour_fits
        codes = self._codes(shape)
        offsets = [code - codes[0] for code in codes]
        # Start from the cells that the first cell of the shape can cover. Test the extreme cells of
        # the shape first: they are the most likely to be off the board, so few candidates remain.
        bases = self.starts.get(self.model.lattice.coset(shape[0]), [])
        axes = list(zip(*shape, strict=True))
        extremes = {offsets[axis.index(extreme(axis))] for axis in axes for extreme in (min, max)}
        for offset in extremes:
            bases = [base for base in bases if base + offset in item_of_code]
        placements = []
        for base in bases:
            try:
                placements.append([item_of_code[base + offset] for offset in offsets])
            except KeyError:
                continue
        if not colours:
            return placements
        return [
            items
            for items in placements
            if all(map(fits, colours, [self.colours[k] for k in items]))
        ]
