"""Counts of every instance by several diagrams, against one diagram and other engines."""

from __future__ import annotations

import numpy as np
import pytest
import shipped
from hypothesis import given, settings
from random_puzzles import models

from calpuzzle import planning
from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines import RUN, Counts, Engine, Run, load
from calpuzzle.engines.diagram import engine as diagrams
from calpuzzle.planning import Question, QuestionKind, make_plan, parts
from calpuzzle.planning.parts import counts_in_parts
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


@settings(max_examples=60)
@given(models(most_cells=14))
def test_parts_count_what_one_diagram_counts(model: Model) -> None:
    cover = Lowering(model).cover
    if load("diagram").unsupported_reason(cover) is None:
        expected = load("reference").counts(cover)
        for least in range(len(cover.axes)):
            assert np.array_equal(counts_in_parts(cover, RUN, least), expected)


def test_a_diagram_that_is_too_large_is_split_by_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.fresh("dray").cover
    expected = load("backtrack").counts(cover)

    class Small(Engine):
        def unsupported_reason(self, cover: Cover) -> str | None:
            return None

        def counts(self, cover: Cover, run: Run = RUN) -> Counts:
            if cover.instances > 12 * 31:
                raise TooLargeError("it is too large")
            return load("diagram").counts(cover, run)

        solutions = load("diagram").solutions

    monkeypatch.setattr(parts, "load", lambda name: Small())
    with pytest.warns(UserWarning, match="too large; counting with 7 diagrams instead"):
        assert np.array_equal(counts_in_parts(cover, RUN), expected)
    monkeypatch.setattr(parts, "MAX_PARTS", 6)
    with pytest.raises(TooLargeError, match="it is too large"):
        counts_in_parts(cover, RUN)


@pytest.mark.parametrize(("instances", "units"), [(372, 372), (371, 1)])
def test_more_instances_than_can_be_counted_one_by_one_are_not_divided(
    monkeypatch: pytest.MonkeyPatch, instances: int, units: int
) -> None:
    monkeypatch.setattr(parts, "SECONDS", 0.0)
    monkeypatch.setattr(parts, "MAX_INSTANCES", instances)
    cover = shipped.lowering("month-day-7x7").cover
    plan = make_plan(Question(QuestionKind.COUNTS, cover, engine="dancing"))
    assert len(parts.units(plan)) == units


def test_progress_within_parts_is_reported() -> None:
    reported: list[tuple[int, int | None]] = []
    run = RUN._replace(progress=lambda done, of, _: reported.append((done, of)))
    assert counts_in_parts(shipped.fresh("dray").cover, run, 1).sum() == 85_637
    assert reported == sorted(reported) and len(set(reported)) > 7 * 2
    assert all(of is not None and 0 <= done <= of for done, of in reported)


def test_counts_past_the_memory_bound_are_divided_between_diagrams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(diagrams, "counted", lambda *_: None)
    assert planning.counts(shipped.fresh("dray").cover).sum() == 85_637
    cover = shipped.fresh("dray").cover
    monkeypatch.setattr(diagrams, "MAX_SLICES", 12)
    with pytest.warns(UserWarning, match="2,604 instances at once .* 7 diagrams instead"):
        assert planning.counts(cover).sum() == 85_637


def test_counts_with_spare_pieces_use_the_frontier_method() -> None:
    model = shipped.model("month-day-7x7")
    pieces = (*model.pieces[:2], *(own._replace(least=0) for own in model.pieces[2:]))
    cover = Lowering(model._replace(pieces=pieces)).cover
    assert make_plan(Question(QuestionKind.COUNTS, cover)).engine == "frontier"
    # All pieces are needed to cover the board.
    assert np.array_equal(planning.counts(cover), load("diagram").counts(Lowering(model).cover))
