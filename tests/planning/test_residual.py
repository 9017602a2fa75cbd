"""The solutions that remain after options are placed, by a diagram and by a search."""

from __future__ import annotations

import pytest
import shipped

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines import RUN, Run
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.planning import residual
from calpuzzle.planning.residual import SearchedCover


def test_remaining_solutions_come_from_a_diagram_or_a_search() -> None:
    dray, soma = cp.load("dray"), cp.load("soma")
    assert isinstance(dray.residual_problems(), Diagram)
    assert dray.residual_problems() is dray.diagram()
    assert isinstance(soma.residual_problems(), SearchedCover)
    solution = dray.solve("Sat Jan 1")[0]
    pieces = {"I4": solution.pieces["I4"]}
    found = dray.remaining("Sat Jan 1", pieces)
    assert found.count == dray.count("Sat Jan 1", pieces) == 4
    options = [{*found.nth(k), *found.placed} for k in range(4)]
    assert options == [{*each.options} for each in dray.solve("Sat Jan 1", pieces)]
    assert dray.remaining("any").count == 85637
    assert soma.remaining().count == 11520
    whole = soma.solve()[3]
    assert soma.remaining(placed=whole).nth(0) == ()
    with pytest.raises(CannotDoError, match="the puzzle is not a flat board"):
        soma.diagram()


def test_too_many_remaining_solutions_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.lowering("tetrasticks-4x4").cover
    monkeypatch.setattr(residual, "MAX_SOLUTIONS", 728)
    assert SearchedCover(cover, RUN).remaining().count == 728
    monkeypatch.setattr(residual, "MAX_SOLUTIONS", 727)
    with pytest.raises(CannotDoError, match="more than 727 solutions remain"):
        SearchedCover(cover, RUN).remaining()


def test_entropy_without_remaining_solutions_is_an_error() -> None:
    # These options include two of the same piece.
    none = cp.load("dray").diagram().remaining([99, 100, 101, 102])
    assert none.count == 0 and none.marginals() == {}
    with pytest.raises(CannotDoError, match="no solution remains, so the entropy is not"):
        none.entropy()


def test_listed_solutions_are_bounded_by_the_memory() -> None:
    cover = shipped.lowering("tetrasticks-4x4").cover
    length = sum(map(len, planning.solutions(cover)))
    enough = 2 * (4 * length + 8 * 728)
    assert SearchedCover(cover, Run(memory=enough)).remaining().count == 728
    with pytest.raises(TooLargeError, match="allow more memory, or place more pieces"):
        SearchedCover(cover, Run(memory=enough - 1)).remaining()
