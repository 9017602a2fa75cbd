"""Families of piece sets: numbers, names, choices, refusals."""

from __future__ import annotations

import pytest
from building import blank, piece

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.design.family import Choice, Family, choice, family
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import orientations


@pytest.mark.parametrize(
    ("cells", "free", "one_sided"),
    # OEIS A000105 and A000988
    [(1, 1, 1), (2, 1, 1), (3, 2, 2), (4, 5, 7), (5, 12, 18), (6, 35, 60)],
)
def test_there_are_as_many_polyominoes_as_is_known(cells: int, free: int, one_sided: int) -> None:
    for wanted, sided in ((free, False), (one_sided, True)):
        found = polyominoes(cells, sided)
        shown = {orientations(p.shape, p.turn, p.flip) for p in found}
        assert len(found) == len(shown) == len({p.name for p in found}) == wanted


def flat(one_sided: bool) -> Family:
    chosen = [choice(text, one_sided=one_sided) for text in ("3:tetrominoes", "7:pentominoes")]
    return family(cp.load("dray").model, chosen)


def test_the_sets_of_the_8x7_board() -> None:
    assert len(flat(False)) == 7920
    assert len(flat(True)) == 1_113_840


@pytest.mark.parametrize(("name", "one_sided"), [("dray", True), ("weekday-8x7", False)])
def test_a_shipped_puzzle_has_its_number(name: str, one_sided: bool) -> None:
    sets = flat(one_sided)
    model = cp.load(name).model
    number = sets.number_of_model(model)
    assert sets.number_of(sets.names_of(number).split()) == number
    assert sets.number_of_model(sets.model(model, number)) == number


def small(repeat: bool = False) -> list[Family]:
    return [
        family(Model("4x5", blank(4, 5), ()), [choice("5:tetrominoes")], repeat=repeat),
        family(
            Model("3x5", blank(3, 5), ()),
            [choice("1:pentominoes"), choice("2:pentominoes-and", polyominoes(4) + polyominoes(6))],
            repeat=repeat,
        ),
    ]


@pytest.mark.parametrize("repeat", [False, True])
def test_numbers_and_sets_go_by_pairs(repeat: bool) -> None:
    for sets in small(repeat):
        names = [sets.names_of(number) for number in range(len(sets))]
        assert len(set(names)) == len(sets)
        assert [sets.number_of(own.split()) for own in names] == list(range(len(sets)))


def test_repeated_pieces() -> None:
    sets = family(Model("4x5", blank(4, 5), ()), [choice("5:tetrominoes")], repeat=True)
    # 5 of 5 with repetition
    assert len(sets) == 126
    assert sets.names_of(sets.number_of(["I4"] * 5)) == "I4 I4 I4 I4 I4"


def test_used_and_unused_pieces() -> None:
    board = cp.load("dray").model
    chosen = [choice("3:tetrominoes"), choice("7:pentominoes")]
    sets = family(board, chosen, used=["I4"], unused=["X5", "F5"])
    # 4 over 2 times 10 over 7
    assert len(sets) == 6 * 120
    for number in range(len(sets)):
        assert "I4" in sets.names_of(number).split()
        assert not {"X5", "F5"} & set(sets.names_of(number).split())


def test_pieces_with_copies_are_used_so_often() -> None:
    board = Model("2x4", blank(2, 4), ())
    own = (piece("D", "##", copies=2), piece("I", "####"), piece("M", "#", copies=9))
    sets = family(board, [Choice(4, "own", own)])
    assert [sets.names_of(k) for k in range(len(sets))] == ["M M D I"]
    sets = family(board, [Choice(6, "own", own)])
    assert [sets.names_of(k) for k in range(len(sets))] == ["M M M M D D"]


@pytest.mark.parametrize(
    ("texts", "used", "unused", "said"),
    [
        (["3:tetrominos"], [], [], "did you mean tetrominoes"),
        (["tetrominoes"], [], [], "write it as 3:tetrominoes"),
        (["0:tetrominoes"], [], [], "write it as"),
        (["3:tetrominoes", "6:pentominoes"], [], [], "cover 42 cells, and dray leaves 47"),
        (["3:tetrominoes", "7:pentominoes"], ["Q9"], [], "no piece Q9"),
        (["3:tetrominoes", "7:pentominoes"], ["I4"], ["I4"], "cannot be used and left out"),
        (["3:tetrominoes", "7:pentominoes"], ["I4", "I4"], [], "--repeat"),
        (["3:tetrominoes", "7:pentominoes"], ["I4", "O4", "T4", "S4"], [], "4 pieces"),
        (["3:tetrominoes", "3:tetrominoes"], [], [], "two choices"),
        (["3:tetrominoes", "7:pentominoes"], [], ["I4", "O4", "T4"], "fewer pieces"),
    ],
)
def test_what_makes_no_sense_is_refused(
    texts: list[str], used: list[str], unused: list[str], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        family(cp.load("dray").model, [choice(text) for text in texts], used, unused)


def test_equal_pieces_of_two_names_are_refused() -> None:
    board = Model("2x4", blank(2, 4), ())
    own = (piece("D", "##"), piece("I", "####"), piece("E", "#|#"))
    with pytest.raises(InputError, match="D and E are the same piece; leave one out"):
        family(board, [Choice(3, "own", own)])
    # Two hands of a chiral piece are two pieces.
    hands = (piece("J", ".#|.#|##", flip=False), piece("L", "#.|#.|##", flip=False))
    assert len(family(board, [Choice(2, "own", hands)])) == 1
