"""The lowering: which options there are, how they are numbered, and how the board is laid."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product

import definition
import pytest
from building import blank, board, piece
from hypothesis import strategies as st
from random_puzzles import bare_models, cut_frames, fittings, grouped, models
from sampled import sampled

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import load
from calpuzzle.engines.layout import refusal
from calpuzzle.puzzle import lowering as module
from calpuzzle.puzzle import scan as scan_module
from calpuzzle.puzzle.dates import instance_of, labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.scan import scan
from calpuzzle.puzzle.shapes import Cell, orientations

ANY = models() | fittings() | grouped() | bare_models() | cut_frames()


# --- the options


@sampled(25, 75, model=ANY)
def test_options_are_all_placements_and_labels_once_each(model: Model) -> None:
    lowered = Lowering(model)
    number = {own.name: k for k, own in enumerate(model.pieces)}
    found: list[object] = []
    for option in range(len(lowered.cover.options)):
        index, cells = lowered.class_of(option), tuple(sorted(lowered.cells_of(option)))
        name = lowered.classes[index].name if index >= 0 else ""
        kind = definition.kind(model, number[name]) if name else lowered.label_of[option]
        found.append((kind, cells))
    expected: set[object] = set()
    for k, own in enumerate(model.pieces):
        expected |= {(definition.kind(model, k), cells) for cells in definition.lies(model, own)}
    for group in model.groups:
        for label in group.labels:
            expected.add(((group.name, label), (model.board.at[label],)))
    assert len(found) == len(expected) and set(found) == expected


@sampled(25, 75, model=ANY)
def test_options_are_numbered_as_the_module_says_and_read_back(model: Model) -> None:
    lowered = Lowering(model)
    cover = lowered.cover
    assert cover.pieces == lowered.first == len(lowered.classes) + len(model.groups)
    for number, option in enumerate(cover.options):
        index, *items = option
        assert 0 <= index < cover.pieces <= min(items)
        assert items == sorted(set(items))
        cells = lowered.cells_of(number)
        assert list(cells) == sorted(cells)
        assert lowered.option_number[option] == number
        assert lowered.option_of(index, cells) == lowered.option_of(index, cells[::-1]) == number
        assert (lowered.class_of(number) < 0) == (number in lowered.label_of)
    for before, after in pairwise(cover.options):
        assert (before[1], before) < (after[1], after)
    far = tuple(x + 1000 for x in model.board.cells[0])
    assert lowered.option_of(0, [far]) is lowered.option_of(0, []) is None


# --- items and bounds


@sampled(25, 75, model=ANY)
def test_cells_that_may_stay_empty_are_last_and_pieces_of_one_kind_one_item(model: Model) -> None:
    lowered = Lowering(model)
    cover, may = lowered.cover, {model.board.cells[k] for k in model.board.optional}
    assert len(set(cover.items)) == len(cover.items)
    assert sorted(lowered.cells) == sorted(model.board.cells)
    assert lowered.number == {cell: lowered.first + k for k, cell in enumerate(lowered.cells)}
    needed = len(cover.primary) - cover.pieces
    assert may == set(lowered.cells[needed:])
    assert cover.bounds[cover.pieces :] == ((1, 1),) * needed + ((0, 1),) * len(may)
    assert cover.bounds[len(lowered.classes) : cover.pieces] == ((1, 1),) * len(model.groups)
    kinds: dict[object, list[Piece]] = {}
    for k, own in enumerate(model.pieces):
        kinds.setdefault(definition.kind(model, k), []).append(own)
    for k, (item, alike) in enumerate(zip(lowered.classes, kinds.values(), strict=True)):
        # Those that must lie have their names first.
        must = [name for own in alike for name in own.names[: own.least]]
        may_lie = [name for own in alike for name in own.names[own.least :]]
        assert item.names == (*must, *may_lie)
        assert item.name == alike[0].name
        assert item.bounds == cover.bounds[k] == (len(must), len(must) + len(may_lie))
        shapes = {
            shape
            for side in alike[0].sides
            for shape in orientations(side, alike[0].turn, alike[0].flip, model.lattice)
        }
        assert item.orientations == tuple(sorted(shapes))


def test_names_of_items_hold_nothing_that_a_format_would_read() -> None:
    names = ["a b", "a_b", "x|y", "x:y", "@0,0", "Ω#1", "-+"]
    pieces = tuple(Piece(name, (((0, k),),)) for k, name in enumerate(names))
    pieces = tuple(own._replace(sides=(((0, 0),),)) for own in pieces)
    model = Model("x", blank(1, 7), pieces, interchangeable=False)
    found = Lowering(model).cover.items
    assert found[:7] == ("a_b", "a_b~2", "x_y", "x_y~2", "_0_0", "Ω#1", "-+")
    assert found[7] == "@0,0"
    assert all(not set(str(name)) & set(" :|\t\n") for name in found)


def test_interchangeable_on_and_off() -> None:
    pieces = (piece("A", "##"), piece("B", "#|#"), piece("C", "##", turn=False, flip=False))
    model = Model("x", blank(2, 3), pieces)
    assert [own.names for own in Lowering(model).classes] == [("A", "B"), ("C",)]
    apart = Lowering(model._replace(interchangeable=False))
    assert [own.names for own in apart.classes] == [("A",), ("B",), ("C",)]
    copies = model._replace(pieces=(piece("A", "##", copies=2), piece("B", "##")))
    assert [own.names for own in Lowering(copies).classes] == [("A#1", "A#2", "B")]
    apart = Lowering(copies._replace(interchangeable=False))
    assert [(own.name, own.names) for own in apart.classes] == [
        ("A", ("A#1", "A#2")), ("B", ("B",))
    ]  # fmt: skip
    for own in (model, copies):
        together = load("auto").count(Lowering(own).cover)
        alone = load("auto").count(Lowering(own._replace(interchangeable=False)).cover)
        assert together < alone


# --- dates


@sampled(25, 100, model=models())
def test_instances_are_numbered_as_dates_are(model: Model) -> None:
    lowered = Lowering(model)
    cover = lowered.cover
    assert cover.shape == model.shape
    for instance in range(cover.instances):
        labels = labels_at(model, instance)
        assert instance_of(model, labels) == instance
        laid = cover.instance(instance)
        assert sum(cover.instance_of[k] for k in laid) == instance
        assert [lowered.label_of[k] for k in laid] == [
            (group.name, label) for group, label in zip(model.groups, labels, strict=True)
        ]
        cells = [lowered.cells_of(k) for k in laid]
        assert cells == [(model.board.at[label],) for label in labels]


# --- the scan


def near(cells: Iterable[Cell]) -> set[tuple[int, int]]:
    """Which of the cells, by their numbers, are beside one another."""
    return {
        (i, j)
        for (i, (r, c)), (j, (s, d)) in product(enumerate(cells), repeat=2)
        if abs(r - s) + abs(c - d) == 1
    }


@sampled(25, 100, model=models())
def test_the_frame_is_the_board_laid_some_way(model: Model) -> None:
    lowered = Lowering(model)
    plane = lowered.cover.plane
    assert plane is not None
    lines, length = plane.frame
    assert length <= lines
    assert list(plane.places) == sorted(set(plane.places))
    assert all(0 <= line < lines and 0 <= place < length for line, place in plane.places)
    # Neighbours stay neighbours, and no others become so.
    assert near(lowered.cells) == near(plane.places)


flat_cells = st.sets(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=1, max_size=20)


@sampled(30, 100, cells=flat_cells)
def test_the_best_of_eight_ways_is_taken_in_whatever_order_cells_come(cells: set[Cell]) -> None:
    board = sorted(cells)
    found = scan(board)
    top, left = min(r for r, _ in board), min(c for _, c in board)
    inside = [(r - top, c - left) for r, c in board]
    height, width = 1 + max(r for r, _ in inside), 1 + max(c for _, c in inside)
    ways = []
    for across, down, mirrored in product((False, True), repeat=3):
        lines, length = (width, height) if across else (height, width)
        laid = [(c, r) if across else (r, c) for r, c in inside]
        laid = [(lines - 1 - a if down else a, length - 1 - b if mirrored else b) for a, b in laid]
        # The lines are short; the first lines are emptiest; the last ones begin with holes.
        sizes = [sum(a == line for a, _ in laid) for line in range(lines)]
        late = [-sum(b for a, b in laid if a == line) for line in reversed(range(lines))]
        ways.append((length, sizes, late, sorted(laid)))
    best = min((length, sizes, late) for length, sizes, late, _ in ways)
    assert any(
        (length, sizes, late) == best and places == list(found.places)
        for length, sizes, late, places in ways
    )
    assert found.frame == (max(height, width), min(height, width))
    assert sorted(found.order) == list(range(len(board)))
    other = scan(board[::-1])
    assert [board[k] for k in found.order] == [board[::-1][k] for k in other.order]
    assert found.places == other.places


def test_a_very_large_frame_keeps_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [(2, 1), (0, 3), (5, 5), (0, 0)]
    monkeypatch.setattr(scan_module, "MAX_SPAN", 35)
    found = scan(cells)
    assert [cells[k] for k in found.order] == sorted(cells)
    assert (found.places, found.frame) == (tuple(sorted(cells)), (6, 6))


def test_which_boards_are_flat() -> None:
    cells: tuple[Cell, ...] = ((0, 0), (0, 1), (1, 0))
    flat = Model("x", Board(cells), (piece("V", "##|#."),))
    solid = Model(
        "x",
        Board(tuple((7, *c) for c in cells)),
        (Piece("V", (((0, 0, 0), (0, 0, 1), (0, 1, 0)),)),),
    )
    two = Model("x", Board(((0, 0, 0), (1, 0, 0))), (Piece("D", (((0, 0, 0), (1, 0, 0)),)),))
    bare = Model("x", Board(((0,), (1,))), (Piece("D", ways=((0, 1),)),))
    # In space, one layer is flat: solid pieces that lie in it are as flat ones.
    for model in (flat, solid):
        cover = Lowering(model).cover
        assert cover.plane is not None
        assert cover.plane.frame == (2, 2)
        assert refusal(cover) is None
        assert load("backtrack").count(cover) == load("dancing").count(cover) == 1
    for model in (two, bare):
        assert Lowering(model).cover.plane is None
        assert refusal(Lowering(model).cover) == "the puzzle is no flat board"
    nothing = Lowering(Model("x", Board(()), (piece("M", "#"),))).cover
    assert (nothing.plane, nothing.options, load("auto").count(nothing)) == (None, (), 0)


@sampled(25, 60, model=cut_frames(most_side=3))
def test_a_flat_puzzle_in_space_is_the_same_puzzle(model: Model) -> None:
    def lifted(cells: tuple[Cell, ...], layer: int = 0) -> tuple[Cell, ...]:
        return tuple((layer, *cell) for cell in cells)

    # In space a piece that turns every way can stand too, and is no other's equal for it.
    model = model._replace(interchangeable=False)
    solid = model._replace(
        board=Board(lifted(model.board.cells, 3)),
        pieces=tuple(own._replace(sides=tuple(map(lifted, own.sides))) for own in model.pieces),
    )
    one, other = Lowering(model).cover, Lowering(solid).cover
    assert load("auto").count(one) == load("auto").count(other)
    assert sorted(load("dancing").solutions(one)) == sorted(load("dancing").solutions(other))


def test_places_of_cells_that_may_stay_empty() -> None:
    model = Model(
        "x", Board(((0, 0), (0, 1), (1, 0), (1, 1)), optional=frozenset({0, 1})), (piece("M", "#"),)
    )
    lowered = Lowering(model)
    plane = lowered.cover.plane
    assert plane is not None
    assert set(lowered.cells[2:]) == {(0, 0), (0, 1)}
    assert near(lowered.cells) == near(plane.places)


def test_pieces_in_parts_are_not_whole() -> None:
    for sides, whole in (("##", True), ("#.#", False), ("##|#.", True)):
        model = Model("x", blank(2, 3), (piece("A", "#", sides),))
        plane = Lowering(model).cover.plane
        assert plane is not None
        assert plane.whole is whole


# --- bounds


def test_more_ways_than_can_be_held_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model("much", blank(5, 5), (piece("D", "##", copies=2),))
    assert len(Lowering(model).cover.options) == 40
    monkeypatch.setattr(module, "MAX_CELLS", 80)
    Lowering(model)
    monkeypatch.setattr(module, "MAX_CELLS", 79)
    with pytest.raises(CannotDoError, match="much has more ways to lay its pieces than can be"):
        Lowering(model)


def test_a_label_that_is_laid_in_any_order_of_groups() -> None:
    model = Model(
        "x",
        board("b1 a1 a0 b0"),
        (piece("D", "##"),),
        (Group("a", ("a0", "a1")), Group("b", ("b0", "b1"))),
    )
    cover = Lowering(model).cover
    assert [[cover.options[k][1] for k in axis] for axis in cover.axes] == [
        [Lowering(model).number[model.board.at[label]] for label in group.labels]
        for group in model.groups
    ]
    # a0 a1 a0 b0: which pairs leave two neighbours.
    assert load("auto").counts(cover).tolist() == [[1, 0], [0, 1]]
