"""Counts of all instances from a growing diagram, against the OEIS and the finished diagram."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from building import blank, dominoes, piece
from growing import reduced_growth
from small_boards import cover_of, puzzle, shipped

from calpuzzle._core import grow64
from calpuzzle.engines import load
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import counted
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.model import Model


def counts_of(growth: grow64.Growth, cover: Cover) -> npt.NDArray[np.int64]:
    """Return the counts of all instances, which must not overflow."""
    found = np.zeros(cover.instances, np.int64)
    assert growth.counts(cover.shape, found)
    return found.reshape(cover.shape)


@pytest.mark.parametrize(
    ("width", "tilings"),
    # OEIS A099390: two numbers of at most 24 bits, one of at most 32 and two of at most 53.
    [(7, 1292697), (8, 12988816), (9, 108435745), (12, 82741005829), (16, 540061286536921)],
)
def test_counts_beyond_the_narrow_entries_are_exact(width: int, tilings: int) -> None:
    cover = cover_of(dominoes(8, width))
    assert counts_of(reduced_growth(cover, step=7), cover).tolist() == tilings


def test_counts_beyond_53_bits_are_taken_from_the_diagram() -> None:
    """23 dominoes and 22 monominoes fill 4x17 in more ways than 53 bits can represent."""
    pieces = (piece("D", "##", copies=23), piece("M", "#", copies=22))
    model = Model("x", blank(4, 17), pieces)
    cover = cover_of(model)
    found = np.zeros(1, np.int64)
    growth = reduced_growth(cover, step=7)
    assert not growth.counts((), found)
    total = diagram_of(cover_of(model)).total
    assert total >= 1 << 53
    assert counted(growth, cover) is None
    assert load("diagram").counts(cover).tolist() == total
    assert cached_of(cover).diagram is not None and cached_of(cover).grown is None


def test_counts_obey_the_memory_bound_of_the_growth() -> None:
    cover = shipped("weekday-5x10")
    growth = reduced_growth(cover, step=7)
    before = growth.most_bytes
    expected = counts_of(growth, cover)
    most = growth.most_bytes
    assert most > before
    assert (counts_of(reduced_growth(cover, most), cover) == expected).all()
    tight = reduced_growth(cover, most - 1)
    with pytest.raises(OverflowError, match="memory bound"):
        tight.counts(cover.shape, np.zeros(cover.instances, np.int64))
    # `counted` then leaves the count to the diagram, which needs no more memory.
    assert counted(tight, cover) is None


def test_cached_shapes_answer_counts_until_the_diagram_is_built() -> None:
    cover = cover_of(puzzle(3))
    engine = load("diagram")
    counts = engine.counts(cover)
    assert cached_of(cover).diagram is None and cached_of(cover).grown is not None
    for number in range(cover.instances):
        assert engine.count(cover, cover.instance(number)) == counts.flat[number]
    counts += 1
    assert (engine.counts(cover) == counts - 1).all()
    assert cached_of(cover).diagram is None
    assert diagram_of(cover).total == (counts - 1).sum()
    assert cached_of(cover).grown is None
    assert (engine.counts(cover) == counts - 1).all()
