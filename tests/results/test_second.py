"""Counting once more: the other engine, the mirror image, and several puzzles side by side."""

from __future__ import annotations

import threading
from itertools import product
from typing import Any

import definition
import pandas as pd
import pytest
from building import CHOSEN, dominoes
from random_puzzles import cut_frames, fittings, grouped, models
from sampled import sampled

import calpuzzle as cp
from calpuzzle.engines import Run
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import normal
from calpuzzle.puzzle.validate import faults
from calpuzzle.results import second, tables
from calpuzzle.results.batch import tables_of
from calpuzzle.results.second import double_check, mirrored


def puzzle_of(name: str) -> cp.Puzzle:
    return cp.Puzzle(CHOSEN[name][0])


@pytest.mark.filterwarnings("ignore:.* one by one")
@sampled(
    20,
    60,
    model=models(most_cells=12)
    | fittings()
    | grouped().filter(lambda model: not faults(model))
    | cut_frames(most_side=3),
)
def test_the_mirror_image_has_the_same_counts(model: Model) -> None:
    image = mirrored(model)
    assert not faults(image)
    assert definition.counts(image) == definition.counts(model)
    assert (cp.Puzzle(image).counts() == cp.Puzzle(model).counts()).all()
    # Mirrored twice it is the same puzzle, but that its frame may have moved.
    again = mirrored(image)
    cells = normal(model.board.cells, model.lattice)
    assert normal(again.board.cells, model.lattice) == cells
    assert mirrored(again).pieces == image.pieces
    for piece, own in zip(again.pieces, model.pieces, strict=True):
        assert piece.sides == tuple(normal(side, model.lattice) for side in own.sides)


def test_another_engine_counts_again() -> None:
    puzzle = puzzle_of("labels side by side")
    for engine in ("auto", "diagram", "backtrack", "dancing", "reference"):
        other = "diagram" if engine == "backtrack" else "backtrack"
        frame = cp.table(puzzle, engine)
        found = list(double_check(puzzle, frame, engine))
        said = [f"the count by {other} agrees", "the count of the mirror image agrees"]
        assert [each.said for each in found] == said
        assert [each.unequal for each in found] == [0, 0]
        assert all(each.frame.equals(frame) for each in found)


def falsified(monkeypatch: pytest.MonkeyPatch, *rows: int) -> None:
    """What counts once more is wrong in these rows."""

    def table(*given: Any) -> pd.DataFrame:
        frame = tables.table(*given)
        frame.loc[list(rows), "solutions"] += 1
        return frame

    monkeypatch.setattr(second, "table", table)


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of("labels side by side")
    frame = cp.table(puzzle)
    falsified(monkeypatch, 1, 3)
    found = next(double_check(puzzle, frame))
    assert (found.unequal, found.said) == (2, "the count by backtrack differs on 2 dates")
    assert list(found.frame.solutions - frame.solutions) == [0, 1, 0, 1]
    falsified(monkeypatch, 0)
    assert next(double_check(puzzle, frame)).said == "the count by backtrack differs on 1 date"
    plain = puzzle_of("a ring")
    assert next(double_check(plain, cp.table(plain))).said == "the count by backtrack differs"


# --- several puzzles


SEVERAL = ["dominoes", "labels side by side", "a ring", "labels in reverse"]


@pytest.mark.parametrize(("jobs", "engine"), [*product((1, 2, 9), ("auto", "backtrack"))])
def test_tables_come_in_their_order(jobs: int, engine: str) -> None:
    reports: list[tuple[int, int | None, int]] = []
    run = Run(jobs, progress=lambda *report: reports.append(report))
    puzzles = [puzzle_of(name) for name in SEVERAL]
    found = list(tables_of(puzzles, engine, run))
    assert [list(frame.solutions) for frame in found] == [CHOSEN[name][1] for name in SEVERAL]
    if jobs > 1:
        done = [report[0] for report in reports]
        assert done == sorted(done) and {report[1] for report in reports} <= {4000}
        assert all(number <= 4000 for number in done)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the puzzles that have been counted to their end."""
    real, done = tables.table, []

    def table(puzzle: cp.Puzzle, *given: Any) -> pd.DataFrame:
        frame = real(puzzle, *given)
        done.append(puzzle.name)
        return frame

    monkeypatch.setattr(tables, "table", table)
    return done


LONG = cp.Puzzle(dominoes(7, 10))
"""53,175,517 tilings: for the engine dancing, which lists them, some ten seconds."""


def test_the_first_table_comes_before_the_last_is_counted(counted: list[str]) -> None:
    found = tables_of([puzzle_of("a ring"), LONG], "dancing", Run(2, progress=lambda *_: None))
    assert next(found).solutions.item() == 2
    before = threading.active_count()
    found.close()
    assert threading.active_count() < before
    assert counted == ["x"]


def test_what_one_of_them_raises_ends_all(counted: list[str]) -> None:
    broken = cp.Puzzle(CHOSEN["a ring"][0]._replace(name="broken"))
    broken.__dict__["lowered"] = None
    with pytest.raises(AttributeError):
        list(tables_of([broken, LONG], "dancing", Run(2, progress=lambda *_: None)))
    assert counted == []
