"""Published counts, tables of other programs, and the known counts of the shipped calendars."""

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
    """Return the counts of a shipped puzzle by its diagram, cached because one diagram is large."""
    return load("diagram").counts(shipped.lowering(name).cover)


def date(name: str, text: str) -> Options:
    """Return the options of the instance of a date."""
    model = shipped.model(name)
    return shipped.lowering(name).cover.instance(instance_of(model, labels_of(model, text)))


# --- published figures


def test_dray_counts_match_published_ones() -> None:
    counts, cover = counts_of("dray"), shipped.lowering("dray").cover
    assert counts.shape == (12, 31, 7)
    assert counts.sum() == 85_637
    assert (counts == 0).sum() == 19
    assert counts.max() == 197
    most = [labels_at(shipped.model("dray"), int(k)) for k in np.flatnonzero(counts == 197)]
    assert most == [("Nov", "29", "Tue")]
    # 1 January 2022 was a Saturday, 29 November 2022 a Tuesday.
    for text, number in (("2022-01-01", 54), ("2022-11-29", 197)):
        for name in ("auto", "backtrack", "diagram", "dancing"):
            assert load(name).count(cover, date("dray", text)) == number
        assert sum(1 for _ in BACKTRACK.solutions(cover, date("dray", text))) == number


def test_weekday_8x7_counts_match_published_ones() -> None:
    counts = counts_of("weekday-8x7")
    assert (counts.sum(), counts.min(), counts.max()) == (4_937_780, 97, 10_374)


@pytest.mark.long
@pytest.mark.parametrize(
    ("pieces", "total", "fewest", "first", "factor"),
    [
        (8, 16_813, 2, (83, 153, 16, 18), 1),
        (9, 82_805, 26, (216, 756, 34, 57), 1),
        (10, 3_247_699, 2_164, (19_396, 26_363, 3_406, 6_125), 1),
        # Three pieces have two copies each, which the published counts treat as different pieces.
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
def test_mixed_7x7_counts_match_published_ones(
    pieces: int, total: int, fewest: int, first: tuple[int, ...], factor: int
) -> None:
    """The source is daily-puzzle-solver by sh1ura: total, minimum and the first days of January."""
    counts = factor * counts_of(f"mixed-7x7-{pieces}-pieces")
    assert (counts.sum(), counts.min(), tuple(counts[0, :4])) == (total, fewest, first)


@pytest.mark.slow
def test_backtracking_sweep_of_weekday_8x7_matches_the_diagram() -> None:
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
def test_counts_match_other_programs(data: Path, name: str, file: str, total: int) -> None:
    groups = shipped.model(name).groups
    counts = counts_of(name)
    assert counts.sum() == total
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    with (data / "counts" / file).open() as stream:
        rows = list(csv.DictReader(stream))
    seen = set()
    for row in rows:
        # The table has numbers for months; its days and weekdays are labels of the board.
        labels = {**row, "month": months[int(row["month"]) - 1]}
        index = tuple(group.labels.index(labels[group.name]) for group in groups)
        assert counts[index] == int(row["count"]), labels
        seen.add(index)
    assert len(seen) == len(rows) == counts.size


# --- the known counts that are shipped


def test_every_shipped_calendar_has_known_counts() -> None:
    assert {*shipped.CALENDARS} <= {*KNOWN} <= {*shipped.NAMES}


@pytest.mark.parametrize("name", shipped.by_size(shipped.CALENDARS))
def test_calendar_counts_match_the_known_ones(name: str) -> None:
    known, counts = KNOWN[name], counts_of(name)
    assert counts.sum() == known["total"]
    assert counts.min() == known["fewest"]
    assert counts.max() == known["most"]
    assert (counts == 0).sum() == known["unsolvable"]
    cover = shipped.lowering(name).cover
    for text, number in known["dates"].items():
        placed = date(name, text)
        for engine in (BACKTRACK, load("diagram")):
            assert engine.count(cover, placed) == number, text
    assert hashlib.sha256(counts.astype("<i8").tobytes()).hexdigest() == known["counts_sha256"]


@pytest.mark.parametrize("name", shipped.few(shipped.MODEST, "whole-year-7x7-middle"))
def test_backtracking_sweep_matches_the_diagram(name: str) -> None:
    assert (BACKTRACK.counts(shipped.lowering(name).cover) == counts_of(name)).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*shipped.CALENDARS} - shipped.LARGE))
def test_every_twentieth_date_matches_the_reference_engine(name: str) -> None:
    cover, counts = shipped.lowering(name).cover, counts_of(name).ravel()
    for number in range(0, counts.size, 20):
        assert REFERENCE.count(cover, cover.instance(number)) == counts[number]


# --- turned and mirrored boards


@pytest.mark.parametrize("name", ["dray", "month-day-7x7"])
def test_counts_change_only_if_one_sided_pieces_are_mirrored(name: str) -> None:
    model, counts = shipped.model(name), counts_of(name)

    def counts_after(turn: bool, mirror: bool) -> NDArray[np.int64]:
        def at(cell: Cell) -> Cell:
            row, column = cell
            column = -column if mirror else column
            return (column, -row) if turn else (row, column)

        board = model.board._replace(cells=tuple(map(at, model.board.cells)))
        return load("diagram").counts(Lowering(model._replace(board=board)).cover)

    # A turned board has the same counts even if pieces cannot be turned over. A mirrored board is a
    # different puzzle if pieces are one-sided.
    assert (counts_after(True, False) == counts).all()
    for turn in (True, False):
        assert (counts_after(turn, True) == counts).all() == (name != "dray")
