"""Placements in words and in JSON: what is written is read back, and mistakes are named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import models
from test_engines import blank, piece

import calpuzzle as cp
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines import backtrack
from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import parse, written


def placements(cover):
    return [i for i, option in enumerate(cover.options) if option.piece >= 0]


def board_cells(cover, option):
    return [list(cell) for cell in sorted(cover.cells[c] for c in cover.options[option].cells)]


def round_trip(model, cover, options):
    seen = {}
    for option in options:
        word = written(model, cover, option)
        assert parse(model, cover, word) == (option,)
        assert seen.setdefault(word, option) == option
        name = cover.classes[cover.options[option].piece].names[0]
        assert parse(model, cover, json.dumps({name: board_cells(cover, option)})) == (option,)


@pytest.mark.parametrize("name", cp.names())
def test_every_placement_of_every_shipped_puzzle(name):
    puzzle = cp.load(name)
    round_trip(puzzle.model, puzzle.cover, placements(puzzle.cover))


@settings(max_examples=80)
@given(models())
def test_every_placement_of_random_puzzles(model):
    cover = Cover(model)
    round_trip(model, cover, placements(cover))
    for number in range(min(cover.instances, 4)):
        for solution in list(backtrack.solutions(cover, number))[:2]:
            words = " ".join(written(model, cover, option) for option in solution)
            assert parse(model, cover, words) == solution


@pytest.fixture(scope="module")
def dray():
    return cp.load("dray")


def read(puzzle, text):
    return parse(puzzle.model, puzzle.cover, text)


def test_the_forms_of_json(dray):
    solution = dray.solve("2022-01-01").first()
    pieces = {name: [list(cell) for cell in cells] for name, cells in solution.pieces.items()}
    expected = set(solution.options)
    rows = [pieces]
    for form in (pieces, {"date": "x", "solution": pieces}, {"count": 54, "solutions": rows}):
        for indent in (None, 2):
            assert set(read(dray, json.dumps(form, indent=indent))) == expected
    some = dict(list(pieces.items())[2:5])
    assert len(read(dray, " \\n".replace("\\n", "\n") + json.dumps(some))) == 3
    assert dray.laid(solution.pieces) == read(dray, json.dumps(pieces))
    assert dray.laid(solution.options) == solution.options
    assert read(dray, "") == read(dray, "  \n") == read(dray, "{}") == ()


def test_labels_stand_for_cells(dray):
    option = next(
        i
        for i in placements(dray.cover)
        if min(dray.cover.cells[c] for c in dray.cover.options[i].cells) == (3, 2)
    )
    word = written(dray.model, dray.cover, option)
    assert "@3,2:" in word
    assert read(dray, word.replace("3,2", "10")) == (option,)


def test_any_name_of_a_piece_is_read_back():
    names = ["a", "a b", "a b@0", "c@1,0:1", "d#1", "d#2", "#", "@"]
    shapes = ["#", "##", "###", "#.\n##", "####", "##.\n.##", "#..\n###", "#####"]
    pieces = tuple(piece(name, shape) for name, shape in zip(names, shapes, strict=True))
    model = Model("x", blank(5, 6), pieces)
    cover = Cover(model)
    round_trip(model, cover, placements(cover))
    assert len(parse(model, cover, " a@0,0\ta b@1,0:1  a b@0@2,0:1\n")) == 3


def test_copies_answer_to_the_name_of_their_piece():
    model = Model("x", blank(2, 3), (piece("D", "##", copies=2), piece("Z", "##")))
    cover = Cover(model)
    first, second = read_cells = parse(model, cover, "D@0,0:1 D#2@1,0:1")
    assert first != second
    assert written(model, cover, first) == "D@0,0:1"
    assert set(parse(model, cover, "Z@0,0:1 D@1,0:1")) == set(read_cells)
    with pytest.raises(InputError, match=r"D@0,2:2: .* laid too often"):
        parse(model, cover, "D@0,0:2 D@0,1:2 D@0,2:2 D@0,2:2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "'nonsense' is no placement; write PIECE@ROW,COLUMN:K, such as"),
        ("T5@2,3:", "'T5@2,3:' is no placement"),
        ("@2,3:1", "'@2,3:1' is no placement"),
        ("J4@5,5:4,I4@3,6:2", "is no placement; .* with blanks between placements"),
        ("J4@5,5:4, I4@3,6:2", "'J4@5,5:4,' is no placement; .* with blanks between placements"),
        ("J4@5,5,I4@3,6", "J4@5,5,I4@3,6: .* placements are apart by blanks"),
        ("nonsense I4@3,6:2", "'nonsense' is no placement"),
        ("[1, 2]", "is no placement"),
        ("Q9@2,3:1", "there is no piece Q9"),
        ("I4@20,3:1", "I4@20,3:1: there is no cell at row 20, column 3"),
        ("I4@0,6:1", "I4@0,6:1: there is no cell at row 0, column 6"),
        ("I4@Jna:1", r"I4@Jna:1: Jna is neither .* \(did you mean J[au]n\?\)"),
        ("I4@2,0:99", "I4@2,0:99: I4 has orientations 1 to 2"),
        ("I4@2,0:0", "I4@2,0:0: I4 has orientations 1 to 2"),
        ("I4@2,0", r"in 2 ways; add one of :1, :2 \(calpuzzle show --orientations"),
        ("I4@7,6:1", "I4 fits in no way with its first cell at 7,6"),
        ("I4@2,5:1 I4@2,5:2", "orientation 1|orientation 2|does not fit|laid too often"),
        ("I4@2,0:1 I4@3,0:1", "I4@3,0:1: the piece I4 is laid too often"),
        ("I4@" + "9" * 5000 + ",0:1", "neither ROW,COLUMN nor a label"),
        ("I4@2,0:" + "9" * 5000, "is no placement"),
        ('{"I4": 3}', "the JSON gives I4 no list"),
        ('{"I4": [3]}', "the JSON gives I4 no list"),
        ('{"I4": [[1, 2, 3]]}', "the JSON gives I4 no list"),
        ('{"I4": ["12", "13"]}', "the JSON gives I4 no list"),
        ('{"I4": [[1, "2"]]}', "the JSON gives I4 no list"),
        ('{"I4": [[1, 2.5]]}', "the JSON gives I4 no list"),
        ('{"I4": [[1, true]]}', "the JSON gives I4 no list"),
        ('{"I4": [[1, NaN]]}', "the JSON gives I4 no list"),
        ('{"I4": [[1, 1e999]]}', "the JSON gives I4 no list"),
        ('{"I4": {"a": 1}}', "the JSON gives I4 no list"),
        ('{"I4": null}', "the JSON gives I4 no list"),
        ('{"I4": []}', "I4 cannot lie on the cells"),
        ('{"I4": [[2, 0], [2, 0], [2, 1], [2, 2]]}', "I4 cannot lie on the cells"),
        ('{"I4": [[2, 0], [2, 1], [2, 2], [-2, 3]]}', "I4 cannot lie on the cells"),
        ('{"I4": [[2, 0], [2, 1], [2, 2], [2, 1' + "0" * 99 + "]]}", "I4 cannot lie on"),
        ('{"I4": [[2, 0], [2, 1], [2, 2], [2, 1' + "0" * 9999 + "]]}", "not valid JSON"),
        ('{"Q9": [[2, 0]]}', "there is no piece Q9"),
        ('{"solutions": 3}', "the JSON gives solutions no list"),
        ('{"solutions": []}', "the JSON holds no solution"),
        ('{"solutions": [3]}', "the solution in the JSON is no table"),
        ('{"solutions": [[[1, 2]]]}', "the solution in the JSON is no table"),
        ('{"solutions": [{}, {}]}', "the JSON holds 2 solutions, and one is wanted"),
        ("{}\n{}\n{}\n", "the JSON holds 3 solutions, and one is wanted"),
        ("{} [", "not valid JSON"),
        ("{} 3", "the JSON holds 2 solutions"),
        ('{"I4": [], "I4": [[2, 0]]}', "the JSON names I4 2 times; name it once"),
        ('{"solution": {"I4": [], "I4": []}}', "the JSON names I4 2 times"),
        ('{"solution": []}', "there is no piece solution"),
        ('{"I4"', "not valid JSON"),
        ("{" * 10, "not valid JSON"),
        ('{"a":' * 100_000, "not valid JSON"),
        ('{"a": ' + "[" * 100_000, "not valid JSON"),
    ],
)
def test_the_culprit_is_named(dray, text, said):
    with pytest.raises(InputError, match=said):
        read(dray, text)


def test_overlaps_name_both_pieces_and_the_cell(dray):
    by_piece = {}
    for option in placements(dray.cover):
        if dray.cover.number[2, 0] in dray.cover.options[option].cells:
            by_piece.setdefault(dray.cover.options[option].piece, option)
    words = [written(dray.model, dray.cover, option) for option in list(by_piece.values())[:2]]
    with pytest.raises(InputError, match=f"{words[0]} and {words[1]} overlap at row "):
        read(dray, " ".join(words))


def test_a_piece_may_have_an_at_sign_in_its_name():
    model = Model("x", blank(2, 2), (piece("A@B", "##"), piece("Z", "##")))
    cover = Cover(model)
    round_trip(model, cover, placements(cover))


def test_numbers_are_checked(dray):
    label = next(i for i, option in enumerate(dray.cover.options) if option.piece < 0)
    for number in (-1, len(dray.cover.options), label):
        with pytest.raises(InputError, match=f"{number} is not the number of a placement"):
            dray.count("2022-01-01", [number])
    for laid in (3, [3.5], ["x"], [None]):
        with pytest.raises(InputError, match="placements are a text, a mapping"):
            dray.count("2022-01-01", laid)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["I4", "T5", "solution", "solutions"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["I4", "S4", "solution", "solutions", "x"]), inner),
    max_leaves=12,
)  # fmt: skip
words = st.text('I4S@0123,:#{}[] "Jan', max_size=16) | st.text(max_size=12)


@settings(max_examples=500)
@given(words | values.map(json.dumps) | st.dictionaries(st.just("I4"), values).map(json.dumps))
def test_only_input_errors(dray, text):
    try:
        read(dray, text)
    except InputError as error:
        assert str(error)
