"""Lowering of puzzles to Covers: options, items and instances, compared with `definition`."""

from __future__ import annotations

from itertools import pairwise

import definition
import pytest
from building import blank, board, piece
from random_puzzles import bare_models, cut_frames, fittings, grouped, models
from sampled import sampled

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle import lowering as module
from calpuzzle.puzzle.dates.instances import instance_of, labels_at
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import orientations

ANY = models() | fittings() | grouped() | bare_models() | cut_frames()


# --- the options


@sampled(25, 75, model=ANY)
def test_options_are_each_placement_and_label_exactly_once(model: Model) -> None:
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
        expected |= {
            (definition.kind(model, k), cells) for cells in definition.placed_cells(model, own)
        }
    for group in model.groups:
        for label in group.labels:
            expected.add(((group.name, label), (model.board.at[label],)))
    assert len(found) == len(expected) and set(found) == expected


@sampled(25, 75, model=ANY)
def test_options_are_sorted_by_first_item_and_found_by_their_cells(model: Model) -> None:
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
def test_items_merge_interchangeable_pieces_and_put_optional_cells_last(model: Model) -> None:
    lowered = Lowering(model)
    cover, optional = lowered.cover, {model.board.cells[k] for k in model.board.optional}
    assert len(set(cover.items)) == len(cover.items)
    assert sorted(lowered.cells) == sorted(model.board.cells)
    assert lowered.item_of == {cell: lowered.first + k for k, cell in enumerate(lowered.cells)}
    needed = len(cover.primary) - cover.pieces
    assert optional == set(lowered.cells[needed:])
    assert cover.bounds[cover.pieces :] == ((1, 1),) * needed + ((0, 1),) * len(optional)
    assert cover.bounds[len(lowered.classes) : cover.pieces] == ((1, 1),) * len(model.groups)
    kinds: dict[object, list[Piece]] = {}
    for k, own in enumerate(model.pieces):
        kinds.setdefault(definition.kind(model, k), []).append(own)
    for k, (item, same_kind) in enumerate(zip(lowered.classes, kinds.values(), strict=True)):
        # The names of the pieces that must be placed come first.
        required = [name for own in same_kind for name in own.names[: own.least]]
        spare = [name for own in same_kind for name in own.names[own.least :]]
        assert item.names == (*required, *spare)
        assert item.name == same_kind[0].name
        assert item.bounds == cover.bounds[k] == (len(required), len(required) + len(spare))
        shapes = {
            shape
            for side in same_kind[0].sides
            for shape in orientations(side, same_kind[0].turn, same_kind[0].flip, model.lattice)
        }
        assert item.orientations == tuple(sorted(shapes))


def test_interchangeable_pieces_share_an_item_unless_it_is_switched_off() -> None:
    pieces = (piece("A", "##"), piece("B", "#|#"), piece("C", "##", turn=False, flip=False))
    model = Model("x", blank(2, 3), pieces)
    assert [own.names for own in Lowering(model).classes] == [("A", "B"), ("C",)]
    separate = Lowering(model._replace(interchangeable=False))
    assert [own.names for own in separate.classes] == [("A",), ("B",), ("C",)]
    copies = model._replace(pieces=(piece("A", "##", copies=2), piece("B", "##")))
    assert [own.names for own in Lowering(copies).classes] == [("A#1", "A#2", "B")]
    separate = Lowering(copies._replace(interchangeable=False))
    assert [(own.name, own.names) for own in separate.classes] == [
        ("A", ("A#1", "A#2")), ("B", ("B",))
    ]  # fmt: skip
    for own in (model, copies):
        together = planning.count(Lowering(own).cover)
        alone = planning.count(Lowering(own._replace(interchangeable=False)).cover)
        assert together < alone


# --- dates


@sampled(25, 100, model=models())
def test_instances_have_the_numbers_of_their_dates(model: Model) -> None:
    lowered = Lowering(model)
    cover = lowered.cover
    assert cover.shape == model.shape
    for instance in range(cover.instances):
        labels = labels_at(model, instance)
        assert instance_of(model, labels) == instance
        placed = cover.instance(instance)
        assert sum(cover.instance_contribution[k] for k in placed) == instance
        assert [lowered.label_of[k] for k in placed] == [
            (group.name, label) for group, label in zip(model.groups, labels, strict=True)
        ]
        cells = [lowered.cells_of(k) for k in placed]
        assert cells == [(model.board.at[label],) for label in labels]


# --- limits, and the order of labels


def test_lowering_rejects_too_many_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model("much", blank(5, 5), (piece("D", "##", copies=2),))
    assert len(Lowering(model).cover.options) == 40
    monkeypatch.setattr(module, "MAX_CELLS", 80)
    Lowering(model)
    monkeypatch.setattr(module, "MAX_CELLS", 79)
    with pytest.raises(CannotDoError, match="much has too many placements of its pieces"):
        Lowering(model)


def test_axes_follow_the_labels_of_the_groups_not_the_board() -> None:
    model = Model(
        "x",
        board("b1 a1 a0 b0"),
        (piece("D", "##"),),
        (Group("a", ("a0", "a1")), Group("b", ("b0", "b1"))),
    )
    cover = Lowering(model).cover
    assert [[cover.options[k][1] for k in axis] for axis in cover.axes] == [
        [Lowering(model).item_of[model.board.at[label]] for label in group.labels]
        for group in model.groups
    ]
    # A date has a solution if the two cells that it leaves to cover are adjacent.
    assert planning.counts(cover).tolist() == [[1, 0], [0, 1]]
