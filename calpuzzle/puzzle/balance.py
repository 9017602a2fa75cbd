"""Reasons, found without a search, why a puzzle has no solution, as sentences for users.

Such a puzzle is valid: it can be searched, and its count is 0. The colouring argument is that of
S. W. Golomb, "Polyominoes", 1965.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain, combinations

from calpuzzle.base.wording import plural, separator, shown
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell, place_name

MAX_EXAMINED = 2_000_000  # maximum number of items, summed over all options and all colourings


def imbalances(lowered: Lowering) -> list[str]:
    """Return the reasons, found by counting, why the puzzle has no solution.

    Colouring arguments are tried only if there is no simpler reason.
    """
    found = _shortages(lowered)
    return found or _parity(lowered)


def _shortages(lowered: Lowering) -> list[str]:
    """Return the reasons that need no colouring argument.

    The reasons are pieces or cells without placements, colours that occur on the board and on the
    pieces in different numbers of cells, and pieces that cover too few or too many cells.
    """
    cover, model = lowered.cover, lowered.model
    found = []
    reached = {item for option in cover.options for item in option[1:]}
    for kind, size in zip(lowered.classes, cover.sizes, strict=False):
        if not size and kind.bounds[0]:
            why = "has no placement" if model.board.bare else "fits nowhere"
            found.append(f"piece {kind.name} {why}, so there is no solution")
    needed = range(lowered.first, len(cover.primary))
    unreached = [lowered.cells[item - lowered.first] for item in needed if item not in reached]
    if unreached:
        found.append(
            f"no piece reaches {_listed(place_name(cell, lowered.spots) for cell in unreached)}"
        )
    return found + (_colours(lowered) or _area(lowered))


def impossible_instances(lowered: Lowering) -> list[int]:
    """Return instances that have no solution because some cell cannot be covered.

    A cell cannot be covered if each placement on it also covers a cell that the instance leaves
    open. The other instances may still have no solution, for other reasons.
    """
    cover, covering = lowered.cover, _covering(lowered)
    return [
        number
        for number in range(cover.instances)
        if _is_dead(covering, _bits(chain(*(cover.options[k][1:] for k in cover.instance(number)))))
    ]


def impossible_pairs(lowered: Lowering) -> list[tuple[Cell, Cell]]:
    """Return the pairs of cells that, if both stay open, leave a cell that cannot be covered."""
    covering, cells, first = _covering(lowered), lowered.cells, lowered.first
    return [
        (cells[one - first], cells[other - first])
        for one, other in combinations(covering, 2)
        if _is_dead(covering, _bits((one, other)))
    ]


def _covering(lowered: Lowering) -> dict[int, list[int]]:
    """Return, for each cell that must be covered, its placements as bit sets of items."""
    cover, pieces = lowered.cover, len(lowered.classes)
    found: dict[int, list[int]] = {k: [] for k in range(lowered.first, len(cover.primary))}
    for head, *cells in cover.options:
        for item in found.keys() & cells if head < pieces else ():
            found[item].append(_bits(cells))
    return found


def _is_dead(covering: dict[int, list[int]], opened: int) -> bool:
    """Return whether some cell outside the bit set `opened` has only placements that overlap
    `opened`."""
    return any(
        all(bits & opened for bits in placements)
        for item, placements in covering.items()
        if not opened >> item & 1
    )


def _bits(items: Iterable[int]) -> int:
    return sum(1 << item for item in items)


def too_few_options(cover: Cover) -> list[str]:
    """Return the reason why a Cover has no solution if some items have too few options."""
    options = Counter(item for option in cover.options for item in option)
    few = [k for k, (least, _) in enumerate(cover.bounds) if options[k] < least]
    items = "item" if len(few) == 1 else "items"
    named = _listed(shown(cover.items[k]) for k in few)
    return [f"there are too few options for the {items} {named}"] if few else []


def _listed(names: Iterable[str]) -> str:
    """Return the first five names, and the number of the others."""
    names = list(names)
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return separator(names).join(names[:5]) + more


def _colours(lowered: Lowering) -> list[str]:
    """Return a sentence for each colour that occurs on the board and on the pieces in different
    numbers of cells.

    The numbers must agree only if every cell of every piece is used (each piece has one side and a
    fixed number of copies, and there are no groups and no optional cells) and colours match by
    equality (no `Model.fits`). For other puzzles the result is empty.
    """
    model = lowered.model
    several = any(len(piece.sides) > 1 or piece.least != piece.most for piece in model.pieces)
    if several or model.groups or not model.board.colours or model.board.optional or model.fits:
        return []
    there = Counter(model.board.colours)
    wanted: Counter[int] = Counter()
    for piece in model.pieces:
        for colour in piece.colours[0]:
            wanted[colour] += piece.least
    return [
        f"colour {colour_name(colour)}: the board has {plural(there[colour], 'cell')}, the pieces "
        f"have {wanted[colour]}"
        for colour in sorted(there | wanted)
        if there[colour] != wanted[colour]
    ]


def colour_name(colour: int) -> str:
    """Return the name of a colour: the character with that code if it is visible, or the number."""
    character = chr(colour) if 32 < colour < 0x10000 else ""
    return character if character.isprintable() and character else str(colour)


def _area(lowered: Lowering) -> list[str]:
    """Return the reason if the pieces cover too few or too many cells."""
    cover = lowered.cover
    pairs = list(zip(cover.bounds, cover.sizes, strict=False))
    most = sum(max(sizes, default=0) * bounds[1] for bounds, sizes in pairs)
    least = sum(min(sizes, default=0) * bounds[0] for bounds, sizes in pairs)
    needed = len(cover.primary) - lowered.first
    cells = len(lowered.cells)
    # An open label covers its cell like a piece, but users do not count it among the pieces.
    groups = cover.bounds[len(lowered.classes) : lowered.first]
    if most < needed:
        opened = sum(high for _, high in groups)
        covered = plural(most - opened, "cell")
        return [f"the pieces cover at most {covered}, but {needed - opened} must be covered"]
    if least > cells:
        opened = sum(low for low, _ in groups)
        covered = plural(least - opened, "cell")
        return [f"the pieces cover at least {covered}, but the board has only {cells - opened}"]
    return []


def _parity(lowered: Lowering) -> list[str]:
    """Return the reason given by the first black-and-white colouring that excludes a solution.

    The difference of a piece or an open label is the number of black cells minus the number of
    white cells that it covers; its possible values follow from the placements. Pieces and open
    labels together cover each cell once, so in a solution their differences add up to that of the
    board (Golomb 1965). A cell that may stay empty acts as a one-cell piece that need not be used.
    """
    cover, first = lowered.cover, lowered.first
    if lowered.model.board.bare:
        return []
    colourings = _colourings(lowered)
    if len(colourings) * sum(map(len, cover.options)) > MAX_EXAMINED:
        return []
    for which, weight in colourings:
        values: dict[int, set[int]] = defaultdict(set)
        for head, *cells in cover.options:
            values[head].add(sum(weight[item - first] for item in cells))
        reached = {0}
        for head, (least, most) in enumerate(cover.bounds[:first]):
            reached = _plus(reached, values[head], least, min(most, len(weight)))
        for difference in weight[len(cover.primary) - first :]:  # optional cells come last
            reached = _plus(reached, {difference}, 0, 1)
        if sum(weight) not in reached:
            black, white = weight.count(1), weight.count(-1)
            listed = ", and ".join(_differences(lowered, values))
            return [
                f"colour the cells {which} black ({black}) and the others white ({white}): "
                f"black minus white is {listed}, which never adds up to {black - white}"
            ]
    return []


def _colourings(lowered: Lowering) -> list[tuple[str, list[int]]]:
    """Return colourings, each as a phrase that identifies the black cells, and 1 for each black
    cell and -1 for each white cell.

    The cells are coloured by the parity of a sum of some coordinates, counted from 1 as users count
    them; on squares the sum of all gives a chessboard. A flat board of hexagons or triangles is
    also coloured in stripes along its two diagonals. The columns of hexagons are not straight, so
    they give no colouring.
    """
    lattice, spots, cells = lowered.model.lattice, lowered.spots, lowered.cells
    dimensions = lowered.model.board.dimensions
    layers = dimensions - 2
    above = ["layer"] if layers == 1 else [f"layer coordinate {k}" for k in range(1, layers + 1)]
    names = [*above, "row", "column"]
    axes = range(dimensions if lattice.spacing == 1 else dimensions - 1)
    found = []
    for chosen in chain(*(combinations(axes, size) for size in range(len(axes), 0, -1))):
        named = " + ".join(names[axis] for axis in chosen)
        even = f"with an even sum of {named}" if len(chosen) > 1 else f"with an even {named}"
        found.append((even, [1 - 2 * (sum(spots[c][k] + 1 for k in chosen) % 2) for c in cells]))
    if lattice.sixfold and dimensions == 2 and cells:
        for side, other, part in (("left", "right", slice(1, 2)), ("right", "left", slice(0, 2))):
            stripes = [sum(cell[part]) // lattice.step % 2 for cell in cells]
            diagonal = f"every other diagonal from upper {side} to lower {other}"
            including = f"including that of {place_name(cells[0], spots)}"
            weight = [1 if stripe == stripes[0] else -1 for stripe in stripes]
            found.append((f"in {diagonal}, {including},", weight))
    return found


def _plus(reached: set[int], values: set[int], least: int, most: int) -> set[int]:
    """Return all sums of one element of `reached` and `least` to `most` elements of `values`.

    An element of `values` may be used several times.
    """
    found: set[int] = set()
    here = reached
    for number in range(most + 1):
        if here <= found:  # no new sums, so further values add none
            break
        if number >= least:
            found |= here
        here = {old + value for old in here for value in values}
    return found


def _differences(lowered: Lowering, values: dict[int, set[int]]) -> Iterable[str]:
    """Yield phrases with the differences of black and white cells of the pieces and labels."""
    same: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for head, name in enumerate(lowered.leading_items):
        most = lowered.cover.bounds[head][1]
        same[tuple(sorted(values[head]))].append(name if most == 1 else f"{most} {name}")
    for differences, names in same.items():
        yield f"{' or '.join(map(str, differences))} for {_listed(names)}"
