"""A calendar to start from, with a given size and language, and pieces that fit.

The months come first, in rows of equal length, then the days and after them the weekdays, row
by row. Every cell has a label. The pieces are those of a shipped calendar, or a fixed list, and
cover all cells but the open ones. Labels are exchanged if a date would leave a cell that no piece
can cover. Only counting shows whether each date can be solved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from math import dist

from calpuzzle.base.errors import InputError
from calpuzzle.base.texts import ENGLISH
from calpuzzle.base.warned import warn
from calpuzzle.base.wording import plural, shown, unknown
from calpuzzle.formats import shipped
from calpuzzle.formats.toml_text import file_text
from calpuzzle.puzzle.balance import imbalances, impossible_pairs
from calpuzzle.puzzle.dates.labels import DAYS, WEEKDAYS
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import LATTICES, SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import HOLE, Model, Piece, board
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.validate import faults
from calpuzzle.workshop.naming import distinct, usual_start

PIECES = {
    ("squares", False): "month-day-7x7",
    ("squares", True): "weekday-8x7",
    ("hexagons", False): "3-1 3-2 3-3 4-2 4-4 4-6 5-01 5-10 5-14 5-18",
    ("hexagons", True): "weekday-hexagons",
    ("triangles", False): "3-1 4-1 4-2 4-3 5-1 5-2 5-3 5-4 6-01",
    ("triangles", True): "3-1 4-1 4-2 4-3 5-1 5-2 5-3 5-4 6-03 6-11",
}
"""The shipped calendar whose pieces are used, or the names of the pieces (polyominoes.py), by
lattice and whether there are weekdays."""


def template(
    size: str,
    weekdays: bool = False,
    language: str | None = None,
    week_starts: str | None = None,
    lattice: str = SQUARES.name,
) -> Model:
    """Return the calendar of a `size` such as 8x7, rows by columns, with cells of the `lattice`.

    Its week starts on `week_starts` (`Mon` to `Sun`), by default as is usual in the language. Raise
    InputError for a size that is invalid or does not hold the labels in rows, for a board that is
    too narrow or too wide for the pieces, for an unknown weekday, language or lattice, for
    `week_starts` without weekdays, and for a language whose names are not distinct. Raise
    MissingExtraError if `language` is given and Babel is missing.
    """
    rows, columns = _size(size)
    if week_starts and not weekdays:
        raise InputError("without weekdays no day comes first; add weekdays, or omit the first day")
    if week_starts and week_starts not in WEEKDAYS:
        raise InputError(unknown("weekday", week_starts, WEEKDAYS))
    first = WEEKDAYS.index(week_starts or usual_start(language))
    if (lattice, weekdays) not in PIECES:
        raise InputError(unknown("lattice", lattice, sorted({name for name, _ in PIECES})))
    chosen = LATTICES[lattice]
    names = distinct(language)
    groups = [Group("month", names.months), Group("day", DAYS)]
    if weekdays:
        week = tuple(names.weekdays[(first + k) % 7] for k in range(7))
        groups.append(Group("weekday", week))
    labels_of = [group.labels for group in groups]
    drawn = _drawn(labels_of, columns)
    model = Model(
        name=f"calendar-{rows}x{columns}",
        board=board(drawn, chosen),
        pieces=_pieces(PIECES[lattice, weekdays], chosen),
        groups=tuple(groups),
        title=f"A calendar, {rows}x{columns}",
        week_starts=WEEKDAYS[first] if weekdays else "",
        lattice=chosen,
    )
    if wrong := faults(model):
        raise InputError(f"no board can be made of the names in {language}: {wrong[0]}")
    if imbalances(Lowering(model)):
        remedy = "more" if columns < len(drawn) else "fewer"
        raise InputError(
            f"the pieces of {_called(PIECES[lattice, weekdays])} do not all fit into "
            f"{plural(columns, 'column')}; use {remedy} columns"
        )
    if len(drawn) != rows:
        labels = sum(len(group.labels) for group in groups)
        named = "with weekdays" if weekdays else "without weekdays"
        fits = not weekdays and len(_drawn([*labels_of, WEEKDAYS], columns)) == rows
        remedy = "add weekdays, which fill the board, or use" if fits else "use"
        raise InputError(
            f"{labels} labels, {named}, in {plural(columns, 'column')} take "
            f"{plural(len(drawn), 'row')}, not {rows}; {remedy} {len(drawn)}x{columns}, and change "
            "the board in the file"
        )
    fitted = _with_fewer_dead_pairs(model)
    old, new = model.board.labels, fitted.board.labels
    if moved := [label for label, other in zip(new, old, strict=True) if label != other]:
        warn(f"labels moved so that more dates can be solved: {ENGLISH.listed(moved)}")
    return fitted


def _with_fewer_dead_pairs(model: Model) -> Model:
    """Return the model with labels exchanged. Each step makes the best exchange of two labels, as
    long as it reduces the number of dead pairs.

    A pair of cells is dead if some date opens both, and if then a cell cannot be covered. A pair
    whose labels are of one group is not dead, because no date opens both."""
    at = {cell: k for k, cell in enumerate(model.board.cells)}
    pairs = [(at[one], at[other]) for one, other in impossible_pairs(Lowering(model))]
    group_of = {label: group.name for group in model.groups for label in group.labels}

    def dead(labels: Sequence[str]) -> int:
        return sum(group_of[labels[one]] != group_of[labels[other]] for one, other in pairs)

    labels = list(model.board.labels)
    while fewest := dead(labels):
        tried = []
        for one, other in combinations(range(len(labels)), 2):
            swapped = labels.copy()
            swapped[one], swapped[other] = labels[other], labels[one]
            near = dist(model.board.cells[one], model.board.cells[other])
            tried.append((dead(swapped), near, swapped))
        best = min(tried)
        if best[0] >= fewest:
            break
        labels = best[2]
    return model._replace(board=model.board._replace(labels=tuple(labels)))


def template_text(model: Model) -> str:
    """Return the puzzle file of a template, with a comment about the number of cells that the
    pieces cover."""
    cells, left = len(model.board.cells), len(model.groups)
    head, tail = file_text(model).split("\n[pieces]\n", 1)
    return (
        f"{head}\n# Together they cover {cells - left} cells: the {cells} of the board, less one "
        f"for each group.\n[pieces]\n{tail}"
    )


def _called(pieces: str) -> str:
    """Return the words for a value of PIECES in a message: the name of the shipped calendar, or a
    description if the value lists pieces."""
    return pieces if not pieces[0].isdecimal() else "such a calendar"


def _pieces(pieces: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Return the pieces of a shipped calendar, or those of these names."""
    if pieces == _called(pieces):
        return shipped.model(pieces).pieces
    sizes = range(1, 1 + len(lattice.families))
    known = {p.name: p for size in sizes for p in polyominoes(size, lattice=lattice)}
    return tuple(known[name] for name in pieces.split())


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch("([1-9][0-9]?)[x×]([1-9][0-9]?)", text.strip().lower())
    if not found:
        raise InputError(
            f"{shown(text)} is not the size of a board; write rows x columns, such as 8x7, at "
            "most 99x99"
        )
    return int(found[1]), int(found[2])


def _drawn(groups: list[Sequence[str]], columns: int) -> list[list[str]]:
    """Return the tokens of the board, row by row; the first group is the months."""
    months, *others = groups
    months_per_row = max(number for number in (1, 2, 3, 4, 6, 12) if number <= columns)
    remaining = [label for labels in others for label in labels]
    rows = [[*months[k : k + months_per_row]] for k in range(0, len(months), months_per_row)]
    rows += [remaining[k : k + columns] for k in range(0, len(remaining), columns)]
    # The last row is right-aligned if it ends in weekdays, else left-aligned.
    missing = [HOLE] * (columns - len(rows[-1]))
    rows[-1] = missing + rows[-1] if len(others) > 1 else rows[-1] + missing
    return [row + [HOLE] * (columns - len(row)) for row in rows]
