"""The solutions of exact cover problems that stand for themselves."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from commands import OPTIONS
from hypothesis import strategies as st
from random_covers import by_definition, covers
from sampled import sampled

import calpuzzle as cp
from calpuzzle.results.cover import Choices, Chosen


def solutions_of(cover: cp.Cover, name: str, *asked: Any) -> cp.Solutions[Chosen]:
    return cp.Solutions(name, Choices(cover, *asked))


@pytest.fixture
def cover() -> cp.Cover:
    found: cp.Cover = cp.loads(OPTIONS, name="x.dlx")
    return found


def test_what_a_solution_tells(cover: cp.Cover) -> None:
    solutions = solutions_of(cover, "x")
    assert repr(solutions) == "<Solutions of x: count(), first(), or a loop finds them>"
    assert [solution.record() for solution in solutions] == [["a d", "b c"], ["a b c"]]
    first = solutions[0]
    assert first.options == (0, 1)
    assert str(first) == first.text() == first.text(colour=True, ascii_only=True) == "a d | b c"
    assert first.to_svg().startswith("<svg") and first._repr_svg_() == first.to_svg()
    assert first._repr_svg_() != solutions[1]._repr_svg_()
    told = {"puzzle": "x", "date": {}, "total": 2, "solutions": [["a d", "b c"], ["a b c"]]}
    assert json.loads(solutions.to_json()) == told
    assert solutions.to_frame().to_dict("list") == {"solution": told["solutions"]}


@sampled(
    20, 75, cover=covers(), engine=st.sampled_from(["auto", "dancing", "reference"]), data=st.data()
)
def test_solutions_of_any_cover(cover: cp.Cover, engine: str, data: st.DataObject) -> None:
    solutions = solutions_of(cover, "random", engine)
    every = [solution.options for solution in solutions]
    assert sorted(every) == sorted(by_definition(cover))
    assert solutions.count() == len(every) == cover.count(engine)
    assert every == list(cover.solve(engine))
    index = data.draw(st.integers(-len(every) - 1, len(every)))
    if -len(every) <= index < len(every):
        assert solutions[index].options == every[index]
    else:
        with pytest.raises(IndexError, match="there is no solution"):
            solutions[index]
    step = data.draw(st.integers(-2, 3).filter(bool))
    assert [solution.options for solution in solutions[::step]] == every[::step]
    again = pickle.loads(pickle.dumps(solutions))
    assert [solution.options for solution in again] == every
    for solution in solutions:
        assert pickle.loads(pickle.dumps(solution)) == solution
    assert len({*solutions}) == len(every)
