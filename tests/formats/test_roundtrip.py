"""Round trips of puzzle formats: a written puzzle reads back equal, and has the same count."""

from __future__ import annotations

import foreign
import pytest
from hypothesis import strategies as st
from random_covers import covers
from random_puzzles import bare_models, fittings, grouped, models
from sampled import sampled

from calpuzzle import engines
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.formats import dlx, dpf, faase, geometric
from calpuzzle.formats.reading import Content
from calpuzzle.formats.registry import FORMATS, parse, render
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal

BOTH = [name for name, form in FORMATS.items() if form.reads and form.writes]
PUZZLES = [name for name in BOTH if FORMATS[name].kind != "nonogram"]


def count(thing: Content) -> int:
    cover = Lowering(thing).cover if isinstance(thing, Model) else thing
    assert isinstance(cover, Cover)
    return engines.load("dancing").count(cover)


def model_of(data: bytes, form: str, name: str = "again") -> Model:
    found = parse(data, name, form).content
    assert isinstance(found, Model)
    return found


def placement_counts(model: Model) -> list[int]:
    options = Lowering(model).cover.options
    return [sum(option[0] == k for option in options) for k in range(len(model.pieces))]


def explicit(once: bool = True) -> st.SearchStrategy[Model]:
    """Return a strategy for puzzles given by placements; `once` uses pieces at most once each."""

    def own(model: Model) -> Model:
        pieces = tuple(piece._replace(least=min(piece.least, 1), most=1) for piece in model.pieces)
        model = model._replace(name="again", interchangeable=False)
        return model._replace(pieces=pieces) if once else model

    return bare_models().map(own)


@st.composite
def shaped(
    draw: st.DrawFn,
    dimensions: int | None = None,
    colours: bool = True,
    motions: tuple[tuple[bool, bool], ...] = tuple(geometric.MOTIONS),
    bounds: tuple[tuple[int, int], ...] = ((1, 1),),
) -> Model:
    """Draw a puzzle that the geometric format supports. Its shapes may be disconnected."""
    dimensions = dimensions or draw(st.integers(2, 3))
    coloured = colours and draw(st.booleans())

    def cells(low: int) -> set[Cell]:
        point = st.tuples(*[st.integers(low, 2)] * dimensions)
        return draw(st.sets(point, min_size=1, max_size=5))

    frame = draw(st.permutations(sorted(cells(0))))
    board = Board(tuple(frame), colours=tuple(draw(st.integers(0, 2)) for _ in frame) * coloured)
    pieces = []
    for k in range(draw(st.integers(1, 3))):
        shape = normal(cells(-2))
        marks = tuple(draw(st.sampled_from(board.colours)) for _ in shape) if coloured else ()
        turn, flip = draw(st.sampled_from(motions))
        least, most = draw(st.sampled_from(bounds))
        own = (marks,) if coloured else ()
        pieces.append(Piece(str(k + 1), (shape,), turn, flip, least, most, own))
    return Model("again", board, tuple(pieces), interchangeable=False)


@sampled(20, 75, model=explicit())
def test_dpf_reads_back_pieces_that_are_used_once(model: Model) -> None:
    pieces = tuple(piece._replace(least=1) for piece in model.pieces)
    model = model._replace(pieces=pieces, board=model.board._replace(optional=frozenset()))
    assert model_of(dpf.write(model).encode(), "dpf") == model


def test_a_piece_of_dpf_without_a_name_gets_an_unused_number() -> None:
    text = "4 4\n1 // piece 3\n1 0\n1 // piece A\n1 1\n1\n1 2\n1 // piece 3\n1 3\n"
    model = model_of(text.encode(), "dpf")
    assert [piece.name for piece in model.pieces] == ["3", "A", "3'", "4"]


@sampled(20, 75, model=shaped())
def test_geometric_reads_back_and_formats_are_recognised_by_content(model: Model) -> None:
    assert model_of(geometric.write(model).encode(), "geometric") == model
    for form in ("dpf", "geometric", "dlx"):
        parsed = parse(render(model, form).data, "again").content
        assert count(parsed) == count(model)
        assert isinstance(parsed, Cover) == (form == "dlx")
        assert form != "geometric" or parsed == model


def solutions(cover: Cover) -> list[Options]:
    return list(engines.load("dancing").solutions(cover))


