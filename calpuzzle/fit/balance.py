"""What is wrong with a fitting puzzle before any search: sentences for people.

None of these is a fault of form: the puzzle can be searched, and has no solution.
"""

from __future__ import annotations

from collections import Counter

from calpuzzle.fit.model import Fitting
from calpuzzle.text import plural


def imbalances(puzzle: Fitting) -> list[str]:
    """Every reason, seen by counting, why the puzzle has no solution."""
    found = list(puzzle.notes)
    for piece in puzzle.pieces:
        if not piece.ways and piece.least:
            found.append(f"piece {piece.name} fits nowhere, so there is no solution")
    reached = {k for piece in puzzle.pieces for way in piece.ways for k in way}
    bare = [
        k
        for k, location in enumerate(puzzle.locations)
        if not location.optional and k not in reached
    ]
    if bare:
        places = ", ".join(_place(puzzle, k) for k in bare[:5])
        more = f" and {len(bare) - 5} more" if len(bare) > 5 else ""
        found.append(f"no piece reaches {places}{more}")
    return found + (_colours(puzzle) or _area(puzzle))


def _place(puzzle: Fitting, k: int) -> str:
    point = puzzle.locations[k].point
    return f"location {k}" if point is None else f"({', '.join(map(str, point))})"


def _colours(puzzle: Fitting) -> list[str]:
    """Colours of which the frame has more or fewer than the pieces, where each has one shape."""
    geometry = puzzle.geometry
    if geometry is None or not geometry.use_colours:
        return []
    if any(len(form.sides) > 1 or form.least != form.most for form in geometry.forms):
        return []
    if any(location.optional for location in puzzle.locations):
        return []
    there = Counter(location.colour for location in puzzle.locations)
    wanted: Counter[int] = Counter()
    for form in geometry.forms:
        for _, colour in form.sides[0]:
            wanted[colour] += form.least
    return [
        f"colour {colour_name(colour)}: the frame has {there[colour]}, the pieces have "
        f"{wanted[colour]}"
        for colour in sorted(there | wanted)
        if there[colour] != wanted[colour]
    ]


def colour_name(colour: int) -> str:
    """A colour as it is drawn: a character where it is the code of one that can be seen."""
    character = chr(colour) if 32 < colour < 0x10000 else ""
    return character if character.isprintable() and character else str(colour)


def _area(puzzle: Fitting) -> list[str]:
    most = sum(max(map(len, p.ways), default=0) * p.most for p in puzzle.pieces)
    least = sum(min(map(len, p.ways), default=0) * p.least for p in puzzle.pieces)
    needed = sum(not location.optional for location in puzzle.locations)
    if most < needed:
        return [f"the pieces cover at most {plural(most, 'location')}, of {needed} to cover"]
    if least > len(puzzle.locations):
        return [f"the pieces cover {plural(least, 'location')} or more, of {len(puzzle.locations)}"]
    return []
