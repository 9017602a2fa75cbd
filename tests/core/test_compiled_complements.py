"""The compiled module of the engine `halves`: its errors, its memory bound and its signature.

tests/core/test_every_question.py tests its counts and solutions.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from small_boards import shipped

from calpuzzle._core import complements32, complements64
from calpuzzle._core.complements32 import Complements
from calpuzzle.engines.halves import OutlineItems, OutlineKeys, _input
from calpuzzle.engines.layout import layout_of

LARGE = 1 << 30
ALL = 1 << 62
NAME = "pentominoes-3x20"
MODULES = [complements32, complements64]


def parts(name: str = NAME) -> tuple[OutlineItems, OutlineKeys]:
    """Return the input of the compiled module for a shipped puzzle."""
    layout = layout_of(shipped(name))
    root = layout.root()
    assert root is not None
    return _input(layout, root)[:2]


def halves(
    module: ModuleType = complements32, cut: int = 30, bound: int = LARGE, **other: Any
) -> Complements:
    """Return halves that are not built yet, with some fields of their input replaced."""
    items, keys = parts()
    items = items._replace(**{k: v for k, v in other.items() if k in OutlineItems._fields})
    keys = keys._replace(**{k: v for k, v in other.items() if k in OutlineKeys._fields})
    work: Complements = module.Complements(items, keys, cut, bound)
    return work


# For each cut, the numbers of outlines, of edges and of entries: with halves that meet in the
# middle, and with all lists stored. They change only if the algorithm changes.
SIGNATURE = {30: (343, 1068, 3282), 0: (343, 1068, 7992)}


@pytest.mark.parametrize("cut", SIGNATURE)
@pytest.mark.parametrize("module", MODULES)
def test_signature(module: ModuleType, cut: int) -> None:
    work = halves(module, cut)
    work.make(go_on)
    assert work.total == 8
    assert (*work.size, work.entries) == SIGNATURE[cut]
    assert work.layers[0] == work.layers[1]


@pytest.mark.parametrize("bits", [12, 32])
def test_count_does_not_depend_on_the_cut_or_the_hash_table(bits: int) -> None:
    for cut in (0, 1, 17, 30, 59, 60):
        work = halves(cut=cut, bits=bits)
        seen = [work.layers]
        work.make(partial(record, seen, work))
        assert len(seen) > 30
        assert [*seen, work.layers] == sorted([*seen, work.layers])
        assert seen[-1][0] < work.layers[0] == work.layers[1]
        assert work.total == 8
        assert 0 < work.most_bytes < LARGE


@pytest.mark.parametrize("cut", SIGNATURE)
def test_any_memory_bound_suffices_or_raises(cut: int) -> None:
    enough = []
    for bound in range(1000, 150_000, 1000):
        work = halves(cut=cut, bound=bound)
        with suppress(OverflowError):
            work.make(go_on)
            assert work.total == 8
            enough.append(bound)
    assert 40_000 < min(enough) < max(enough)


def go_on() -> None:
    """Never stop."""


def record(seen: list[tuple[int, int]], work: Complements) -> None:
    """Record the progress of the halves."""
    seen.append(work.layers)


def test_an_exception_of_stop_ends_the_work() -> None:
    calls: list[None] = []

    def stop() -> None:
        calls.append(None)
        if len(calls) == 20:
            raise KeyboardInterrupt

    work = halves()
    with pytest.raises(KeyboardInterrupt):
        work.make(stop)
    assert len(calls) == 20
    assert work.layers[0] < work.layers[1]
    with pytest.raises(ValueError, match="called only once"):
        work.make(go_on)


def test_halves_are_built_only_once() -> None:
    work = halves()
    work.make(go_on)
    with pytest.raises(ValueError, match="called only once"):
        work.make(go_on)
    assert work.total == 8


def test_an_unfillable_board_has_no_solution() -> None:
    for cut in (0, 30):
        work = halves(cut=cut, sums=1)
        work.make(go_on)
        assert (work.total, *work.size) == (0, 0, 0)


def test_numbers_that_exceed_their_word_raise() -> None:
    # Forty cells in a line, with four monominoes for each, which may be used any number of times.
    cells = range(40)
    options = [1 << cell for cell in cells for _ in range(4)]
    items = OutlineItems(
        40, 40, 40, 0, (1 << 40) - 2, (1 << 39) - 1, False, ALL - 1, (1 << 41) - 1, [], options
    )
    keys = OutlineKeys(8, 0, 0, [0] * 160, [0] * 160)
    for cut, fits in ((20, (False, True)), (40, (False, False))):
        for module, all_fit in zip(MODULES, fits, strict=True):
            work = module.Complements(items, keys, cut, LARGE)
            if all_fit:
                work.make(go_on)
                assert work.total == 4**40
                continue
            with pytest.raises(ArithmeticError, match="do not fit their word"):
                work.make(go_on)
