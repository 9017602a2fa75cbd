"""What a caller holds goes to other processes and comes back, and shows itself in a notebook."""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from operator import getitem
from typing import Any

import pytest
from building import blank, piece
from commands import DIAGONALS, DRAWN, NO_GROUPS, OPTIONS, SMALL, UNEQUAL

import calpuzzle as cp
from calpuzzle.base.errors import MissingExtraError, TooLargeError, TooManyError
from calpuzzle.base.stop import OutOfTimeError
from calpuzzle.design.judging.verify import DisagreementError
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.proof import NotProvedError
from calpuzzle.puzzle.model import Model
from calpuzzle.results.cover_solutions import CoverSearch

loads: Any = cp.loads
puzzle: Any = cp.load
small: Callable[[], cp.Puzzle] = partial(loads, SMALL, name="small.toml")
nonogram: Callable[[], cp.Nonogram] = partial(loads, DIAGONALS, name="three.non")
cover: Callable[[], cp.Cover] = partial(loads, OPTIONS, name="x.dlx")


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with get_context("spawn").Pool(1) as made:
        yield made


def copies(thing: Any, pool: Pool) -> list[Any]:
    """The thing as it comes back, by every way."""
    there = pool.apply_async(copy.copy, (thing,)).get(60)
    protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
    return [
        there,
        copy.copy(thing),
        copy.deepcopy(thing),
        *(pickle.loads(pickle.dumps(thing, number)) for number in protocols),
    ]


# --- other processes


@pytest.mark.parametrize("asked", [False, True], ids=["fresh", "asked"])
def test_puzzles(pool: Pool, asked: bool) -> None:
    for own, date, number in ((small(), "B 3", 4), (puzzle("month-day-7x7"), "Jan 1", 64)):
        if asked:
            assert own.solve(date)[0] and own.diagram().total
            assert own.cover.names and cached_of(own.cover).diagram
        for again in copies(own, pool):
            assert type(again) is cp.Puzzle
            assert again == own and hash(again) == hash(own) and again.name == own.name
            assert again != puzzle("soma")
            assert again.count(date) == number
    soma = puzzle("soma")
    assert pool.apply_async(soma.count).get(60) == 11520


def test_what_is_asked_there_is_as_here(pool: Pool) -> None:
    own = small()
    for engine in ("auto", "backtrack", "diagram", "reference"):
        there = pool.apply_async(own.counts, (engine,)).get(60)
        assert (there == own.counts()).all()
    every: list[cp.Solutions[Any]] = [
        own.solve("B 3"),
        own.solve("any", engine="dancing"),
        puzzle("pentominoes-3x20").solve(unique=True),
        nonogram().solve("#?? ??? ???"),
    ]
    for solutions in every:
        assert pool.apply_async(getitem, (solutions, 0)).get(60) == solutions[0]
        assert pool.apply_async(list, (solutions,)).get(60) == list(solutions)
    found: Any = pool.apply_async(getitem, (cp.Solutions("x", CoverSearch(cover())), 0)).get(60)
    assert found.record() == ["a d", "b c"]


@pytest.mark.parametrize("diagram", [False, True], ids=["searched", "diagram"])
def test_solutions(pool: Pool, diagram: bool) -> None:
    own = small()
    if diagram:
        diagram_of(own.cover)
    solutions = own.solve("B 3")
    every = list(solutions)
    assert len(every) == 4
    for again in copies(solutions, pool):
        assert isinstance(again, cp.Solutions)
        assert (again.name, again.date) == ("small", {"letter": "B", "number": "3"})
        assert list(again) == every and len(again) == 4 and again[-1] == every[-1]
        assert again.sample(2, seed=5) == solutions.sample(2, seed=5)
    for solution in every:
        assert solution.pieces and str(solution)
        for again in copies(solution, pool):
            assert again == solution and hash(again) == hash(solution)
            assert (again.options, again.record()) == (solution.options, solution.record())
            assert (again.pieces, again.uncovered) == (solution.pieces, solution.uncovered)
            assert own.count("any", again) == 1


def test_covers(pool: Pool) -> None:
    for own in (cover(), small().cover):
        for again in copies(own, pool):
            assert type(again) is cp.Cover
            assert again.digest() == own.digest() and again.names == own.names
            assert again.count() == own.count()


def test_nonograms(pool: Pool) -> None:
    own = nonogram()
    filled = own.solve()[2]
    for again in copies(own, pool):
        assert type(again) is cp.Nonogram
        assert again == own and again.name == own.name and again.count() == 6
    for again in copies(filled, pool):
        assert again == filled and str(again) == str(filled)


# --- errors


def asked(text: str, method: str, *words: Any, **more: Any) -> object:
    """What a method of the puzzle of that name, or of that text, answers."""
    return getattr(cp.loads(text) if "\n" in text else cp.load(text), method)(*words, **more)


