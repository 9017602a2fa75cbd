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

from calpuzzle.base.errors import InputError
from calpuzzle.fit.model import Fitting, Location, Piece, Way, fitting_piece
from calpuzzle.formats.numbers import Numbers
from calpuzzle.base.text import plural

MAX_LOCATIONS = 1_000_000


def read(text: str, name: str) -> Fitting:
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
        solid = [way for way in ways if way]
        pieces.append(fitting_piece(label, solid, 0 if () in ways else 1))
    numbers.end()
    locations = tuple(Location(optional=k in optional) for k in range(size))
    return Fitting(name, locations, tuple(pieces), notes=tuple(notes))


def _filled(ways: list[Way]) -> int | None:
    """The location that a piece of these ways fills or not, where that is all it can do."""
    solid = {way for way in ways if way}
    only = next(iter(solid), ())
    return only[0] if () in ways and len(solid) == len(only) == 1 else None


def _label(comment: str, index: int, taken: set[str]) -> str:
    label = comment.removeprefix("piece ").strip()
    if not comment.startswith("piece ") or not label or label in taken:
        label = next(name for name in (f"{index}", f"{index}'", f"{index}''") if name not in taken)
    taken.add(label)
    return label


def _ways(numbers: Numbers, piece: int, size: int, orientations: int) -> list[Way]:
    ways = []
    for k in range(1, orientations + 1):
        what = f"orientation {k} of piece {piece}"
        length = numbers.take(f"the length of {what}", 0, size)
        if length > numbers.left():
            numbers.fail(f"{what} has {plural(length, 'location')}, but the text ends before")
        way = [numbers.take(f"a location of {what}", 0, size - 1) for _ in range(length)]
        if len(set(way)) < length:
            twice = Counter(way).most_common(1)[0][0]
            numbers.fail(f"{what} has location {twice} twice")
        ways.append(tuple(sorted(way)))
    return ways


def write(puzzle: Fitting) -> str:
    """The puzzle as DPF. Raises InputError where DPF cannot say it (equal pieces)."""
    optional = [k for k, location in enumerate(puzzle.locations) if location.optional]
    lines = [f"{len(puzzle.locations)} // locations"]
    lines.append(f"{len(puzzle.pieces) + len(optional)} // pieces")
    for piece in puzzle.pieces:
        if piece.most > 1:
            raise InputError(
                f"DPF has distinct pieces only, and cannot say that {piece.most} pieces "
                f"{piece.name} are alike"
            )
        out = [()] if piece.least == 0 else []
        ways: list[Way] = [*out, *(piece.ways if piece.most else ())]
        lines.append(f"{len(ways)} // piece {' '.join(piece.name.split())}")
        lines += [" ".join(map(str, (len(way), *way))) for way in ways]
    for k in optional:
        lines += [f"2 // location {k} may stay empty", "0", f"1 {k}"]
    return "\n".join(lines) + "\n"
