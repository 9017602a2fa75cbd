"""Signatures of the searches: how many options they place in fixed runs, and what they count.

A refactoring must not change a signature. If a change prunes more or scans in another order, write
the new numbers here in the same commit, and explain in its message why they changed. They must not
become larger without a reason.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest
import shipped

from calpuzzle.engines.dancing import new_search as dance
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.dates.instances import instance_of
from calpuzzle.puzzle.dates.parsing import labels_of

SWEEPS = {
    "calendarium-6x9": 12_852_029,
    "domino": 111_700,
    "domino-2": 127_260,
    "domino-2x3": 3,
    "domino-print": 34_100,
    "dray": 10_112_877,
    "hexiamonds-6x6": 2_396_046,
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
    "tetrahexes-4x7": 4_832,
    "tetrasticks-4x4": 614_828,
    "whole-year-7x7": 3_788_752,
}
DANCES = {
    "domino": 83_080,
    "domino-2": 92_239,
    "domino-2x3": 3,
    "domino-print": 2,
    "hexiamonds-6x6": 273_281,
    "morse": 194_126,
    "morse-displaced": 5_629,
    "pentominoes-3x20": 32_891,
    "pentominoes-4x15": 854_321,
    "pentominoes-8x8": 293_044,
    "soma": 254_675,
    "sticks": 8,
    "tetrahexes-4x7": 1_851,
    "tetrasticks-4x4": 71_597,
    "tetrasticks-4x4-no-crossing": 68_216,
}


LONG = ("iq-fit", "pentominoes-5x12", "pentominoes-6x10")


def swept(cover: Cover, placed: Options = ()) -> tuple[int, list[int]]:
    """Return the number of options that the bitboard search places, and its counts."""
    layout = layout_of(cover)
    root = layout.root(placed)
    assert root is not None
    work = search(layout.tables)
    work.start(root)
    assert work.run(10**9)
    return work.nodes, work.counts


@pytest.mark.parametrize("name", shipped.few(SWEEPS, *(SWEEPS.keys() - {*LONG})))
def test_bitboard_search_of_all_dates_matches_its_signature(name: str) -> None:
    nodes, counts = swept(shipped.lowering(name).cover)
    known = shipped.KNOWN[name]
    assert (nodes, sum(counts)) == (SWEEPS[name], known["total"])
    if "counts_sha256" in known:
        assert sha256(np.array(counts, "<i8").tobytes()).hexdigest() == known["counts_sha256"]


def test_bitboard_search_of_one_date_matches_its_signature() -> None:
    model, cover = shipped.model("dray"), shipped.lowering("dray").cover
    placed = cover.instance(instance_of(model, labels_of(model, "2022-01-01")))
    assert swept(cover, placed)[0] == 91_275


@pytest.mark.parametrize("name", DANCES)
def test_dancing_cells_match_their_signature(name: str) -> None:
    work = dance(shipped.lowering(name).cover)
    assert work.run(10**9)
    assert (work.nodes, work.found) == (DANCES[name], shipped.KNOWN[name]["total"])
