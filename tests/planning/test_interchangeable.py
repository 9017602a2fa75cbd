"""Counts with interchangeable items merged, against the definition and plain counts."""

from __future__ import annotations

from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_covers import by_definition, covers, placed_in
from random_puzzles import models

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.engines import load
from calpuzzle.planning.interchangeable import merged
from calpuzzle.puzzle.cover import MAX_BOUND, Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

AUTO, PLAIN = planning, load("reference")


def repeated(cover: Cover, times: int) -> Cover:
    """Return the Cover with `times` copies of its first (1, 1) item and of that item's options."""
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
def test_equal_items_are_counted_as_defined(cover: Cover, times: int, data: st.DataObject) -> None:
    if cover.colours or (1, 1) not in cover.bounds[: len(cover.primary)]:
        return
    whole = repeated(cover, times)
    solutions = list(by_definition(whole))
    assert AUTO.count(whole) == len(solutions)
    same = merged(whole)
    if same:
        assert len(solutions) == same.multiplicity() * PLAIN.count(same.cover)
    placed = data.draw(placed_in(whole))
    if len(set(placed)) == len(placed):
        assert AUTO.count(whole, placed) == PLAIN.count(whole, placed)


@settings(max_examples=60)
@given(st.integers(2, 4), st.integers(2, 4), st.data())
def test_symmetric_covers_are_counted_as_defined(
    rows: int, columns: int, data: st.DataObject
) -> None:
    """Items are of two or three kinds; bounds and options are symmetric in those of each kind."""
    kinds = [[f"r{k}" for k in range(rows)], [f"c{k}" for k in range(columns)]]
    if data.draw(st.booleans()):
        kinds.append([f"z{k}" for k in range(data.draw(st.integers(1, 2)))])
    secondary = kinds.pop() if data.draw(st.booleans()) else []
    options = list(product(*kinds, secondary) if secondary else product(*kinds))
    options += data.draw(st.lists(st.sampled_from(options), max_size=2))
    bounds: dict[str, tuple[int, int]] = {}
    for kind in kinds:
        least = data.draw(st.integers(0, 2))
        bound = (least, data.draw(st.integers(max(least, 1), 2)))
        bounds |= dict.fromkeys(kind, bound)
    axes = [name for name, bound in bounds.items() if bound == (1, 1)][:1]
    axes = axes if data.draw(st.booleans()) else []
    primary = list(bounds)
    cover = Cover(primary, options, secondary, multiplicity=bounds, axes=axes)
    if len(options) > 12:
        return
    solutions = list(by_definition(cover))
    assert AUTO.count(cover) == len(solutions)
    fixed = tuple(data.draw(st.sets(st.sampled_from(range(len(options))), max_size=2)))
    assert AUTO.count(cover, fixed) == sum(set(fixed) <= {*one} for one in solutions)
    counts = AUTO.counts(cover)
    for number in range(cover.instances):
        held = {*cover.instance(number)}
        assert counts.ravel()[number] == sum(held <= {*one} for one in solutions)


ROOKS = [(f"r{i}", f"c{j}") for i, j in product(range(2), repeat=2)]


