"""DPF, discrete piece fitting: numbered locations, and for each piece the sets that it can cover.

    number of locations
    number of pieces
    for each piece: number of orientations, then for each of them `m l1 ... lm`

White space is insignificant, `//` starts a comment, locations count from 0. Pieces are distinct,
each is used once, and each location is covered once.

An orientation without locations, `0`, means that the piece may be left out. A location that may
stay empty is written as an extra piece with the orientations `0` and `1 l`, which fills it if no
other piece does. A reader that accepts empty orientations counts the same solutions; any other
reader rejects the file. A comment `// piece NAME` after a number of orientations names the piece.
When a file is read, the first unnamed extra piece for each location becomes a location that may
stay empty, which does not change the count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.formats.reading import IntegerReader, Reading, begins_with_number
from calpuzzle.puzzle.derived_puzzles import bare
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, CellIndices, Model, Piece

MAX_LOCATIONS = 1_000_000

looks_like = partial(begins_with_number, comment="//")
"""Return whether the first word outside comments begins like a number."""


def read(text: str, name: str) -> Reading:
    """Return the puzzle in a DPF text. Raises PuzzleError, which names file, line and fault."""
    numbers = IntegerReader(text, name)
    size = numbers.take("the number of locations", 0, MAX_LOCATIONS)
    number = numbers.take("the number of pieces", 0, MAX_LOCATIONS)
    pieces: list[Piece] = []
    notes = []
    optional: set[int] = set()
    taken: set[str] = set()
    for index in range(1, number + 1):
        count = numbers.take(f"the number of orientations of piece {index}", 0)
        comment = numbers.comment
        placements = _placements(numbers, index, size, count)
        filled = None if comment.startswith("piece ") else _filled(placements)
        # A second piece that fills the same location stays a piece: solutions with the one differ
        # from solutions with the other.
        if filled is not None and filled not in optional:
            optional.add(filled)
            continue
        label = _label(comment, index, taken)
        if not placements:
            notes.append(f"piece {label} has no orientation, so there is no solution")
        nonempty = tuple(sorted({cells for cells in placements if cells}))
        pieces.append(Piece(label, least=0 if () in placements else 1, placements=nonempty))
    numbers.end()
    board = Board(tuple((k,) for k in range(size)), optional=frozenset(optional))
    return Reading(Model(name, board, tuple(pieces), interchangeable=False), tuple(notes))


def _filled(placements: Collection[CellIndices]) -> int | None:
    """Return the one location that a piece with these placements can fill, if the piece may also be
    left out; None for any other piece."""
    nonempty = {cells for cells in placements if cells}
    only = next(iter(nonempty), None)
    return only[0] if only and () in placements and len(nonempty) == len(only) == 1 else None


def _label(comment: str, index: int, taken: set[str]) -> str:
    """Return the name in the comment if it is valid and not in use, else a name made of `index`."""
    label = comment.removeprefix("piece ").strip()
    if not (comment.startswith("piece ") and label and label.isprintable()) or label in taken:
        label = str(index)
    while label in taken:
        label += "'"
    taken.add(label)
    return label


def _placements(
    numbers: IntegerReader, piece: int, size: int, orientations: int
) -> list[CellIndices]:
    placements = []
    for k in range(1, orientations + 1):
        what = f"orientation {k} of piece {piece}"
        length = numbers.take(f"the length of {what}", 0, size)
        if length > numbers.remaining:
            numbers.fail(f"{what} has {plural(length, 'location')}, but the text ends before them")
        cells = [numbers.take(f"a location of {what}", 0, size - 1) for _ in range(length)]
        if len(set(cells)) < length:
            twice = Counter(cells).most_common(1)[0][0]
            numbers.fail(f"{what} has location {twice} twice")
        placements.append(tuple(sorted(cells)))
    return placements


def write(model: Model) -> str:
    """Return the puzzle as DPF. Raises InputError if DPF cannot hold it, because of equal pieces or
    of placements on the same cells that differ only in colours."""
    lowered = bare(Lowering(model))
    optional = sorted(lowered.board.optional)
    lines = [f"{len(lowered.board.cells)} // locations"]
    lines.append(f"{len(lowered.pieces) + len(optional)} // pieces")
    for piece in lowered.pieces:
        if piece.most > 1:
            raise InputError(
                f"DPF has distinct pieces only, so the {piece.most} copies of {piece.name} cannot "
                "be written"
            )
        if len(set(piece.placements)) < len(piece.placements):
            raise InputError(
                f"DPF holds only cells, so piece {piece.name} cannot cover the same cells in "
                "several ways"
            )
        left_out: list[CellIndices] = [()] if piece.least == 0 else []
        placements = [*left_out, *piece.placements]
        lines.append(f"{len(placements)} // piece {' '.join(piece.name.split())}")
        lines += [" ".join(map(str, (len(cells), *cells))) for cells in placements]
    for k in optional:
        lines += [f"2 // location {k} may stay empty", "0", f"1 {k}"]
    return "\n".join(lines) + "\n"
