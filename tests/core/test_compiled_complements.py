"""The compiled halves that complete each other: what they refuse, and their signature.

That they count and list right, tests/core/test_every_question.py shows.
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
    """What the halves of a shipped puzzle are told."""
    layout = layout_of(shipped(name))
    root = layout.root()
    assert root is not None
    return _input(layout, root)[:2]


def made(
    module: ModuleType = complements32, cut: int = 30, bound: int = LARGE, **other: Any
) -> Complements:
    """Halves that have not begun, with some of the input replaced."""
    items, keys = parts()
    items = items._replace(**{k: v for k, v in other.items() if k in OutlineItems._fields})
    keys = keys._replace(**{k: v for k, v in other.items() if k in OutlineKeys._fields})
    work: Complements = module.Complements(items, keys, cut, bound)
    return work


# How many outlines, edges between them and entries there are: where the halves meet in the middle,
# and where all is kept. This changes with the way, and only then.
SIGNATURE = {30: (343, 1068, 3282), 0: (343, 1068, 7992)}


@pytest.mark.parametrize("cut", SIGNATURE)
@pytest.mark.parametrize("module", MODULES)
def test_signature(module: ModuleType, cut: int) -> None:
    work = made(module, cut)
    work.make(go_on)
    assert work.total == 8
    assert (*work.size, work.entries) == SIGNATURE[cut]
    assert work.layers[0] == work.layers[1]


@pytest.mark.parametrize("bits", [12, 32])
def test_cuts_and_hash_tables_change_nothing(bits: int) -> None:
    for cut in (0, 1, 17, 30, 59, 60):
        work = made(cut=cut, bits=bits)
        seen = [work.layers]
        work.make(partial(tell, seen, work))
        assert len(seen) > 30
        assert [*seen, work.layers] == sorted([*seen, work.layers])
        assert seen[-1][0] < work.layers[0] == work.layers[1]
        assert work.total == 8
        assert 0 < work.most_bytes < LARGE


@pytest.mark.parametrize("cut", SIGNATURE)
def test_any_memory_is_too_little_or_enough(cut: int) -> None:
    enough = []
    for bound in range(1000, 150_000, 1000):
        work = made(cut=cut, bound=bound)
        with suppress(OverflowError):
            work.make(go_on)
            assert work.total == 8
            enough.append(bound)
    assert 40_000 < min(enough) < max(enough)


def go_on() -> None:
    """Never stops."""


def tell(seen: list[tuple[int, int]], work: Complements) -> None:
    """Note how far the halves have come."""
    seen.append(work.layers)


def test_what_stop_raises_ends_the_work() -> None:
    calls: list[None] = []

    def stop() -> None:
        calls.append(None)
        if len(calls) == 20:
            raise KeyboardInterrupt

    work = made()
    with pytest.raises(KeyboardInterrupt):
        work.make(stop)
    assert work.layers[0] < work.layers[1]
    with pytest.raises(ValueError, match="called only once"):
        for _ in range(2):
            work.make(go_on)


def test_what_cannot_be_filled_has_no_solution() -> None:
    for cut in (0, 30):
        work = made(cut=cut, sums=1)
        work.make(go_on)
        assert (work.total, *work.size) == (0, 0, 0)


def test_ways_that_do_not_fit_their_word() -> None:
    # Forty monominoes on a line, of which any may be placed on any cell and none is used up.
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
