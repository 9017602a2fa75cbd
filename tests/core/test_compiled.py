"""The compiled searches, each against something plain: quick, and the same for every way to build.

_core/README.md says how to run this folder sanitized, under gcov and without compiler builtins.
"""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from small_boards import cover_of, puzzle

from calpuzzle._core import backtrack64, grids
from calpuzzle.engines.dancing import new_search as dance
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.cover import Cover

MAX_WORK = (1 << 63) - 1


MODULES = sorted(path.stem for path in Path(backtrack64.__file__).parent.glob("*.pyi"))


@pytest.mark.parametrize("name", MODULES)
def test_what_is_compiled_is_loaded(name: str) -> None:
    module = import_module(f"calpuzzle._core.{name}")
    assert (module.__file__ or "").endswith(tuple(EXTENSION_SUFFIXES))


@pytest.mark.parametrize("name", MODULES)
def test_classes_cannot_be_extended(name: str) -> None:
    """The stubs mark all of them as final."""
    module = import_module(f"calpuzzle._core.{name}")
    classes = [own for own in vars(module).values() if isinstance(own, type)]
    for own in classes:
        if own.__module__ == module.__name__ and own.__name__ not in BASES:
            with pytest.raises(TypeError, match="not an acceptable base type"):
                type("Derived", (own,), {})


BASES = ("Grid", "Clauses", "Cdcl")  # of the classes of grids and learning


# --- exact cover


def test_budgets_past_63_bits_end_where_these_do() -> None:
    work = dance(Cover("ab", ["a", "b", "ab"]))
    work.run(1)
    assert work.run(MAX_WORK)
    layout = layout_of(cover_of(puzzle(16)))
    root = layout.root()
    assert root is not None
    sweep = search(layout.tables)
    for _ in range(2):
        sweep.start(root)
        assert sweep.run(MAX_WORK)
    clues = [((1, 1),), ((1, 1),)]
    grid = grids.Search(clues, clues, 1)
    assert [grid.run(MAX_WORK) for _ in range(3)] == [grids.SOLUTION, grids.SOLUTION, grids.DONE]


@pytest.mark.parametrize("budget", [0, -1])
@pytest.mark.parametrize("most", [1, 2])
def test_without_a_budget_no_option_is_placed(most: int, budget: int) -> None:
    """Over words of bits, and over cells because of the bounds."""
    work = dance(Cover("ab", ["a", "b", "ab"], multiplicity={"b": (1, most)}))
    for _ in range(2):
        assert not work.run(budget)
        assert not work.nodes
    assert work.run(MAX_WORK) and work.found
