"""What is left, by a diagram and by searching: both as the definition says."""

from __future__ import annotations

from collections import Counter

import pytest
import shipped
from hypothesis import strategies as st
from random_covers import completions, covers, laid_in
from random_puzzles import models
from sampled import sampled

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.engines import RUN, Run, load
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.planning import residual
from calpuzzle.planning.residual import Asked, Remaining, Searched
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def check(found: Remaining, laid: Options, rest: list[Options]) -> None:
    """Whether what is left when `laid` lies are the completions `rest`."""
    times = Counter(option for more in rest for option in (*more, *laid))
    assert found.count == len(rest)
    assert sorted(found.laid) == sorted(laid)
    assert found.occurrences() == times
    assert list(found.occurrences()) == sorted(times)
    assert found.forced() == tuple(sorted(k for k, n in times.items() if n == len(rest)))
    assert sorted(found.nth(k) for k in range(found.count)) == rest
    for index in (-1, len(rest)):
        with pytest.raises(IndexError):
            found.nth(index)


@sampled(20, 75, data=st.data())
def test_searching_any_cover(data: st.DataObject) -> None:
    cover = data.draw(covers())
    laid = data.draw(laid_in(cover))
    rest = completions(cover, laid)
    asked = Searched(cover, RUN)
    assert asked.completions(laid) == len(rest)
    check(asked.left(laid), laid, rest)


@sampled(20, 75, model=models(most_cells=14), data=st.data())
def test_diagram_and_search_agree(model: Model, data: st.DataObject) -> None:
    cover = Lowering(model).cover
    date = cover.instance(data.draw(st.integers(0, cover.instances - 1)))
    solutions = [*load("reference").solutions(cover, date)]
    more = data.draw(st.sampled_from(solutions)) if solutions else tuple(cover.choosable)
    laid = date
    if more:
        laid += tuple(data.draw(st.lists(st.sampled_from(more), unique=True, max_size=3)))
    rest = sorted(load("reference").solutions(cover, laid))
    both: list[Asked] = [diagram_of(cover), Searched(cover, RUN)]
    for asked in both:
        assert asked.completions(laid) == len(rest)
        assert residual.possible(asked, laid) == (len(rest) > 0)
        assert residual.only(asked, laid) == (len(rest) == 1)
        check(asked.left(laid), laid, rest)


def test_what_a_puzzle_asks() -> None:
    dray, soma = cp.load("dray"), cp.load("soma")
    assert isinstance(dray.asked(), Diagram)
    assert dray.asked() is dray.diagram()
    assert isinstance(soma.asked(), Searched)
    solution = dray.solve("Sat Jan 1")[0]
    pieces = {"I4": solution.pieces["I4"]}
    found = dray.left("Sat Jan 1", pieces)
    assert found.count == dray.count("Sat Jan 1", pieces) == 4
    options = [{*found.nth(k), *found.laid} for k in range(4)]
    assert options == [{*each.options} for each in dray.solve("Sat Jan 1", pieces)]
    assert dray.left("any").count == 85637
    assert soma.left().count == 11520
    whole = soma.solve()[3]
    assert soma.left(laid=whole).nth(0) == ()
    with pytest.raises(CannotDoError, match="the puzzle is no flat board"):
        soma.diagram()


def test_too_many_and_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    check(Searched(Cover((), ()), RUN).left(), (), [()])
    cover = shipped.lowering("tetrasticks-4x4").cover
    monkeypatch.setattr(residual, "MOST", 728)
    assert Searched(cover, RUN).left().count == 728
    monkeypatch.setattr(residual, "MOST", 727)
    with pytest.raises(CannotDoError, match="more than 727 solutions remain"):
        Searched(cover, RUN).left()


def test_nothing_left_has_no_entropy() -> None:
    # Two options of one piece.
    none = cp.load("dray").diagram().left([99, 100, 101, 102])
    assert none.count == 0 and none.marginals() == {}
    with pytest.raises(CannotDoError, match="no solution remains, so none can be drawn"):
        none.entropy()


def test_what_is_listed_keeps_to_the_memory() -> None:
    cover = shipped.lowering("tetrasticks-4x4").cover
    length = sum(map(len, planning.solutions(cover)))
    enough = 2 * (4 * length + 8 * 728)
    assert Searched(cover, Run(memory=enough)).left().count == 728
    with pytest.raises(TooLargeError, match="allow more memory, or place more pieces"):
        Searched(cover, Run(memory=enough - 1)).left()
