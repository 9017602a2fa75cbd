"""The compiled modules check their arguments: each argument of a valid call, and each part of it,
is replaced by other values, and the call must raise an error or work.

scripts/sanitized runs this with AddressSanitizer, which detects invalid memory accesses.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from copy import copy
from types import SimpleNamespace
from typing import Any, cast

import pytest
from building import dominoes
from small_boards import cover_of, puzzle
from small_families import small

from calpuzzle._core import (
    backtrack64,
    complements32,
    dancing,
    frontier64,
    grids,
    grow64,
    learning,
    meeting64,
    walk,
)
from calpuzzle.design.families.items import BoardItems
from calpuzzle.design.families.keys import FamilyKeys
from calpuzzle.design.families.split import BoardHalves
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.frontier import work_of
from calpuzzle.engines.halves import _input
from calpuzzle.engines.layout import layout_of

LARGE = 1 << 26
NUMBERS = (-1, 0, 1, 2, 17, 65, 129, 1 << 16, 1 << 31, 1 << 63, 1 << 64, 1 << 130)
REFUSED = (ValueError, OverflowError, TypeError, MemoryError, IndexError, ArithmeticError)


def replacements(value: Any, depth: int = 3) -> Iterator[Any]:
    """Yield replacements for a value: other numbers, and longer and shorter sequences."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (number for number in (*NUMBERS, value + 1, value - 1) if number != value)
    elif hasattr(value, "__dict__"):
        for name, own in vars(value).items():
            for other in replacements(own, depth):
                changed = copy(value)
                setattr(changed, name, other)
                yield changed
    elif hasattr(value, "_replace"):
        for name, own in value._asdict().items():
            for other in replacements(own, depth):
                yield value._replace(**{name: other})
    elif isinstance(value, list | tuple | array) and depth:
        kind = (
            (lambda parts: array(value.typecode, parts))
            if isinstance(value, array)
            else type(value)
        )
        parts = list(value)
        for cut in ([], parts[:-1], parts[::-1], parts + parts[-1:], parts * 300):
            yield kind(cut)
        for at in {0, len(parts) // 2, len(parts) - 1} if parts else ():
            for other in replacements(parts[at], depth - 1):
                try:
                    yield kind([*parts[:at], other, *parts[at + 1 :]])
                except (OverflowError, TypeError):
                    continue
    else:
        yield None


def valid_calls() -> dict[str, tuple[Callable[..., Any], list[Any], Callable[[Any], object]]]:
    """Return valid calls by name: a class, its arguments, and a function that uses the object."""
    cover = cover_of(puzzle(16))
    layout = layout_of(cover)
    root = layout.root()
    assert root is not None
    work = work_of(cover_of(dominoes(4, 4)))
    assert work is not None
    made = small()
    tables, begin = FamilyKeys(made.family).tables()
    inputs = vars(BoardHalves(BoardItems(*made), FamilyKeys(made.family), 5, [1], LARGE).input)
    keys = SimpleNamespace(**inputs | {"tables": tables, "begin": begin})
    diagram = diagram_of(cover)
    arrays = [array(k, p) for k, p in zip("IHI", diagram.arrays, strict=True)]
    copies = [most for _, most in cover.bounds[: cover.pieces - len(cover.axes)]]
    instance = [cover.instance_contribution.get(k, 0) for k in range(len(cover.options))]
    line = [[(1, 1)], [(1, 1)]]
    bounds, options = [(1, 1), (0, 2), (0, 1)], [(0,), (0, 1), (1, 2)]

    def ran(search: Any) -> None:
        search.run(1000)

    def walked(found: walk.Walk) -> None:
        found.slice([0]).occurrences(array("q", [0] * len(cover.options)))

    return {
        "backtrack64": (backtrack64.Search, [layout.tables], do_nothing),
        "grow64": (grow64.Growth, [layout.tables, set_tables(cover), LARGE], do_nothing),
        "frontier64": (frontier64.Frontier, [work.task, True, LARGE], ran),
        "lister": (frontier64.Lister, [work.task, 5, LARGE], ran),
        "sample": (frontier64.Sample, [work.task, 5, 1, LARGE], ran),
        "complements32": (
            complements32.Complements,
            [*_input(layout, root)[:2], 2, LARGE],
            do_nothing,
        ),
        "meeting64": (meeting64.Meeting, [BoardItems(*made), keys, 5, LARGE], do_nothing),
        "dancing": (dancing.Search, [bounds, options, 2, 4, [(0,), (0, 0), (0, 1)]], ran),
        "grids": (grids.Search, [line, line, 1, [3] * 4], ran),
        "learning": (learning.Learner, [line, line, 1, [3] * 4], ran),
        "walk": (walk.Walk, [arrays, cover.options, copies, list(cover.shape), instance], walked),
    }


def do_nothing(_: object) -> None:
    """Do not use the object."""


@pytest.mark.parametrize("name", valid_calls())
def test_changed_arguments_are_refused_or_used_safely(name: str) -> None:
    make, arguments, use = valid_calls()[name]
    use(make(*arguments))
    refused = 0
    for at, argument in enumerate(arguments):
        for other in replacements(argument):
            changed = [*arguments[:at], other, *arguments[at + 1 :]]
            try:
                use(make(*changed))
            except REFUSED as error:
                refused += 1
                assert str(cast(Exception, error)) or isinstance(error, MemoryError)
    assert refused > 20
