"""The contract of engines: what every one of them answers, with labels and pieces laid or not."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import numpy as np
import pytest
import shipped
from any_engine import load
from building import CHOSEN, dominoes, matchings
from conftest import EXTRAS
from random_covers import by_definition

from calpuzzle import engines
from calpuzzle.api.cover import Cover
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import ENGINES, RUN, Engine, Run
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering

FLAT_ONLY = ["backtrack", "diagram", "halves"]


class StoppedError(Exception):
    """Stands for Ctrl-C."""


def needs(name: str) -> None:
    """Skip the test where the extra of the engine is not installed."""
    # find_spec, not import: two of them cannot be imported into one process.
    if name in EXTRAS and importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")


# --- Covers stated by hand, with bounds, secondary items and axes


def test_options_of_secondary_items_alone_are_in_no_solution(engine: str) -> None:
    cover = Cover("a", ["ab", "b", "a"], "b")
    if load(engine).refusal(cover):
        return
    assert sorted(load(engine).solutions(cover)) == [(0,), (2,)]
    for laid in [(1,), (2, 1), (1, 2)]:
        assert load(engine).count(cover, laid) == 0
        assert list(load(engine).solutions(cover, laid)) == []


@pytest.mark.filterwarnings("ignore:.*one by one")
def test_an_option_on_two_axes_is_one_option(engine: str) -> None:
    cover = Cover("ab", ["ab", "a", "b"], axes="ab")
    if load(engine).refusal(cover):
        return
    assert cover.instance(0) == (0,)
    assert load(engine).counts(cover).tolist() == [[1, 0], [0, 1]]


def test_nothing_to_cover(engine: str) -> None:
    cover = Cover("", [])
    if load(engine).refusal(cover):
        return
    assert list(load(engine).solutions(cover)) == [()]
    assert load(engine).count(cover) == 1
    assert load(engine).counts(cover).tolist() == 1


@pytest.mark.parametrize("name", FLAT_ONLY)
def test_bitboards_take_no_cover_without_a_board(name: str) -> None:
    cover = Cover("ab", ["ab", "a", "b"])
    assert load(name).refusal(cover) == "the puzzle is no flat board"
    for ask in (load(name).count, load(name).counts):
        with pytest.raises(CannotDoError, match="no flat board"):
            ask(cover)
    with pytest.raises(CannotDoError, match="no flat board"):
        list(load(name).solutions(cover))


@pytest.mark.parametrize("name", sorted({*ENGINES} - {*FLAT_ONLY}))
def test_the_others_refuse_nothing(name: str) -> None:
    for cover in (Cover("ab", ["ab", "a", "b"]), shipped.lowering("soma").cover):
        assert load(name).refusal(cover) is None


# --- flat puzzles, by every engine


@pytest.mark.parametrize("name", CHOSEN)
def test_puzzles_whose_counts_are_known_by_hand(name: str, engine: str) -> None:
    model, expected = CHOSEN[name]
    cover = Lowering(model).cover
    assert load(engine).refusal(cover) is None
    if engine == "highs" and name not in ("a domino that may not turn", "pieces that are too few"):
        return  # it starts a process for each question
    found = load(engine).counts(cover)
    assert found.dtype == np.int64
    assert found.shape == model.shape
    assert found.ravel().tolist() == expected
    assert load(engine).count(cover) == sum(expected)
    for number in range(cover.instances):
        laid = cover.instance(number)
        solutions = list(load(engine).solutions(cover, laid))
        assert len(set(solutions)) == len(solutions) == expected[number]
        assert load(engine).count(cover, laid) == expected[number]
        for solution in solutions:
            assert list(solution) == sorted(set(solution))
            assert not set(solution) & set(laid)
            # Everything laid leaves nothing to add.
            assert list(load(engine).solutions(cover, (*solution, *laid))) == [()]
            assert load(engine).count(cover, (*solution, *laid)) == 1


def test_what_clashes_has_no_solution(engine: str) -> None:
    cover = Lowering(CHOSEN["labels side by side"][0]).cover
    labels = cover.axes
    domino = next(k for k, option in enumerate(cover.options) if option[0] == 0)
    covered = [k for axis in labels for k in axis if cover.options[k][1] in cover.options[domino]]
    clashing: list[Options] = [
        (domino, domino),
        (labels[0][0], labels[0][0]),
        (labels[0][0], labels[0][1]),
        (domino, covered[0]),
        (covered[0], domino),
        (*cover.instance(0), domino, domino),
    ]
    for laid in clashing:
        assert load(engine).count(cover, laid) == 0, laid
        assert list(load(engine).solutions(cover, laid)) == [], laid


def test_laid_options_come_in_any_order(engine: str) -> None:
    cover = Lowering(CHOSEN["labels side by side"][0]).cover
    every = set(load(engine).solutions(cover))
    first = min(every)
    for laid in (first[:2], first[1::-1], first, first[::-1]):
        assert load(engine).count(cover, laid) >= 1
        for more in load(engine).solutions(cover, laid):
            assert set(more).isdisjoint(laid)
            assert tuple(sorted((*more, *laid))) in every


# --- the run


def test_progress_is_told(engine: str) -> None:
    told: list[tuple[int, int | None, int]] = []
    cover = Lowering(CHOSEN["labels side by side"][0]).cover
    run = Run(progress=lambda *about: told.append(about))
    expected = CHOSEN["labels side by side"][1]
    assert load(engine).counts(cover, run).ravel().tolist() == expected
    assert told
    assert told[-1][0] == told[-1][1]
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)


@pytest.mark.parametrize("name", ["auto", "dancing", "reference", "sat", "cpsat", "highs"])
def test_what_progress_raises_ends_the_work(name: str) -> None:
    needs(name)
    told = []

    def stop(done: int, of: int | None, found: int) -> None:
        told.append((done, of, found))
        if len(told) == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        load(name).count(matchings(16, 16), (), Run(progress=stop))
    assert len(told) == 2
    told.clear()
    with pytest.raises(StoppedError):
        for _ in load(name).solutions(matchings(9, 9), (), Run(progress=stop)):
            pass
    assert all(of is None for _, of, _ in told)


@pytest.mark.parametrize("name", ["auto", "diagram", "backtrack"])
def test_what_progress_raises_ends_a_sweep(name: str) -> None:
    def stop(done: int, of: int | None, found: int) -> None:
        raise StoppedError

    cover = shipped.fresh("month-day-7x7").cover
    with pytest.raises(StoppedError):
        load(name).counts(cover, Run(progress=stop))
    # Nothing half made is kept.
    assert load(name).count(cover, cover.instance(5)) > 0
    assert load(name).counts(cover).sum() == 25_061


@pytest.mark.parametrize("name", ["auto", "backtrack", "dancing", "diagram", "sat", "highs"])
def test_solutions_are_lazy(name: str) -> None:
    needs(name)
    puzzle = dominoes(8, 8)  # 12,988,816 solutions
    found = load(name).solutions(Lowering(puzzle).cover)
    assert isinstance(found, Iterator)
    assert len({next(found) for _ in range(3)}) == 3


# --- the table


def test_unknown_engine() -> None:
    with pytest.raises(InputError, match=r"no engine backtrak \(did you mean backtrack\?\)"):
        load("backtrak")
    with pytest.raises(InputError, match="did you mean dancing"):
        Cover("a", ["a"]).count("dancin")


def test_every_engine_of_the_table_is_one() -> None:
    for name, entry in ENGINES.items():
        assert isinstance(load(name), Engine)
        assert load(name) is load(name)
        assert entry.help and entry.help.isprintable()
    assert engines.DEFAULT not in ENGINES
    assert [name for name in ENGINES if load(name).ordered] == [
        "diagram", "halves", "backtrack", "reference", "cpsat"
    ]  # fmt: skip
    assert Run() == RUN


def test_the_verbs_of_a_cover(engine: str) -> None:
    cover = Cover("abc", ["ab", "c", "a", "bc"], names=["x", "y", "z", "w"])
    if load(engine).refusal(cover):
        return
    assert cover.count(engine) == 2
    assert sorted(cover.solve(engine)) == [(0, 1), (2, 3)] == sorted(by_definition(cover))
    assert cover.first(engine) in {(0, 1), (2, 3)}
    assert Cover("a", []).first(engine) is None
