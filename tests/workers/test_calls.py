"""Calls of workers that die are repeated by other workers, but not without end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

import pytest
from small_families import InProcessWorkers

from calpuzzle.base.errors import CannotDoError
from calpuzzle.workers import calls
from calpuzzle.workers.calls import TRIES, results

T = TypeVar("T")


class DeathError(Exception):
    """The worker of a call died."""


class DyingWorkers(InProcessWorkers):
    """Workers that die at the first call, and after each of the next `deaths - 1` renewals."""

    lost = (DeathError,)

    def __init__(self, deaths: int) -> None:
        super().__init__(1)
        self.deaths = deaths

    def submit(self, call: Callable[[], T]) -> Future[T]:
        if self.deaths <= 0:
            return super().submit(call)
        made: Future[T] = Future()
        made.set_exception(DeathError())
        return made

    def renew(self) -> None:
        self.deaths -= 1


def test_calls_are_repeated_until_workers_have_died_too_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calls, "LOOK", 0.01)
    numbers = [partial(int, k) for k in range(5)]
    assert sorted(results(DyingWorkers(TRIES), numbers)) == [0, 1, 2, 3, 4]
    with pytest.raises(CannotDoError) as raised:
        list(results(DyingWorkers(TRIES + 1), numbers))
    assert str(raised.value) == (
        f"workers died {TRIES + 1} times in a row; most likely there is too little memory for so "
        "many processes; use a smaller --jobs. If there is a ledger, the next run continues from it"
    )
