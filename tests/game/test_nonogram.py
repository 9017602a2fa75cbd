"""A hand that fills in a nonogram, and what it is told of what it did."""

from __future__ import annotations

from random import Random

import pytest
from solving import FRUIT

import calpuzzle as cp
from calpuzzle.base.texts import texts_in
from calpuzzle.game.nonogram import OPEN, NonogramGame, verdict
from calpuzzle.game.nonogram_words import NonogramWords
from calpuzzle.nonogram.hints import Hint, hint
from calpuzzle.nonogram.puzzle import Clues, black, fits


def begun(clues: Clues = FRUIT) -> NonogramGame:
    return NonogramGame(clues, "fruit", clues.everything())


def test_hints_fill_the_grid() -> None:
    game = begun()
    while not game.solved:
        found = hint(game.clues, game.masks)
        assert found.settles and found.look in found.why
        game.fill((row * 5 + column, colour) for row, column, colour in found.settles)
    assert fits(FRUIT, tuple(tuple(max(0, cell) for cell in row) for row in game.grid))
    assert verdict(FRUIT, game.masks).stands == "right"


def test_each_step_can_be_undone() -> None:
    game, random = begun(), Random(1)
    seen = [list(game.cells)]
    for _ in range(200):
        game.move(random.randint(-1, 1), random.randint(-1, 1), carrying=random.random() < 0.5)
        if random.random() < 0.5:
            game.press(random.randint(0, 3))
        if game.cells != seen[-1]:
            seen.append(list(game.cells))
    while len(seen) > 1:
        now = seen.pop()
        if game.cells == now:
            game.undo()
    while game.undo():
        pass
    assert game.cells == [OPEN] * 25
    while game.redo():
        pass
    assert not game.future and game.cells != [OPEN] * 25


def test_the_cursor_stays_on_the_grid() -> None:
    game = begun()
    game.move(-1, 0)
    game.move(0, -1)
    assert game.cursor == 0
    for _ in range(9):
        game.move(1, 1)
    assert game.cursor == 24


def test_given_cells_stay() -> None:
    given = tuple(tuple(OPEN if (r, c) != (0, 2) else 1 for c in range(5)) for r in range(5))
    game = begun(FRUIT._replace(given=given))
    game.cursor = 2
    assert game.cells[2] == 1 and game.press(2) == 1 and not game.past


def test_what_is_wrong_is_told() -> None:
    game = begun()
    game.fill([(0, 1)])
    said = verdict(FRUIT, game.masks)
    assert said.lines == [5] and said.wrong == [0]
    assert said.stands == "lines"


def test_several_solutions_and_none() -> None:
    diagonal = Clues((black([1]), black([1])), (black([1]), black([1])))
    assert verdict(diagonal, diagonal.everything()).stands == "possible"
    none = Clues((black([2]), black([])), (black([1]), black([])))
    assert verdict(none, none.everything()).stands == "never"
    # Two of the three solutions have a cell of the one diagonal; no line sees that all three clash.
    three = Clues((black([1]),) * 3, (black([1]),) * 3)
    game = NonogramGame(three, "three", three.everything())
    game.fill([(0, 1)])
    assert verdict(three, game.masks).stands == "possible"
    assert cp.Nonogram(three).count(game.grid) == 2


@pytest.mark.parametrize(
    ("found", "look", "why"),
    [
        (
            Hint("probe", [(0, 1, 0)], "", line=3, cell=1, colour=1),
            "Look at row 1, column 2: what follows if it is filled?",
            "If row 1, column 2 were filled, column 2 could not be filled. Row 1, column 2 is "
            "empty.",
        ),
        (
            Hint("probe", [], "", line=1, cell=2, colour=0),
            "Look at row 2, column 1: what follows if it is empty?",
            "If row 2, column 1 were empty, row 2 could not be filled.",
        ),
        (
            Hint("choice", [], "", cell=3),
            None,
            "There are several solutions, which differ in row 2, column 2: choose.",
        ),
        (
            Hint("stuck", [], "", cell=0),
            None,
            "Neither lines nor trials say more, and the search took too long; row 1, column 1 is "
            "open.",
        ),
    ],
)
def test_words_of_hints(found: Hint, look: str | None, why: str) -> None:
    words = NonogramWords(Clues((((1, 1),),) * 2, (((1, 1),),) * 2), texts_in("en"))
    assert words.why(found) == why
    assert look is None or words.look(found) == look
