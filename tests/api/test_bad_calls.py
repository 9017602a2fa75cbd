"""Invalid arguments raise an InputError whose message is one sentence; diagrams raise TypeError."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from commands import DIAGONALS, SMALL

import calpuzzle as cp
from calpuzzle.base.given import whole_number

NO_PUZZLE = "puzzle must be a Puzzle, such as load('dray'), not "
NO_GRID = "placed must be rows of colour numbers or a drawing, not "

# Annotated as Any, so that a type checker accepts invalid arguments.
API: Any = cp
PUZZLE: Any = cp.loads(SMALL, name="small.toml")
NONOGRAM: Any = cp.loads(DIAGONALS, name="three.non")
SOMA: Any = cp.load("soma")


def clues(**changed: Any) -> Any:
    """Return the clues of a single black cell, with some attributes replaced."""
    return cp.Clues((((1, 1),),), (((1, 1),),))._replace(**changed)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: API.table("dray"), NO_PUZZLE + "'dray'"),
        (lambda: API.table(5), NO_PUZZLE + "5"),
        (lambda: API.table(NONOGRAM), NO_PUZZLE + "<Nonogram three: 3 by 3>"),
        (lambda: API.table((10**5000,)), NO_PUZZLE + "a value of type tuple"),
        (lambda: API.heatmap("dray"), NO_PUZZLE + "'dray'"),
        (lambda: API.loads(None), "text must be a str, or the bytes of a file, not None"),
        (lambda: API.loads("x", name=3), "name must be a str, not 3"),
        (lambda: API.loads("x", form=3), "form must be the name of a format, not 3"),
        (lambda: API.load("soma", []), "form must be the name of a format, not a list"),
        (lambda: API.load(5), "a puzzle is a shipped name or a file's path, not 5"),
        (lambda: API.load("x.non", kind="nonogram"), "there is no file x.non"),
        (lambda: API.load("no/such/small.toml"), "there is no file no/such/small.toml"),
        (lambda: API.loads("\0", kind="cover"), "is not text"),
        (lambda: API.loads("\ud800"), "is not text: it has the surrogate"),
        (lambda: SOMA.solve().estimate(seconds=10**400), "seconds is too large"),
        (lambda: SOMA.solve().sample(-(10**5000)), "number must be 0 or more"),
        (lambda: API.Puzzle(5), "model must be a Model; load reads one"),
        (lambda: API.Nonogram(5), "clues must be Clues, which load reads"),
        (lambda: API.Nonogram(API.Clues([[1]], [[1]])), "has the block 1, which is not (length, "),
        (
            lambda: API.Nonogram(clues(rows=((("a", 1),),))),
            "row 1 has the block ('a', 1), which",
        ),
        (lambda: API.Nonogram(clues(rows=(((1.5, 1),),))), "row 1 has the block (1.5, 1), which"),
        (lambda: API.Nonogram(clues(columns=(((1, 1.0),),))), "column 1 has the block (1, 1.0), w"),
        (lambda: API.Nonogram(clues(rows=(3,))), "rows contains 3, which is not the blocks of a l"),
        (lambda: API.Nonogram(clues(columns=3)), "columns must be a sequence, not 3"),
        (
            lambda: API.Nonogram(clues(rows=((),) * 1001)),
            "a nonogram has 1 to 1000 rows, not 1001",
        ),
        (lambda: API.Nonogram(clues(columns=())), "a nonogram has 1 to 1000 columns, not 0"),
        (
            lambda: API.Nonogram(clues(palette=("a", "b"))),
            "palette contains 'a', which is not a",
        ),
        (lambda: API.Nonogram(clues(notes=3)), "notes must be a sequence, not 3"),
        (lambda: API.Nonogram(clues(goal=0)), "goal must be a sequence, not 0"),
        (
            lambda: API.Nonogram(clues(goal=((0.5,),))),
            "the goal grid has a cell of an unknown colour",
        ),
        (
            lambda: API.Nonogram(clues(given=(("a",),))),
            "the given grid has a cell of an unknown colour",
        ),
        (lambda: PUZZLE.counts(jobs="a"), "jobs must be a whole number, not 'a'"),
        (lambda: PUZZLE.counts(jobs=1.5), "jobs must be a whole number, not 1.5"),
        (lambda: PUZZLE.counts(memory="a"), "memory must be a whole number, not 'a'"),
        (lambda: PUZZLE.diagram(memory=0), "memory must be 1 or more, not 0"),
        (
            lambda: PUZZLE.count("A 1", stop="x"),
            "stop must be an event, such as threading.Event, or",
        ),
        (lambda: PUZZLE.counts(stop="x"), "a time of time.monotonic(), not 'x'"),
        (lambda: NONOGRAM.count(stop="x"), "stop must be an event"),
        (lambda: PUZZLE.count("A 1", stop=float("nan")), "a time of time.monotonic(), not nan"),
        (lambda: API.compare("dray"), "puzzles must be an iterable of Puzzle, not 'dray'"),
        (lambda: API.Cover("a", ["a"]).count(stop=[]), "stop must be an event"),
        (lambda: API.Cover("a", ["a"], names=[]), "there is 1 option, but 0 names"),
        (lambda: API.Cover("a", ["a"], multiplicity={"a": -1}), "cannot be covered -1 times"),
        (lambda: API.Cover("a", [None]), "the items of option 0 must be an iterable of hashable"),
        (lambda: API.Cover("a", 5), "options must be an iterable of collections of items, not 5"),
        (lambda: API.Cover(None, ["a"]), "the primary items must be an iterable of hashable"),
        (lambda: API.Cover([[]], ["a"]), "the primary items must be hashable values, not a list"),
        (lambda: API.Cover("a", [[[]]]), "the items of option 0 must be hashable values, not a"),
        (lambda: API.Cover("a", ["a"], 5), "the secondary items must be an iterable of hashable"),
        (lambda: API.Cover("a", ["a"], names=5), "the names must be an iterable of hashable"),
        (lambda: API.Cover("a", ["a"], multiplicity=[1]), "multiplicity must map items to bounds"),
        (lambda: API.Cover("a", ["a"], axes=5), "the axes must be an iterable of hashable val"),
        (lambda: API.Cover("a", ["ax"], "x", colours=5), "colours must be a sequence with a"),
        (lambda: API.Cover("a", ["a", "a"], colours=[{}]), "there are 2 options, but 1 set of col"),
        (lambda: API.Cover("a", ["ax"], "x", colours=[5]), "colours of option 0 must map items"),
        (lambda: API.Cover("a", ["ax"], "x", colours=[{"x": []}]), "the colours of option 0 must"),
        (lambda: API.Cover.of_matrix([[1]], 5), "the secondary columns must be an iterable"),
        (lambda: API.Cover.of_matrix([[1]], ["a"]), "the number of a column must be a whole"),
        (lambda: PUZZLE.count(np.datetime64("2022-01")), "2022-01 is a whole month, but a date"),
        (lambda: PUZZLE.count(np.datetime64("2022")), "2022 is a whole year, but a date needs a"),
        (lambda: PUZZLE.count(np.datetime64("2022-01-06", "W")), "is a whole week, but a date"),
        (lambda: PUZZLE.counts(engine=5), "engine must be a name, not 5; there are auto, "),
        (lambda: PUZZLE.counts(engine=[]), "engine must be a name, not a list"),
        (lambda: PUZZLE.solve("any").sample(-1), "number must be 0 or more"),
        (lambda: PUZZLE.solve("any").sample("a"), "number must be a whole number"),
        (lambda: PUZZLE.solve("any").sample(1, seed=[]), "seed must be a whole number, not a list"),
        (lambda: PUZZLE.solve("any").nth("a"), "number must be a whole number"),
        (lambda: PUZZLE.without(5), "the pieces to leave out must be a list of names, not 5"),
        (lambda: PUZZLE.without([5]), "small has no piece 5; there are S4 I4 I3 V3"),
        (lambda: PUZZLE.count("A 1", b"S4"), "placed must be a text, a mapping of pieces"),
        (lambda: PUZZLE.count(b"A 1"), "a date must be a text, a date, labels or a mapping"),
        (
            lambda: PUZZLE.count({}),
            "small needs a date; write one label of each group, such as 'A 1'",
        ),
        (lambda: SOMA.count(b"x"), "a date must be a text, a date, labels or a mapping"),
        (lambda: PUZZLE.certify("A 1", 3), "path must be the name of a file, not 3"),
        (lambda: API.cut(cp.load("dray"), "svg", language=3), "a language must be a code such as"),
        (lambda: NONOGRAM.hint(5), NO_GRID + "5"),
        (lambda: NONOGRAM.count(b"x"), NO_GRID + "b'x'"),
        (lambda: NONOGRAM.count([5]), NO_GRID + "a list"),
        (
            lambda: NONOGRAM.count("Sat"),
            "the grid has 1 row, but the puzzle has 3; separate the rows",
        ),
        (lambda: NONOGRAM.fits(5), "grid must be rows of colour numbers"),
        (lambda: NONOGRAM.unique("a"), "seconds must be a number, not 'a'"),
        (lambda: NONOGRAM.rate([]), "seconds must be a number, not a list"),
    ],
)
def test_invalid_arguments_raise_one_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(cp.InputError) as error:
        call()
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_numpy_integers_are_accepted_as_whole_numbers() -> None:
    assert whole_number(np.int64(3), "x", 1) == 3
    solutions = PUZZLE.solve("any")
    assert solutions.sample(np.int64(2), np.int64(7)) == solutions.sample(2, 7)
    assert PUZZLE.counts(jobs=np.int32(1)).shape == (4, 4)


def test_a_missing_date_is_quoted_in_the_error() -> None:
    pd = pytest.importorskip("pandas")
    for missing in (np.datetime64("NaT"), pd.NaT):
        with pytest.raises(cp.DateError, match=r"a mapping of them, not .*NaT"):
            cp.load("dray").count(missing)


def test_memory_bounds_and_indices_may_exceed_64_bits() -> None:
    dray = cp.load("dray")
    for engine in ("halves", "frontier", "diagram"):
        assert dray.count("Sat Jan 1", engine=engine, memory=2**63) == 54
    solutions = dray.solve("Sat Jan 1")
    for number in (2**63 - 1, 2**63, 10**30, -(2**63) - 1):
        with pytest.raises(IndexError):
            solutions[number]


def test_a_diagram_rejects_options_and_indices_that_are_not_integers() -> None:
    remaining = cp.load("dray").diagram().remaining([])
    wrong: Any
    for wrong in (1.5, "x", None):
        with pytest.raises(TypeError):
            cp.load("dray").diagram().remaining([wrong])
        with pytest.raises(TypeError):
            remaining.nth(wrong)
    assert cp.Cover(["a"], [["a"]]).sizes == []


class Odd:
    """A type that no argument accepts."""


VALID: dict[str, Any] = {
    "clues": NONOGRAM.clues,
    "date": "A 1",
    "form": "dlx",
    "grid": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "matrix": [[1]],
    "model": PUZZLE.model,
    "name": "x",
    "names": "S4",
    "number": 1,
    "options": ["a"],
    "path": "x.cert",
    "primary": "a",
    "puzzle": PUZZLE,
    "puzzles": [PUZZLE],
    "rows": ["."],
    "text": SMALL,
}
HANDLES: list[Any] = [PUZZLE, NONOGRAM, cp.Cover("a", ["a"]), PUZZLE.solve("A 1")]
UNCHECKED = ("bool", "lattice", "data", "total", "shown")
"""Types and names of parameters that accept any value, or only values made by calpuzzle."""


def wrong_calls() -> Iterator[Any]:
    """Yield each public callable, one parameter, and the names of its other required parameters."""
    calls = [
        (f"{type(own).__name__}.{name}", getattr(own, name))
        for own in HANDLES
        for name in dir(own)
        if name[0] != "_" and inspect.isfunction(inspect.getattr_static(type(own), name, None))
    ]
    calls += [(name, getattr(API, name)) for name in ("load", "loads", "table", "compare", "board")]
    calls += [(name, getattr(API, name)) for name in ("heatmap", "Puzzle", "Nonogram", "Cover")]
    for called, call in calls:
        module = getattr(call, "__module__", "")
        if module.startswith("calpuzzle.puzzle.cover"):
            continue  # inherited from the internal Cover
        own = inspect.signature(call).parameters
        for name, parameter in own.items():
            if name in UNCHECKED or parameter.annotation in UNCHECKED or name == "client":
                continue
            needed = [key for key in own if own[key].default is parameter.empty and key != name]
            yield pytest.param(call, name, needed, id=f"{called}({name})")


@pytest.mark.parametrize(("call", "name", "needed"), [*wrong_calls()])
def test_an_argument_of_a_wrong_type_is_named_in_the_error(
    call: Callable[..., Any], name: str, needed: list[str]
) -> None:
    given = {key: VALID[key] for key in needed if key in VALID}
    if "date" in inspect.signature(call).parameters and name != "date":
        given["date"] = "A 1"
    starred = inspect.signature(call).parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
    with pytest.raises(cp.InputError, match=rf"\b{name}\b"):
        result = call(Odd()) if starred else call(**given, **{name: Odd()})
        next(result)  # a generator raises when it is started
