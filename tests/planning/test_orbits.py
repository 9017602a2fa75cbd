"""Counts by symmetry, against lists of all solutions."""

from __future__ import annotations

import itertools

import pytest
import shipped
from building import blank, dominoes, piece
from hypothesis import strategies as st
from random_puzzles import cut_boxes, fittings, free_fittings, grouped
from sampled import sampled

import calpuzzle as cp
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import RUN, Run, dancing, frontier, load
from calpuzzle.planning import Question, QuestionKind, execution, make_plan
from calpuzzle.planning.orbits import OrbitCount
from calpuzzle.planning.question import SymmetryGroup
from calpuzzle.planning.quotient import quotient_covers
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.symmetry import Symmetry, symmetries, unique
from calpuzzle.results import finding

AXES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
SEARCHED = ("soma", "tetrasticks-4x4", "tetrasticks-4x4-no-crossing")
"""Puzzles for which `auto` builds no diagram."""


def count(question: Question) -> int:
    return execution.count(make_plan(question))


def by_orbits(cover: Cover, group: SymmetryGroup, fixed: Options) -> int:
    return OrbitCount(count, RUN).total(cover, [own.options for own in group], fixed)


def count_classes(cover: Cover, group: SymmetryGroup, fixed: Options) -> int:
    return count(Question(QuestionKind.COUNT, cover, fixed, equal_under=group))


MODELS = fittings() | grouped() | free_fittings() | cut_boxes()


@sampled(40, 150, model=MODELS, mirrors=st.booleans(), data=st.data())
def test_counts_all_and_up_to_symmetry(model: Model, mirrors: bool, data: st.DataObject) -> None:
    lowered = Lowering(model)
    cover = lowered.cover
    solutions = sorted(load("reference").solutions(cover))
    placed: tuple[int, ...] = ()
    some_placed: bool = data.draw(st.booleans())
    if solutions and some_placed:
        own = data.draw(st.sampled_from(solutions))
        placed = tuple(sorted(data.draw(st.sets(st.sampled_from(own), max_size=2)))) if own else ()
        solutions = [solution for solution in solutions if {*placed} <= {*solution}]
    group = tuple(
        symmetry
        for symmetry in symmetries(lowered, mirrors)
        if {symmetry.options[k] for k in placed} == {*placed}
    )
    assert by_orbits(cover, group, placed) == len(solutions)
    listed = [
        *execution.solutions(
            make_plan(Question(QuestionKind.LIST, cover, placed, equal_under=group))
        )
    ]
    assert {tuple(sorted(own + placed)) for own in listed} <= {*solutions}
    assert count_classes(cover, group, placed) == len(listed) == len(list(unique(solutions, group)))


@pytest.mark.parametrize("name", SEARCHED)
def test_shipped_puzzles_have_the_counts_of_dancing(name: str) -> None:
    puzzle = cp.load(name, kind="puzzle")
    assert puzzle.count() == puzzle.count(engine="dancing")
    for apart in (False, True):
        listed = puzzle.solve(engine="dancing", mirrors_apart=apart, unique=True)
        assert puzzle.solve(mirrors_apart=apart, unique=True).count() == listed.count()


def soma(run: Run) -> int:
    puzzle = cp.Puzzle(shipped.model("soma"))
    return puzzle.count(progress=run.progress)


def test_progress_stop_and_optional_pieces_are_supported() -> None:
    reports: list[tuple[int, int]] = []
    run = Run(progress=lambda done, of, found: reports.append((done, found)))
    assert soma(run) == 11520
    assert reports == sorted(reports)
    assert len(reports) > 1 and reports[-1][1] == 11520
    with pytest.raises(StoppedError):
        cp.load("soma").count(stop=0.0)
    puzzle = cp.load("tetrasticks-5x5-no-crossing").without(list("FHJLNP"))
    assert puzzle.count() == puzzle.count(engine="dancing") == 0
    fewer = cp.load("tetrasticks-4x4")
    pieces = tuple(piece._replace(least=0) for piece in fewer.pieces)
    optional = cp.Puzzle(fewer.model._replace(pieces=pieces))
    assert optional.count() == optional.count(engine="dancing") == 728