def raised(error: Exception) -> object:
    raise error


FAULTY = 'board = "A A"\n[groups]\nx = "A Z"\n[pieces]\nP = "#.#"\n'
MANY = Model("8x10", blank(8, 10), (piece("D", "##", copies=25), piece("M", "#", copies=30)))
NO_EXTRA = ("a plot", "matplotlib", "plot", "calpuzzle table prints the counts")
UNEQUAL_COUNTS = "set 3 (I4 O4): 7 solutions, and 8 by the engine diagram"
ASKS: list[tuple[type[Exception], Callable[[], object]]] = [
    (cp.PuzzleError, partial(asked, FAULTY, "count")),
    (cp.DateError, partial(asked, "dray", "count", "Feb")),
    (cp.InputError, partial(asked, SMALL, "counts", "links")),
    (cp.CannotDoError, partial(asked, "soma", "count", engine="backtrack")),
    (TooLargeError, partial(asked, "dray", "diagram", memory=1000)),
    (TooManyError, partial(cp.Puzzle(MANY).count, engine="diagram")),
    (ContradictionError, partial(asked, UNEQUAL, "hint")),
    (NotProvedError, partial(asked, DIAGONALS, "prove", "own")),
    (MissingExtraError, partial(raised, MissingExtraError(*NO_EXTRA))),
    (OutOfTimeError, partial(asked, "soma", "count", stop=0.0)),
    (DisagreementError, partial(raised, DisagreementError(UNEQUAL_COUNTS))),
]


@pytest.mark.parametrize(("kind", "ask"), ASKS, ids=[kind.__name__ for kind, _ in ASKS])
def test_errors_are_the_same_there(
    pool: Pool, kind: type[Exception], ask: Callable[[], object]
) -> None:
    with pytest.raises(kind) as here:
        ask()
    with pytest.raises(kind) as there:
        pool.apply_async(ask).get(60)
    assert isinstance(here.value, cp.InputError) != isinstance(here.value, cp.CannotDoError)
    for again in (there.value, *copies(here.value, pool)):
        assert type(again) is type(here.value) is kind
        assert str(again) == str(here.value)
        for what in ("faults", "solutions"):
            assert getattr(again, what, ()) == getattr(here.value, what, ())
    if kind is cp.PuzzleError:
        assert len(getattr(there.value, "faults", ())) > 1


# --- notebooks


def test_pictures_in_a_notebook() -> None:
    drawn = cp.loads(DRAWN, name="two.txt")
    puzzles: list[Any] = [small(), puzzle("soma"), puzzle("sticks"), drawn, nonogram()]
    things = [small().solve("B 3")[0], small().solve("any")[0], *puzzles]
    things += (each.solve()[0] for each in puzzles[1:])
    things.append(cp.Solutions("x", CoverSearch(cover()))[0])
    pictures = [thing._repr_svg_() for thing in things]
    for picture in pictures:
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert len({*pictures}) == len(pictures)
    texts = {element.text for element in ElementTree.fromstring(pictures[0]).iter()}
    assert {"B", "3"} <= texts


def test_tables_in_a_notebook() -> None:
    frame: Any = small().solve("any").to_frame()  # its types know no such method
    html = frame._repr_html_()
    assert "<th>letter</th>" in html and "<th>S4</th>" in html
    frame = small().solve("B 3").to_frame()
    assert list(frame.columns) == ["S4", "I4", "I3", "V3"] and len(frame) == 4
    assert frame.I4[2] == [list(cell) for cell in small().solve("B 3")[2].pieces["I4"]]
    frame = cp.loads(NO_GROUPS, name="plain.toml").solve().to_frame()
    assert list(frame.columns) == ["I3#1", "I3#2"]


def test_a_printed_solution_is_read_back_though_pieces_are_called_like_labels() -> None:
    labels = [str(k) for k in range(1, 10)]
    puzzle = cp.loads(
        f"board = '''\n1 2 3\n4 5 6\n7 8 9\n'''\n[groups]\nday = '{' '.join(labels)}'\n"
        "[pieces]\n1 = '###'\n2 = '###'\n3 = '##'\n",
        "puzzle",
    )
    found = [(label, solution) for label in labels for solution in puzzle.solve(label)]
    assert found
    for label, solution in found:
        assert list(puzzle.solve(label, str(solution))) == [solution]


def test_a_worker_of_dask_returns_the_error_of_a_deadline() -> None:
    pickling = pytest.importorskip("tblib.pickling_support", reason="tblib is not installed")
    error = OutOfTimeError("late")
    make, args, *_ = pickling.pickle_exception(error)
    assert type(make(*args)) is OutOfTimeError and str(make(*args)) == "late"
