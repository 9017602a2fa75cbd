"""The difficulty of the puzzles of an atlas, estimated from a sample of their dates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from commands import ROOT
from shipped import model as shipped_model
from small_families import InProcessWorkers, small

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.design.families.grading import GradePuzzle
from calpuzzle.design.judging import atlas
from calpuzzle.design.judging.atlas import GRADED, Atlas
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results import grades
from calpuzzle.results.difficulty import difficulty


def test_a_sample_is_near_the_mean_of_all_dates() -> None:
    """The saved table has 100 tries of each date; the sample uses other random numbers."""
    model = shipped_model("month-day-7x7")
    nodes = grades.read(str(ROOT / "results/difficulty/month-day-7x7.csv"), model)[..., 0]
    mean = nodes[nodes > 0].mean()  # 175, including dates that do not exist
    number, found = GradePuzzle(model, 7, 100)()
    assert number == 7
    assert abs(found.nodes - mean) < 4 * found.nodes_error
    # The standard deviation of the tries is about as large as their mean.
    assert 0.5 < found.nodes_error * 10 / mean < 1.5


def test_a_single_try_counts_whole_nodes() -> None:
    cover = Lowering(small().family.model(small().board, 3)).cover
    placed = next(date for k in range(16) if difficulty(cover, date := cover.instance(k)))
    one = difficulty(cover, placed, 5, tries=1)
    assert one and one.nodes == int(one.nodes) >= 4


Rows = Callable[[str], Atlas]


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    """Return a function that writes an atlas of two sets, one of which solves every date."""
    made = small()
    numbers = [made.family.number_of(names.split()) for names in ("I4 S4 I3 L3", "L4 S4 I3 L3")]

    def written(ending: str) -> Atlas:
        found = [
            atlas.AtlasRow(number, made.family.name_of(number), unsolved, unsolved, 0, 1, 1, 1)
            for number, unsolved in zip(numbers, (0, 2), strict=True)
        ]
        path = tmp_path / f"x.{ending}"
        with path.open("wb") as stream:
            atlas.write_rows(stream, ending, made.board, made.family, found)
        return Atlas(str(path))

    return written


@pytest.mark.parametrize("jobs", [1, 2])
def test_graded_rows_can_be_written_as_an_atlas(
    rows: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(atlas, "Processes", InProcessWorkers)
    own = rows("parquet")
    calls: list[int] = []
    frame = own.graded(own.frame(["unsolved=0"]), 50, jobs, lambda done, of, _: calls.append(done))
    assert calls == [1]
    assert own.graded(own.frame(["unsolved=0"]), 50).equals(frame)
    grade = GradePuzzle(own.model(frame.pieces.iloc[0].split(), "row"), 0, 50)()[1]
    assert tuple(frame.iloc[0][list(GRADED)]) == tuple(np.round(grade, 2))
    with (tmp_path / "y.parquet").open("wb") as stream:
        own.write(frame, stream)
    again = Atlas(str(tmp_path / "y.parquet"))
    assert again.frame().equals(frame.reset_index(drop=True))
    assert len(again.frame(["nodes>1", "pieces=I4"], "-nodes")) == 1
    assert len(again.frame(["nodes>=9000"], "nodes_error")) == 0
    assert again.graded(again.frame(), 50).equals(again.frame())


def test_rows_that_cannot_be_graded_are_refused(rows: Rows) -> None:
    own = rows("parquet")
    with pytest.raises(InputError, match="select them with --where unsolved_existing=0"):
        own.graded(own.frame())
    false_rows = own.frame().assign(unsolved_existing=0)
    with pytest.raises(CannotDoError, match="is measured only for puzzles that solve every date"):
        own.graded(false_rows, 200)
    with pytest.raises(InputError, match="does not contain its board"):
        rows("csv").graded(rows("csv").frame(["unsolved=0"]))
