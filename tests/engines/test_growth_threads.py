"""Threads that share the growth of one diagram: the same bytes as by one, and as orderly."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import shipped
from building import dominoes
from growing import LARGE_ENOUGH, as_bytes, growth_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import models

from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram import STANDING
from calpuzzle.engines.diagram import growth as module
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import grow
from calpuzzle.engines.diagram.team import Team
from calpuzzle.engines.layout import layout_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

SOME = "month-day-7x7-w"  # 20,000 shapes


def grown(cover: Cover, jobs: int) -> list[bytes]:
    """The diagram that so many threads grow."""
    return as_bytes(grow(cover, Run(jobs, memory=LARGE_ENOUGH)))


def shared(cover: Cover, hands: int, rng: random.Random) -> list[bytes]:
    """The diagram by so many hands, which work in any turn, and share from a layer on that is
    drawn, and only layers of a size that is drawn, and write in turns of a size that is drawn."""
    growth, layout, root = growth_of(cover, hands=hands)
    places = layout.tables.places

    def worked_on() -> None:
        growth.share(rng.choice((0, 1, 5, 50)), rng.choice((0, 1, 20, 1 << 40)))
        number = rng.choice((0, 0, 0, 2**63 - 1))
        left = list(range(hands))
        while left:
            hand = rng.choice(left)
            if not growth.work(hand, number or rng.randint(1, 5), 0):
                left.remove(hand)

    growth.start(root)
    alone = rng.randint(0, 2 * places) if rng.random() < 0.5 else 0
    for place in range(min(alone, places)):
        growth.forward(place, 0, 1 << 40)
    for place in range(max(alone - places, 0)):
        growth.backward(places - place)
    worked_on()
    growth.number()
    alone = rng.randint(0, places) if rng.random() < 0.5 else 0
    for place in range(alone):
        growth.emit(place)
    worked_on()
    return [bytes(part) if part is not None else b"" for part in growth.finish()]


@settings(max_examples=40)
@given(models(most_cells=18), st.sampled_from((1, 2, 3, 8, 16)), st.randoms(use_true_random=False))
def test_hands_in_any_turn_grow_the_same(model: Model, hands: int, rng: random.Random) -> None:
    cover = Lowering(model).cover
    if layout_of(cover).root() is not None:
        assert shared(cover, hands, rng) == grown(cover, 1)


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_any_number_of_threads_grows_the_same(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.lowering(SOME).cover
    expected = grown(cover, 1)
    steps: list[int] = []
    step = Team.step

    def counted(team: Team, *args: Any) -> None:
        steps.append(team.size)
        step(team, *args)

    monkeypatch.setattr(module, "SHARED", 500)
    monkeypatch.setattr(Team, "step", counted)
    assert grown(cover, jobs) == expected
    assert steps == [jobs, jobs]


def test_small_layers_take_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Team, "step", None)
    cover = Lowering(dominoes(4, 5)).cover
    assert grown(cover, 8) == grown(cover, 1)


def test_counts_by_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARED", 500)
    engine = load("diagram")
    expected = diagram_of(shipped.lowering(SOME).cover).counts()
    assert (engine.counts(shipped.fresh(SOME).cover, Run(2)) == expected).all()


def test_threads_tell_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARED", 500)
    monkeypatch.setattr(module, "SHAPES", 100)
    told: list[int] = []
    grow(shipped.lowering(SOME).cover, Run(3, progress=lambda done, of, found: told.append(done)))
    assert told == sorted(told)
    assert len(set(told)) > 20


def test_threads_keep_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARED", 500)
    cover = shipped.lowering(SOME).cover
    expected = grown(cover, 1)
    refused = 0
    for bound in range(1 << 18, 10 << 20, 1 << 19):
        try:
            assert as_bytes(grow(cover, Run(3, memory=bound))) == expected
        except TooLargeError:
            refused += 1
    assert 3 < refused < 19


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_what_comes_while_threads_begin_ends_them(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = ThreadPoolExecutor.submit

    def interrupted(pool: ThreadPoolExecutor, *args: Any) -> None:
        submit(pool, *args)
        raise error

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    until = time.monotonic() + 20
    with pytest.raises(error), Team(3, Run()) as team:
        team.step(lambda _: time.monotonic() < until)
    assert time.monotonic() < until


@pytest.mark.parametrize("error", [KeyboardInterrupt, StoppedError])
def test_what_ends_the_growth_ends_all_threads(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SHARED", 500)
    monkeypatch.setattr(module, "SHAPES", 100)
    cover = shipped.fresh(SOME).cover

    def interrupt(done: int, of: int | None, found: int) -> None:
        assert of is not None
        if done > of // 3:
            raise error

    before = threading.active_count()
    with pytest.raises(error):
        diagram_of(cover, Run(3, progress=interrupt))
    assert threading.active_count() == before
    assert STANDING.of(cover) is None


def test_the_calls_of_hands_come_in_their_order() -> None:
    cover = Lowering(dominoes(2, 3)).cover
    for hands in (0, 17):
        with pytest.raises(ValueError, match="from 1 to 16 hands"):
            growth_of(cover, hands=hands)
    growth, _, root = growth_of(cover, hands=2)
    assert growth.hands == 2

    def refused(why: str, call: Callable[..., object], *args: int) -> None:
        with pytest.raises(ValueError, match=why):
            call(*args)

    refused("order", growth.share, 0)
    growth.start(root)
    refused("order", growth.work, 0, 1)
    growth.share(0)
    refused("order", growth.share, 0)
    refused("order", growth.forward, 0, 0, 1)
    refused("order", growth.work, 0, 0)
    refused("order", growth.work, 0, 1, -1)
    for hand in (-1, 2):
        refused("no such hand", growth.work, hand, 1)
    for _ in range(3):  # the first hand waits for the other
        assert growth.work(0, 1 << 20, 1)
    refused("order", growth.number)
    while growth.work(1, 1 << 20, 0) | growth.work(0, 1 << 20, 0):
        pass
    assert not growth.work(0, 1)
    growth.number()
    growth.share(0)
    refused("order", growth.emit, 0)
