"""The data of a puzzle for the page, which becomes the JSON in the page.

The page refers to cells, pieces and orientations by their numbers, so their order is fixed:
cells in reading order, pieces in the order of the Lowering's classes, orientations sorted.
js/types.js describes the form. A change that an older page could not read increments FORMAT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import Run
from calpuzzle.game.hand import Data, colours_of, hand_data, unsupported_reason
from calpuzzle.nonogram.clues import Clue, Clues
from calpuzzle.planning import diagram_of
from calpuzzle.play.levels import levels
from calpuzzle.puzzle.balance import colour_name
from calpuzzle.puzzle.dates.labels import week_is_known, week_start
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.difficulty import known_steps

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram

FORMAT = 1
MEMORY = 1 << 30
"""The memory bound, in bytes, of the diagram that counts all dates. Without these counts, the page
counts dates one by one. The bound also limits the time to a few seconds. With a bound in seconds
instead, the page would depend on how busy the machine is.
"""


def pieces_data(lowered: Lowering, disk: bool = False) -> Data:
    """Return the data of a puzzle of pieces. With `disk`, the diagram that yields the counts is
    cached in the user's cache folder. Raises InputError for a puzzle that a page cannot show."""
    model = lowered.model
    unsupported = unsupported_reason(model)
    if unsupported:
        raise InputError(unsupported)
    board = model.board
    order = sorted(range(len(board.cells)), key=board.cells.__getitem__)
    colours = colours_of(model)
    number = {colour: k for k, colour in enumerate(colours)}
    diagram = _diagram(lowered, disk)
    together = [(name, p.together) for p in model.pieces if p.together for name in p.names]
    return {
        "format": FORMAT,
        "kind": "pieces",
        "name": model.name,
        "title": model.title or model.name,
        "cells": [board.cells[k] for k in order],
        "labels": [board.labels[k] for k in order] if any(board.labels) else [],
        "colours": [number[board.colours[k]] for k in order] if board.colours else [],
        "marks": [colour_name(colour) if colour else "" for colour in colours],
        "optional": [place for place, k in enumerate(order) if k in board.optional],
        **_lattice_data(lowered),
        "groups": [
            {
                "name": group.name,
                "labels": group.labels,
                **({"labelSets": group.label_sets} if group.label_sets else {}),
            }
            for group in model.groups
        ],
        "calendar": _calendar(model),
        "pieces": hand_data(lowered),
        **({"together": together} if together else {}),
        "counts": _counts(diagram),
        "difficulties": known_steps(model),
        "challenges": levels(lowered, diagram) if diagram else [],
    }


def _lattice_data(lowered: Lowering) -> Data:
    """Return the data of the lattice; js/types.js describes all entries.

    The unit of length is the diameter of the largest circle in a cell. `axes` are the vectors
    (right, down) from a row to the next and from a column to the next. `outlines` are the corners
    of each kind of cell; the kind is given by the remainders of its row and column modulo `step`. A
    segment has two corners, a point one."""
    model, lattice = lowered.model, lowered.model.lattice
    size = 1 / lattice.inner
    shapes = [cell for piece in lowered.classes for each in piece.orientations for cell in each]
    step = lattice.step
    kinds = sorted({(c[-2] % step, c[-1] % step) for c in (*model.board.cells, *shapes)})
    start = lattice.outline(kinds[0], size)[0]
    steps = [
        lattice.outline((kinds[0][0] + down, kinds[0][1] + right), size)[0]
        for down, right in ((step, 0), (0, step))
    ]
    found: Data = {
        "step": step,
        "axes": [[_rounded((b - a) / step) for a, b in zip(start, s, strict=True)] for s in steps],
        "outlines": {
            f"{down},{right}": [
                [*map(_rounded, corner)] for corner in lattice.outline((down, right), size)
            ]
            for down, right in kinds
        },
        "turns": lattice.turns,
        "testsRegions": lowered.cover.plane is not None and lowered.cover.plane.can_test_regions,
    }
    cells = sorted(model.board.cells)
    spots = [lowered.spots[cell] for cell in cells]
    if spots != cells:
        found["spots"] = spots
    return found


def _rounded(number: float) -> float:
    """Return a length rounded to nine decimals, which are enough for touching cells to have the
    same corners even far from the origin; an integer if the rounded length is whole."""
    found = round(number, 9)
    return int(found) if found == int(found) else found


def nonogram_data(clues: Clues, name: str) -> Data:
    """Return the data of a nonogram. The maker's picture is not included, because it is the
    solution."""
    return {
        "format": FORMAT,
        "kind": "nonogram",
        "name": name,
        "title": clues.title or name,
        "rows": [_clue(clue) for clue in clues.rows],
        "columns": [_clue(clue) for clue in clues.columns],
        "palette": [colour._asdict() for colour in clues.palette],
        "given": clues.given,
    }


def _clue(clue: Clue) -> list[list[int]]:
    return [list(block) for block in clue]


def _calendar(model: Model) -> Data | None:
    """Return the groups of a calendar, with their labels in the order of the year and of a week
    that begins on Monday; None if the puzzle is not a calendar, or if it is not known which weekday
    is which."""
    if not model.is_calendar or not week_is_known(model):
        return None
    at = {group.name: k for k, group in enumerate(model.groups)}
    labels = {group.name: list(group.labels) for group in model.groups}
    week = labels.get("weekday", [])
    start = week_start(model) if week else 0
    return {
        "month": at["month"],
        "day": at["day"],
        "weekday": at.get("weekday"),
        "months": labels["month"],
        "days": labels["day"],
        "weekdays": week[-start:] + week[:-start] if start else week,
    }


def _diagram(lowered: Lowering, disk: bool) -> Diagram | None:
    """Return the diagram of all solutions; None if it is not supported, or exceeds MEMORY."""
    try:
        return diagram_of(lowered.cover, Run(memory=MEMORY), disk)
    except CannotDoError:  # not supported, or too large
        return None


def _counts(diagram: Diagram | None) -> list[int] | None:
    if diagram is None:
        return None
    counts: list[int] = diagram.counts().ravel().tolist()
    # JavaScript rounds larger integers.
    return counts if max(counts) < 1 << 53 else None
