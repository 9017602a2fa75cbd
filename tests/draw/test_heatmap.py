"""Heatmaps of counts: the layout of their panels, files, and Axes for notebooks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from placed_pieces import shipped

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import InputError, MissingExtraError
from calpuzzle.draw.heatmap import MAX_PANELS, axes, heatmap, panel_layout
from calpuzzle.formats import toml
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


@pytest.fixture(autouse=True)
def no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Select a backend of matplotlib that opens no window."""
    monkeypatch.setenv("MPLBACKEND", "Agg")


def model(*sizes: int) -> Model:
    """Return a puzzle with groups of these sizes; a heatmap uses only its groups."""
    names = [f"g{k}" for k in range(len(sizes))]
    labels = [[f"{name}_{k}" for k in range(size)] for name, size in zip(names, sizes, strict=True)]
    board = " ".join(label for group in labels for label in group)
    groups = "".join(f'{n} = "{" ".join(g)}"\n' for n, g in zip(names, labels, strict=True))
    cells = "#" * (sum(sizes) - len(sizes))
    return toml.read(f'board = "{board}"\n[groups]\n{groups}[pieces]\nI = "{cells}"\n', "x")


def test_calendar_with_weekdays_has_a_panel_per_weekday_and_a_mean() -> None:
    puzzle = shipped("dray")
    counts = planning.counts(Lowering(puzzle).cover)
    found = panel_layout(puzzle, counts)
    assert [panel.title for panel in found.panels] == [
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "mean over weekday",
    ]  # fmt: skip
    assert found.down is not None
    assert found.down.name == "month" and found.across.name == "day"
    assert found.panels[2].values[10, 28] == 197
    assert sum(int((panel.values == 0).sum()) for panel in found.panels[:7]) == 19
    assert all(np.isnan(panel.values).sum() == 6 for panel in found.panels)
    assert found.panels[7].values[0, 0] == counts[0, 0].mean()


@pytest.mark.parametrize(
    ("sizes", "panels", "shape"),
    [
        ((5,), 1, (1, 5)),
        ((3, 8), 1, (3, 8)),
        ((8, 3), 1, (3, 8)),
        ((4, 2, 3), 3, (3, 4)),
        ((20, 30, MAX_PANELS + 1), 1, (20, 30)),
        ((2, 3, 4, 5), 4, (4, 5)),
    ],
)
def test_panels_depend_on_the_sizes_of_the_groups(
    sizes: tuple[int, ...], panels: int, shape: tuple[int, int]
) -> None:
    counts = np.arange(np.prod(sizes), dtype=np.int64).reshape(sizes)
    found = panel_layout(model(*sizes), counts)
    assert len(found.panels) == panels
    assert {panel.values.shape for panel in found.panels} == {shape}
    mean = found.panels[-1].values.mean()
    assert mean == pytest.approx(counts.mean())
    assert (found.panels[0].values == 0).sum() == (1 if panels < 4 and max(sizes) < 20 else 0)


def test_heatmap_files_are_reproducible_and_have_integer_ticks() -> None:
    for sizes, ending in (((5,), "svg"), ((2, 3), "png"), ((2, 2, 2), "pdf")):
        counts = np.zeros(sizes, dtype=np.int64)
        drawn = heatmap(model(*sizes), counts, ending)
        assert drawn == heatmap(model(*sizes), counts, ending)
        assert b"<dc:date>" not in drawn
    for most, ticks in ((0, "01"), (1, "01"), (3, "0123")):
        counts = np.array([0, most], dtype=np.int64)
        svg = heatmap(model(2)._replace(title="T"), counts, "svg").decode()
        found = {text for text in re.findall("<!-- (.*?) -->", svg) if text[0].isdigit()}
        assert found == set(ticks)
    puzzle = toml.read('board = "A$ B$ ."\n[groups]\ng = "A$ B$"\n[pieces]\nI = "##"\n', "$x^$")
    assert heatmap(puzzle, np.ones(2, dtype=np.int64), "svg").startswith(b"<?xml")


def test_axes_are_created_or_taken_from_the_caller() -> None:
    from matplotlib import pyplot

    one = axes(model(3, 8), np.ones((3, 8), dtype=np.int64))
    assert isinstance(one, Axes) and one.figure is pyplot.gcf()
    several = axes(model(4, 2, 3), np.ones((4, 2, 3), dtype=np.int64))
    assert isinstance(several, np.ndarray) and several.dtype == object
    assert [panel.get_title(loc="left") for panel in several] == ["g1_0", "g1_1", "mean over g1"]
    figure, own = pyplot.subplots(1, 3)
    first: Any = own[0]
    assert axes(model(3, 8), np.ones((3, 8), dtype=np.int64), [first]) is first
    again = axes(model(4, 2, 3), np.ones((4, 2, 3), dtype=np.int64), list(own))
    assert isinstance(again, np.ndarray) and list(again) == list(own)
    assert figure.get_suptitle() == ""
    with pytest.raises(InputError, match="has 3 panels; give as many Axes, not 1"):
        axes(model(4, 2, 3), np.ones((4, 2, 3), dtype=np.int64), [one])
    pyplot.close("all")


def test_heatmap_is_drawn_into_one_axes_or_an_array_of_axes() -> None:
    from matplotlib import pyplot

    puzzle = cp.Puzzle(model(2, 2))
    own: Any = pyplot.subplots(2, 4)[1]
    wrong: Any
    assert cp.heatmap(puzzle, own[0, 0]) is own[0, 0] is cp.heatmap(puzzle, own[:1, 0])
    assert cp.heatmap(puzzle.lowered, own[0, 1]) is own[0, 1]
    dray = cp.load("dray")
    for given in (own, own.ravel(), list(own.flat)):
        drawn = cp.heatmap(dray, given)
        assert isinstance(drawn, np.ndarray) and list(drawn) == list(own.flat)
    with pytest.raises(InputError, match="has 8 panels; give as many Axes, not 4"):
        cp.heatmap(dray, own[0])
    for wrong in ("x", [*own.flat[:7], 5]):
        with pytest.raises(InputError, match="ax must be Axes of matplotlib, not "):
            cp.heatmap(dray, wrong)
    pyplot.close("all")


def test_heatmap_requires_groups_and_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = np.ones((), dtype=np.int64)
    for draw in (
        lambda: heatmap(shipped("soma"), counts, "svg"),
        lambda: axes(shipped("soma"), counts),
    ):
        with pytest.raises(InputError, match="soma has no groups"):
            draw()
    monkeypatch.setattr("calpuzzle.draw.heatmap.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="plot"):
        heatmap(model(2), np.ones(2, dtype=np.int64), "svg")


def test_heatmap_title_counts_existing_dates() -> None:
    puzzle = shipped("month-day-7x7")
    svg = heatmap(puzzle, np.zeros(puzzle.shape, dtype=np.int64), "svg").decode()
    assert "366 of 366 without any (x)" in svg
