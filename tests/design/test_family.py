"""Families of sets of pieces: numbers of sets, names, exchanged pieces, refusals, and the shipped
puzzles that belong to a family."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from building import blank, board, piece
from shipped import model as shipped_model
from small_families import pieces_named, tetrominoes_and_pentominoes

from calpuzzle.base.errors import InputError
from calpuzzle.design.families.boards import Boards, frame
from calpuzzle.design.families.exchange import Difference, difference, exchanged, turned
from calpuzzle.design.families.family import Family, PieceChoice, choice, family
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.families.unit import Candidates
from calpuzzle.design.judging import atlas
from calpuzzle.design.judging.atlas import Atlas
from calpuzzle.design.judging.shipped_rows import marks
from calpuzzle.draw.scatter import NamedPoint, scatter
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import polyominoes


def test_families_have_the_expected_sets() -> None:
    assert len(tetrominoes_and_pentominoes()) == 7920
    assert len(tetrominoes_and_pentominoes(one_sided=True)) == 1_113_840
    sets = family(Model("4x5", blank(4, 5), ()), [choice("5:tetrominoes")], repeat=True)
    # 5 of the 5 tetrominoes, with repetition
    assert len(sets) == 126
    assert sets.name_of(sets.number_of(["I4"] * 5)) == "I4 I4 I4 I4 I4"
    board = Model("2x4", blank(2, 4), ())
    own = (piece("D", "##", copies=2), piece("I", "####"), piece("M", "#", copies=9))
    sets = family(board, [PieceChoice(4, "own", own)])
    assert [sets.name_of(k) for k in range(len(sets))] == ["M M D I"]
    sets = family(board, [PieceChoice(6, "own", own)])
    assert [sets.name_of(k) for k in range(len(sets))] == ["M M M M D D"]
    assert len(family(board, [PieceChoice(6, "own", own)], used=["D", "D"])) == 1
    with pytest.raises(InputError, match="D is to be used 3 times; design judge --repeat"):
        family(board, [PieceChoice(6, "own", own)], used=["D"] * 3)


@pytest.mark.parametrize(("name", "one_sided"), [("dray", True), ("weekday-8x7", False)])
def test_set_numbers_of_shipped_puzzles_round_trip(name: str, one_sided: bool) -> None:
    sets = tetrominoes_and_pentominoes(one_sided=one_sided)
    model = shipped_model(name)
    number = sets.number_of_model(model)
    assert sets.number_of(sets.name_of(number).split()) == number
    assert sets.number_of_model(sets.model(model, number)) == number


@pytest.mark.parametrize(
    ("texts", "used", "unused", "message"),
    [
        (["0:tetrominoes"], [], [], "write it like"),
        (["3:tetrominoes", "6:pentominoes"], [], [], "cover 42 cells, and dray leaves 47"),
        (["3:tetrominoes", "7:pentominoes"], ["I4", "I4"], [], "--repeat"),
        (["3:tetrominoes", "7:pentominoes"], ["I4", "O4", "T4", "S4"], [], "4 pieces"),
        (["3:tetrominoes", "3:tetrominoes"], [], [], "two choices"),
        (["3:tetrominoes", "7:pentominoes"], [], ["I4", "O4", "T4"], "more are chosen"),
        (["3:tetrominoes", "7:pentominoes"], ["I4"], ["I4"], "I4 cannot be both used and left out"),
        (["3:tetromino"], [], [], r"no family tetromino \(did you mean tetrominoes\?\); there are"),
        (
            ["3:tetrominoes", "7:tetrahexes"],
            [],
            [],
            "are of hexagons, and the board dray is of squares",
        ),
    ],
)
def test_contradictory_choices_are_refused(
    texts: list[str], used: list[str], unused: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        family(shipped_model("dray"), [choice(text) for text in texts], used, unused)


def test_unknown_sets_and_unsuitable_pieces_are_refused() -> None:
    sets = tetrominoes_and_pentominoes()
    for names, message in (("I4 Q9", "no piece Q9"), ("I4 I4", "I4 I4 is not a set of the family")):
        with pytest.raises(InputError, match=message):
            sets.number_of(names.split())
    with pytest.raises(InputError, match="there is no set 7920: there are 7,920"):
        sets.pieces_of(len(sets))
    ball = piece("B", "#")._replace(sides=(((0, 0, 0),),))
    with pytest.raises(InputError, match="own: B is not a flat piece with one side"):
        choice("1:own", (ball,))
    assert not choice("1:own", (piece("D", "##"),), one_sided=True).pieces[0].flip
    equal = PieceChoice(2, "own", (piece("I", "####"), piece("bar", "#|#|#|#")))
    words = "I and bar are the same piece; leave one out, and write count = 2 for the other"
    with pytest.raises(InputError, match=words):
        family(Model("2x4", blank(2, 4), ()), [equal])
    loose = Model("x", board(". .")._replace(optional=frozenset({0})), ())
    with pytest.raises(InputError, match="x has cells that may stay empty"):
        family(loose, [])
    many = choice("24:hexominoes", one_sided=True)
    words = (
        "there are 458,538,089,303,496,313,800 sets, but at most 1,099,511,627,776 are supported"
    )
    with pytest.raises(InputError, match=words):
        family(Model("12x12", blank(12, 12), ()), [many], repeat=True)


def model_of(*pieces: Piece) -> Model:
    return Model("m", board("a b", "c d"), pieces)


def sets_of(family: Family) -> set[tuple[str, ...]]:
    found = {tuple(sorted(p.name for p in family.pieces_of(k))) for k in range(len(family))}
    assert len(found) == len(family)
    return found


def piece_named(name: str, one_sided: bool = False) -> Piece:
    return pieces_named(one_sided)[name]


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_exchanged_replaces_at_most_the_given_number_of_pieces(most: int, one_sided: bool) -> None:
    own = ["L3", "I4", "O4", "X5"]
    model = model_of(*[piece_named(name, one_sided) for name in own])
    pools = [[p.name for p in polyominoes(size, one_sided)] for size in (3, 4, 5)]
    expected = set()
    size = {name: int(name[1]) for pool in pools for name in pool}
    every = [name for pool in pools for name in pool]
    for chosen in combinations(every, 4):
        if len({*own} & {*chosen}) >= 4 - most and sum(size[name] for name in chosen) == 16:
            expected.add(tuple(sorted(chosen)))
    assert sets_of(exchanged(model, most)) == expected


def test_exchanged_pieces_may_have_other_sizes_if_the_total_is_equal() -> None:
    model = model_of(piece_named("I3"), piece_named("I5"), piece_named("I4"), piece_named("O4"))
    family = exchanged(model, 2)
    assert ("I3", "I5", "L4", "S4") in sets_of(family)
    assert ("I3", "I4", "I5", "O4") in sets_of(family)
    number = family.number_of(["L3", "L5", "I4", "O4"])
    assert difference(model, family, number) == Difference(("I3", "I5"), ("L3", "L5"))
    assert ("I4", "L4", "O4", "S4") in sets_of(family)  # replaces a tromino and a pentomino


def test_equal_pieces_are_merged_and_new_pieces_get_other_names() -> None:
    own = (piece("L4", "####", copies=2), piece("bar", "####"), piece("O4", "##|##"))
    family = exchanged(model_of(*own), 1)
    assert {p.name for p in family.pieces} == {"L4", "O4", "L4-2", "S4", "T4"}
    assert ("L4", "L4", "L4", "O4") in sets_of(family)
    assert ("L4", "L4", "L4-2", "O4") in sets_of(family)
    assert len(family) == 1 + 2 * 3


def atlas_of(path: Path, candidates: Candidates, board: Model) -> Atlas:
    """Write and return an atlas in which the total of a row is its number."""
    tally = Tally.empty(len(candidates))
    tally.unsolved[:] = np.arange(len(candidates)) % 7
    tally.total[:] = np.arange(len(candidates))
    with path.open("wb") as stream:
        atlas.write(stream, path.suffix[1:], board, candidates, [tally])
    return Atlas(str(path))


@pytest.mark.long
def test_marks_are_the_shipped_puzzles_of_the_board_and_family(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    board = shipped_model("month-day-7x7")
    choices = [choice("7:pentominoes"), choice("1:hexominoes")]
    sets = family(board, choices, ["L5", "N5", "P5", "U5", "V5", "Y5"])
    found = atlas_of(tmp_path / "sets.parquet", sets, board)
    known = {}
    for name in ("month-day-7x7", "month-day-7x7-t", "month-day-7x7-w"):
        number = sets.number_of_model(shipped_model(name))
        known[name] = NamedPoint(name, number % 7, number)
    own = marks(found, found.frame())
    assert {mark.name: mark for mark in own} == known
    few = found.frame(["unsolved=0"])
    assert marks(found, few) == [mark for mark in own if mark.unsolved == 0]


@pytest.mark.long
def test_the_mark_among_boards_is_the_shipped_puzzle_with_all_pieces(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    own = frame("8x7", shipped_model("dray").pieces)
    found = atlas_of(tmp_path / "boards.parquet", Boards(own), own)
    assert marks(found, found.frame()) == [NamedPoint("dray", 468 % 7, 468)]


@pytest.mark.long
def test_scatter_is_reproducible_and_draws_every_format() -> None:
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    unsolved, total = np.arange(6000) % 100, np.arange(6000)
    own = [NamedPoint("a $name$", 3, 103)]
    picture = scatter(unsolved, total, own, "all", "svg")
    assert picture == scatter(unsolved, total, own, "all", "svg")
    assert picture != scatter(unsolved, total, [], "all", "svg")
    for ending, start in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert scatter(unsolved, total, own, "all", ending).startswith(start)


def test_exchanged_includes_mirror_images_if_pieces_are_one_sided() -> None:
    one_sided = exchanged(model_of(piece_named("L4", one_sided=True)), 1)
    assert sets_of(one_sided) == {("L4",), ("J4",), ("I4",), ("O4",), ("S4",), ("T4",), ("Z4",)}
    free = exchanged(model_of(piece_named("L4")), 1)
    assert sets_of(free) == {("L4",), ("I4",), ("O4",), ("S4",), ("T4",)}
    assert not any(
        p.flip for p in exchanged(model_of(piece_named("L4")), 1, one_sided=True).pieces[1:]
    )


def test_turned_keeps_pieces_that_equal_their_mirror_image() -> None:
    own = (piece("hook", "###|#..", flip=False), piece("I", "####"), piece("D", "##", copies=2))
    assert sets_of(turned(model_of(*own))) == {("D", "D", "I", "hook"), ("D", "D", "I", "hookm")}


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (
            model_of(piece("L", "###|#..")),
            "turning over pieces of m has no effect",
        ),
        (
            Model("m", board("a b")._replace(optional=frozenset([0])), (piece("I", "#"),)),
            "m has cells that may stay empty",
        ),
        (
            Model("m", blank(1, 2), (piece("I", "##")._replace(least=0),)),
            "I of m is not a flat piece with one side",
        ),
    ],
)
def test_turned_refuses_unsuitable_puzzles(model: Model, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        turned(model)
