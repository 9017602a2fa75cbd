"""Solutions of exact cover problems that are not puzzles."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from commands import OPTIONS

import calpuzzle as cp
from calpuzzle.results.cover_solutions import CoverSearch, CoverSolution


def solutions_of(cover: cp.Cover, name: str, *arguments: Any) -> cp.Solutions[CoverSolution]:
    return cp.Solutions(name, CoverSearch(cover, *arguments))


@pytest.fixture
def cover() -> cp.Cover:
    found: cp.Cover = cp.loads(OPTIONS, name="x.dlx")
    return found


def test_cover_solutions_are_shown_exported_and_pickled(cover: cp.Cover) -> None:
    solutions = solutions_of(cover, "x")
    assert repr(solutions) == "<Solutions of x: count(), first(), or a loop finds them>"
    assert [solution.record() for solution in solutions] == [["a d", "b c"], ["a b c"]]
    first = solutions[0]
    assert first.options == (0, 1)
    assert str(first) == first.text() == first.text(colour=True, ascii_only=True) == "a d | b c"
    assert first.to_svg().startswith("<svg") and first._repr_svg_() == first.to_svg()
    assert first._repr_svg_() != solutions[1]._repr_svg_()
    expected = {"puzzle": "x", "date": {}, "total": 2, "solutions": [["a d", "b c"], ["a b c"]]}
    assert json.loads(solutions.to_json()) == expected
    again = pickle.loads(pickle.dumps(solutions))
    assert [*again] == [pickle.loads(pickle.dumps(own)) for own in solutions] == [*solutions]
    assert len({*solutions}) == len({*again, *solutions}) == 2
    assert solutions.to_frame().to_dict("list") == {"solution": expected["solutions"]}