@pytest.mark.parametrize(
    ("cover", "classes", "expected"),
    [
        # Rows and columns are interchangeable, but only one of the two kinds may be merged.
        (Cover(["r0", "r1", "c0", "c1"], ROOKS), 1, 2),
        # Columns that are covered twice are not witnesses.
        (Cover(["r0", "r1", "c"], [("r0", "c"), ("r1", "c")], multiplicity={"c": 2}), 0, 1),
        # A cell that may be covered twice, by both pieces, is not a witness.
        (
            Cover(["p", "q", "x"], [("p", "x"), ("q", "x")], multiplicity={"x": (0, 2)}),
            0,
            1,
        ),
        # Items whose bounds leave a choice are not merged.
        (
            Cover(
                ["p", "q", "x", "y"],
                [("p", "x"), ("q", "x"), ("p", "y"), ("q", "y"), ("y",)],
                multiplicity={"p": (0, 1), "q": (0, 1)},
            ),
            0,
            4,
        ),
        # The same options in another order, one of them twice.
        (
            Cover(
                ["p", "q", "x", "y"],
                [("p", "x"), ("p", "y"), ("p", "x"), ("q", "x"), ("q", "x"), ("q", "y")],
            ),
            1,
            4,
        ),
        # Two copies of each piece.
        (
            Cover([*"pqwxyz"], product("pq", "wxyz"), multiplicity={"p": 2, "q": 2}),
            1,
            6,
        ),
        # Options that share a coloured item may be chosen together.
        (Cover("pq", [("p", "s"), ("q", "s")], ["s"], colours=[{"s": 1}, {"s": 1}]), 0, 1),
        # The sum of the bounds would exceed MAX_BOUND.
        (
            Cover(["p", "q", "x"], product("pq", "x"), multiplicity=dict.fromkeys("pq", MAX_BOUND)),
            0,
            0,
        ),
    ],
)
def test_only_items_with_witnesses_are_merged(cover: Cover, classes: int, expected: int) -> None:
    same = merged(cover)
    assert len(same.classes if same else ()) == classes
    assert AUTO.count(cover) == expected == len(list(by_definition(cover)))


def test_equal_options_of_an_axis_are_counted_separately() -> None:
    options = [("d", "x"), ("d", "x"), ("p", "y"), ("q", "y"), ("p", "z"), ("q", "z")]
    cover = Cover([*"dpqxyz"], options, axes="d")
    assert merged(cover)
    assert AUTO.counts(cover).tolist() == [2, 2]
    assert AUTO.count(cover, (1, 2)) == 1


@pytest.mark.parametrize(
    ("fixed", "expected"), [((0, 1), 2), ((0, 2), 1), ((2, 3), 0), ((2, 4), 0), ((2, 5), 1)]
)
def test_fixed_options_that_are_merged_away_are_counted(
    fixed: tuple[int, ...], expected: int
) -> None:
    options = [("w",), ("w",), *product("pq", "yz")]
    cover = Cover([*"wpqyz"], options, multiplicity={"w": 2})
    assert merged(cover)
    assert AUTO.count(cover, fixed) == expected


def test_cells_of_a_board_are_never_merged() -> None:
    assert cp.loads('frame = "###"\n[pieces]\nA = "##"\nB = "#"\n').count() == 2


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 40])
def test_rooks_are_counted_by_the_factorial(size: int) -> None:
    rows, columns = ([f"{kind}{k}" for k in range(size)] for kind in "rc")
    cover = cp.Cover(rows + columns, product(rows, columns))
    assert cover.count() == factorial(size)
    if size <= 5:
        assert len(list(cover.solve())) == len(list(permutations(rows)))


@settings(max_examples=50)
@given(models(most_cells=6))
def test_distinguishable_pieces_are_counted_separately(model: Model) -> None:
    distinct = Lowering(model._replace(interchangeable=False)).cover
    counts = AUTO.counts(distinct)
    assert counts.tolist() == PLAIN.counts(distinct).tolist()
    combined = Lowering(model).cover
    # On this board, pieces may be interchangeable in both Covers.
    ways, others = (
        (same.multiplicity() if same else 1) for same in (merged(distinct), merged(combined))
    )
    assert (others * counts).tolist() == (ways * AUTO.counts(combined)).tolist()
    assert int(counts.sum()) == cp.Puzzle(model._replace(interchangeable=False)).count("any")


@pytest.mark.parametrize(("number", "width"), [(2, 4), (36, 12), (60, 20)])
def test_many_equal_blocks_are_counted_by_the_factorial(number: int, width: int) -> None:
    pieces = "".join(f'B{k} = """\n##\n##"""\n' for k in range(number))
    frame = "\n".join(["#" * width] * (4 * number // width))
    puzzle = cp.loads(f'frame = """\n{frame}\n"""\n[pieces]\n{pieces}')
    assert puzzle.count() == factorial(number)
    assert puzzle.count(placed=puzzle.solve().first()) == 1
