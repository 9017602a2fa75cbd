"""The description of a cause in sentences, and proofs of impossibility by a colouring.

The cells are coloured in two colours, as a chessboard or in stripes. The difference between the
numbers of cells of each colour must equal the sum of the differences of the placed pieces; if no
choice of placements has that sum, the date has no solution (the argument of the mutilated
chessboard).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from calpuzzle.base.wording import plural, separator
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lattice import TILES, Cell
from calpuzzle.results.cause import Cause
from calpuzzle.results.demand_words import cell_name, item_name
from calpuzzle.results.relaxed import Kind, Relaxed

COLOURINGS: dict[str, Callable[[Cell], int]] = {
    "as a chessboard": sum,
    "in stripes, row by row": lambda cell: cell[-2],
    "in stripes, column by column": lambda cell: cell[-1],
}

MAX_LEADING_CELLS = (
    12  # if there are more cells, they are listed last, and the reason may be omitted
)


def cause_text(cause: Cause, is_one_date: bool = True) -> str:
    """Return lines that state what is impossible, what may be relaxed, a reason, and the size of
    the cause; if the cause is that of one date (`is_one_date`), also a proof by a colouring."""
    lines = [_claim(cause), f"  {_terms(cause)}"]
    reasons = [_reason(cause), colouring(cause.relaxed) if is_one_date else ""]
    lines += [f"  {line}" for line in reasons if line]
    number = plural(len(cause.demands), "demand")
    bound = "no cause has fewer" if cause.is_smallest else f"no cause has fewer than {cause.fewest}"
    needed = "none of which can" if len(cause.demands) > 1 else "which cannot"
    return "\n".join([*lines, f"  {number}, {needed} be dropped; {bound}"])


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return the words as a list in prose, such as `a, b and c`."""
    *most, end = words
    return f"{separator((*most, end)).join(most)} {last} {end}" if most else end


def _names(cause: Cause, cells: Sequence[Cell]) -> list[str]:
    return [cell_name(cause.lowered, cell) for cell in cells]


def _claim(cause: Cause) -> str:
    covered, opened = _names(cause, cause.covered), _names(cause, cause.open)
    stay = "stays" if len(opened) == 1 else "stay"
    while_open = f" while {listed(opened)} {stay} open" if opened else ""
    needed = _needed(cause)
    if not covered:
        return f"{listed(needed)} cannot {_all(needed)}be placed{while_open}"
    also = f" if {listed(needed)} must be placed" if needed else ""
    if len(covered) > MAX_LEADING_CELLS:
        number = f"{len(covered)} of the {plural(_cells_to_cover(cause), 'cell')} to cover"
        return f"{number} cannot all be covered{while_open}{also}: {listed(covered)}"
    return f"{listed(covered)} cannot {_all(covered)}be covered{while_open}{also}"


def _needed(cause: Cause) -> list[str]:
    """Return the names of the pieces that must be placed, with their numbers if above one."""
    numbers = [cause.lowered.cover.bounds[item][0] for item in cause.items(Kind.LEAST)]
    return [
        name if number == 1 else f"{number} of {name}"
        for name, number in zip(cause.needed, numbers, strict=True)
    ]


def _all(named: Sequence[str]) -> str:
    return {1: "", 2: "both "}.get(len(named), "all ")


def _terms(cause: Cause) -> str:
    """Return the conditions that may be relaxed without making the date solvable."""
    relaxed = []
    if len(cause.covered) < _cells_to_cover(cause):
        relaxed.append("all other cells may stay empty")
    names = [piece_class.name for piece_class in cause.lowered.classes]
    free = [name for name in names if name not in cause.limited]
    if len(free) == len(names):
        relaxed.append("there may be any number of each piece")
    elif free:
        relaxed.append(f"there may be any number of {listed(free)}, but not of the other pieces")
    if cause.needed and len(cause.needed) < len(names):
        relaxed.append("all other pieces may be left over")
    return f"this is so even if {listed(relaxed)}" if relaxed else "this involves the whole puzzle"


def _cells_to_cover(cause: Cause) -> int:
    return sum(demand.kind == Kind.COVERED for demand in cause.relaxed.demands)


