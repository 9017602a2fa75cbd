"""The engine `reference`: its limit on the number of placed options.

tests/core/test_every_question.py compares it with the definition.
"""

from __future__ import annotations

import pytest
from building import blank, piece

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

REFERENCE = load("reference")


def test_covers_that_would_exhaust_the_stack_are_refused() -> None:
    items = range(500)
    must = Cover(items, [[i] for i in items])
    may = Cover(items, [[i] for i in items], multiplicity=dict.fromkeys(items, (0, 1)))
    monominoes = Lowering(Model("x", blank(21, 20), (piece("M", "#", copies=420),))).cover
    for cover in (must, may, monominoes):
        with pytest.raises(CannotDoError, match="reference places at most 400 options"):
            REFERENCE.count(cover)
        with pytest.raises(CannotDoError, match="reference places at most 400 options"):
            next(REFERENCE.solutions(cover))
    # Options placed in advance need no stack, and exactly 400 more options are allowed.
    placed = tuple(range(100))
    assert list(REFERENCE.solutions(must, placed)) == [tuple(range(100, 500))]
    with pytest.raises(CannotDoError):
        REFERENCE.count(must, placed[:-1])
