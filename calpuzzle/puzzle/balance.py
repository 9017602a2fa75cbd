"""Reasons for no solution that show before any search: sentences for people.

None of these is a fault of form: the puzzle can be searched, and its count is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from calpuzzle.base.text import plural, shown
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import place_name


def imbalances(lowered: Lowering) -> list[str]:
    """Every reason, seen by counting, why the puzzle has no solution."""
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