@sampled(20, 75, cover=covers() | explicit(once=False).map(lambda own: Lowering(own).cover))
def test_dlx_reads_back_any_cover(cover: Cover) -> None:
    if not cover.items:
        with pytest.raises(InputError, match="at least one item"):
            dlx.write(cover)
        return
    again = dlx.read(dlx.write(cover), "again.dlx")
    assert (again.options, again.bounds) == (cover.options, cover.bounds)
    assert (again.colours, again.palette) == (cover.colours, cover.palette)


def test_dlx_examples_of_knuth_have_the_expected_solutions() -> None:
    # The example of dlx2.w, with its only solution.
    text = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n"
    cover = dlx.read(text, "x.dlx")
    assert solutions(cover) == [(1, 3)]
    assert [cover.names[k] for k in (1, 3)] == ["A C X:1 Y:1", "B X:1"]
    assert dlx.write(cover).partition("\n")[2] == text
    cover = Cover("ab", ["ax", "bx"], "x", colours=[{"x": "dark red"}, {"x": "pink"}])
    assert dlx.write(cover).endswith("\na x:a\nb x:b\n")
    many = [{"x": number} for number in range(100)]
    with pytest.raises(InputError, match="colours at most, and the problem has 100"):
        dlx.write(Cover("a", ["ax"] * 100, "x", colours=many))
    # dlx3.w requires a primary item in every option; an item with bounds 0:1 is primary.
    assert sorted(solutions(dlx.read("0:1|a | b\na b\nb\n", "x.dlx"))) == [(), (0,)]
    assert solutions(dlx.read("c | a b\na b\nb\nc\n", "x.dlx")) == [(2,)]


@sampled(
    20,
    50,
    options=st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=3), min_size=1, max_size=8),
)
def test_faase_reads_back_any_cover(options: list[set[int]]) -> None:
    cover = Cover(range(1 + max(map(max, options))), options)
    again = faase.read(foreign.faase(cover), "again.ec")
    assert (again.options, again.bounds) == (cover.options, cover.bounds)


ANY = st.one_of(
    models(),
    fittings(),
    grouped(),
    bare_models(),
    explicit(),
    shaped(),
    shaped(2, colours=False, motions=((False, False),)),  # as in a doodle file
    shaped(motions=((True, True),), bounds=((1, 1), (2, 2), (0, 2))),  # as in a BurrTools file
)


@sampled(60, 150, model=ANY)
def test_every_format_that_accepts_a_puzzle_preserves_its_count(model: Model) -> None:
    expected = count(model)
    for form in PUZZLES:
        try:
            written = render(model, form)
        except (InputError, CannotDoError):
            continue
        assert written == render(model, form) and not written.lost
        again = parse(written.data, "again", form).content
        assert count(again) == expected, form
        if isinstance(again, Model):
            twice = render(again, form).data
            assert render(parse(twice, "again", form).content, form).data == twice, form
        if model.name == "again" and form in ("doodle", "xmpuzzle"):
            assert isinstance(again, Model) and placement_counts(again) == placement_counts(model)


def test_geometric_coordinates_become_rows_columns_and_layers() -> None:
    flat = model_of(b"2 0  2  0 0  1 0  1  2 1  5 7  6 7", "geometric", "a/flat.geo")
    assert (flat.name, flat.board.cells) == ("flat", ((0, 0), (0, 1)))
    assert flat.pieces == (Piece("1", (((0, 0), (0, 1)),), False, False),)
    solid = model_of(b"3 0  2  0 0 0  0 0 1  1  2 3  0 0 0  0 0 1", "geometric")
    assert solid.board.cells == ((0, 0, 0), (1, 0, 0))
    line = model_of(b"1 0  2  4  5  1  2 2  0  1", "geometric")
    assert line.board.cells == ((0, 4), (0, 5))
    assert line.pieces == (Piece("1", (((0, 0), (0, 1)),), True, False),)
    below = model_of(b"2 0  2  -3 4  -2 4  1  1 3  0 0", "geometric")
    assert below.board.cells == ((4, 0), (4, 1))
    model = model_of(b"2 1  2  0 0 7  0 1 8  1  2 1  0 1 8  0 0 7", "geometric")
    assert model.board.colours == (7, 8)
    assert model.pieces[0].colours == ((7, 8),)
    assert count(model) == 1
