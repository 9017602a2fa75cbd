"""Objects of the API are sent to other processes and back, copied, and shown in notebooks."""

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
    """Return copies of an object: from another process, by `copy`, and by each pickle protocol."""
    remote = pool.apply_async(copy.copy, (thing,)).get(60)
    protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
    return [
        remote,
        copy.copy(thing),
        copy.deepcopy(thing),
        *(pickle.loads(pickle.dumps(thing, number)) for number in protocols),
    ]


# --- other processes


@pytest.mark.parametrize("called", [False, True], ids=["fresh", "asked"])
def test_copies_of_a_puzzle_are_equal_and_give_the_same_counts(pool: Pool, called: bool) -> None:
    for own, date, number in ((small(), "B 3", 4), (puzzle("month-day-7x7"), "Jan 1", 64)):
        if called:
            assert own.solve(date)[0] and own.diagram().total
            assert own.cover.names and cached_of(own.cover).diagram
        for copied in copies(own, pool):
            assert type(copied) is cp.Puzzle
            assert copied == own and hash(copied) == hash(own) and copied.name == own.name
            assert copied != puzzle("soma")
            assert copied.count(date) == number
    soma = puzzle("soma")
    assert pool.apply_async(soma.count).get(60) == 11520


def test_results_from_another_process_equal_local_ones(pool: Pool) -> None:
    own = small()
    for engine in ("auto", "backtrack", "diagram", "reference"):
        remote = pool.apply_async(own.counts, (engine,)).get(60)
        assert (remote == own.counts()).all()
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
def test_copies_of_solutions_list_the_same_solutions(pool: Pool, diagram: bool) -> None:
    own = small()
    if diagram:
        diagram_of(own.cover)
    solutions = own.solve("B 3")
    every = list(solutions)
    assert len(every) == 4
    for copied in copies(solutions, pool):
        assert isinstance(copied, cp.Solutions)
        assert (copied.name, copied.date) == ("small", {"letter": "B", "number": "3"})
        assert list(copied) == every and len(copied) == 4 and copied[-1] == every[-1]
        assert copied.sample(2, seed=5) == solutions.sample(2, seed=5)
    for solution in every:
        assert solution.pieces and str(solution)
        for copied in copies(solution, pool):
            assert copied == solution and hash(copied) == hash(solution)
            assert (copied.options, copied.record()) == (solution.options, solution.record())
            assert (copied.pieces, copied.uncovered) == (solution.pieces, solution.uncovered)
            assert own.count("any", copied) == 1


def test_copies_of_a_cover_have_the_same_digest_and_count(pool: Pool) -> None:
    for own in (cover(), small().cover):
        for copied in copies(own, pool):
            assert type(copied) is cp.Cover
            assert copied.digest() == own.digest() and copied.names == own.names
            assert copied.count() == own.count()


def test_copies_of_a_nonogram_are_equal(pool: Pool) -> None:
    own = nonogram()
    filled = own.solve()[2]
    for copied in copies(own, pool):
        assert type(copied) is cp.Nonogram
        assert copied == own and copied.name == own.name and copied.count() == 6
        assert {copied, own} == {own}
    for copied in copies(filled, pool):
        assert copied == filled and str(copied) == str(filled)


# --- errors


def called(text: str, method: str, *words: Any, **more: Any) -> object:
    """Return the result of a method of a puzzle: a shipped one by name, or one given as text."""
    return getattr(cp.loads(text) if "\n" in text else cp.load(text), method)(*words, **more)


def raise_error(error: Exception) -> object:
    raise error


FAULTY = 'board = "A A"\n[groups]\nx = "A Z"\n[pieces]\nP = "#.#"\n'
MANY = Model("8x10", blank(8, 10), (piece("D", "##", copies=25), piece("M", "#", copies=30)))
NO_EXTRA = ("a plot", "matplotlib", "plot", "calpuzzle table prints the counts")
UNEQUAL_COUNTS = "set 3 (I4 O4): 7 solutions, and 8 by the engine diagram"
FAILING: list[tuple[type[Exception], Callable[[], object]]] = [
    (cp.PuzzleError, partial(called, FAULTY, "count")),
    (cp.DateError, partial(called, "dray", "count", "Feb")),
    (cp.InputError, partial(called, SMALL, "counts", "links")),
    (cp.CannotDoError, partial(called, "soma", "count", engine="backtrack")),
    (TooLargeError, partial(called, "dray", "diagram", memory=1000)),
    (TooManyError, partial(cp.Puzzle(MANY).count, engine="diagram")),
    (ContradictionError, partial(called, UNEQUAL, "hint")),
    (NotProvedError, partial(called, DIAGONALS, "prove", "own")),
    (MissingExtraError, partial(raise_error, MissingExtraError(*NO_EXTRA))),
    (OutOfTimeError, partial(called, "soma", "count", stop=0.0)),
    (DisagreementError, partial(raise_error, DisagreementError(UNEQUAL_COUNTS))),
]


@pytest.mark.parametrize(("kind", "call"), FAILING, ids=[kind.__name__ for kind, _ in FAILING])
def test_errors_from_another_process_equal_local_ones(
    pool: Pool, kind: type[Exception], call: Callable[[], object]
) -> None:
    with pytest.raises(kind) as local:
        call()
    with pytest.raises(kind) as remote:
        pool.apply_async(call).get(60)
    assert isinstance(local.value, cp.InputError) != isinstance(local.value, cp.CannotDoError)
    for copied in (remote.value, *copies(local.value, pool)):
        assert type(copied) is type(local.value) is kind
        assert str(copied) == str(local.value)
        for name in ("faults", "solutions"):
            assert getattr(copied, name, ()) == getattr(local.value, name, ())
    if kind is cp.PuzzleError:
        assert len(getattr(remote.value, "faults", ())) > 1


# --- notebooks


def test_notebooks_show_a_different_picture_for_each_object() -> None:
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


def test_notebooks_show_solutions_as_a_table() -> None:
    frame: Any = small().solve("any").to_frame()  # the stubs of pandas lack _repr_html_
    html = frame._repr_html_()
    assert "<th>letter</th>" in html and "<th>S4</th>" in html
    frame = small().solve("B 3").to_frame()
    assert list(frame.columns) == ["S4", "I4", "I3", "V3"] and len(frame) == 4
    assert frame.I4[2] == [list(cell) for cell in small().solve("B 3")[2].pieces["I4"]]
    frame = cp.loads(NO_GROUPS, name="plain.toml").solve().to_frame()
    assert list(frame.columns) == ["I3#1", "I3#2"]


def test_a_printed_solution_is_parsed_if_pieces_are_named_like_labels() -> None:
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


def test_the_error_of_a_deadline_can_be_pickled_by_tblib() -> None:
    """Dask pickles the errors of its workers with tblib."""
    pickling = pytest.importorskip("tblib.pickling_support", reason="tblib is not installed")
    error = OutOfTimeError("late")
    make, args, *_ = pickling.pickle_exception(error)
    assert type(make(*args)) is OutOfTimeError and str(make(*args)) == "late"
