"""Causes of unsolvable dates: contradictory, minimal and smallest according to other engines and to
exhaustive search; and the sentences that explain them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from itertools import combinations

import numpy as np
import pytest
import shipped
import small_boards
from building import board, piece

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.stop import StoppedError
from calpuzzle.draw.marked import MARKED, marked_scene
from calpuzzle.draw.svg import to_svg
from calpuzzle.engines import Run, load
from calpuzzle.formats import toml
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.results.cause import Cause, cause
from calpuzzle.results.cause_words import cause_text
from calpuzzle.results.causes import causes
from calpuzzle.results.relaxed import Demand, Kind, Relaxed

REFERENCE = load("reference")


def unsolved(lowered: Lowering) -> list[Options]:
    """Return the instances for which the reference engine finds no solution."""
    cover = lowered.cover
    every = [cover.instance(number) for number in range(cover.instances)]
    return [placed for placed in every if not REFERENCE.count(cover, placed)]


def boards(seeds: range, cells: int = 16) -> list[tuple[Lowering, Options]]:
    """Return up to two unsolvable instances of each random board with at most `cells` cells."""
    found = []
    for seed in seeds:
        lowered = Lowering(small_boards.puzzle(seed))
        if len(lowered.cells) <= cells and not imbalances(lowered):
            found += [(lowered, placed) for placed in unsolved(lowered)[:2]]
    return found


def met(relaxed: Relaxed, demands: Collection[Demand]) -> bool:
    """Return whether some placements without a common cell meet the demands, by trying them all."""
    rows = relaxed.rows

    def tried(at: int, chosen: list[Options]) -> bool:
        times = Counter(item for row in chosen for item in row)
        bounds = relaxed.lowered.cover.bounds
        if all(
            {
                Kind.COVERED: times[item] == 1,
                Kind.OPEN: times[item] == 0,
                Kind.MOST: times[item] <= bounds[item][1],
                Kind.LEAST: times[item] >= bounds[item][0],
            }[kind]
            for kind, item in demands
        ):
            return True
        covered = {item for row in chosen for item in row[1:]}
        return any(
            tried(k + 1, [*chosen, rows[k]])
            for k in range(at, len(rows))
            if covered.isdisjoint(rows[k][1:])
        )

    return tried(0, [])


@pytest.mark.parametrize("seeds", [120, pytest.param(200, marks=pytest.mark.slow)])
def test_causes_of_random_boards_are_minimal_for_the_reference_engine(seeds: int) -> None:
    found = boards(range(seeds))
    assert len(found) > seeds / 14
    sizes: Counter[int] = Counter()
    for lowered, placed in found:
        own = cause(lowered, placed)
        assert own
        own.check("reference")
        assert own.holds_for(Relaxed(lowered, placed)) and own.fewest <= len(own.demands)
        sizes[len(own.demands)] += 1
    assert len(sizes) > 3, sizes


def test_no_smaller_set_of_demands_is_contradictory() -> None:
    """Search exhaustively with the demands of the cause, and with all sets of one demand fewer."""
    tried = 0
    for lowered, placed in boards(range(150), cells=6):
        relaxed, own = Relaxed(lowered, placed), cause(lowered, placed)
        assert own and own.is_smallest and not met(relaxed, own.demands)
        for demands in combinations(relaxed.demands, len(own.demands) - 1):
            assert met(relaxed, demands)
            tried += 1
    assert tried > 30


def test_dates_have_a_cause_only_if_they_have_no_solution() -> None:
    for seed in range(15):
        lowered = Lowering(small_boards.puzzle(seed))
        for number in range(lowered.cover.instances):
            placed = lowered.cover.instance(number)
            if imbalances(lowered):
                assert not REFERENCE.count(lowered.cover, placed)
                continue
            assert (cause(lowered, placed) is None) == (REFERENCE.count(lowered.cover, placed) > 0)


@pytest.mark.parametrize("seeds", [40, pytest.param(120, marks=pytest.mark.slow)])
def test_causes_hold_for_unsolvable_dates_only_and_explain_all_of_them(seeds: int) -> None:
    grouped = 0
    for seed in range(seeds):
        lowered = Lowering(small_boards.puzzle(seed))
        bad = unsolved(lowered)
        if not bad or not lowered.model.groups or imbalances(lowered):
            continue
        found = causes(lowered)
        assert sum(len(own.dates) for own in found) == len(bad)
        for number in range(lowered.cover.instances):
            placed = lowered.cover.instance(number)
            relaxed = Relaxed(lowered, placed)
            if any(own.cause and own.cause.holds_for(relaxed) for own in found):
                assert placed in bad
        grouped += any(len(own.dates) > 1 for own in found)
    assert grouped


@pytest.mark.parametrize("name", ["weekday-triangles", "tetrasticks-4x4", "dray"])
def test_marked_scene_marks_cells_and_labels(name: str) -> None:
    model = shipped.model(name)
    colour = "#be6d52" if "sticks" in name else MARKED  # sticks are drawn darker
    assert to_svg(marked_scene(model, model.board.cells[:1])).count(colour) == 1
    assert colour not in to_svg(marked_scene(model, ()))
    opened = [*model.board.at.values()][:1]
    assert to_svg(marked_scene(model, (), opened)).count('font-weight="bold"') == len(opened)


def test_causes_beyond_the_search_limit_are_still_minimal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.results.cause.MAX_SEARCHES", 5)
    found = [own for seen in boards(range(60)) if (own := cause(*seen)) and not own.is_smallest]
    assert found
    for own in found:
        own.check("reference")


def test_check_rejects_a_wrong_cause() -> None:
    lowered, placed = boards(range(40))[0]
    own = cause(lowered, placed)
    assert own
    more = frozenset(own.relaxed.demands)
    less = frozenset(own.demands[1:])
    for wrong, words in ((more, "finds no solution without"), (less, "meets all demands")):
        with pytest.raises(CannotDoError, match=words):
            Cause(own.relaxed, wrong, 1).check("reference")
    own = cp.Puzzle(Model("x", ISOLATED, (D,), (Group("g", ("a", "b")),))).cause("b")
    assert own
    for kind, bound in ((Kind.MOST, "at most"), (Kind.LEAST, "at least")):
        words = f"without the demand that the solution has {bound} 1 of the piece D, so a cause is"
        with pytest.raises(CannotDoError, match=words):
            Cause(own.relaxed, frozenset({*own.demands, Demand(kind, 0)}), 1).check("reference")


def test_cause_text_explains_wed_27_jan_of_dray() -> None:
    own = cp.load("dray").cause("Wed 27 Jan")
    assert own and own.is_smallest
    assert cause_text(own).splitlines() == [
        "Tue, Thu and Sat cannot all be covered while 27 and Wed stay open",
        "  this is so even if all other cells may stay empty and there may be any number of each "
        "piece",
        "  Sat can be covered in 4 ways, by J4, N5 and V5, each of which makes Thu or Tue "
        "impossible to cover",
        "  5 demands, none of which can be dropped; no cause has fewer",
    ]
    assert (own.covered, own.open) == (((6, 5), (7, 4), (7, 6)), ((5, 5), (6, 6)))
    assert own.limited == own.needed == ()
    own.check("reference")
    assert own.to_svg().count("#ee8866") == 3


def test_cause_of_hexagons_names_no_colouring() -> None:
    text = "lattice = 'hexagons'\nboard = '''\na b .\n'''\n[groups]\ng = 'a b'\n[pieces]\nI = '# #'"
    own = cp.Puzzle(toml.read(text, "x")).cause("b")
    assert own and cause_text(own).splitlines() == [
        "a and row 1, column 3 cannot both be covered",
        "  this is so even if there may be any number of each piece",
        "  a can be covered in 1 way, by I, which makes row 1, column 3 impossible to cover",
        "  2 demands, none of which can be dropped; no cause has fewer",
    ]


@pytest.mark.slow
def test_every_unsolvable_date_of_dray_has_a_minimal_cause() -> None:
    """Check 19 dates with the SAT solver; twelve of them are every 27th that is a Wednesday."""
    pytest.importorskip("pysat")
    dray = cp.load("dray")
    bad = np.argwhere(dray.counts() == 0)
    assert len(bad) == 19
    pairs = 0
    for place in bad:
        labels = tuple(g.labels[k] for g, k in zip(dray.groups, place, strict=True))
        own = cause(dray.lowered, dray.fixed(labels))
        assert own
        own.check("sat")
        pairs += labels[1:] == ("27", "Wed") and len(own.demands) == 5
        assert len(own.demands) == 5 or len(own.demands) > 30
    assert pairs == 12


TETROMINOES = """
board = '''
. . . . .
. . . . .
. . . . .
. . . . .
'''
[pieces]
I4 = "####"
L4 = '''
###
#..
'''
O4 = '''
##
##
'''
S4 = '''
.##
##.
'''
T4 = '''
###
.#.
'''
"""


def test_a_chessboard_colouring_explains_unsolvable_dates() -> None:
    """The colouring shows that a puzzle, all dates of another one, and one date of a third have no
    solution."""
    rows, header = ". . . . .\n" * 4, "[groups]\nletter = 'A B'\n[pieces]"
    larger = TETROMINOES.replace("[pieces]", header)
    none, some = (
        larger.replace(rows, f"{first} . . . .\n" + ". . . . . . .\n" * 2)
        for first in ("A . B", "A B .")
    )
    with pytest.raises(CannotDoError, match=r"black minus white is .* never adds up to 0"):
        cp.Puzzle(toml.read(TETROMINOES, "five")).cause()
    with pytest.raises(CannotDoError, match="never adds up to"):
        cp.Puzzle(toml.read(none, "none")).causes()
    own = cp.Puzzle(toml.read(some, "some")).cause("A")
    assert own
    own.check("reference")
    assert (
        "  if the board is coloured as a chessboard, the cells to cover include as many of one "
        "colour as of the other, but no choice of placements does"
    ) in cause_text(own)


def test_a_piece_without_placements_is_a_cause_without_a_colouring() -> None:
    """P fits nowhere if A2 stays uncovered. The colours show nothing, because P and M together
    cover as many cells of each colour as must be covered."""
    board = "board = '''\nA1 . .\n. A2 .\n'''\n[groups]\na = 'A1 A2'"
    text = f"{board}\n[pieces]\nP = '''\n##\n##\n'''\nM = '#'"
    own = cp.Puzzle(toml.read(text, "own")).cause("A2")
    assert own and own.needed == ("P",)
    assert "coloured" not in cause_text(own)


D = piece("D", "##")
APART = board("a1 a2 # . . .", "# # # . . .", "b1 b2 # # # #")
ISOLATED = board("a b . .")._replace(optional=frozenset({2, 3}))
BLACK_CORNERS = board("A . . . . B W", *[". . . . . . ."] * 3)


@pytest.mark.parametrize(
    ("model", "date", "lines"),
    [
        (
            Model("x", ISOLATED, (D,), (Group("g", ("a", "b")),)),
            "b",
            [
                "a cannot be covered while b stays open",
                "  this is so even if there may be any number of each piece",
                "  no piece reaches a",
                "  2 demands, none of which can be dropped; no cause has fewer",
            ],
        ),
        (
            Model(
                "x",
                APART._replace(optional=frozenset(range(2, 8))),
                (D, piece("I", "###", copies=2)._replace(least=0)),
            ),
            None,
            [
                "a1 and b1 cannot both be covered",
                "  this is so even if all other cells may stay empty and there may be any number "
                "of I, but not of the other pieces",
                "  b1 can be covered in 1 way, by D",
                "  3 demands, none of which can be dropped; no cause has fewer",
            ],
        ),
        (
            Model(
                "x",
                board("# n # #", "w c e x", "# s # #"),
                (piece("V", "##|#."), D),
                (Group("g", ("e", "x")),),
            ),
            "x",
            [
                "n and s cannot both be covered",
                "  this is so even if all other cells may stay empty and there may be any number "
                "of each piece",
                "  n can be covered in 3 ways, by V and D, each of which makes s impossible to "
                "cover",
                "  if the board is coloured as a chessboard, the cells to cover include 3 more of "
                "one colour than of the other, but any choice of placements includes at most 1 "
                "more",
                "  2 demands, none of which can be dropped; no cause has fewer",
            ],
        ),
    ],
)
def test_cause_texts_of_small_boards(model: Model, date: str | None, lines: list[str]) -> None:
    own = cp.Puzzle(model).cause(date)
    assert own and cause_text(own).splitlines() == lines


def test_cause_of_many_cells_lists_them_last() -> None:
    """Two corners of the same colour are open, so dominoes cannot cover all cells of the other."""
    groups = (Group("g", ("A",)), Group("h", ("B", "W")))
    model = Model("x", BLACK_CORNERS, (piece("D", "##", copies=13),), groups)
    own = cp.Puzzle(model).cause("A W")
    assert own and len(own.covered) == 14
    first, terms, *_ = cause_text(own).splitlines()
    assert first.startswith("14 of the 26 cells to cover cannot all be covered: row 1, column 2; ")
    assert terms == "  this is so even if all other cells may stay empty"


def test_cause_is_none_if_solvable_and_rejects_too_few_pieces() -> None:
    soma = cp.load("soma")
    assert soma.cause() is None
    with pytest.raises(CannotDoError, match="the pieces cover at most 24 cells, but 27 must"):
        soma.without("V").cause()


def test_cause_stops_at_its_deadline() -> None:
    with pytest.raises(StoppedError):
        cp.load("dray").cause("Wed 27 Jan", stop=time.monotonic() - 1)
    dray = cp.load("dray")
    with pytest.raises(StoppedError):
        cause(dray.lowered, dray.fixed("Oct 5 Mon"), Run(stop=time.monotonic() + 0.2))


def test_a_piece_with_fewer_placements_than_required_is_a_cause() -> None:
    red = Piece("A", (((0, 0),),), least=3, most=3, colours=((1,),))
    row = Board(((0, 0), (0, 1), (0, 2)), colours=(1, 1, 2), optional=frozenset({2}))
    own = cp.Puzzle(Model("x", row, (red,))).cause()
    assert own and own.needed == ("A",) and own.is_smallest
    own.check("reference")
