"""Published figures, tables of other programs, and the known counts of the shipped calendars."""

from __future__ import annotations

import csv
import hashlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import shipped
from any_engine import load
from numpy.typing import NDArray

from calpuzzle.engines import Run
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.instances import instance_of, labels_at
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell

BACKTRACK, REFERENCE = load("backtrack"), load("reference")
KNOWN = shipped.KNOWN


@cache
def counts_of(name: str) -> NDArray[np.int64]:
    """The counts of a shipped puzzle by the diagram; the large one is made once."""
    return load("diagram").counts(shipped.lowering(name).cover)


def date(name: str, written: str) -> Options:
    """The options that lay a date."""
    model = shipped.model(name)
    return shipped.lowering(name).cover.instance(instance_of(model, labels_of(model, written)))


# --- published figures


def test_dray() -> None:
    counts, cover = counts_of("dray"), shipped.lowering("dray").cover
    assert counts.shape == (12, 31, 7)
    assert counts.sum() == 85_637
    assert (counts == 0).sum() == 19
    assert counts.max() == 197
    most = [labels_at(shipped.model("dray"), int(k)) for k in np.flatnonzero(counts == 197)]
    assert most == [("Nov", "29", "Tue")]
    # 1 January 2022 was a Saturday, 29 November 2022 a Tuesday.
    for written, number in (("2022-01-01", 54), ("2022-11-29", 197)):
        for name in ("auto", "backtrack", "diagram", "dancing"):
            assert load(name).count(cover, date("dray", written)) == number
        assert sum(1 for _ in BACKTRACK.solutions(cover, date("dray", written))) == number


def test_weekday_8x7() -> None:
    counts = counts_of("weekday-8x7")
    assert (counts.sum(), counts.min(), counts.max()) == (4_937_780, 97, 10_374)


@pytest.mark.long
@pytest.mark.parametrize(
    ("pieces", "total", "fewest", "first", "equal"),
    [
        (8, 16_813, 2, (83, 153, 16, 18), 1),
        (9, 82_805, 26, (216, 756, 34, 57), 1),
        (10, 3_247_699, 2_164, (19_396, 26_363, 3_406, 6_125), 1),
        # Two of each of three pieces, which are told apart in what is published.
        pytest.param(
            11,
            196_818_352,
            211_784,
            (1_104_912, 834_432, 345_584, 406_744),
            8,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_months_among_days(
    pieces: int, total: int, fewest: int, first: tuple[int, ...], equal: int
) -> None:
    """Published by sh1ura, daily-puzzle-solver: all, the fewest, and the first days of January."""
    counts = equal * counts_of(f"mixed-7x7-{pieces}-pieces")
    assert (counts.sum(), counts.min(), tuple(counts[0, :4])) == (total, fewest, first)


@pytest.mark.slow
def test_the_sweep_of_weekday_8x7() -> None:
    counts = BACKTRACK.counts(shipped.lowering("weekday-8x7").cover, Run(jobs=2))
    assert (counts == counts_of("weekday-8x7")).all()


# --- tables of other programs


@pytest.mark.parametrize(
    ("name", "file", "total"),
    [
        ("weekday-8x7", "dcp_8x7_flip.csv", 4_937_780),
        ("month-day-7x7", "dragonfjord_7x7_flip.csv", 25_061),
        ("calendarium-6x9", "calendarium_oneside_Fflip.csv", 57_034),
    ],
)
def test_tables_of_other_programs(data: Path, name: str, file: str, total: int) -> None:
    groups = shipped.model(name).groups
    counts = counts_of(name)
    assert counts.sum() == total
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    with (data / "counts" / file).open() as stream:
        rows = list(csv.DictReader(stream))
    seen = set()
    for row in rows:
        # The table numbers months and days, and names weekdays as the board does.
        labels = {**row, "month": months[int(row["month"]) - 1]}
        where = tuple(group.labels.index(labels[group.name]) for group in groups)
        assert counts[where] == int(row["count"]), labels
        seen.add(where)
    assert len(seen) == len(rows) == counts.size


# --- the known counts that are shipped


def test_every_shipped_calendar_has_known_counts() -> None:
    assert {*shipped.CALENDARS} <= {*KNOWN} <= {*shipped.NAMES}


@pytest.mark.parametrize("name", shipped.by_size(shipped.CALENDARS))
def test_known_counts(name: str) -> None:
    known, counts = KNOWN[name], counts_of(name)
    assert counts.sum() == known["total"]
    assert counts.min() == known["fewest"]
    assert counts.max() == known["most"]
    assert (counts == 0).sum() == known["unsolvable"]
    cover = shipped.lowering(name).cover
    for written, number in known["dates"].items():
        placed = date(name, written)
        for engine in (BACKTRACK, load("diagram")):
            assert engine.count(cover, placed) == number, written
    assert hashlib.sha256(counts.astype("<i8").tobytes()).hexdigest() == known["counts_sha256"]


@pytest.mark.parametrize("name", shipped.few(shipped.MODEST, "whole-year-7x7-middle"))
def test_the_sweep_counts_what_the_diagram_does(name: str) -> None:
    assert (BACKTRACK.counts(shipped.lowering(name).cover) == counts_of(name)).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*shipped.CALENDARS} - shipped.LARGE))
def test_every_twentieth_date_by_the_reference(name: str) -> None:
    cover, counts = shipped.lowering(name).cover, counts_of(name).ravel()
    for number in range(0, counts.size, 20):
        assert REFERENCE.count(cover, cover.instance(number)) == counts[number]


# --- a board drawn in another way


@pytest.mark.parametrize("name", ["dray", "month-day-7x7"])
def test_the_way_a_board_is_drawn_does_not_change_its_counts(name: str) -> None:
    model, counts = shipped.model(name), counts_of(name)

    def moved(turn: bool, mirror: bool) -> NDArray[np.int64]:
        def at(cell: Cell) -> Cell:
            row, column = cell
            column = -column if mirror else column
            return (column, -row) if turn else (row, column)

        board = model.board._replace(cells=tuple(map(at, model.board.cells)))
        return load("diagram").counts(Lowering(model._replace(board=board)).cover)

    # Turned, pieces that are never turned over lie on it as they did. The mirror image is another
    # puzzle where pieces have hands.
    assert (moved(True, False) == counts).all()
    for turn in (True, False):
        assert (moved(turn, True) == counts).all() == (name != "dray")
