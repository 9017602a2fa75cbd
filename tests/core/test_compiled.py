"""The compiled modules: loading, final classes, and budgets of work.

_core/README.md describes how to run this folder with sanitizers, gcov, or no compiler builtins.
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
def test_modules_are_loaded_from_compiled_extensions(name: str) -> None:
    module = import_module(f"calpuzzle._core.{name}")
    assert (module.__file__ or "").endswith(tuple(EXTENSION_SUFFIXES))


@pytest.mark.parametrize("name", MODULES)
def test_classes_cannot_be_subclassed(name: str) -> None:
    """The stubs mark all of these classes as final."""
    module = import_module(f"calpuzzle._core.{name}")
    classes = [own for own in vars(module).values() if isinstance(own, type)]
    for own in classes:
        if own.__module__ == module.__name__ and own.__name__ not in BASES:
            with pytest.raises(TypeError, match="not an acceptable base type"):
                type("Derived", (own,), {})


BASES = ("Grid", "Clauses", "Cdcl")  # base classes in `grids` and `learning`


# --- budgets of work


def test_repeated_runs_with_the_largest_budget_do_not_overflow() -> None:
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
def test_runs_without_a_budget_place_no_option(most: int, budget: int) -> None:
    """If `most` is 1, the search uses words of bits. If it is 2, words cannot express the bounds,
    so the search uses cells."""
    work = dance(Cover("ab", ["a", "b", "ab"], multiplicity={"b": (1, most)}))
    for _ in range(2):
        assert not work.run(budget)
        assert not work.nodes
    assert work.run(MAX_WORK) and work.found
