"""DPF, discrete piece fitting: locations by number, and each piece with the ways it can lie.

    number of locations
    number of pieces
    of each piece: number of orientations, then of each one `m l1 ... lm`

White space is free, `//` starts a comment, locations count from 0. Pieces are distinct, each is
used once, each location is covered once.

An orientation of no locations, `0`, says that the piece may be left out; so a location that may
stay empty is written as a piece of its own with the orientations `0` and `1 l`, which fills it
where no other does. A reader that takes empty orientations counts the same solutions, any other
refuses them. A comment `// piece NAME` behind a number of orientations names the piece. Of the
pieces without a name that are such a filler, the first of each location is read as a location
that may stay empty, which counts the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.formats.reading import Numbers, Reading, begins_with_number
from calpuzzle.puzzle.lowering import Lowering, bare
from calpuzzle.puzzle.model import Board, Model, Piece, Way

MAX_LOCATIONS = 1_000_000

looks_like = partial(begins_with_number, comment="//")
"""Return whether the first thing in the text is a number."""


def read(text: str, name: str) -> Reading:
    """The puzzle in a DPF text. Raises PuzzleError with file, line, and what is wrong."""
    numbers = Numbers(text, name)
    size = numbers.take("the number of locations", 0, MAX_LOCATIONS)
    number = numbers.take("the number of pieces", 0, MAX_LOCATIONS)
    pieces: list[Piece] = []
    notes = []
    optional: set[int] = set()
    taken: set[str] = set()
    for index in range(1, number + 1):
        count = numbers.take(f"the number of orientations of piece {index}", 0)
        comment = numbers.comment
        ways = _ways(numbers, index, size, count)
        filled = None if comment.startswith("piece ") else _filled(ways)
        # A second filler of a location is another piece: which of the two lies there counts.
        if filled is not None and filled not in optional:
            optional.add(filled)
            continue
        label = _label(comment, index, taken)
        if not ways:
            notes.append(f"piece {label} has no orientation, so there is no solution")
        solid = tuple(sorted({way for way in ways if way}))
        pieces.append(Piece(label, least=0 if () in ways else 1, ways=solid))
    numbers.end()
    board = Board(tuple((k,) for k in range(size)), optional=frozenset(optional))
    return Reading(Model(name, board, tuple(pieces), interchangeable=False), tuple(notes))


def _filled(ways: Collection[Way]) -> int | None:
    """The location that a piece of these ways fills or not, where that is all it can do."""
    solid = {way for way in ways if way}
    only = next(iter(solid), ())
    return only[0] if () in ways and len(solid) == len(only) == 1 else None


def _label(comment: str, index: int, taken: set[str]) -> str:
    """The name in the comment, where it is one and no other piece's; else the number."""
    label = comment.removeprefix("piece ").strip()
    if not (comment.startswith("piece ") and label and label.isprintable()) or label in taken:
        label = str(index)
    while label in taken:
        label += "'"
    taken.add(label)
    return label


def _ways(numbers: Numbers, piece: int, size: int, orientations: int) -> list[Way]:
    ways = []
    for k in range(1, orientations + 1):
        what = f"orientation {k} of piece {piece}"
        length = numbers.take(f"the length of {what}", 0, size)
        if length > numbers.left:
            numbers.fail(f"{what} has {plural(length, 'location')}, but the text ends before")
        way = [numbers.take(f"a location of {what}", 0, size - 1) for _ in range(length)]
        if len(set(way)) < length:
            twice = Counter(way).most_common(1)[0][0]
            numbers.fail(f"{what} has location {twice} twice")
        ways.append(tuple(sorted(way)))
    return ways


def write(model: Model) -> str:
    """The puzzle as DPF. Raises InputError where DPF cannot say it (equal pieces, and ways on the
    same cells that only their colours tell apart)."""
    known = bare(Lowering(model))
    optional = sorted(known.board.optional)
    lines = [f"{len(known.board.cells)} // locations"]
    lines.append(f"{len(known.pieces) + len(optional)} // pieces")
    for piece in known.pieces:
        if piece.most > 1:
            raise InputError(
                f"DPF has distinct pieces only, and cannot say that {piece.most} pieces "
                f"{piece.name} are alike"
            )
        if len(set(piece.ways)) < len(piece.ways):
            raise InputError(
                f"DPF knows cells alone, and cannot say that piece {piece.name} covers the same "
                "ones in several ways"
            )
        out: list[Way] = [()] if piece.least == 0 else []
        ways = [*out, *piece.ways]
        lines.append(f"{len(ways)} // piece {' '.join(piece.name.split())}")
        lines += [" ".join(map(str, (len(way), *way))) for way in ways]
    for k in optional:
        lines += [f"2 // location {k} may stay empty", "0", f"1 {k}"]
    return "\n".join(lines) + "\n"
