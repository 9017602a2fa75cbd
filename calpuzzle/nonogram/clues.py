"""The nonogram (`Clues`: clues, colours and notes), and the check that a grid fits it.

Colours are numbers: 0 is the background, usually white; the others are colours of blocks. A grid is
a tuple of rows, each a tuple of colours. A partial grid is a list of masks, one for each cell in
reading order; bit c of a mask is set if the cell may have colour c.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.wording import plural, shown

MAX_SIDE = 1000
MAX_COLOURS = 15

Clue = tuple[tuple[int, int], ...]  # length and colour of each block
Grid = tuple[tuple[int, ...], ...]
Masks = list[int]


class Colour(NamedTuple):
    """A colour: its name, its `#rrggbb` code, and the character that represents it in drawings."""

    name: str
    rgb: str
    mark: str


WHITE = Colour("white", "#ffffff", ".")
BLACK = Colour("black", "#000000", "#")


class Clues(NamedTuple):
    """A nonogram as plain data.

    Parameters
    ----------
    rows, columns : tuple of clues
        The clue of each line: a tuple of (length, colour) of its blocks.
    palette : tuple of Colour, optional
        The colours, the background first; by default white and black.
    notes : tuple of (str, str), optional
        The properties in the file, in order, as (name, value): title, by, copyright, ...
    goal : tuple of tuple of int, optional
        The picture that the author intended.
    given : tuple of tuple of int, optional
        The cells that are shown from the start, -1 for the others.

    Examples
    --------
    >>> clues = cp.Clues(rows=(((1, 1),), ((1, 1),)), columns=(((1, 1),), ((1, 1),)))
    >>> cp.Nonogram(clues).count()
    2
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: tuple[Colour, ...] = (WHITE, BLACK)
    notes: tuple[tuple[str, str], ...] = ()
    goal: Grid | None = None
    given: Grid | None = None

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def colours(self) -> int:
        """The number of colours besides the background."""
        return len(self.palette) - 1

    @property
    def title(self) -> str:
        """The title, or an empty string."""
        return dict(self.notes).get("title", "")

    def line(self, index: int) -> Clue:
        """Return the clue of a line.

        Parameters
        ----------
        index : int
            The number of the line: rows first, then columns.

        Returns
        -------
        tuple of (int, int)
            The length and colour of each block.

        Examples
        --------
        >>> cp.Clues(rows=(((1, 1),),), columns=((), ((1, 1),))).line(1)
        ()
        """
        return self.rows[index] if index < self.height else self.columns[index - self.height]

    def cells_of(self, index: int) -> list[int]:
        """Return the cells of a line.

        Parameters
        ----------
        index : int
            The number of the line: rows first, then columns.

        Returns
        -------
        list of int
            Cell numbers in reading order.

        Examples
        --------
        >>> cp.Clues(rows=((), ()), columns=((), ())).cells_of(3)
        [1, 3]
        """
        if index < self.height:
            return list(range(index * self.width, (index + 1) * self.width))
        return list(range(index - self.height, self.height * self.width, self.width))

    def line_length(self, index: int) -> int:
        """Return the number of cells of a line.

        Parameters
        ----------
        index : int
            The number of the line: rows first, then columns.

        Returns
        -------
        int

        Examples
        --------
        >>> cp.Clues(rows=((),), columns=((), ())).line_length(0)
        2
        """
        return self.width if index < self.height else self.height

    def line_name(self, index: int) -> str:
        """Return the name of a line for messages, counted from 1.

        Parameters
        ----------
        index : int
            The number of the line: rows first, then columns.

        Returns
        -------
        str

        Examples
        --------
        >>> cp.Clues(rows=((), ()), columns=((), ())).line_name(3)
        'column 2'
        """
        if index < self.height:
            return f"row {index + 1}"
        return f"column {index - self.height + 1}"

    def initial_masks(self) -> Masks:
        """Return the possible colours of each cell at the start.

        Returns
        -------
        list of int
            One bit mask per cell: every colour, or the colour of a given cell.

        Examples
        --------
        >>> cp.Clues(rows=((),), columns=((), ())).initial_masks()
        [3, 3]
        """
        anything = (2 << self.colours) - 1
        if self.given is None:
            return [anything] * (self.height * self.width)
        return [anything if cell < 0 else 1 << cell for row in self.given for cell in row]


def black(lengths: Iterable[int]) -> Clue:
    """Return a clue of black blocks. Zeros are dropped, because files write `0` for no blocks."""
    return tuple((length, 1) for length in lengths if length)


def clue_of(line: Iterable[int]) -> Clue:
    """Return the clue of a line of colours."""
    runs = ((len(list(run)), colour) for colour, run in groupby(line))
    return tuple((length, colour) for length, colour in runs if colour)


def from_grid(grid: Grid, palette: tuple[Colour, ...] = (WHITE, BLACK)) -> Clues:
    """Return the nonogram whose goal is `grid`."""
    rows = tuple(clue_of(row) for row in grid)
    columns = tuple(clue_of(column) for column in zip(*grid, strict=True))
    return checked(Clues(rows, columns, palette, goal=grid))


def fits(puzzle: Clues, grid: Grid) -> bool:
    """Return whether a full grid fits the clues and given cells. This function shares no code with
    the solvers, so it checks them independently."""
    if len(grid) != puzzle.height or any(len(row) != puzzle.width for row in grid):
        return False
    shown = puzzle.given or ()
    return (
        tuple(clue_of(row) for row in grid) == puzzle.rows
        and tuple(clue_of(column) for column in zip(*grid, strict=True)) == puzzle.columns
        and all(
            given in (-1, cell)
            for given_row, row in zip(shown, grid, strict=False)
            for given, cell in zip(given_row, row, strict=True)
        )
    )


