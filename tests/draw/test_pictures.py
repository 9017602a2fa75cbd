import re
import struct
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

import calpuzzle as cp
from calpuzzle.draw.board import puzzle_scene
from calpuzzle.draw.colours import PIECES, UNCOVERED
from calpuzzle.draw.fonts import MissingLetterWarning
from calpuzzle.draw.heatmap import MAX_PANELS, heatmap, layout
from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Line, Rect, Scene, Text, sheet, shifted
from calpuzzle.draw.solution import INK, solution_scene
from calpuzzle.draw.svg import to_svg
from calpuzzle.formats import toml

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def solution():
    return cp.load("dray").solve("Sat Jan 1").first()


def test_each_cell_has_the_colour_of_its_piece(solution):
    boxes = [shape for shape in solution_scene(solution).shapes if isinstance(shape, Rect)]
    assert len(boxes) == 50
    fills = [box.fill for box in boxes]
    assert sorted(map(fills.count, PIECES[:10])) == [4, 4, 4, 5, 5, 5, 5, 5, 5, 5]
    assert fills.count(UNCOVERED) == 3


def test_thick_lines_run_between_pieces(solution):
    thick = [s for s in solution_scene(solution).shapes if isinstance(s, Line) and s.stroke == INK]
    owner = {cell: name for name, cells in solution.pieces.items() for cell in cells}
    owner |= {solution.model.board.labels[label]: label for label in solution.labels}
    edges = set()
    for row, column in owner:
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if owner.get(near) != owner[row, column]:
                edges.add(frozenset([(row, column), near]))
    assert len(thick) == len(edges) == len(set(thick))


def test_the_date_is_written_in_bold(solution):
    texts = [shape for shape in solution_scene(solution).shapes if isinstance(shape, Text)]
    assert [(text.text, text.bold) for text in texts] == [("Jan", True), ("1", True), ("Sat", True)]


def test_svg_is_well_formed_and_says_what_it_shows(solution):
    root = ElementTree.fromstring(solution.to_svg())
    assert root.find(f"{SVG}title").text == "Gérard Dray's calendar, 8x7: Jan 1 Sat"
    assert solution.to_svg() == solution._repr_svg_() == solution.to_svg()


def test_labels_are_escaped():
    text = 'board = "<b> & .\\n. . ."\n[groups]\ng = "<b> &"\n[pieces]\nP = "..#\\n###"\nI = "#"\n'
    solution = cp.Puzzle(toml.read(text, "x")).solve("<b>").first()
    root = ElementTree.fromstring(solution.to_svg())
    assert "<b>" in [element.text for element in root.iter(f"{SVG}text")]


def test_png_has_the_size_of_the_scene(solution):
    scene = solution_scene(solution)
    data = to_png(scene, scale=2)
    assert struct.unpack(">II", data[16:24]) == (2 * scene.width, 2 * scene.height)


def test_scenes_on_a_sheet():
    scene = Scene(10, 20, (Rect(1, 2, 3, 4, INK), Line(0, 0, 5, 5, INK, 1), Text(1, 1, "a", 9)))
    assert sheet([scene], 3) is scene
    both = sheet([scene] * 3, 2, gap=5)
    assert (both.width, both.height) == (25, 45)
    assert both.shapes[3] == Rect(16, 2, 3, 4, INK)
    assert shifted(scene, 1, 2)[1] == Line(1, 2, 6, 7, INK, 1)


@pytest.mark.parametrize("name", cp.names())
def test_every_puzzle_can_be_shown(name):
    scene = puzzle_scene(cp.load(name).model)
    for shape in scene.shapes:
        if isinstance(shape, Rect):
            assert 0 <= shape.x <= scene.width - shape.width
            assert 0 <= shape.y <= scene.height - shape.height
    ElementTree.fromstring(to_svg(scene))


