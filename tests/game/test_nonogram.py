"""Hints for a partly filled nonogram, and checks of it."""

from __future__ import annotations

import pytest
from nonogram_player import FRUIT

import calpuzzle as cp
from calpuzzle.base.texts import texts_in
from calpuzzle.game.nonogram_game import lines_done, verdict
from calpuzzle.game.nonogram_words import NonogramWords, filled
from calpuzzle.nonogram.clues import Clues, black, fits, only_colour, rows_of
from calpuzzle.nonogram.nonogram_hints import NonogramHint, hint


def test_hints_fill_the_grid() -> None:
    masks = FRUIT.initial_masks()
    while len(lines_done(FRUIT, masks)) < FRUIT.height + FRUIT.width:
        found = hint(FRUIT, masks)
        assert found.settles and found.look in found.why
        masks = filled(FRUIT, masks, found)
    grid = rows_of([max(0, only_colour(mask)) for mask in masks], FRUIT.width)
    assert fits(FRUIT, tuple(map(tuple, grid)))
    assert verdict(FRUIT, masks).state == "right"


def test_verdict_finds_a_wrong_cell() -> None:
    found = verdict(FRUIT, [1 << 1, *FRUIT.initial_masks()[1:]])
    assert (found.lines, found.wrong, found.state) == ([5], [0], "lines")


def test_verdict_is_possible_for_several_solutions_and_never_for_none() -> None:
    diagonal = Clues((black([1]), black([1])), (black([1]), black([1])))
    assert verdict(diagonal, diagonal.initial_masks()).state == "possible"
    none = Clues((black([2]), black([])), (black([1]), black([])))
    assert verdict(none, none.initial_masks()).state == "never"
    # Two of the six solutions have this cell filled.
    three = Clues((black([1]),) * 3, (black([1]),) * 3)
    assert verdict(three, [1 << 1, *three.initial_masks()[1:]]).state == "possible"
    assert cp.Nonogram(three).count("# ? ?\n? ? ?\n? ? ?".replace(" ", "")) == 2


def test_verdict_is_wrong_if_lines_can_be_completed_only_one_by_one() -> None:
    three = Clues((black([1]),) * 3, (black([1]),) * 3)
    # Both of the upper rows could have their cell only in the last column.
    found = verdict(three, [1, 1, 3, 1, 1, 3, 3, 3, 3])
    assert (found.lines, found.wrong, found.state) == ([], [], "wrong")


@pytest.mark.parametrize(
    ("filled_rows", "sentence"),
    [
        (1, "Row 1 cannot be completed any more."),
        (3, "6 lines cannot be completed any more."),
    ],
)
def test_at_most_three_wrong_lines_are_named(filled_rows: int, sentence: str) -> None:
    three = Clues((black([1]),) * 3, (black([1]),) * 3)
    masks = [2] * 3 * filled_rows + [3] * 3 * (3 - filled_rows)
    assert NonogramWords(three, texts_in("en")).check(verdict(three, masks)) == sentence


@pytest.mark.parametrize(
    ("found", "look", "why"),
    [
        (
            NonogramHint("probe", [(0, 1, 0)], "", line=3, cell=1, colour=1),
            "Look at row 1, column 2: what follows if it is filled?",
            "If row 1, column 2 were filled, column 2 could not be filled. Row 1, column 2 is "
            "empty.",
        ),
        (
            NonogramHint("probe", [], "", line=1, cell=2, colour=0),
            "Look at row 2, column 1: what follows if it is empty?",
            "If row 2, column 1 were empty, row 2 could not be filled.",
        ),
        (
            NonogramHint("lines", [(1, 0, 1)], ""),
            "No line says more by itself, but several together do.",
            "Row 2, column 1 is filled.",
        ),
        (
            NonogramHint("search", [(0, 1, 0)], ""),
            "Neither a line nor a trial of one cell says more; here only a search helps.",
            "Row 1, column 2 is empty.",
        ),
        (
            NonogramHint("choice", [], "", cell=3),
            None,
            "There are several solutions, which differ in row 2, column 2: choose.",
        ),
        (
            NonogramHint("stuck", [], "", cell=0),
            None,
            "Neither lines nor trials say more, and the search took too long; row 1, column 1 is "
            "open.",
        ),
    ],
)
def test_hints_are_put_into_words(found: NonogramHint, look: str | None, why: str) -> None:
    words = NonogramWords(Clues((((1, 1),),) * 2, (((1, 1),),) * 2), texts_in("en"))
    assert words.why(found) == why
    assert look is None or words.look(found) == look
