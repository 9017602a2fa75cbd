"""Second counts by another engine and of the mirror image; counts of several puzzles."""

from __future__ import annotations

import threading
from itertools import product

import definition
import pytest
from building import CHOSEN, dominoes
from random_puzzles import cut_frames, fittings, grouped, models
from sampled import sampled

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.wording import plural
from calpuzzle.engines import Run
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import normal
from calpuzzle.puzzle.validate import faults
from calpuzzle.results import units
from calpuzzle.results.second import compared, mirror_image, second_counts
from calpuzzle.results.units import CountPart, counted


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
    image = mirror_image(model)
    assert not faults(image)
    assert definition.counts(image) == definition.counts(model)
    assert (cp.Puzzle(image).counts() == cp.Puzzle(model).counts()).all()
    # Mirroring twice gives the same puzzle, except that its frame may have moved.
    again = mirror_image(image)
    cells = normal(model.board.cells, model.lattice)
    assert normal(again.board.cells, model.lattice) == cells
    assert mirror_image(again).pieces == image.pieces
    for piece, own in zip(again.pieces, model.pieces, strict=True):
        assert piece.sides == tuple(normal(side, model.lattice) for side in own.sides)


def test_second_counts_use_another_engine_and_the_mirror_image() -> None:
    puzzle = puzzle_of("labels side by side")
    for engine in ("auto", "diagram", "backtrack", "dancing", "reference"):
        other = "diagram" if engine == "backtrack" else "backtrack"
        frame = cp.table(puzzle, engine)
        found = [
            compared(how, frame, cp.table(own, name))
            for how, own, name in second_counts(puzzle, engine)
        ]
        expected = [f"the count by {other} agrees", "the count of the mirror image agrees"]
        assert [each.sentence for each in found] == expected
        assert [each.unequal for each in found] == [0, 0]
        assert all(each.frame.equals(frame) for each in found)


def test_compared_reports_differences() -> None:
    frame = cp.table(puzzle_of("labels side by side"))
    for rows in ([1, 3], [0]):
        wrong = frame.assign(solutions=frame.solutions + frame.index.isin(rows))
        found = compared("by backtrack", frame, wrong)
        expected = f"the count by backtrack differs on {plural(len(rows), 'date')}"
        assert (found.unequal, found.sentence) == (len(rows), expected)
    plain = cp.table(puzzle_of("a ring"))
    assert compared("by x", plain, plain + 1).sentence == "the count by x differs"


# --- several puzzles


SEVERAL = ["dominoes", "labels side by side", "a ring", "labels in reverse"]


@pytest.mark.parametrize(("jobs", "engine"), [*product((1, 2, 9), ("auto", "backtrack"))])
def test_counts_are_yielded_in_the_order_of_the_puzzles(jobs: int, engine: str) -> None:
    reports: list[tuple[int, int | None, int]] = []
    run = Run(jobs, progress=lambda *report: reports.append(report))
    found = list(counted([(puzzle_of(name), engine) for name in SEVERAL], run))
    assert [counts.ravel().tolist() for counts in found] == [CHOSEN[name][1] for name in SEVERAL]
    done = [report[0] for report in reports]
    assert done == sorted(done) and {report[1] for report in reports} == {4000}
    assert done[-1] == 4000


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the names of finished units; a unit is appended when it is counted."""
    done = []

    class RecordingPart(CountPart):
        def __call__(self) -> tuple[str, list[int]]:
            found = super().__call__()
            done.append(self.name)
            return found

    monkeypatch.setattr(units, "CountPart", RecordingPart)
    return done


LONG = cp.Puzzle(dominoes(7, 10))
"""53,175,517 tilings, which the engine dancing lists in about ten seconds."""


@pytest.mark.parametrize("jobs", [1, 2])
def test_counts_are_yielded_before_all_puzzles_are_counted(finished: list[str], jobs: int) -> None:
    subjects = [(puzzle_of("a ring"), "dancing"), (LONG, "dancing")]
    found = counted(subjects, Run(jobs, progress=lambda *_: None))
    assert next(found).item() == 2
    before = threading.active_count()
    found.close()
    assert threading.active_count() < before
    assert finished == ["001-001"]


def test_an_error_in_one_puzzle_ends_all_counts(finished: list[str]) -> None:
    with pytest.raises(CannotDoError, match="is not a flat board"):
        list(counted([(LONG, "dancing"), (cp.load("soma"), "backtrack")], Run(2)))
    assert finished == []