def test_symmetries_are_computed_only_for_long_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Lowering] = []

    def recorded(lowered: Lowering) -> tuple[Symmetry, ...]:
        searched.append(lowered)
        return symmetries(lowered)

    monkeypatch.setattr(finding, "symmetries", recorded)
    for seconds, number in ((60.0, 0), (-1.0, 1)):
        monkeypatch.setattr(dancing, "QUICK", seconds)
        assert soma(RUN) == 11520
        assert len(searched) == number


def test_merged_pieces_are_counted_by_orbits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dancing, "QUICK", -1.0)
    cells = tuple(itertools.product(range(2), repeat=3))
    corner = (0, 0, 0)
    ends = {"M": (), "D": AXES[:1], "V": AXES[:2], "D again": AXES[:1]}
    pieces = tuple(Piece(name, ((corner, *own),)) for name, own in ends.items())
    puzzle = cp.Puzzle(Model("cube", Board(cells), pieces, interchangeable=False))
    assert puzzle.count() == len(puzzle.solve()[:]) == 192
    # All 24 placements of V are images of one another. Counts up to symmetry merge no pieces.
    assert puzzle.count(placed={"V": puzzle.solve()[0].pieces["V"]}) == 192 / 24
    assert (
        puzzle.solve(unique=True).count() == puzzle.solve(unique=True, engine="reference").count()
    )


@pytest.mark.parametrize(
    ("height", "width", "expected"),
    [(4, 4, 9), (6, 6, 930), (8, 8, 1_629_189), (10, 14, 4_212_041_592_973_431)],
)
def test_dominoes_are_counted_up_to_symmetry(height: int, width: int, expected: int) -> None:
    puzzle = cp.Puzzle(dominoes(height, width))
    assert puzzle.solve(unique=True).count() == expected
    if height <= 6:
        assert puzzle.solve(unique=True, engine="dancing").count() == expected


