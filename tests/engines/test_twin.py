"""Random fitting puzzles: all engines agree with a plain search that shares nothing with them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from calpuzzle.fit import bitboard
from calpuzzle.fit.geometry import Form, Geometry, fitting
from calpuzzle.fit.model import Fitting, Location, fitting_piece
from calpuzzle.fit.solver import Solver


def plain(puzzle):
    """All solutions as sets of (piece, way), by laying piece after piece in every way."""

    def lay(index, covered, laid):
        if index == len(puzzle.pieces):
            if all(k in covered or loc.optional for k, loc in enumerate(puzzle.locations)):
                yield frozenset(laid)
            return
        piece = puzzle.pieces[index]

        def copies(start, used, covered, laid):
            if used >= piece.least:
                yield from lay(index + 1, covered, laid)
            if used < piece.most:
                for k in range(start, len(piece.ways)):
                    way = piece.ways[k]
                    if covered.isdisjoint(way):
                        more = covered | set(way)
                        yield from copies(k + 1, used + 1, more, [*laid, (index, way)])

        yield from copies(0, 0, covered, laid)

    return list(lay(0, set(), []))


@st.composite
def explicit(draw):
    size = draw(st.integers(1, 6))
    way = st.sets(st.integers(0, size - 1), min_size=1, max_size=3).map(lambda s: tuple(sorted(s)))
    pieces = []
    for k in range(draw(st.integers(1, 4))):
        least = draw(st.sampled_from([0, 1, 1, 1, 2]))
        most = max(1, least + draw(st.integers(0, 1)))
        pieces.append(fitting_piece(str(k), draw(st.lists(way, max_size=5)), least, most))
    optional = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return Fitting("random", tuple(Location(optional=o) for o in optional), tuple(pieces))


@st.composite
def cut_frames(draw):
    """A rectangle cut into pieces, so that at least one solution is there; some sides vary."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    cells = [(x, y) for y in range(height) for x in range(width)]
    owner = {}
    number = 0
    for cell in cells:
        if cell in owner:
            continue
        owner[cell] = number
        x, y = cell
        for _ in range(draw(st.integers(0, 3))):
            near = draw(st.sampled_from([(1, 0), (0, 1), (-1, 0)]))
            x, y = x + near[0], y + near[1]
            if (x, y) in owner or not (0 <= x < width and 0 <= y < height):
                break
            owner[x, y] = number
        number += 1
    forms = []
    for k in range(number):
        shape = tuple((cell, 0) for cell in cells if owner[cell] == k)
        sides = (shape,)
        if draw(st.booleans()):
            x, y = max(shape)[0]
            sides = (shape, (*shape, ((x + 1, y), 0)))
        forms.append(Form(str(k), sides, draw(st.integers(1, 3))))
    hole = draw(st.sampled_from([None, *cells]))
    locations = tuple(Location(cell) for cell in cells if cell != hole)
    return fitting("cut", Geometry(2, False, locations, tuple(forms[:6])))


def found(puzzle, engine):
    solver = Solver(puzzle, engine)
    options = solver.lowered.options
    kept = [frozenset(options[k] for k in solution) for solution in solver.options()]
    assert len(kept) == len(set(kept)) == solver.count()
    return set(kept)


@settings(max_examples=200, deadline=None)
@given(explicit())
def test_links_and_reference_agree_with_a_plain_search(puzzle):
    expected = set(plain(puzzle))
    assert found(puzzle, "links") == expected
    assert found(puzzle, "reference") == expected


@settings(max_examples=60, deadline=None)
@given(cut_frames())
def test_backtrack_agrees_where_it_takes_the_puzzle(puzzle):
    # A plain search by pieces would take hours here; the twin of links is checked above.
    expected = found(puzzle, "reference")
    assert found(puzzle, "links") == expected
    if bitboard.refusal(puzzle) is None:
        assert found(puzzle, "backtrack") == expected
