"""Equal items that are counted as one kind: against plain counts, with options laid."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_covers import by_definition, covers, laid_in
from random_puzzles import models

import calpuzzle as cp
from calpuzzle.engines import load
from calpuzzle.engines.alike import alike
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

AUTO, PLAIN = load("auto"), load("reference")


def doubled(cover: Cover, times: int) -> Cover:
    """The Cover with its first item that is covered once, and its options, so many times."""
    first = next(k for k, bounds in enumerate(cover.bounds) if bounds == (1, 1))
    name = cover.primary[first]
    options = []
    for option in cover.options:
        names = [cover.items[item] for item in option]
        copies = range(times) if first in option else [0]
        options += [[f"{name}+{k}" if k and n == name else n for n in names] for k in copies]
    more = [f"{name}+{k}" for k in range(1, times)]
    bounds = dict(zip(cover.primary, cover.bounds, strict=False))
    return Cover([*cover.primary, *more], options, cover.secondary, multiplicity=bounds)


@settings(max_examples=60)
@given(covers(most_options=4), st.integers(2, 3), st.data())
def test_equal_items_of_any_cover(cover: Cover, times: int, data: st.DataObject) -> None:
    if cover.colours or (1, 1) not in cover.bounds[: len(cover.primary)]:
        return
    whole = doubled(cover, times)
    solutions = list(by_definition(whole))
    assert AUTO.count(whole) == len(solutions)
    same = alike(whole)
    if same:
        assert len(solutions) == same.ways() * PLAIN.count(same.cover)
    laid = data.draw(laid_in(whole))
    if len(set(laid)) == len(laid):
        assert AUTO.count(whole, laid) == PLAIN.count(whole, laid)


@settings(max_examples=50)
@given(models(most_cells=6))
def test_pieces_that_a_puzzle_tells_apart(model: Model) -> None:
    apart = Lowering(model._replace(interchangeable=False)).cover
    counts = AUTO.counts(apart)
    assert counts.tolist() == PLAIN.counts(apart).tolist()
    together = Lowering(model).cover
    # Pieces may be alike on this board alone, so that both are.
    ways, others = ((same.ways() if same else 1) for same in (alike(apart), alike(together)))
    assert (others * counts).tolist() == (ways * AUTO.counts(together)).tolist()
    assert int(counts.sum()) == cp.Puzzle(model._replace(interchangeable=False)).count("any")


@pytest.mark.parametrize(("number", "width"), [(2, 4), (36, 12), (60, 20)])
def test_many_equal_blocks(number: int, width: int) -> None:
    pieces = "".join(f'B{k} = """\n##\n##"""\n' for k in range(number))
    frame = "\n".join(["#" * width] * (4 * number // width))
    puzzle = cp.loads(f'frame = """\n{frame}\n"""\n[pieces]\n{pieces}')
    assert puzzle.count() == factorial(number)
    assert puzzle.count(laid=puzzle.solve().first()) == 1
