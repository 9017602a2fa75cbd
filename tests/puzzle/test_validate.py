"""Each fault of a puzzle is told, with its culprit by name, and all are told at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from random_puzzles import models

import calpuzzle as cp
from calpuzzle.formats import toml
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.validate import faults

MONO = Piece("M", ((0, 0),))


def of(board, pieces="M = '#'", groups="", top=""):
    return faults(
        toml.read(f"{top}\nboard = '''\n{board}\n'''\n[groups]\n{groups}\n[pieces]\n{pieces}", "x")
    )


def test_a_sound_puzzle_has_none():
    assert of("a .", groups="g = 'a'") == []


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (of(""), "the board has no cells"),
        (of("# #\n# #"), "the board has no cells"),
        (of(". .\n. . .", "M = '###'"), "row 2 of the board has 3 tokens, but row 1 has 2"),
        (of("a b\na .", "M = '###'"), "the label a stands twice on the board (rows 1 and 2)"),
        (of("a a", "M = '##'"), "the label a stands twice on the board (rows 1 and 1)"),
        (of("a .", groups="g = 'b'"), "group g names b, which is not on the board"),
        (
            of("Jan .", groups="g = 'Jam'"),
            "group g names Jam, which is not on the board (did you mean Jan?)",
        ),
        (of("a .", groups="g = '.'"), "group g names ., which is not on the board"),
        (of("a #", groups="g = '#'"), "group g names #, which is not on the board"),
        (of("a .", groups="g = 'a a'"), "group g names a twice"),
        (of("a .", groups="g = 'a'\nh = 'a'"), "the label a is in two groups, g and h"),
        (of("a .", groups="g = ''"), "group g has no labels"),
        (of("a .", groups="'' = 'a'"), "a group has the name ''"),
        (of("a .", groups="' ' = 'a'"), "a group has the name ' '"),
        (of("a .", groups='"a\\nb" = "a"'), r"a group has the name 'a\nb'"),
        (of("a .", groups="solutions = 'a'"), "group solutions has the name of a column"),
        (of("a .", groups="exists = 'a'"), "group exists has the name of a column"),
        (of("a .", top="week_starts = 'Sunday'"), "week_starts is 'Sunday', not one of Mon Tue"),
        (of(".", ""), "there are no pieces; the table [pieces] names and draws them"),
        (of(".", "M = '..'"), "piece M has no cells"),
        (of(".", "M = ''"), "piece M has no cells"),
        (of(".", "'' = '#'"), "a piece has the name ''"),
        (of(". .", "M = { shape = '#', count = 0 }"), "piece M has count 0; it must be 1 or more"),
        (of(". .", "M = { shape = '#', count = -2 }"), "piece M has count -2"),
        (of(". .", "M = { shape = '#', count = 10000001 }"), "it must be 1,000,000 or less"),
        (of(". . .", "M = '#.#'"), "piece M is in 2 parts"),
        (of(". #\n# .", 'M = "#.\\n.#"'), "piece M is in 2 parts"),
        (of(". . .", "M = '''\n##\n#.'''"), "piece M fits nowhere on the board"),
        (of(". .\n. #", "M = '###'"), "piece M fits nowhere on the board"),
        (of(".\n.", "M = { shape = '##', turn = false }"), "piece M fits nowhere on the board"),
        (of(". .", "M = '###'"), "piece M fits nowhere on the board: it has 3 cells"),
        (of("."  , "M = '#'\nN = '#'"), "there are 2 pieces, more than the 1 cell of the board"),
        (
            of(". . .", "M = { shape = '#', count = 2 }\n'M#2' = '#'"),
            "2 pieces have the name M#2",
        ),
        (
            of(". . .", "M = '##'"),
            "the pieces cover 2 cells, but the board has 3 to cover: 1 cell too few",
        ),
        (
            of("a . .", "M = '#'\nN = { shape = '#', count = 3 }", "g = 'a'"),
            "the pieces cover 4 cells, but the board has 2 to cover (1 cell left uncovered): "
            "2 cells too many",
        ),
    ],
)  # fmt: skip
def test_each_fault_names_its_culprit(found, sentence):
    assert any(sentence in fault for fault in found), found


def test_all_faults_are_told_at_once():
    found = of("a a\n. . .", "M = '#.#'\nN = '..'", "g = 'b'\nh = ''", "week_starts = 'x'")
    assert len(found) == 7
    with pytest.raises(cp.PuzzleError, match=r"\(and 6 more faults\)"):
        raise cp.PuzzleError(found)


def test_the_area_is_not_told_where_something_else_is_wrong():
    assert of(". . .", "M = '##'\nN = '..'") == ["piece N has no cells; draw it with #"]


def test_puzzles_that_no_file_can_state():
    board = Board(((".", "."),))
    cases = [
        (Model("x", board, (MONO, MONO)), "2 pieces have the name M"),
        (
            Model(
                "x", Board((("a", "b", "."),)), (MONO,), (Group("g", ("a",)), Group("g", ("b",)))
            ),
            "2 groups have the name g",
        ),
        (Model("x", board, (Piece("P", ((5, 5), (5, 6))),)), "piece P is not in its normal form"),
        (Model("x", board, (Piece("P", ((0, 1), (0, 0))),)), "piece P is not in its normal form"),
        (Model("x", board, (Piece("P", ((0, 0), (0, 0))),)), "piece P is not in its normal form"),
        (Model("x", Board(()), (MONO,)), "the board has no cells"),
    ]
    for model, sentence in cases:
        with pytest.raises(cp.PuzzleError) as error:
            cp.Puzzle(model)
        assert any(sentence in fault for fault in error.value.faults), error.value.faults


@given(models())
def test_a_random_sound_puzzle_has_none_and_one_piece_more_is_too_many(model):
    assert faults(model) == []
    first = model.pieces[0]
    more = model._replace(pieces=(first._replace(copies=first.copies + 1), *model.pieces[1:]))
    size = len(first.shape)
    plural = "cell" if size == 1 else "cells"
    assert f"{size} {plural} too many" in faults(more)[0]


ESCAPE = "\\u001b[31m"


@pytest.mark.parametrize("char", ["\\u001b", "\\u0007", "\\u007f", "\\u009b", "\\uFFFF"])
def test_control_characters(char):
    seen = repr(char.encode().decode("unicode_escape"))
    fault = f"has the control character {seen}; take it out"
    text = f'title = "a{char}"\nsource = "b{char}"\nboard = "c{char} ."\n[pieces]\nM = "#"\n'
    found = faults(toml.read(text, "x"))
    assert found[:2] == [f"the title {fault}", f"the source {fault}"]
    assert found[2] == f"the label c{seen[1:-1]} {fault}"
    assert len(found) == 3


def test_no_sentence_has_a_control_character():
    found = of("a", "'\x7f' = '#'".replace("'\x7f'", f'"{ESCAPE}"'), f'g = "{ESCAPE} {ESCAPE}"')
    assert len(found) >= 3
    assert all(fault.isprintable() for fault in found)


def test_what_is_no_control_character():
    text = (
        "title = 'fête 👨‍👩‍👧'\nsource = '''\nb\tc\nd'''\nboard = '👨‍👩‍👧 . '\n[pieces]\nM = '##'\n"
    )
    assert faults(toml.read(text, "x")) == []
    model = Model("a\udcff", Board(((".",),)), (MONO,))
    assert faults(model) == [
        r"the name of the file has the control character '\udcff'; take it out"
    ]
