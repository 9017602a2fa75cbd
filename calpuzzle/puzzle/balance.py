"""Reasons for no solution that show before any search: sentences for people.

None of these is a fault of form: the puzzle can be searched, and its count is 0.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain, combinations

from calpuzzle.base.text import plural, shown
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell, place_name

MOST_LOOKED_AT = 2_000_000  # items of options, for all colourings


def imbalances(lowered: Lowering) -> list[str]:
    """Return every reason, seen by counting, why the puzzle has no solution."""
    found = shortages(lowered)
    return found or _parity(lowered)


def shortages(lowered: Lowering) -> list[str]:
    """Return the reasons that are no colouring: pieces and cells without placements, and areas."""
    cover, model = lowered.cover, lowered.model
    found = []
    reached = {item for option in cover.options for item in option[1:]}
    for own, size in zip(lowered.classes, cover.sizes, strict=False):
        if not size and own.bounds[0]:
            why = "has no way to lie" if model.board.bare else "fits nowhere"
            found.append(f"piece {own.name} {why}, so there is no solution")
    needed = range(lowered.first, len(cover.primary))
    bare = [lowered.cells[item - lowered.first] for item in needed if item not in reached]
    if bare:
        found.append(
            f"no piece reaches {_listed(place_name(cell, lowered.spots) for cell in bare)}"
        )
    return found + (_colours(lowered) or _area(lowered))


def hopeless(lowered: Lowering) -> list[int]:
    """The instances that leave a cell which each placement covers together with an open one: they
    have no solution, and others may have none either."""
    cover, covering = lowered.cover, _covering(lowered)
    return [
        number
        for number in range(cover.instances)
        if _is_dead(covering, _bits(chain(*(cover.options[k][1:] for k in cover.instance(number)))))
    ]


def dead_pairs(lowered: Lowering) -> list[tuple[Cell, Cell]]:
    """The pairs of cells that leave a third one, as `hopeless` says, where both stay open."""
    covering, cells, first = _covering(lowered), lowered.cells, lowered.first
    return [
        (cells[one - first], cells[other - first])
        for one, other in combinations(covering, 2)
        if _is_dead(covering, _bits((one, other)))
    ]


def _covering(lowered: Lowering) -> dict[int, list[int]]:
    """Of each cell to cover the placements that do, as bits of the items."""
    cover, pieces = lowered.cover, len(lowered.classes)
    found: dict[int, list[int]] = {k: [] for k in range(lowered.first, len(cover.primary))}
    for head, *cells in cover.options:
        for item in found.keys() & cells if head < pieces else ():
            found[item].append(_bits(cells))
    return found


def _is_dead(covering: dict[int, list[int]], opened: int) -> bool:
    return any(
        all(bits & opened for bits in own)
        for item, own in covering.items()
        if not opened >> item & 1
    )


def _bits(items: Iterable[int]) -> int:
    return sum(1 << item for item in items)


def uncoverable(cover: Cover) -> list[str]:
    """The same of a Cover that stands for itself: items of which it has too few options."""
    options = Counter(item for option in cover.options for item in option)
    few = [k for k, (least, _) in enumerate(cover.bounds) if options[k] < least]
    items = "item" if len(few) == 1 else "items"
    named = _listed(shown(cover.items[k]) for k in few)
    return [f"there are too few options for the {items} {named}"] if few else []


def _listed(names: Iterable[str]) -> str:
    """The first five of the names, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


def _colours(lowered: Lowering) -> list[str]:
    """Colours of which board and pieces have not as many, where no label stays uncovered."""
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
        f"colour {colour_name(colour)}: the frame has {there[colour]}, the pieces have "
        f"{wanted[colour]}"
        for colour in sorted(there | wanted)
        if there[colour] != wanted[colour]
    ]


def colour_name(colour: int) -> str:
    """A colour as it is drawn: a character where it is the code of one that can be seen."""
    character = chr(colour) if 32 < colour < 0x10000 else ""
    return character if character.isprintable() and character else str(colour)


def _area(lowered: Lowering) -> list[str]:
    cover = lowered.cover
    pairs = list(zip(cover.bounds, cover.sizes, strict=False))
    most = sum(max(own, default=0) * bounds[1] for bounds, own in pairs)
    least = sum(min(own, default=0) * bounds[0] for bounds, own in pairs)
    needed = len(cover.primary) - lowered.first
    cells = len(lowered.cells)
    if most < needed:
        return [f"the pieces cover at most {plural(most, 'cell')}, of {needed} to cover"]
    if least > cells:
        return [f"the pieces cover {plural(least, 'cell')} or more, of {cells}"]
    return []


def _parity(lowered: Lowering) -> list[str]:
    """The first colouring of the cells in black and white by which there is no solution.

    Of each piece and open label it is known by how many more black cells than white ones it can
    cover. All of them together cover each cell once, so some of these numbers, one for each, make
    up what the cells have (S. W. Golomb, "Polyominoes", 1965). A cell that may stay empty is a
    piece of its own that may stay out. The colourings are by the parity of a sum of coordinates, of
    which a chessboard has that of all.
    """
    cover, first = lowered.cover, lowered.first
    dimensions = lowered.model.board.dimensions
    axes = range(dimensions)
    sums = [*chain(*(combinations(axes, size) for size in range(dimensions, 0, -1)))]
    if lowered.model.board.bare or len(sums) * sum(map(len, cover.options)) > MOST_LOOKED_AT:
        return []
    for chosen in sums:
        weight = [1 - 2 * (sum(cell[axis] for axis in chosen) % 2) for cell in lowered.cells]
        values: dict[int, set[int]] = defaultdict(set)
        for head, *cells in cover.options:
            values[head].add(sum(weight[item - first] for item in cells))
        reached = {0}
        for head, (least, most) in enumerate(cover.bounds[:first]):
            reached = _plus(reached, values[head], least, min(most, len(weight)))
        for own in weight[len(cover.primary) - first :]:  # of cells that may stay empty
            reached = _plus(reached, {own}, 0, 1)
        if sum(weight) not in reached:
            black, white = weight.count(1), weight.count(-1)
            names = ("layer", "row", "column")[-dimensions:]
            named = " + ".join(names[axis] for axis in chosen)
            said = ", and ".join(_differences(lowered, values))
            return [
                f"let the cells with an even sum of {named} be black, {black}, and the others "
                f"white, {white}: black less white is {said}, which never makes {black - white}"
            ]
    return []


def _plus(reached: set[int], values: set[int], least: int, most: int) -> set[int]:
    """The sums with `least` to `most` of the values."""
    found: set[int] = set()
    here = reached
    for number in range(most + 1):
        if here <= found:  # and so are the sums with more values
            break
        if number >= least:
            found |= here
        here = {old + value for old in here for value in values}
    return found


def _differences(lowered: Lowering, values: dict[int, set[int]]) -> Iterable[str]:
    """By how many black cells exceed the white ones that each piece and each open label covers."""
    alike: dict[tuple[int, ...], list[str]] = defaultdict(list)
    groups = [group.name for group in lowered.model.groups]
    for head, name in enumerate([*(own.name for own in lowered.classes), *groups]):
        most = lowered.cover.bounds[head][1]
        alike[tuple(sorted(values[head]))].append(name if most == 1 else f"{most} {name}")
    for own, names in alike.items():
        yield f"{' or '.join(map(str, own))} for {_listed(names)}"
