"""Published figures, tables of other programs, and the known counts that are shipped."""

from __future__ import annotations

import csv
import hashlib
import json
import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import calpuzzle as cp
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.engines import backtrack
from calpuzzle.library import FOLDER
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import from_drawing, orientations

KNOWN = tomllib.loads((Path(FOLDER) / "known.toml").read_text())


@cache
def counts_of(name):
    """The counts of a shipped puzzle; the large sweep is done once."""
    return cp.load(name).counts(jobs=2)


# --- published figures


def test_dray():
    counts = counts_of("dray")
    puzzle = cp.load("dray")
    assert counts.shape == (12, 31, 7)
    assert counts.sum() == 85_637
    assert (counts == 0).sum() == 19
    assert counts.max() == 197
    assert [labels_at(puzzle.model, int(k)) for k in np.flatnonzero(counts == 197)] == [
        ("Nov", "29", "Tue")
    ]
    # 1 January 2022 was a Saturday, 29 November 2022 a Tuesday.
    assert puzzle.count("2022-01-01") == 54
    assert puzzle.count("2022-11-29") == 197
    assert sum(1 for _ in puzzle.solve("2022-11-29")) == 197


def test_weekday_8x7():
    counts = counts_of("weekday-8x7")
    assert (counts.sum(), counts.min(), counts.max()) == (4_937_780, 97, 10_374)


@pytest.mark.parametrize(("date", "number"), [("2022-01-01", 54), ("2022-11-29", 197)])
def test_the_reference_counts_dray_too(date, number):
    assert cp.load("dray").count(date, engine="reference") == number


PENTOMINOES = {
    "F": ".##|##.|.#.",
    "I": "#####",
    "L": "#...|####",
    "N": "##..|.###",
    "P": "###|##.",
    "T": "###|.#.|.#.",
    "U": "#.#|###",
    "V": "#..|#..|###",
    "W": "#..|##.|.##",
    "X": ".#.|###|.#.",
    "Y": "####|.#..",
    "Z": "##.|.#.|.##",
}


@pytest.mark.parametrize(
    ("height", "width", "raw"),
    # 2,339 and 2 solutions are published, each of which lies in four ways.
    [(6, 10, 4 * 2339), (3, 20, 4 * 2)],
)
def test_the_twelve_pentominoes(height, width, raw):
    pieces = tuple(Piece(name, from_drawing(d.split("|"))) for name, d in PENTOMINOES.items())
    board = Board(((".",) * width,) * height)
    assert cp.Puzzle(Model("x", board, pieces)).count() == raw


# --- tables of other programs


@pytest.mark.parametrize(
    ("name", "file", "total"),
    [
        ("weekday-8x7", "dcp_8x7_flip.csv", 4_937_780),
        ("month-day-7x7", "dragonfjord_7x7_flip.csv", 25_061),
        ("calendarium-6x9", "calendarium_oneside_Fflip.csv", 57_034),
    ],
)
def test_tables_of_other_programs(data, name, file, total):
    puzzle = cp.load(name)
    counts = counts_of(name)
    assert counts.sum() == total
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    with (data / "counts" / file).open() as stream:
        rows = list(csv.DictReader(stream))
    seen = set()
    for row in rows:
        # The table numbers months and days, and names weekdays as the board does.
        labels = {**row, "month": months[int(row["month"]) - 1]}
        where = tuple(group.labels.index(labels[group.name]) for group in puzzle.groups)
        assert counts[where] == int(row["count"]), labels
        seen.add(where)
    assert len(seen) == len(rows) == counts.size


def test_boards_and_pieces_are_those_that_were_measured(data):
    measured = json.loads((data / "boards" / "boards.json").read_text())
    assert set(measured) == set(cp.names()) - {"dray"}
    for name, entry in measured.items():
        model = cp.load(name).model
        assert [" ".join(row) for row in model.board.rows] == entry["board"], name
        flips = {p.name: entry["flips"] == "all" or p.name == "F" for p in model.pieces}
        assert entry["flips"] in ("all", "one-sided except F")
        expected = {
            piece: orientations(from_drawing(drawn.split("|")), True, flips[piece])
            for piece, drawn in entry["pieces"].items()
        }
        assert {piece.name: piece.orientations for piece in model.pieces} == expected, name
        assert all(piece.copies == 1 for piece in model.pieces)


# --- the known counts that are shipped


def test_every_shipped_puzzle_has_known_counts():
    assert list(KNOWN) == cp.names()


@pytest.mark.parametrize("name", KNOWN)
def test_known_counts(name):
    known = KNOWN[name]
    counts = counts_of(name)
    puzzle = cp.load(name)
    assert counts.sum() == known["total"]
    assert counts.min() == known["fewest"]
    assert counts.max() == known["most"]
    assert (counts == 0).sum() == known["unsolvable"]
    for date, number in known["dates"].items():
        assert puzzle.count(date) == number, date
    assert hashlib.sha256(counts.astype("<i8").tobytes()).hexdigest() == known["counts_sha256"]


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_some_dates_of_every_puzzle_one_by_one(name):
    puzzle = cp.load(name)
    counts = counts_of(name).ravel()
    for instance in range(0, counts.size, counts.size // 12):
        assert backtrack.count(puzzle.cover, instance) == counts[instance]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(KNOWN) - {"weekday-8x7"}))
def test_every_twentieth_date_by_the_reference(name):
    puzzle = cp.load(name)
    counts = counts_of(name).ravel()
    from calpuzzle.engines import reference

    for instance in range(0, counts.size, 20):
        assert reference.count(puzzle.cover, instance) == counts[instance]