def _reason(cause: Cause) -> str:
    """Return a sentence about the cell that the fewest placements cover, or an empty string if
    there is no short reason. If each of these placements makes some other cell impossible to cover,
    the sentence names such cells."""
    lowered = cause.lowered
    must_stay_open = set(cause.items(Kind.OPEN))
    rows = [row for row in cause.relaxed.rows if must_stay_open.isdisjoint(row[1:])]
    placements_of = {item: [r for r in rows if item in r[1:]] for item in cause.items(Kind.COVERED)}
    if not placements_of:
        return ""
    tightest = min(placements_of, key=lambda item: len(placements_of[item]))
    name, placements = item_name(lowered, tightest), placements_of[tightest]
    if not placements:
        return f"no piece reaches {name}"
    pieces = [lowered.classes[index].name for index in sorted({row[0] for row in placements})]
    sentence = f"{name} can be covered in {plural(len(placements), 'way')}, by {listed(pieces)}"
    dead = _dead_cells(placements_of, placements)
    if not dead:
        return sentence if len(placements_of) <= MAX_LEADING_CELLS else ""
    each = "each of which" if len(placements) > 1 else "which"
    cells = listed([item_name(lowered, item) for item in dead], "or")
    return f"{sentence}, {each} makes {cells} impossible to cover"


def _dead_cells(placements_of: Mapping[int, list[Options]], tried: Iterable[Options]) -> list[int]:
    """Return items such that each placement in `tried` makes at least one of them impossible to
    cover, because it overlaps all placements of that item. The list is empty if some placement
    leaves every item coverable."""
    chosen: dict[int, None] = {}
    for placement in tried:
        dead = [
            item
            for item, others in placements_of.items()
            if item not in placement
            and not any(set(placement[1:]).isdisjoint(row[1:]) for row in others)
        ]
        if not dead:
            return []
        # Prefer an item that is chosen already, because it keeps the sentence short.
        chosen[next((item for item in dead if item in chosen), dead[0])] = None
    return sorted(chosen)


def colouring(relaxed: Relaxed) -> str:
    """Return a sentence that names a colouring that proves that the date has no solution, or an
    empty string if none of `COLOURINGS` proves it."""
    lowered, board = relaxed.lowered, relaxed.lowered.model.board
    squares = lowered.model.lattice.square and lowered.model.lattice.drawn == TILES
    # The argument needs every piece placed and every cell covered.
    exact = not board.optional and all(own.bounds[0] == own.bounds[1] for own in lowered.classes)
    if not squares or not exact or board.bare or board.dimensions < 2:
        return ""
    cells = [item for kind, item in relaxed.demands if kind == Kind.COVERED]
    for words, number in COLOURINGS.items():
        sign = {item: 1 - 2 * (number(lowered.cells[item - lowered.first]) % 2) for item in cells}
        needed, sums = sum(sign.values()), _sums(relaxed, sign)
        if sums and needed not in sums:
            most = max(map(abs, sums))
            numbers = f"{abs(needed)} more" if needed else "as many"
            than = "than" if needed else "as"
            but = "no choice of placements does"
            if most < abs(needed):
                how_many = f"at most {most} more" if most else "as many of both"
                but = f"any choice of placements includes {how_many}"
            return (
                f"if the board is coloured {words}, the cells to cover include {numbers} of one "
                f"colour {than} of the other, but {but}"
            )
    return ""


def _sums(relaxed: Relaxed, sign: Mapping[int, int]) -> set[int]:
    """Return the possible sums of signs over one placement of each piece, even if these overlap; an
    empty set if a piece fits nowhere, because then the reason is not a colouring."""
    differences: dict[int, set[int]] = {}
    for row in relaxed.rows:
        if sign.keys() >= {*row[1:]}:
            differences.setdefault(row[0], set()).add(sum(sign[item] for item in row[1:]))
    sums = {0}
    for index, piece_class in enumerate(relaxed.lowered.classes):
        for _ in range(piece_class.bounds[0]):
            sums = {a + b for a in sums for b in differences.get(index, ())}
    return sums
