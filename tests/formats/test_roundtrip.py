"""Formats of fitting puzzles: what is written reads back the same, and counts the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from calpuzzle.exact import Cover
from calpuzzle.fit.geometry import Form, Geometry, fitting
from calpuzzle.fit.lower import lower
from calpuzzle.fit.model import Fitting, Location, fitting_piece
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import dlx, doodle, dpf, faase, geometric, xmpuzzle
from calpuzzle.formats.registry import parse, render


@st.composite
def explicit(draw, bounded=False):
    size = draw(st.integers(1, 6))
    way = st.sets(st.integers(0, size - 1), min_size=1, max_size=3).map(lambda s: tuple(sorted(s)))
    pieces = []
    for k in range(draw(st.integers(0, 4))):
        least, most = draw(st.sampled_from([(1, 1), (1, 1), (0, 1)]))
        if bounded:
            least, most = draw(st.sampled_from([(1, 1), (0, 1), (2, 2), (0, 3), (1, 2)]))
        ways = draw(st.lists(way, max_size=5))
        pieces.append(fitting_piece(f"p{k}", ways, least, most))
    optional = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return Fitting("random", tuple(Location(optional=o) for o in optional), tuple(pieces))


@st.composite
def shapes(draw, dimensions, colours=0):
    points = st.tuples(*[st.integers(-2, 2)] * dimensions)
    cells = draw(st.sets(points, min_size=1, max_size=5))
    return tuple((point, draw(st.integers(0, colours))) for point in sorted(cells))


@st.composite
def geometries(draw, dimensions=None, colours=True, motions=(1, 2, 3), counts=False):
    dimensions = dimensions or draw(st.integers(1, 3))
    colours = colours and draw(st.booleans())
    frame = draw(shapes(dimensions, 2 * colours))
    known = sorted({colour for _, colour in frame})
    forms = []
    for k in range(draw(st.integers(1, 3))):
        shape = draw(shapes(dimensions))
        shape = tuple((point, draw(st.sampled_from(known))) for point, _ in shape)
        least, most = draw(st.sampled_from([(1, 1), (2, 2), (0, 2)])) if counts else (1, 1)
        forms.append(Form(str(k + 1), (shape,), draw(st.sampled_from(motions)), least, most))
    locations = tuple(Location(point, colour) for point, colour in frame)
    return fitting("random", Geometry(dimensions, bool(colours), locations, tuple(forms)))


def count(puzzle):
    return Solver(puzzle, "links").count()


@settings(max_examples=150, deadline=None)
@given(explicit())
def test_dpf_counts_the_same_when_read_back(puzzle):
    again = dpf.read(dpf.write(puzzle), "again.dpf")
    assert count(again) == count(puzzle)
    assert dpf.write(dpf.read(dpf.write(again), "again.dpf")) == dpf.write(again)


@settings(max_examples=100, deadline=None)
@given(explicit())
def test_dpf_of_exact_pieces_reads_back_the_same(puzzle):
    pieces = tuple(piece._replace(least=1) for piece in puzzle.pieces)
    locations = tuple(location._replace(optional=False) for location in puzzle.locations)
    puzzle = puzzle._replace(pieces=pieces, locations=locations)
    again = dpf.read(dpf.write(puzzle), "again.dpf")
    assert (again.locations, again.pieces) == (puzzle.locations, puzzle.pieces)


@settings(max_examples=150, deadline=None)
@given(geometries())
def test_geometric_reads_back_the_same(puzzle):
    again = geometric.read(geometric.write(puzzle), "again.geo")
    assert again._replace(name="random") == puzzle
    # geometric -> DPF -> exact cover
    through = dpf.read(dpf.write(again), "again.dpf")
    assert lower(through).cover.options == lower(puzzle).cover.options


@settings(max_examples=100, deadline=None)
@given(geometries(2, colours=False, motions=(1,)))
def test_doodle_reads_back_what_counts_the_same(puzzle):
    again = doodle.read(doodle.write(puzzle), "again.txt")
    assert [len(piece.ways) for piece in again.pieces] == [len(p.ways) for p in puzzle.pieces]
    assert count(again) == count(puzzle)
    assert doodle.write(again) == doodle.write(puzzle)


@settings(max_examples=60, deadline=None)
@given(geometries(3, colours=False, motions=(3,), counts=True))
def test_burrtools_reads_back_what_counts_the_same(puzzle):
    written = xmpuzzle.write(puzzle)
    assert written == xmpuzzle.write(puzzle)
    again = xmpuzzle.read(written, "again.xmpuzzle")
    assert count(again) == count(puzzle)
    assert [len(piece.ways) for piece in again.pieces] == [len(p.ways) for p in puzzle.pieces]


@settings(max_examples=150, deadline=None)
@given(explicit(bounded=True))
def test_dlx_reads_back_the_same(puzzle):
    cover = lower(puzzle).cover
    again = dlx.read(dlx.write(cover), "again.dlx")
    assert (again.options, again.bounds) == (cover.options, cover.bounds)
    assert list(again.solve()) == list(cover.solve())


def test_at_most_once_in_dlx_is_primary_or_secondary():
    # dlx3.w: every option must hold a primary item, which one of the bounds 0:1 is.
    assert list(dlx.read("0:1|a | b\na b\nb\n", "x.dlx").solve()) == [(0,), ()]
    assert list(dlx.read("c | a b\na b\nb\nc\n", "x.dlx").solve()) == [(2,)]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=3), min_size=1, max_size=8))
def test_faase_reads_back_the_same(options):
    cover = Cover(range(1 + max(map(max, options))), options)
    again = faase.read(faase.write(cover), "again.ec")
    assert (again.options, again.bounds) == (cover.options, cover.bounds)


@settings(max_examples=60, deadline=None)
@given(geometries())
def test_formats_are_told_apart_by_content(puzzle):
    for name in ("dpf", "geometric"):
        again = parse(render(puzzle, name), "file", None)
        assert [piece.ways for piece in again.pieces] == [piece.ways for piece in puzzle.pieces]


def test_the_examples_of_dpf():
    sticks = dpf.read(
        "5 3 // locations, pieces\n2 1 3 2 0 2\n3 1 4 2 0 3 2 1 2\n3 2 0 4 2 1 3 3 0 1 2", "s"
    )
    assert count(sticks) == 3
    # Three different dominoes on 2x3 places of the numbers 0 1 2 / 2 1 0.
    dominoes = geometric.read(
        "2 1  6  0 0 0  1 0 1  2 0 2  0 1 2  1 1 1  2 1 0  3"
        "  2 2 0 0 0 1 0 2   2 2 0 0 1 1 0 1   2 2 0 0 0 1 0 2",
        "d",
    )
    assert count(dominoes) == 2
