"""The data of a puzzle for the page: plain data, which becomes the JSON in the page.

The numbers of cells, pieces and orientations in it are the page's only names for them, so their
order is fixed here: cells in reading order, pieces as the Lowering has its classes, orientations
sorted. js/types.js describes the form; a change of it that an older page could not read raises
FORMAT.
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
"""Bytes for the counts of all dates, without which the page counts one by one. They bound the time,
too, to some seconds; a bound in seconds would give other pages on a busy machine."""


def pieces_data(lowered: Lowering, disk: bool = False) -> Data:
    """A puzzle of pieces; with `disk`, the diagram that tells the counts is kept in the user's
    cache folder. Raises InputError for a puzzle that no page can show."""
    model = lowered.model
    why = unsupported_reason(model)
    if why:
        raise InputError(why)
    board = model.board
    order = sorted(range(len(board.cells)), key=board.cells.__getitem__)
    colours = colours_of(model)
    number = {colour: k for k, colour in enumerate(colours)}
    diagram = _diagram(lowered, disk)
    together = [(name, own.together) for own in model.pieces if own.together for name in own.names]
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
        **_drawn(lowered),
        "groups": [
            {
                "name": group.name,
                "labels": group.labels,
                **({"parts": group.parts} if group.parts else {}),
            }
            for group in model.groups
        ],
        "calendar": _calendar(model),
        "pieces": hand_data(lowered),
        **({"together": together} if together else {}),
        "counts": _counts(diagram),
        "steps": known_steps(model),
        "challenges": levels(lowered, diagram) if diagram else [],
    }


def _drawn(lowered: Lowering) -> Data:
    """The drawing and the motions of cells, in units of which the largest circle in a cell has the
    diameter 1: of a step along rows and along columns how far it leads to the right and down; of
    each kind of cell, which is told by what is left of its row and column over multiples of `step`,
    its corners. A segment has two of them, a point one."""
    model, lattice = lowered.model, lowered.model.lattice
    size = 1 / lattice.inner
    shapes = [cell for own in lowered.classes for each in own.orientations for cell in each]
    step = lattice.step
    kinds = sorted({(c[-2] % step, c[-1] % step) for c in (*model.board.cells, *shapes)})
    start = lattice.outline(kinds[0], size)[0]
    ways = [
        lattice.outline((kinds[0][0] + down, kinds[0][1] + right), size)[0]
        for down, right in ((step, 0), (0, step))
    ]
    found: Data = {
        "step": step,
        "axes": [[_figure((b - a) / step) for a, b in zip(start, w, strict=True)] for w in ways],
        "outlines": {
            f"{down},{right}": [
                [*map(_figure, corner)] for corner in lattice.outline((down, right), size)
            ]
            for down, right in kinds
        },
        "turns": lattice.turns,
        "whole": lowered.cover.plane is not None and lowered.cover.plane.whole,
    }
    cells = sorted(model.board.cells)
    spots = [lowered.spots[cell] for cell in cells]
    if spots != cells:
        found["spots"] = spots
    return found


def _figure(number: float) -> float:
    """A length, so exact that far from the start, too, cells that touch have the same corners."""
    found = round(number, 9)
    return int(found) if found == int(found) else found


def nonogram_data(clues: Clues, name: str) -> Data:
    """A nonogram. The picture its maker had in mind is no part of it: it would give it away."""
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
    """Return which groups are those of a calendar, with their labels in the order of the year and
    of a week that begins on Monday; None where it is not known which weekday is which."""
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
    """The diagram of all solutions, where the puzzle can have one, and within MEMORY."""
    try:
        return diagram_of(lowered.cover, Run(memory=MEMORY), disk)
    except CannotDoError:  # it can have none, or one that is too large
        return None


def _counts(diagram: Diagram | None) -> list[int] | None:
    if diagram is None:
        return None
    counts: list[int] = diagram.counts().ravel().tolist()
    # Past that JavaScript would take a number for another.
    return counts if max(counts) < 1 << 53 else None
