"""The compiled searches, each against something plain: quick, and the same for every way to build.

_core/README.md says how to run this folder sanitized, under gcov and without compiler builtins.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from dancing_twin import Twin
from small_boards import cover_of, puzzle, stretched

from calpuzzle._core import backtrack64, dancing, grids
from calpuzzle.engines import load
from calpuzzle.engines.dancing import search as dance
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.cover import Cover, Options

MOST = (1 << 63) - 1


MODULES = sorted(path.stem for path in Path(backtrack64.__file__).parent.glob("*.pyi"))


@pytest.mark.parametrize("name", MODULES)
def test_what_is_compiled_is_loaded(name: str) -> None:
    module = import_module(f"calpuzzle._core.{name}")
    assert (module.__file__ or "").endswith(tuple(EXTENSION_SUFFIXES))


# --- boards


def by_instance(cover: Cover, solutions: Iterable[Options]) -> npt.NDArray[np.int64]:
    of = cover.instance_of
    found = Counter(sum(of.get(k, 0) for k in solution) for solution in solutions)
    counts = [found[number] for number in range(cover.instances)]
    return np.array(counts, np.int64).reshape(cover.shape)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("far", [False, True])
def test_the_searches_of_boards_agree_with_the_reference(seed: int, far: bool) -> None:
    model = puzzle(seed)
    cover = cover_of(stretched(model) if far else model)
    expected = list(load("reference").solutions(cover))
    rng = random.Random(seed)
    laid = tuple(sorted(rng.sample(range(len(cover.options)), min(2, len(cover.options)))))
    rest = [tuple(k for k in s if k not in laid) for s in expected if set(laid) <= set(s)]
    for name in ("backtrack", "diagram", "halves", "dancing"):
        engine = load(name)
        assert engine.refusal(cover) is None
        assert sorted(engine.solutions(cover)) == expected
        assert (engine.counts(cover) == by_instance(cover, expected)).all()
        assert sorted(engine.solutions(cover, laid)) == rest
        assert engine.count(cover, laid) == len(rest)


# --- exact cover


def exact(seed: int) -> Cover:
    """A random exact cover problem with bounds, secondary items and colours; of each two one whose
    items are all covered once."""
    rng = random.Random(seed)
    primary, secondary = rng.randint(0, 5), rng.randint(0, 3)
    items = range(primary + secondary)
    options = (
        [rng.sample(items, rng.randint(1, min(4, len(items)))) for _ in range(rng.randrange(10))]
        if items
        else []
    )
    bounds = {}
    for item in range(primary):
        if seed % 2 and rng.random() < 0.5:
            least = rng.randrange(4)
            bounds[item] = (least, least + rng.randrange(3))
    colours = [
        {item: rng.choice("xy") for item in option if item >= primary and rng.random() < 0.7}
        for option in options
    ]
    free = range(primary, len(items))
    return Cover(range(primary), options, free, multiplicity=bounds, colours=colours)


@pytest.mark.parametrize("seed", range(300))
def test_the_dancing_cells_are_their_twin_node_for_node(seed: int) -> None:
    cover = exact(seed)
    twin = Twin(cover)
    expected = list(twin.solutions())
    assert list(load("dancing").solutions(cover)) == expected
    assert sorted(expected) == list(load("reference").solutions(cover))
    work = dance(cover, rows=1)
    found: list[Options] = []
    over = False
    while not over:
        over = work.run(1)
        found += [tuple(cover.choosable[k] for k in row) for row in work.take()]
    assert (found, work.found, work.nodes) == (expected, len(expected), twin.nodes)
    # Randomized, twice the same way: what the first search left behind changes nothing.
    other = Twin(cover, seed)
    first = next(other.solutions(), None)
    for _ in range(2):
        work.draw(seed)
        while not work.run(MOST) and not work.found:
            pass
        taken = [tuple(cover.choosable[k] for k in row) for row in work.take()]
        assert taken == ([] if first is None else [first])
        assert (work.nodes, work.dead_ends, work.forced) == (
            other.nodes,
            other.dead_ends,
            other.forced,
        )


@pytest.mark.parametrize("number", [4097, 12_000, 16_383, 16_384])
def test_the_dancing_cells_where_options_are_far_apart(number: int) -> None:
    # The options between are of a secondary item alone, which are never chosen; the last number is
    # past the words of bits.
    for seed in range(0, 40, 2):
        cover = exact(seed)
        here, spare = dance(cover, rows=1024), len(cover.items)
        step = number // (len(cover.choosable) + 1)
        options: list[tuple[int, ...]] = [(spare,)] * number
        colours: list[tuple[int, ...]] = [(0,)] * number
        for k, own in enumerate(cover.choosable, 1):
            options[k * step] = cover.options[own]
            colours[k * step] = (
                cover.colours[own] if cover.colours else (0,) * len(cover.options[own])
            )
        bounds = [*cover.bounds, (0, 1)]
        apart = dancing.Search(bounds, options, len(cover.primary), 1024, colours)
        assert here.run(10**6) is apart.run(10**6) is True
        near = [tuple((k + 1) * step for k in row) for row in here.take()]
        assert apart.take() == near
        assert (apart.nodes, apart.dead_ends, apart.forced) == (
            here.nodes,
            here.dead_ends,
            here.forced,
        )


def test_budgets_past_63_bits_end_where_these_do() -> None:
    work = dance(exact(1))
    work.run(1)
    assert work.run(MOST)
    layout = layout_of(cover_of(puzzle(16)))
    root = layout.root()
    assert root is not None
    sweep = search(layout.tables)
    for _ in range(2):
        sweep.start(root)
        assert sweep.run(MOST)
    clues = [((1, 1),), ((1, 1),)]
    grid = grids.Search(clues, clues, 1)
    assert [grid.run(MOST) for _ in range(3)] == [grids.SOLUTION, grids.SOLUTION, grids.DONE]
