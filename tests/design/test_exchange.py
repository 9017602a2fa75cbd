"""What a puzzle's pieces could be instead: which sets there are, and what they are called."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from building import blank, board, piece
from shipped import model as shipped_model

from calpuzzle.base.errors import InputError
from calpuzzle.design.exchange import Difference, difference, exchanged, turned
from calpuzzle.design.family import Family
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import orientations


def model_of(*pieces: Piece) -> Model:
    return Model("m", board("a b", "c d"), pieces)


def sets(family: Family) -> set[tuple[str, ...]]:
    found = {tuple(sorted(p.name for p in family.pieces_of(k))) for k in range(len(family))}
    assert len(found) == len(family)
    return found


def named(name: str, one_sided: bool = False) -> Piece:
    known = [p for size in range(1, 6) for p in polyominoes(size, one_sided)]
    return next(p for p in known if p.name == name)


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_at_most_so_many_are_exchanged(most: int, one_sided: bool) -> None:
    own = ["L3", "I4", "O4", "X5"]
    model = model_of(*[named(name, one_sided) for name in own])
    pools = [[p.name for p in polyominoes(size, one_sided)] for size in (3, 4, 5)]
    expected = set()
    size = {name: int(name[1]) for pool in pools for name in pool}
    every = [name for pool in pools for name in pool]
    for chosen in product(every, repeat=4):
        kept = set(own) & set(chosen)
        if (
            len(set(chosen)) == 4
            and len(kept) >= 4 - most
            and sum(size[name] for name in chosen) == 16
        ):
            expected.add(tuple(sorted(chosen)))
    assert sets(exchanged(model, most)) == expected


def test_sizes_may_change_where_the_cells_do_not() -> None:
    model = model_of(named("I3"), named("I5"), named("I4"), named("O4"))
    family = exchanged(model, 2)
    assert ("I3", "I5", "L4", "S4") in sets(family)
    assert ("I3", "I4", "I5", "O4") in sets(family)
    number = family.number_of(["L3", "L5", "I4", "O4"])
    assert difference(model, family, number) == Difference(("I3", "I5"), ("L3", "L5"))
    assert ("I4", "L4", "O4", "S4") in sets(family)  # a tromino and a pentomino less


def test_equal_pieces_are_one_and_others_do_not_take_their_names() -> None:
    own = (piece("L4", "####", copies=2), piece("bar", "####"), piece("O4", "##|##"))
    family = exchanged(model_of(*own), 1)
    assert {p.name for p in family.pieces} == {"L4", "O4", "L4-2", "S4", "T4"}
    assert ("L4", "L4", "L4", "O4") in sets(family)
    assert ("L4", "L4", "L4-2", "O4") in sets(family)
    assert len(family) == 1 + 2 * 3


def test_without_flips_mirror_images_come_in() -> None:
    one_sided = exchanged(model_of(named("L4", one_sided=True)), 1)
    assert sets(one_sided) == {("L4",), ("J4",), ("I4",), ("O4",), ("S4",), ("T4",), ("Z4",)}
    free = exchanged(model_of(named("L4")), 1)
    assert sets(free) == {("L4",), ("I4",), ("O4",), ("S4",), ("T4",)}
    assert not any(p.flip for p in exchanged(model_of(named("L4")), 1, one_sided=True).pieces[1:])


def test_any_piece_can_be_turned_over() -> None:
    model = shipped_model("dray")
    family = turned(model)
    assert len(family) == 2**6
    own = Counter(p.name for p in model.pieces)
    found: Counter[int] = Counter()
    for number in range(len(family)):
        gone, come = difference(model, family, number)
        mirrored = {"J4": "L4", "S4": "Z4", "J5": "L5", "N5": "N5m", "Q5": "P5", "Z5": "S5"}
        assert [mirrored[name] for name in gone] == list(come)
        assert set(gone) <= set(own)
        found[len(gone)] += 1
    assert found == {0: 1, 1: 6, 2: 15, 3: 20, 4: 15, 5: 6, 6: 1}


def test_two_hands_that_are_both_there_are_one_choice() -> None:
    model = model_of(piece("a", "#.|#.|##", flip=False), piece("b", ".#|.#|##", flip=False))
    family = turned(model)
    assert sets(family) == {("a", "a"), ("a", "b"), ("b", "b")}
    shapes = [orientations(p.shape, True, False) for p in family.pieces]
    assert len(set(shapes)) == 2


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (model_of(piece("L", "###|#..")), "no piece of m becomes another one when"),
        (
            Model("m", board("a b")._replace(optional=frozenset([0])), (piece("I", "#"),)),
            "m has cells that may stay empty",
        ),
        (
            Model("m", blank(1, 2), (piece("I", "##")._replace(least=0),)),
            "I of m is no flat piece of one side",
        ),
    ],
)
def test_other_puzzles_are_refused(model: Model, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        turned(model)
