"""A hand that plays: every solution can be laid, nothing overlaps, and each step can be undone."""

from __future__ import annotations

from random import Random

import pytest
import shipped

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.engines import RUN
from calpuzzle.game.pieces import Game
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.results.left import asked
from calpuzzle.results.solution import Solution

PLAYED = [
    ("dray", "Sat Jan 1"),
    ("month-day-7x7-one-side", "Jan 2"),
    ("calendarium-6x9", "Fri Jan 2"),
    ("pentominoes-6x10", ""),
    ("iq-fit", ""),
    ("tetrasticks-4x4", ""),
    ("domino", ""),
]
PUZZLES = pytest.mark.parametrize(("name", "date"), PLAYED)


def puzzle(name: str) -> cp.Puzzle:
    loaded = cp.load(name)
    assert isinstance(loaded, cp.Puzzle)
    return loaded


def game(name: str, date: str = "", laid: str = "") -> Game:
    return Game(puzzle(name), date, laid)


def lay(own: Game, option: int) -> None:
    """Take a piece, turn it and turn it over until it looks right, and lay it there."""
    cells = own.lowered.cells_of(option)
    own.take(own.lowered.class_of(option))
    for _ in range(2):
        for _ in range(4):
            for cell in cells:
                own.go(cell)
                if own.hover and sorted(own.hover) == list(cells) and not own.blocked():
                    assert "laid" in own.lay()
                    return
            own.turn()
        own.flip()
    raise AssertionError("no way to turn it led there")


@PUZZLES
def test_every_solution_can_be_laid_by_hand(name: str, date: str) -> None:
    own = game(name, date)
    solution = cp.Puzzle(own.puzzle.model).solve(date)[0]
    for option in solution.options:
        if own.lowered.class_of(option) >= 0:
            assert not own.question(asked(own.puzzle, RUN)).solved
            lay(own, option)
    assert own.question(asked(own.puzzle, RUN)).solved
    assert Solution(own.lowered, own.date + own.laid) == solution
    assert not any(own.in_tray(k) for k, data in enumerate(own.pieces) if data["least"])


# At random, hardly a domino fits.
@pytest.mark.parametrize(("name", "date"), PLAYED[:-1])
def test_whatever_a_hand_does(name: str, date: str) -> None:
    own, random = game(name, date), Random(name)
    seen = [own.laid]
    for _ in range(400):
        row, column = random.choice(own.puzzle.model.board.cells)
        own.go((row, column))
        random.choice(
            [
                lambda: own.take(random.randrange(len(own.pieces))),
                lambda: own.take(random.randrange(len(own.pieces))),
                own.turn,
                own.flip,
                own.lay,
                own.lay,
                own.lay,
                own.lift,
                own.back,
                own.put_aside,
            ]
        )()
        covered = [cell for option in own.lying for cell in own.lowered.cells_of(option)]
        assert len(covered) == len(set(covered)) and not own.open.keys() & set(covered)
        assert all(own.in_tray(k) >= 0 for k in range(len(own.pieces)))
        if own.laid != seen[-1]:
            seen.append(own.laid)
    own.back()
    assert len(own.past) == len(seen) - 1 > 3
    for laid in reversed(seen[:-1]):
        own.undo()
        assert own.laid == laid
    assert own.undo() == "nothing to undo"
    for laid in seen[1:]:
        own.redo()
        assert own.laid == laid
    assert own.redo() == "nothing to do again"


def test_lifting_and_putting_back_leaves_no_trace() -> None:
    own = game("dray", "Sat Jan 1", "T5@8:1")
    (option,) = own.laid
    own.go(own.lowered.cells_of(option)[0])
    assert own.lift() == "T5 lifted" and not own.lying and own.laid == (option,)
    assert sorted(own.hover) == list(own.lowered.cells_of(option)) and not own.blocked()
    assert own.lay() == "T5 laid, rows 4 to 6" and not own.past
    own.lift()
    assert own.back() == "T5 back where it was" and own.lying == (option,)
    assert own.put_aside() == "T5 in the tray" and not own.laid and own.past == [((option,), ())]


def test_what_is_in_the_way_is_said() -> None:
    own = game("dray", "Sat Jan 1", "T5@8:1")
    own.take(next(k for k, data in enumerate(own.pieces) if data["name"] == "I4"))
    said = set()
    for cell in own.puzzle.model.board.cells:
        own.go((cell[0], cell[1]))
        said.add(own.lay() if own.blocked() else "fits")
    assert {"fits", "I4 does not fit: T5 lies on 8", "I4 does not fit: Jan is to stay open"} < said


def test_a_stick_moves_by_segments() -> None:
    own = game("tetrasticks-4x4")
    assert own.cursor == (0, 1)
    own.move(1, 0)
    assert own.cursor == (1, 1)
    own.take(0)
    before = own.hover
    own.move(1, 1)
    assert own.hover == tuple((row + 2, column + 2) for row, column in before)
    assert set(own.hover) <= set(own.puzzle.model.board.cells)


def test_a_piece_that_may_not_be_turned_over() -> None:
    own = game("month-day-7x7-one-side", "Jan 2")
    own.take(0)
    assert "cannot be turned over" in own.flip()
    assert own.turn() == f"{own.pieces[0]['name']} turned"
    facing = own.facing[0]
    own.turn(back=True)
    own.turn()
    assert own.facing[0] == facing


def test_the_hand_stays_over_the_board() -> None:
    own = game("pentominoes-6x10")
    for piece in range(len(own.pieces)):
        own.take(piece)
        for corner in ((-9, -9), (99, 99)):
            own.go(corner)
            assert set(own.hover) <= set(own.puzzle.model.board.cells)
            assert own.cursor in own.puzzle.model.board.cells


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("soma", "soma is solid"),
        ("tetrahexes-4x7", "tetrahexes-4x7 is of hexagons"),
    ],
)
def test_what_is_not_played(name: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        game(name)


def test_pieces_of_which_there_are_several() -> None:
    own = Game(cp.Puzzle(shipped.model("domino-2x3")))
    laid: list[Cell] = []
    for option in cp.Puzzle(own.puzzle.model).solve()[0].options:
        lay(own, option)
        laid += own.lowered.cells_of(option)
    assert sorted(laid) == sorted(own.puzzle.model.board.cells)
    assert own.question(asked(own.puzzle, RUN)).solved