def rows_of(cells: Sequence[int], width: int) -> Grid:
    """Return cells in reading order as a grid with rows of `width` cells."""
    return tuple(tuple(cells[start : start + width]) for start in range(0, len(cells), width))


def only_colour(mask: int) -> int:
    """Return the only colour that a mask allows, or -1 if it allows several or none."""
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else -1


def as_grid(puzzle: Clues, masks: Sequence[int]) -> Grid:
    """Return masks as a grid, with -1 for cells without a unique colour."""
    return rows_of([only_colour(mask) for mask in masks], puzzle.width)


def as_masks(puzzle: Clues, grid: Grid) -> Masks:
    """Return a grid as masks; -1 in the grid is an unknown cell."""
    return puzzle._replace(given=grid).initial_masks()


def grid_rows(puzzle: Clues, grid: Grid) -> list[str]:
    """Return a grid as strings of the palette's characters, with `?` for unknown."""
    marks = [colour.mark for colour in puzzle.palette] + ["?"]
    return ["".join(marks[cell] for cell in row) for row in grid]


def clue_text(puzzle: Clues, clue: Clue) -> str:
    """Return a clue as text, such as `3 1 2`, or `0` for an empty line; if there are several
    colours, each number is followed by the colour's mark."""
    if puzzle.colours == 1:
        return " ".join(str(length) for length, _ in clue) or "0"
    return " ".join(f"{length}{puzzle.palette[colour].mark}" for length, colour in clue) or "0"


def line_text(puzzle: Clues, masks: Iterable[int]) -> str:
    """Return the cells of a line as text: a mark for each known cell, `?` for an open one."""
    colours = map(only_colour, masks)
    return "".join(puzzle.palette[colour].mark if colour >= 0 else "?" for colour in colours)


def checked(puzzle: Clues) -> Clues:
    """Return the puzzle unchanged. Raises PuzzleError, which lists the faults, if it is invalid.

    The goal and the given cells are checked only if there are no other faults."""
    faults = _faults_of_kind(puzzle) or [*_faults_of_size(puzzle), *_faults_of_blocks(puzzle)]
    if not faults:
        faults = [*_faults_of_grid(puzzle, "goal"), *_faults_of_grid(puzzle, "given")]
    if faults:
        raise PuzzleError(faults)
    return puzzle


def _faults_of_kind(puzzle: Clues) -> list[str]:
    """Return a sentence for each attribute of a wrong type, except for the types of blocks, which
    `_faults_of_blocks` checks.

    A caller may pass values that a type checker would not allow.
    """
    kinds: dict[str, tuple[type, str]] = {
        "rows": (tuple, "the blocks of a line, such as ((3, 1), (1, 1))"),
        "columns": (tuple, "the blocks of a line, such as ((3, 1), (1, 1))"),
        "palette": (Colour, "a Colour, such as Colour('white', '#ffffff', '.')"),
        "notes": (tuple, "a pair of texts, such as ('title', 'Cat')"),
        "goal": (tuple, "a row of colour numbers, such as (0, 1)"),
        "given": (tuple, "a row of colour numbers, such as (-1, 1)"),
    }
    faults = []
    for name, (kind, wanted) in kinds.items():
        values: Any = getattr(puzzle, name)
        if values is None and name in ("goal", "given"):
            continue
        if not isinstance(values, tuple):
            faults.append(f"{name} must be a sequence, not {shown(values)}")
        elif wrong := [value for value in values if not isinstance(value, kind)]:
            faults.append(f"{name} contains {shown(wrong[0])}, which is not {wanted}")
    return faults


def _faults_of_size(puzzle: Clues) -> list[str]:
    faults = []
    for name, size in (("rows", puzzle.height), ("columns", puzzle.width)):
        if not 1 <= size <= MAX_SIDE:
            faults.append(f"a nonogram has 1 to {MAX_SIDE} {name}, not {size}")
    if not 1 <= puzzle.colours <= MAX_COLOURS:
        faults.append(f"a nonogram has 1 to {MAX_COLOURS} colours, not {puzzle.colours}")
    if len({colour.mark for colour in puzzle.palette}) < len(puzzle.palette):
        faults.append("two colours share one character")
    return faults


def _faults_of_blocks(puzzle: Clues) -> list[str]:
    faults = []
    for index in range(puzzle.height + puzzle.width):
        name = puzzle.line_name(index)
        for block in puzzle.line(index):
            if (
                not isinstance(block, tuple)
                or len(block) != 2
                or not all(isinstance(part, int) for part in block)
            ):
                faults.append(
                    f"{name} has the block {shown(block)}, which is not (length, colour), "
                    "two whole numbers"
                )
                continue
            length, colour = block
            if length < 1:
                faults.append(f"{name} has a block of {length} cells")
            if not 1 <= colour <= puzzle.colours:
                faults.append(f"{name} has a block of unknown colour {colour}")
    return faults


def _faults_of_grid(puzzle: Clues, name: str) -> list[str]:
    grid: Grid | None = getattr(puzzle, name)
    if grid is None:
        return []
    if len(grid) != puzzle.height or any(len(row) != puzzle.width for row in grid):
        return [f"the {name} is not {plural(puzzle.width, 'cell')} wide and {puzzle.height} high"]
    least = -1 if name == "given" else 0
    if any(
        not isinstance(cell, int) or not least <= cell <= puzzle.colours
        for row in grid
        for cell in row
    ):
        return [f"the {name} grid has a cell of an unknown colour"]
    return []
