"""A cause in sentences for the maker of a puzzle; and a reason by colouring, where there
is one.

Coloured as a chessboard or in stripes, the cells to cover have so many more of one colour than of
the other, and each placement has, too. Where no choice of placements makes up the difference, the
date has no solution, whatever else (the argument of the mutilated chessboard).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from calpuzzle.base.text import plural
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lattice import TILES, Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import place_name
from calpuzzle.results.cause import Cause
from calpuzzle.results.relaxed import Kind, Relaxed

COLOURINGS: dict[str, Callable[[Cell], int]] = {
    "as a chessboard": sum,
    "in stripes, row by row": lambda cell: cell[-2],
    "in stripes, column by column": lambda cell: cell[-1],
}


FEW = 12  # cells that are named before what is said of them


def said(cause: Cause, alone: bool = True) -> str:
    """Return lines of text: what is impossible, on which terms, what shows it, and how small the
    cause is; with `alone`, of one date, also a colouring of its cells that rules out a solution."""
    lines = [_claim(cause), f"  {_terms(cause)}"]
    reasons = [_shown(cause), colouring(cause.relaxed) if alone else ""]
    lines += [f"  {line}" for line in reasons if line]
    number = plural(len(cause.demands), "demand")
    less = "no cause has fewer" if cause.smallest else f"no cause has fewer than {cause.fewest}"
    return "\n".join([*lines, f"  {number}, none of which can be dropped; {less}"])


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def name_of(lowered: Lowering, cell: Cell) -> str:
    """The label of a cell, or where it has none its place in words."""
    board = lowered.model.board
    own = board.labels[board.cells.index(cell)] if board.labels else ""
    return own or place_name(cell, lowered.spots)


def _names(cause: Cause, cells: Sequence[Cell]) -> list[str]:
    return [name_of(cause.lowered, cell) for cell in cells]


def _claim(cause: Cause) -> str:
    covered, opened = _names(cause, cause.covered), _names(cause, cause.open)
    stay = "stays" if len(opened) == 1 else "stay"
    while_open = f" while {listed(opened)} {stay} open" if opened else ""
    needed = _needed(cause)
    if not covered:
        return f"{listed(needed)} cannot {_all(needed)}be laid{while_open}"
    also = f", where {listed(needed)} must lie" if needed else ""
    if len(covered) > FEW:
        number = f"{len(covered)} of the {plural(_cells(cause), 'cell')} to cover"
        return f"{number} cannot all be covered{while_open}{also}: {listed(covered)}"
    return f"{listed(covered)} cannot {_all(covered)}be covered{while_open}{also}"


def _needed(cause: Cause) -> list[str]:
    """The names of the pieces that must lie, with the number of each that is more than one."""
    numbers = [cause.lowered.cover.bounds[item][0] for item in cause.items(Kind.LEAST)]
    return [
        name if number == 1 else f"{number} of {name}"
        for name, number in zip(cause.needed, numbers, strict=True)
    ]


def _all(named: Sequence[str]) -> str:
    return {1: "", 2: "both "}.get(len(named), "all ")


def _terms(cause: Cause) -> str:
    """Return what may be otherwise, and the claim holds."""
    said = ["all other cells may stay empty"] if len(cause.covered) < _cells(cause) else []
    names = [own.name for own in cause.lowered.classes]
    free = [name for name in names if name not in cause.limited]
    if len(free) == len(names):
        said.append("there may be any number of each piece")
    elif free:
        said.append(f"there may be any number of {listed(free)}, but not of the other pieces")
    if cause.needed and len(cause.needed) < len(names):
        said.append("all other pieces may be left over")
    return f"this is so even if {listed(said)}" if said else "it takes the whole puzzle"


def _cells(cause: Cause) -> int:
    return sum(demand.kind == Kind.COVERED for demand in cause.relaxed.demands)


def _shown(cause: Cause) -> str:
    """The cell that the fewest placements cover, and what each of them leaves without any."""
    lowered = cause.lowered
    closed = set(cause.items(Kind.OPEN))
    rows = [row for row in cause.relaxed.rows if closed.isdisjoint(row[1:])]
    ways = {item: [r for r in rows if item in r[1:]] for item in cause.items(Kind.COVERED)}
    if not ways:
        return ""
    tightest = min(ways, key=lambda item: len(ways[item]))
    name, own = _item_name(lowered, tightest), ways[tightest]
    if not own:
        return f"no piece reaches {name}"
    pieces = [lowered.classes[index].name for index in sorted({way[0] for way in own})]
    by = f"{name} can be covered in {plural(len(own), 'way')}, by {listed(pieces)}"
    left = _left(ways, own)
    if not left:
        return by if len(ways) <= FEW else ""
    each = "each of which" if len(own) > 1 else "which"
    cells = listed([_item_name(lowered, item) for item in left], "or")
    return f"{by}, {each} leaves {cells} that nothing covers any more"


def _left(ways: Mapping[int, list[Options]], tried: Iterable[Options]) -> list[int]:
    """Cells of which each of the placements `tried` leaves one that no other placement covers, of
    the `ways` to cover each; none where one of these leaves no such cell."""
    left: dict[int, None] = {}
    for way in tried:
        dead = [
            item
            for item, others in ways.items()
            if item not in way and not any(set(way[1:]).isdisjoint(row[1:]) for row in others)
        ]
        if not dead:
            return []
        left[next((item for item in dead if item in left), dead[0])] = None
    return sorted(left)


def _item_name(lowered: Lowering, item: int) -> str:
    return name_of(lowered, lowered.cells[item - lowered.first])


def colouring(relaxed: Relaxed) -> str:
    """A sentence that says by which colouring the date has no solution; empty where none does."""
    lowered, board = relaxed.lowered, relaxed.lowered.model.board
    squares = lowered.model.lattice.square and lowered.model.lattice.drawn == TILES
    whole = all(own.bounds[0] == own.bounds[1] for own in lowered.classes) and not board.optional
    if not squares or not whole or board.bare or board.dimensions < 2:
        return ""
    cells = [item for kind, item in relaxed.demands if kind == Kind.COVERED]
    for words, number in COLOURINGS.items():
        sign = {item: 1 - 2 * (number(lowered.cells[item - lowered.first]) % 2) for item in cells}
        needed, sums = sum(sign.values()), _sums(relaxed, sign)
        if sums and needed not in sums:
            most = max(map(abs, sums))
            only = f": {most} at most" if most < abs(needed) else ""
            have = f"{abs(needed)} more of one colour" if needed else "as many of either colour"
            return (
                f"coloured {words}, the cells to cover have {have}, which the placements that fit "
                f"cannot make up{only}"
            )
    return ""


def _sums(relaxed: Relaxed, sign: Mapping[int, int]) -> set[int]:
    """Return the sums of signs that one placement of each piece can have, wherever the others are
    placed; an empty set if a piece fits nowhere, because then no colouring is the reason."""
    differences: dict[int, set[int]] = {}
    for row in relaxed.rows:
        if sign.keys() >= {*row[1:]}:
            differences.setdefault(row[0], set()).add(sum(sign[item] for item in row[1:]))
    sums = {0}
    for index, own in enumerate(relaxed.lowered.classes):
        for _ in range(own.bounds[0]):
            sums = {a + b for a in sums for b in differences.get(index, ())}
    return sums
