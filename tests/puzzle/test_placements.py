"""Placements as words and as JSON: they are parsed as written, and errors name what is invalid."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import shipped
from agreement import claimed
from building import board, piece
from cases import cases
from random_puzzles import bare_models, fittings, grouped, models
from sampled import sampled

from calpuzzle.base.errors import InputError
from calpuzzle.engines import load
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import (
    from_cells,
    from_numbers,
    options_of,
    parse,
    written,
)
from calpuzzle.puzzle.shapes import place_name


def placements(lowered: Lowering) -> list[int]:
    """Return the options that are placements of pieces, not labels."""
    return [k for k in range(len(lowered.cover.options)) if lowered.class_of(k) >= 0]


def as_lists(lowered: Lowering, option: int) -> list[list[int]]:
    return [list(cell) for cell in lowered.cells_of(option)]


def assert_round_trip(lowered: Lowering, options: Iterable[int]) -> None:
    """Assert that each placement has a unique word, and that parsing it or its cells gives it."""
    seen: dict[str, int] = {}
    for option in options:
        word = written(lowered, option)
        assert parse(lowered, word) == (option,)
        assert seen.setdefault(word, option) == option
        own = lowered.classes[lowered.class_of(option)]
        for name in own.names:
            assert parse(lowered, json.dumps({name: as_lists(lowered, option)})) == (option,)
            assert from_cells(lowered, {name: lowered.cells_of(option)[::-1]}) == (option,)


@pytest.mark.parametrize("name", sorted({*shipped.NAMES} - {"tetrasticks-5x5-no-crossing"}))
def test_placements_of_shipped_puzzles_round_trip(name: str) -> None:
    lowered = shipped.lowering(name)
    options = placements(lowered)
    assert_round_trip(lowered, options[:: 1 + len(options) // 50])


@sampled(20, 60, model=models(most_cells=14) | fittings() | grouped() | bare_models())
def test_placements_of_random_puzzles_round_trip(model: Model) -> None:
    lowered = Lowering(model)
    assert_round_trip(lowered, placements(lowered))
    for solution in list(load("reference").solutions(lowered.cover))[:3]:
        own = [option for option in solution if lowered.class_of(option) >= 0]
        words = " ".join(written(lowered, option) for option in own)
        assert parse(lowered, words) == tuple(own)
        labels, pieces = claimed(lowered, solution)
        # An uncovered label may be given like a piece with the name of its group.
        cells = pieces | {name: (model.board.at[label],) for name, label in labels.items()}
        assert set(from_cells(lowered, cells)) == set(solution)
        assert set(parse(lowered, json.dumps(cells))) == set(solution)


@pytest.fixture(scope="module")
def dray() -> Lowering:
    return shipped.lowering("dray")


def test_parse_accepts_all_forms_of_json(dray: Lowering) -> None:
    solution = next(load("backtrack").solutions(dray.cover))
    labels, cells = claimed(dray, solution)
    pieces: dict[str, Any] = {name: [list(cell) for cell in own] for name, own in cells.items()}
    expected = {option for option in solution if dray.class_of(option) >= 0}
    forms = [pieces, {"date": "x", "total": 54, "solutions": [pieces]}]
    for form in forms:
        for indent in (None, 2):
            assert set(parse(dray, json.dumps(form, indent=indent))) == expected
    some = dict(list(pieces.items())[2:5])
    assert len(parse(dray, " \n" + json.dumps(some))) == 3
    assert options_of(dray, cells) == parse(dray, json.dumps(pieces))
    assert parse(dray, "") == parse(dray, "  \n") == parse(dray, "{}") == ()
    whole = pieces | {group: [list(dray.model.board.at[own])] for group, own in labels.items()}
    assert set(parse(dray, json.dumps(whole))) == set(solution)


def test_placements_may_be_words_cells_or_numbers_and_start_at_a_label(dray: Lowering) -> None:
    options = (placements(dray)[3], placements(dray)[-1])
    words = " ".join(written(dray, option) for option in options)
    cells = {dray.classes[dray.class_of(option)].name: dray.cells_of(option) for option in options}
    for placed in (words, cells, options, list(options), iter(options)):
        assert options_of(dray, placed) == options
    option = next(k for k in placements(dray) if dray.cells_of(k)[0] == (3, 2))
    word = written(dray, option)
    assert "@3,2:" in word
    assert parse(dray, word.replace("3,2", "10")) == (option,)


def test_parse_reads_placements_in_three_dimensions() -> None:
    lowered = shipped.lowering("soma")
    (option,) = parse(lowered, "V@0,1,1:1")
    assert lowered.cells_of(option)[0] == (0, 1, 1)
    for text, message in [
        ("V@1,1", "V@1,1: 1,1 is neither LAYER,ROW,COLUMN nor a label"),
        ("V@0,1,3:1", "V@0,1,3:1: there is no cell 0,1,3"),
        ("V@0,0,0,0:1", "0,0,0,0 is neither LAYER,ROW,COLUMN nor a label"),
        ("V@x", "x is neither LAYER,ROW,COLUMN nor a label"),
        ("V", "'V' is not a placement; write PIECE@LAYER,ROW,COLUMN:K, such as V@0,0,0:"),
    ]:
        with pytest.raises(InputError, match=message):
            parse(lowered, text)
    other = next(
        k
        for k in placements(lowered)
        if lowered.class_of(k) != lowered.class_of(option)
        and set(lowered.cells_of(k)) & set(lowered.cells_of(option))
    )
    both = set(lowered.cells_of(option)) & set(lowered.cells_of(other))
    where = place_name(min(both), lowered.spots)
    with pytest.raises(InputError, match=f"overlap at {where}"):
        parse(lowered, " ".join(written(lowered, k) for k in (option, other)))


@pytest.mark.parametrize(
    ("section", "text", "message"), cases(Path(__file__).with_name("placements.txt"), " ! ")
)
def test_parse_errors_name_the_fault(dray: Lowering, section: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        parse(dray, text.encode().decode("unicode_escape"))
    assert message in str(raised.value)


def test_parse_errors_name_no_example_if_nothing_can_be_placed() -> None:
    lowered = Lowering(Model("x", board(". ."), (piece("V", "##|#."),)))
    words = "^'V' is not a placement; write PIECE@ROW,COLUMN:K, with blanks between placements$"
    with pytest.raises(InputError, match=words):
        parse(lowered, "V")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("I4@" + "9" * 5000 + ",0:1", "neither ROW,COLUMN nor a label"),
        ("I4@2,0:" + "9" * 5000, "is not a placement"),
        ('{"I4": [[2, 0], [2, 1], [2, 2], [2, 1' + "0" * 9999 + "]]}", "not valid JSON"),
        ('{"a":' * 100_000, "not valid JSON"),
        ('{"a": ' + "[" * 100_000, "not valid JSON"),
    ],
)
def test_parse_rejects_huge_numbers_and_nested_json(
    dray: Lowering, text: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        parse(dray, text)


def test_overlap_errors_name_both_pieces_and_the_cell(dray: Lowering) -> None:
    by_piece: dict[int, int] = {}
    for option in placements(dray):
        if (2, 0) in dray.cells_of(option):
            by_piece.setdefault(dray.class_of(option), option)
    options = list(by_piece.values())[:2]
    words = [written(dray, option) for option in options]
    with pytest.raises(InputError, match=f"{words[0]} and {words[1]} overlap at row "):
        parse(dray, " ".join(words))
    # A placed label stays uncovered, so no piece may cover its cell.
    names = [dray.classes[dray.class_of(option)].name for option in options]
    cells: dict[str, Any] = {names[0]: dray.cells_of(options[0])}
    cells["day"] = [
        next(dray.cells_of(k)[0] for k in dray.cover.axes[1] if overlap(dray, k, options[0]))
    ]
    with pytest.raises(InputError, match=f"{names[0]} and day overlap at row "):
        from_cells(dray, cells)


def test_too_many_labels_of_a_group_are_rejected() -> None:
    """The group has too many sets of labels to list, so each label is placed by itself."""
    days = [f"{k}" for k in range(15)]
    group = Group.several("day", days, 6, 7)
    lowered = Lowering(Model("x", board(" ".join(days)), (), (group,)))
    cells = lowered.cells[:8]
    assert len(from_cells(lowered, {"day": cells[:7]})) == 7
    with pytest.raises(InputError, match=r"^at most 7 labels of the group day may stay uncovered$"):
        from_cells(lowered, {"day": cells})


def overlap(lowered: Lowering, one: int, other: int) -> bool:
    return bool(set(lowered.cells_of(one)) & set(lowered.cells_of(other)))


def test_options_of_and_from_cells_reject_invalid_values(dray: Lowering) -> None:
    for number in (-1, len(dray.cover.options)):
        with pytest.raises(InputError, match=f"{number} is not the number of a placement"):
            options_of(dray, [number])
    wrong: list[Any] = [3, [3.5], ["x"], [None]]
    for placed in wrong:
        with pytest.raises(InputError, match="placed must be a text, a mapping"):
            options_of(dray, placed)
    # Labels are options, too, and options that overlap are accepted.
    labels = dray.cover.axes[0][:2]
    assert from_numbers(dray, [*labels, 0]) == (*labels, 0)
    with pytest.raises(InputError, match=f"placement {labels[0]} is given twice"):
        from_numbers(dray, [labels[0], 0, labels[0]])
    none: list[Any] = [[["a", 1]], [[1.5, 2]], 5, [5], None]
    for cells in none:
        with pytest.raises(InputError, match="the cells of I4 are not lists of whole numbers"):
            from_cells(dray, {"I4": cells})
    names: list[Any] = [5, None, ("I4",)]
    for name in names:
        with pytest.raises(InputError, match="is not the name of a piece"):
            from_cells(dray, {name: [(0, 0)]})
