"""Code as users write it, with the types that mypy and pyright must infer. A test also runs it."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import numpy as np
import numpy.typing as npt
import pandas as pd

import calpuzzle as cp
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.estimate import Estimate
from calpuzzle.results.difficulty import Difficulty
from calpuzzle.results.nonogram_solutions import NonogramSolution

TWO = "1\n1\n\n1\n1\n"


def loading(folder: Path) -> None:
    assert_type(cp.load(), cp.Puzzle)
    assert_type(cp.load("dray"), cp.Puzzle)
    assert_type(cp.names(), list[str])
    path = folder / "own.toml"
    cp.load("soma").save(path)
    assert_type(cp.load(path), cp.Puzzle | cp.Nonogram | cp.Cover)
    assert_type(cp.load(path, kind="puzzle"), cp.Puzzle)
    assert_type(cp.load(str(path), kind="puzzle").model, cp.Model)
    assert_type(cp.loads(TWO, kind="nonogram"), cp.Nonogram)
    assert_type(cp.loads(b"a b\na\nb\n", "dlx", kind="cover"), cp.Cover)
    assert_type(cp.load("soma").to_toml(), str)
    assert_type(cp.load("soma").convert("cnf"), bytes)
    found = cp.load(path)
    if isinstance(found, cp.Puzzle):
        assert_type(found.count(), int)


def dates() -> None:
    puzzle = cp.load("dray")
    assert_type(puzzle.count("2026-11-20"), int)
    assert_type(puzzle.count(datetime.date(2026, 11, 20)), int)
    assert_type(puzzle.count(datetime.datetime(2026, 11, 20, 12)), int)
    assert_type(puzzle.count(np.datetime64("2026-11-20")), int)
    assert_type(puzzle.count(pd.Timestamp("2026-11-20")), int)
    assert_type(puzzle.count(("Jan", 1, "Sat")), int)
    assert_type(puzzle.count(["Jan", "1", "Sat"]), int)
    assert_type(puzzle.count({"month": "Jan", "day": 1, "weekday": "Sat"}), int)
    assert_type(puzzle.labels("Sat Jan 1"), tuple[str, ...])
    assert_type(puzzle.count("Sat Jan 1", engine="dancing", memory=1 << 30), int)
    assert_type(puzzle.count("Sat Jan 1", stop=threading.Event()), int)
    assert_type(puzzle.count("Sat Jan 1", stop=time.monotonic() + 60), int)
    assert_type(puzzle.count("Sat Jan 1", progress=lambda done, total, found: None), int)


def solving() -> None:
    puzzle = cp.load("dray")
    solutions = puzzle.solve("Sat Jan 1")
    assert_type(solutions, cp.Solutions[cp.Solution])
    assert_type(len(solutions), int)
    assert_type(solutions[0], cp.Solution)
    assert_type(solutions[2:10], list[cp.Solution])
    assert_type(solutions.first(), cp.Solution | None)
    assert_type(list(solutions), list[cp.Solution])
    assert_type(next(iter(solutions)).written(), str)
    assert_type(solutions.sample(5, seed=1), list[cp.Solution])
    assert_type(solutions.estimate(seconds=0), Estimate)
    assert_type(solutions.to_frame(), pd.DataFrame)
    first = solutions[0]
    assert_type(first.pieces["S4"][0], tuple[int, ...])
    assert_type(first.uncovered, dict[str, str])
    assert_type(first.grid, npt.NDArray[np.int64])
    assert_type(puzzle.count("Sat Jan 1", placed={"S4": first.pieces["S4"]}), int)
    assert_type(puzzle.count("Sat Jan 1", first), int)
    assert_type(puzzle.count("Sat Jan 1", "J4@5,5:4"), int)
    assert_type(puzzle.remaining("Sat Jan 1").count, int)
    assert_type(puzzle.difficulty("Sat Jan 1"), Difficulty | None)
    assert_type(next(puzzle.challenges("Sat Jan 1", pieces=5)).placed, tuple[int, ...])
    hint = puzzle.hint("Sat Jan 1")
    if hint is not None:
        assert_type(hint.cell, tuple[int, ...] | None)


def tables() -> None:
    puzzle = cp.load("month-day-7x7")
    assert_type(puzzle.counts(), npt.NDArray[np.int64])
    assert_type(cp.table(puzzle), pd.DataFrame)
    assert_type(cp.compare([cp.load("sticks")]), pd.DataFrame)
    assert_type(puzzle.diagram(), Diagram)
    assert_type(len(puzzle.diagram()), int)
    assert_type(next(iter(puzzle.diagram())), tuple[int, ...])
    rows, starts = puzzle.solution_rows()
    assert_type(rows, npt.NDArray[np.uint16])
    assert_type(starts, npt.NDArray[np.int64])
    assert_type(puzzle.page(), str)
    assert_type(puzzle.to_svg(), str)


def covers() -> None:
    cover = cp.Cover("abc", ["ab", "c", "a", "bc"], names=["w", "x", "y", "z"])
    assert_type(cover.count(), int)
    assert_type(cover.solve(), Iterator[tuple[int, ...]])
    assert_type(cover.first(), tuple[int, ...] | None)
    assert_type(cp.Cover([1, 2], [[1, 2]], multiplicity={1: (0, 1)}).count(), int)
    assert_type(cp.Cover.of_matrix(np.eye(3, dtype=int)), cp.Cover)
    assert_type(cp.load("dray").cover, cp.Cover)
    board = cp.board(["..", ".."])
    domino = cp.Piece("I2", sides=(((0, 0), (0, 1)),), least=2, most=2)
    assert_type(cp.Puzzle(cp.Model("square", board, (domino,))).count(), int)


def nonograms() -> None:
    nonogram = cp.loads(TWO, name="two.txt", kind="nonogram")
    assert_type(nonogram.solve(), cp.Solutions[NonogramSolution])
    assert_type(nonogram.solve()[0].grid, tuple[tuple[int, ...], ...])
    assert_type(nonogram.count("#? ??"), int)
    assert_type(nonogram.unique(), bool | None)
    assert_type(nonogram.fits([[0, 1], [1, 0]]), bool)
    assert_type([step.settled for step in nonogram.steps()], list[int])
    try:
        cp.load("dray").count("Feb 30")
    except cp.InputError as error:
        assert_type(error.faults, tuple[str, ...])
