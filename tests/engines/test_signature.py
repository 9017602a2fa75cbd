"""The signatures of the searches: how many options they lay in fixed runs.

A change of an engine that is meant to change nothing else must leave them alone; one that cuts
more, or scans otherwise, changes them: then write the numbers that the test shows here in the same
commit, and say in its message why they moved. They are never larger without a reason.
"""

from __future__ import annotations

import pytest
import shipped

from calpuzzle.engines.dancing import search as dance
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.dates import instance_of, labels_of

SWEEPS = {
    "calendarium-6x9": 12_852_029,
    "domino": 111_700,
    "domino-2": 127_260,
    "domino-2x3": 3,
    "domino-print": 34_100,
    "dray": 10_112_877,
    "iq-fit": 56_872_730,
    "month-day-7x7": 1_270_814,
    "month-day-7x7-t": 1_310_928,
    "month-day-7x7-tetromino": 9_926_046,
    "month-day-7x7-w": 901_683,
    "morse": 4_947_006,
    "pentominoes-3x20": 69_306,
    "pentominoes-4x15": 1_691_832,
    "pentominoes-5x12": 7_233_413,
    "pentominoes-6x10": 19_710_741,
    "pentominoes-8x8": 4_969_285,
    "whole-year-7x7": 3_788_752,
}
DANCES = {
    "domino": 83_080,
    "domino-2x3": 3,
    "morse": 194_126,
    "pentominoes-3x20": 32_891,
    "soma": 254_675,
    "tetrasticks-4x4": 71_597,
    "tetrasticks-4x4-no-crossing": 68_216,
}


def nodes(cover: Cover, laid: Options = ()) -> int:
    """The options that the bitboard search lays."""
    layout = layout_of(cover)
    root = layout.root(laid)
    assert root is not None
    work = search(layout.tables)
    work.start(root)
    assert work.run(10**9)
    return work.nodes


@pytest.mark.parametrize("name", SWEEPS)
def test_the_sweep_of_the_bitboards(name: str) -> None:
    assert nodes(shipped.lowering(name).cover) == SWEEPS[name]


def test_a_date_of_the_bitboards() -> None:
    model, cover = shipped.model("dray"), shipped.lowering("dray").cover
    laid = cover.instance(instance_of(model, labels_of(model, "2022-01-01")))
    assert nodes(cover, laid) == 91_275


@pytest.mark.parametrize("name", DANCES)
def test_dancing_cells(name: str) -> None:
    work = dance(shipped.lowering(name).cover)
    assert work.run(10**9)
    assert work.nodes == DANCES[name]
