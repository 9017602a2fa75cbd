"""Puzzles go to other processes and come back, also when much is kept for them already."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
import shipped
from numpy.typing import NDArray

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import cached_of
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.layout import layout_of
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import parse, written

NAMES = ["month-day-7x7", "soma", "tetrasticks-4x4-no-crossing", "sticks"]


def used(lowered: Lowering) -> Lowering:
    """The lowering, with all that can be kept for it."""
    assert lowered.option_number and lowered.cover.names
    assert lowered.cover.choosable and lowered.cover.instance_of is not None
    assert lowered.label_of is not None
    if load("diagram").refusal(lowered.cover) is None:
        diagram_of(lowered.cover)
        layout_of(lowered.cover)
    return lowered


def same(one: Lowering, other: Lowering) -> bool:
    """Whether two lowerings are the same in all that they say."""
    return (
        one.model == other.model
        and one.classes == other.classes
        and one.cells == other.cells
        and one.number == other.number
        and one.label_of == other.label_of
        and one.cover.digest() == other.cover.digest()
        and one.cover.items == other.cover.items
        and one.cover.names == other.cover.names
        and one.cover.plane == other.cover.plane
        and one.cover.pieces == other.cover.pieces
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_lowering_is_the_same_when_it_comes_back(name: str) -> None:
    fresh = pickle.dumps(shipped.fresh(name))
    lowered = used(shipped.fresh(name))
    data = pickle.dumps(lowered)
    # What engines keep stays here: some names and numbers at most are sent besides.
    assert len(data) < 6 * len(fresh)
    for again in (pickle.loads(data), copy.deepcopy(lowered), pickle.loads(fresh)):
        assert same(again, lowered)
        assert cached_of(again.cover).diagram is None
        for option in (0, len(lowered.cover.options) // 2, len(lowered.cover.options) - 1):
            if lowered.class_of(option) >= 0:
                assert parse(again, written(lowered, option)) == (option,)
    if load("diagram").refusal(lowered.cover) is None:
        assert cached_of(lowered.cover).diagram is not None


# --- other processes


def counted(cover: Cover, engine: str, laid: Options) -> int:
    return load(engine).count(cover, laid)


def tabled(cover: Cover, engine: str) -> NDArray[np.int64]:
    return load(engine).counts(cover, Run(jobs=2))


def listed(lowered: Lowering, engine: str, laid: Options) -> list[Options]:
    return list(load(engine).solutions(lowered.cover, laid))


def lowered_there(model: Model) -> Lowering:
    return used(Lowering(model))


def refused(cover: Cover) -> int:
    return load("backtrack").count(cover)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Another process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as found:
        yield found


@pytest.mark.long
def test_other_processes_answer_alike(pool: ProcessPoolExecutor) -> None:
    own = shipped.lowering("month-day-7x7")
    date = own.cover.instance(100)
    expected = list(load("backtrack").solutions(own.cover, date))
    # The diagram may stand here and not there.
    diagram_of(own.cover)
    for engine in ("auto", "backtrack", "diagram", "dancing"):
        assert pool.submit(counted, own.cover, engine, date).result() == len(expected)
        found = pool.submit(listed, own, engine, date).result()
        assert sorted(found) == expected
    there = pool.submit(tabled, own.cover, "backtrack").result()
    assert (there == load("diagram").counts(own.cover)).all()
    model = shipped.model("soma")
    assert same(pool.submit(lowered_there, model).result(), shipped.lowering("soma"))


def test_what_is_raised_there_is_raised_here(pool: ProcessPoolExecutor) -> None:
    with pytest.raises(CannotDoError, match="no flat board; the engine dancing has no such"):
        pool.submit(refused, shipped.lowering("soma").cover).result()
    with pytest.raises(InputError, match="no engine lniks"):
        pool.submit(counted, Cover("a", ["a"]), "lniks", ()).result()
    with pytest.raises(InputError, match=r"stated twice \(and 2 more faults\)") as caught:
        pool.submit(Cover, "aa", ["x", ""]).result()
    assert len(caught.value.faults) == 3
