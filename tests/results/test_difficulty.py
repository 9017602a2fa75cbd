"""Difficulties of dates, compared with a Python search and exact means; and tables of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import shipped
from commands import SMALL
from dancing_twin import Twin
from exact_tries import Tries
from hypothesis import given, settings
from random_puzzles import models
from sampled import sampled

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.engines import Run
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.puzzle.cover import Cover, Options, Progress
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results import grades
from calpuzzle.results import summary as summary_module
from calpuzzle.results.difficulty import (
    SEED,
    TRIALS,
    Difficulty,
    difficulties,
    difficulty,
    known_steps,
)
from calpuzzle.results.summary import summary

RESULTS = Path(__file__).resolve().parent.parent.parent / "results"
DATES = [("month-day-7x7-tetromino", 45), ("dray", 777), ("weekday-8x7", 1200)]


def by_twin(cover: Cover, placed: Options, runs: int = TRIALS) -> tuple[float, ...] | None:
    """Return the means over the first `runs` tries of the Python search; None if unsolvable."""
    left = residual_cover(cover, placed)
    assert left
    total = np.zeros(3)
    for number in range(runs):
        twin = Twin(left.cover, SEED * TRIALS + number)
        if next(twin.solutions(), None) is None:
            return None
        total += (twin.nodes, twin.dead_ends, twin.forced)
    return tuple(total / runs)


@settings(max_examples=25, deadline=None)
@given(models(most_cells=10))
def test_difficulty_equals_that_of_the_python_search(model: Model) -> None:
    lowered = Lowering(model)
    cover = lowered.cover
    found = difficulties(lowered).reshape(-1, 3)
    for number in range(cover.instances):
        placed = cover.instance(number)
        expected = by_twin(cover, placed)
        assert difficulty(cover, placed) == expected
        assert tuple(found[number]) == (expected or (0, 0, 0))


@sampled(20, 60, model=models(most_cells=12))
def test_difficulty_is_close_to_the_exact_means(model: Model) -> None:
    cover = Lowering(model).cover
    for number in range(min(cover.instances, 5)):
        left = residual_cover(cover, cover.instance(number))
        found = difficulty(cover, cover.instance(number))
        if left is None or set(left.cover.bounds) - {(1, 1)}:
            continue
        exact = Tries(left.cover).cost()
        assert exact.solved == (found is not None)
        if found:
            # Tries of a small puzzle deviate by less than their mean, so the mean of 100 tries is
            # usually within a tenth of the exact mean, and practically always within half of it.
            assert np.allclose(found, exact.means, rtol=0.5, atol=0.5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), DATES)
def test_difficulty_of_shipped_puzzles_is_close_to_the_exact_means(name: str, number: int) -> None:
    cover = shipped.lowering(name).cover
    placed = cover.instance(number)
    found = difficulty(cover, placed)
    assert found == by_twin(cover, placed)
    left = residual_cover(cover, placed)
    assert left and found
    # Three standard errors of a mean of 100 tries, whose standard deviation is about their mean.
    assert np.allclose(found, Tries(left.cover).cost().means, rtol=0.3)


def test_the_same_seed_gives_the_same_difficulty() -> None:
    puzzle = cp.load("month-day-7x7")
    one, other = puzzle.difficulty("Nov 20"), puzzle.difficulty("Nov 20", seed=2)
    assert one == puzzle.difficulty("Nov 20") != other
    assert one == difficulty(puzzle.cover, puzzle.fixed("Nov 20"), SEED, Run(2, lambda *_: None))
    solution = puzzle.solve("Nov 20").first()
    assert solution and puzzle.difficulty("Nov 20", solution) == (0, 0, 0)
    assert cp.load("dray").difficulty("Jan 27 Wed") is None
    seeds: list[Any] = [-1, 1 << 32, 0.5, "1"]
    for seed in seeds:
        with pytest.raises(InputError, match="seed"):
            puzzle.difficulty("Nov 20", seed=seed)


def test_difficulty_tables_are_written_read_and_checked(tmp_path: Path) -> None:
    puzzle = cp.load("month-day-7x7")
    path = tmp_path / "difficulty" / "month-day-7x7.csv"
    found, message = grades.saved_or_measured(puzzle, str(RESULTS))
    assert message.startswith("using ")
    grades.write(puzzle, found, str(path))
    assert path.read_bytes() == (RESULTS / "difficulty" / path.name).read_bytes()
    assert (grades.read(str(path), puzzle.model) == found).all()
    text = path.read_text()
    for wrong, why in (
        (text.replace("nodes", "knots"), "the columns of"),
        (text.replace("Jan,1,", "Jan,x,"), "the rows of"),
        (text.replace("Jan,1,", "Jan,1,-"), "a value that is not a valid mean or step"),
        (text.replace("Jan,1,", "Jan,1,x"), "a value that is not a valid mean or step"),
        (text.replace("Jan,1,", "Jan,1,9999"), "does not match its column nodes"),
    ):
        path.write_text(wrong)
        with pytest.raises(InputError, match=why):
            grades.read(str(path), puzzle.model)
    # The table of another puzzle is not used.
    puzzle = cp.loads(SMALL, name="small.toml")
    found = puzzle.difficulties()
    grades.write(puzzle, found + (found > 0), str(path.with_name("small.csv")))
    again, message = grades.saved_or_measured(puzzle, str(tmp_path), Run(2))
    assert "is of another puzzle" in message and message.endswith("measured the difficulties again")
    assert (again == found).all()


def test_texts_of_difficulties_name_the_dates_that_are_left_out() -> None:
    dray = cp.load("dray")
    found = grades.read(str(RESULTS / "difficulty" / "dray.csv"), dray.model)
    assert grades.grades_text(dray.model, found).splitlines() == [
        "difficulty  609.09 pieces tried on average",
        "  step 1    0 very easy",
        "  step 2    15 easy",
        "  step 3    518 medium",
        "  step 4    1,540 hard",
        "  step 5    470 very hard",
        "easiest     151.53: May 26 Wed",
        "hardest     4,124.07: Mar 7 Mon",
        "left out    42 dates that no year has",
        "left out    19 dates without a solution",
    ]
    none = grades.grades_text(dray.model, np.zeros((12, 31, 7, 3)))
    assert none == "difficulty  none: nothing can be solved\n"


def test_known_steps_agree_with_the_tables() -> None:
    for path in sorted((RESULTS / "difficulty").glob("*.csv")):
        model = shipped.model(path.stem)
        figures = grades.read(str(path), model)
        counts = pd.read_csv(RESULTS / path.name)["solutions"]
        assert ((figures[..., 0] > 0).ravel() == (counts > 0)).all()
        measured = grades.steps(figures).ravel()
        assert known_steps(model) == "".join(map(str, measured)), path.stem
        # Another puzzle with the same name has no known steps.
        assert known_steps(model.without([model.pieces[0].name])) == ""
    assert known_steps(shipped.model("soma")) == ""


def test_summary_is_the_same_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = shipped.lowering("domino-2x3")
    right = summary(puzzle)

    def slow(*given: Any, **named: Any) -> Difficulty | None:
        monkeypatch.setattr("time.monotonic", lambda: inf)
        return difficulty(*given, **named)

    monkeypatch.setattr(summary_module, "difficulty", slow)
    assert summary(puzzle, 1) == right and right.nodes is not None
    monkeypatch.setattr(summary_module, "SLICES", 0)
    found = summary(puzzle, 1)
    assert found.nodes is None
    assert summary_module.sentences(puzzle.model, found, 1) == [
        "solutions: 1",
        "difficulty: not measured, it takes too many tries; allow more with --seconds",
    ]


def test_summary_without_a_count_or_an_estimate() -> None:
    unsupported = Cover("ab", ["a", "b", "ab"], multiplicity={"a": (1, 2)})
    assert summary_module.estimated_total(unsupported, 0.1) is None
    nothing = summary_module.Summary(None, None)
    assert summary_module.sentences(shipped.model("soma"), nothing, 0) == [
        "solutions: not counted within 0 seconds; allow more with --seconds"
    ]


def test_progress_of_a_summary_never_decreases() -> None:
    reported: dict[str, list[float]] = {}

    @contextmanager
    def phases(title: str) -> Iterator[Progress]:
        own = reported[title] = []
        yield lambda done, of, found: own.append(done / (of or 1))

    summary(shipped.lowering("month-day-7x7"), phases=phases)
    assert list(reported) == ["month-day-7x7", "month-day-7x7: difficulty"]
    for shares in reported.values():
        assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)
