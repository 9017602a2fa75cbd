"""The decision diagram of shipped puzzles against the backtracking search, and uniform samples."""

from __future__ import annotations

from collections import Counter

import pytest
import shipped
from building import dominoes
from growing import grown

from calpuzzle.engines import load
from calpuzzle.engines.diagram.engine import diagram_of

BACKTRACK, DIAGRAM = load("backtrack"), load("diagram")


# --- samples


def test_samples_are_uniform_and_seeded() -> None:
    remaining = grown(dominoes(4, 4)).remaining()
    assert remaining.count == 36
    drawn = Counter(remaining.sample(seed) for seed in range(3600))
    assert set(drawn) == set(remaining)
    chi = sum((number - 100) ** 2 / 100 for number in drawn.values())
    # With 35 degrees of freedom, chi exceeds 80 with a probability of 1 in 50,000.
    assert chi < 80
    assert [remaining.sample(5) for _ in range(3)] == [remaining.sample(5)] * 3
    assert len({remaining.sample() for _ in range(50)}) > 1
    with pytest.raises(IndexError):
        grown(dominoes(4, 4)).remaining([0, 0]).sample(1)


# --- agreement with the search


@pytest.mark.parametrize(
    "name", shipped.few(shipped.MODEST, "dray", "iq-fit", "month-day-7x7", "month-day-7x7-one-side")
)
def test_diagram_has_the_solutions_of_backtrack_in_order(name: str) -> None:
    cover = shipped.lowering(name).cover
    diagram = diagram_of(cover)
    rows, starts = diagram.solutions()
    assert len(rows) == shipped.KNOWN[name]["total"]
    for number in range(0, cover.instances, max(1, cover.instances // 8)):
        labels = cover.instance(number)
        found = list(BACKTRACK.solutions(cover, labels))
        assert list(map(tuple, rows[starts[number] : starts[number + 1]].tolist())) == found
        assert list(diagram.remaining(labels)) == found
        for solution in found[:3]:
            placed = solution[2:6]
            expected = BACKTRACK.count(cover, (*labels, *placed))
            assert diagram.completions((*labels, *placed)) == expected
            assert diagram.completions(placed) == BACKTRACK.count(cover, placed)


def test_diagrams_are_shown_with_their_numbers() -> None:
    diagram = grown(dominoes(2, 2))
    assert repr(diagram) == "<Diagram of 2 solutions in 4 states>"
    assert repr(diagram.remaining([0])) == "<After 1 option: 1 solution>"


def test_completions_without_placements_need_no_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    diagram = grown(dominoes(4, 6))
    assert diagram.completions() == diagram._walk.count(()) == 281
    monkeypatch.delattr(diagram, "_walk")
    assert diagram.completions(()) == 281


def test_cached_counts_are_used_only_for_whole_instances() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    counts = DIAGRAM.counts(cover)
    assert DIAGRAM.count(cover, cover.instance(5)) == counts.flat[5]
    placed = next(BACKTRACK.solutions(cover, cover.instance(5)))[:2]
    assert DIAGRAM.count(cover, placed) == BACKTRACK.count(cover, placed)
    assert DIAGRAM.count(cover) == counts.sum()