@pytest.mark.parametrize("area", [12, 24])
def test_copies_of_several_pieces_are_shared_among_orbits(area: int) -> None:
    pieces = tuple(
        piece(name, drawing, copies=area // 6) for name, drawing in (("V", "##|#."), ("I", "###"))
    )
    puzzle = cp.Puzzle(Model("trominoes", blank(4, area // 4), pieces))
    listed = puzzle.solve(unique=True, engine="dancing").count()
    assert puzzle.solve(unique=True).count() == listed > 0


def test_solutions_are_listed_if_copies_can_be_shared_in_too_many_ways() -> None:
    many = tuple(
        piece(name, drawing)._replace(least=0, most=300_000)
        for name, drawing in (("M", "#"), ("D", "##"))
    )
    puzzle = cp.Puzzle(Model("many", blank(2, 3), many))
    listed = puzzle.solve(unique=True, engine="dancing").count()
    assert puzzle.solve(unique=True).count() == listed > 0


def test_pieces_that_exchange_places_are_not_pieces_of_the_quotient() -> None:
    """A turn by 120 degrees permutes three rods of a cube. In the quotient, the three are one
    option, in which the frontier method would find only the first piece."""
    cells = tuple(itertools.product(range(2), repeat=3))
    rods = [Piece(f"R{k}", (((0, 0, 0), end),), False) for k, end in enumerate(AXES)]
    corners = Piece("C", (((0, 0, 0),),), least=2, most=2)
    lowered = Lowering(Model("cube", Board(cells), (*rods, corners)))
    group = symmetries(lowered)
    found = [
        own for each in group[1:] for own in quotient_covers(lowered.cover, each.options, ()) or ()
    ]
    assert found
    for cover, _ in found:
        assert all(sum(k < cover.pieces for k in option) <= 1 for option in cover.options)


def test_a_part_that_the_frontier_method_refuses_is_counted_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = {"V": ("##|#.", 4), "I": ("###", 4), "D": ("##", 12)}
    pieces = tuple(piece(n, cells)._replace(least=0, most=m) for n, (cells, m) in drawn.items())
    cover = Lowering(Model("mixed", blank(3, 4), pieces)).cover
    work = frontier.work_of(cover)
    assert work
    monkeypatch.setattr(frontier, "MAX_BITS", work.task.width)
    puzzle = cp.Puzzle(Model("mixed", blank(3, 4), pieces))
    listed = puzzle.solve(unique=True, engine="dancing").count()
    assert puzzle.solve(unique=True).count() == listed > 0


ONE_SIDED = [piece(name, cells, flip=False) for name, cells in (("L", "###|#.."), ("J", "###|..#"))]


@pytest.mark.parametrize(
    ("size", "optional", "pieces"),
    [
        # Some solutions do not use the piece with the fewest orbits.
        (2, 0, [piece("A", "##")._replace(least=0), piece("B", "#")._replace(least=0, most=4)]),
        (2, 4, [piece("A", "##", copies=2)]),
        (4, 16, ONE_SIDED),  # mirror images of each other
    ],
)
def test_all_solutions_are_counted_if_orbits_do_not_suffice(
    size: int, optional: int, pieces: list[Piece]
) -> None:
    cells = blank(size, size)._replace(optional=frozenset(range(optional)))
    lowered = Lowering(Model("few", cells, tuple(pieces)))
    number = load("reference").count(lowered.cover)
    assert by_orbits(lowered.cover, symmetries(lowered), ()) == number > 0


def test_solutions_without_a_piece_are_none_if_it_alone_covers_an_item() -> None:
    """The symmetry exchanges x and y; only A covers z."""
    options = [(0, 2, 4), (0, 3, 4), (1, 3), (1, 2)]
    cover = Cover.numbered("ABxyz", options, "", [(0, 1)] + 4 * [(1, 1)], pieces=2)
    found = OrbitCount(count, RUN).total(cover, [(0, 1, 2, 3), (1, 0, 3, 2)], ())
    assert found == load("reference").count(cover) == 2


@pytest.mark.parametrize("least", [0, 1])
def test_a_piece_without_an_orbit_is_left_out_or_leaves_no_solution(least: int) -> None:
    """The symmetry exchanges both placements of A, so no solution with A stays unchanged."""
    cover = Cover.numbered("A", [(0, 1), (0, 2)], "xy", [(least, 1)], pieces=1)
    parts = quotient_covers(cover, (1, 0), ())
    assert parts is not None
    assert sum(load("reference").count(*part) for part in parts) == 1 - least


@pytest.mark.parametrize(
    ("optional", "pieces"),
    [
        # The area does not determine the number of copies of B.
        (0, [piece("B", "#", copies=3), piece("A", "#")._replace(least=0)]),
        (4, [piece("B", "#", copies=2), piece("A", "##")]),
        (0, [piece("B", "#", copies=3)]),
    ],
)
def test_quotients_have_the_solutions_that_a_symmetry_leaves_as_they_are(
    optional: int, pieces: list[Piece]
) -> None:
    cells = blank(2, 2)._replace(optional=frozenset(range(optional)))
    lowered = Lowering(Model("small", cells, tuple(pieces), interchangeable=False))
    every = list(load("reference").solutions(lowered.cover))
    for images, _ in symmetries(lowered):
        kept = sum(sorted(images[k] for k in own) == list(own) for own in every)
        parts = quotient_covers(lowered.cover, images, ())
        assert parts is not None
        assert sum(load("reference").count(*part) for part in parts) == kept


def test_a_placed_option_that_excludes_its_image_has_no_solution() -> None:
    pieces = (piece("A", "##")._replace(least=0), piece("B", "#")._replace(least=0, most=4))
    lowered = Lowering(Model("one", blank(2, 2), pieces))
    group = symmetries(lowered)
    turned = next(own for own in group if own.options[0] != 0 and own.options[own.options[0]] == 0)
    placed = (0, turned.options[0])
    assert lowered.cover.options[placed[0]][0] == lowered.cover.options[placed[1]][0]
    assert count_classes(lowered.cover, (group[0], turned), placed) == 0