def test_heatmap_of_a_calendar_with_weekdays():
    puzzle = cp.load("dray")
    counts = puzzle.counts()
    found = layout(puzzle.model, counts)
    assert [panel.title for panel in found.panels] == [
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "mean over weekday",
    ]  # fmt: skip
    assert found.down.name == "month" and found.across.name == "day"
    assert found.panels[2].values[10, 28] == 197
    assert sum(int(panel.unsolvable.sum()) for panel in found.panels[:7]) == 19
    assert all(np.isnan(panel.values).sum() == 6 for panel in found.panels)
    assert found.panels[7].values[0, 0] == counts[0, 0].mean()


def model(*sizes):
    """A puzzle with groups of these sizes; only its groups matter to a plot."""
    names = [f"g{k}" for k in range(len(sizes))]
    labels = [[f"{name}_{k}" for k in range(size)] for name, size in zip(names, sizes, strict=True)]
    board = " ".join(label for group in labels for label in group)
    groups = "".join(f'{n} = "{" ".join(g)}"\n' for n, g in zip(names, labels, strict=True))
    return toml.read(f'board = "{board}"\n[groups]\n{groups}[pieces]\nI = "#"\n', "x")


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
def test_heatmaps_of_any_groups(sizes, panels, shape):
    counts = np.arange(np.prod(sizes), dtype=np.int64).reshape(sizes)
    found = layout(model(*sizes), counts)
    assert len(found.panels) == panels
    assert {panel.values.shape for panel in found.panels} == {shape}
    total = found.panels[-1].values.mean()
    assert total == pytest.approx(counts.mean())
    assert found.panels[0].unsolvable.sum() == (1 if panels < 4 and max(sizes) < 20 else 0)


def test_heatmaps_are_drawn_and_repeatable():
    for sizes in ((5,), (3, 8), (4, 2, 3)):
        counts = np.zeros(sizes, dtype=np.int64)
        for ending in ("svg", "png", "pdf"):
            assert heatmap(model(*sizes), counts, ending) == heatmap(model(*sizes), counts, ending)
    assert b"<dc:date>" not in heatmap(model(5), np.zeros(5, dtype=np.int64), "svg")


@pytest.mark.parametrize("title", ["A short one", "Four letters and numbers, 4x4", "W" * 200])
def test_a_long_title_fits_into_the_heatmap(monkeypatch, title):
    drawn = []
    save = Figure.savefig

    def saved(figure, *words, **options):
        head = figure._suptitle
        drawn.append((figure.bbox.width - head.get_window_extent().width, head.get_text()))
        save(figure, *words, **options)

    monkeypatch.setattr(Figure, "savefig", saved)
    heatmap(model(4, 4)._replace(title=title), np.eye(4, dtype=np.int64), "png")
    ((spare, text),) = drawn
    assert spare > 0
    whole = f"{title}: 4 solutions, 12 of 16 without any (x)"
    assert text.replace("\n", "").replace(" ", "") == whole.replace(" ", "")


def test_the_scale_has_whole_numbers_only():
    for most, ticks in ((0, "01"), (1, "01"), (3, "0123")):
        counts = np.array([0, most], dtype=np.int64)
        svg = heatmap(model(2)._replace(title="T"), counts, "svg").decode()
        found = {text for text in re.findall("<!-- (.*?) -->", svg) if text[0].isdigit()}
        assert found == set(ticks)


def test_letters_that_no_font_has_are_told_once(monkeypatch):
    monkeypatch.setattr("calpuzzle.draw.fonts.OTHERS", ())
    puzzle = toml.read('board = "月 日 ."\n[groups]\ng = "月 日"\n[pieces]\nI = "##"\n', "x")
    with pytest.warns(MissingLetterWarning) as told:
        heatmap(puzzle, np.zeros(2, dtype=np.int64), "svg")
    assert len(told) == 1 and "svg" not in str(told[0].message)
    with pytest.warns(MissingLetterWarning) as told:
        to_png(solution_scene(cp.Puzzle(puzzle).solve("月").first()))
    assert len(told) == 1


def test_dollars_are_no_formulas():
    puzzle = toml.read('board = "A$ B$ ."\n[groups]\ng = "A$ B$"\n[pieces]\nI = "##"\n', "$x^$")
    assert heatmap(puzzle, np.ones(2, dtype=np.int64), "svg").startswith(b"<?xml")
