"""The contract of engines: counts known by hand, progress, and the table of engines.
tests/core/test_every_question.py compares their answers on small covers of all kinds."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import numpy as np
import pytest
import shipped
from any_engine import load
from building import CHOSEN, dominoes, matchings
from conftest import EXTRAS

from calpuzzle import engines
from calpuzzle.api.cover_handle import Cover
from calpuzzle.base.errors import InputError
from calpuzzle.engines import ENGINES, RUN, Engine, Run
from calpuzzle.puzzle.lowering import Lowering


class StoppedError(Exception):
    """Raised by a progress callback, as KeyboardInterrupt would be."""


def skip_without_extra(name: str) -> None:
    """Skip the test if the extra of the engine is not installed."""
    # find_spec instead of an import, because two of them cannot be imported into one process.
    if name in EXTRAS and importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")


# --- flat puzzles, by every engine


@pytest.mark.parametrize("name", CHOSEN)
def test_engines_match_counts_known_by_hand(name: str, engine: str) -> None:
    model, expected = CHOSEN[name]
    cover = Lowering(model).cover
    assert load(engine).unsupported_reason(cover) is None
    if engine == "highs" and name not in ("a domino that may not turn", "pieces that are too few"):
        return  # highs starts a process for each count
    found = load(engine).counts(cover)
    assert found.dtype == np.int64
    assert found.shape == model.shape
    assert found.ravel().tolist() == expected
    assert load(engine).count(cover) == sum(expected)


def test_counts_are_the_same_without_a_table_of_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calpuzzle.engines.layout.MAX_SUMS", 0)
    for name in ("backtrack", "diagram"):
        for model, expected in CHOSEN.values():
            assert load(name).counts(Lowering(model).cover).ravel().tolist() == expected


# --- the run


def test_progress_is_reported_up_to_the_total(engine: str) -> None:
    reports: list[tuple[int, int | None, int]] = []
    cover = Lowering(CHOSEN["labels side by side"][0]).cover
    run = Run(progress=lambda *about: reports.append(about))
    expected = CHOSEN["labels side by side"][1]
    assert load(engine).counts(cover, run).ravel().tolist() == expected
    assert reports
    assert reports[-1][0] == reports[-1][1]
    assert [done for done, _, _ in reports] == sorted(done for done, _, _ in reports)


@pytest.mark.parametrize("name", ["auto", "dancing", "reference", "sat", "cpsat", "highs"])
def test_exception_from_progress_ends_counting_and_listing(name: str) -> None:
    skip_without_extra(name)
    reports = []

    def stop(done: int, of: int | None, found: int) -> None:
        reports.append((done, of, found))
        if len(reports) == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        load(name).count(matchings(16, 16), (), Run(progress=stop))
    assert len(reports) == 2
    reports.clear()
    with pytest.raises(StoppedError):
        for _ in load(name).solutions(matchings(9, 9), (), Run(progress=stop)):
            pass
    assert all(of is None for _, of, _ in reports)


@pytest.mark.parametrize("name", ["auto", "diagram", "backtrack"])
def test_exception_from_progress_leaves_no_partial_counts(name: str) -> None:
    def stop(done: int, of: int | None, found: int) -> None:
        raise StoppedError

    cover = shipped.fresh("month-day-7x7").cover
    with pytest.raises(StoppedError):
        load(name).counts(cover, Run(progress=stop))
    # No partial result is cached.
    assert load(name).count(cover, cover.instance(5)) > 0
    assert load(name).counts(cover).sum() == 25_061


@pytest.mark.parametrize("name", ["auto", "backtrack", "dancing", "diagram", "sat", "highs"])
def test_solutions_are_computed_lazily(name: str) -> None:
    skip_without_extra(name)
    puzzle = dominoes(8, 8)  # 12,988,816 solutions
    found = load(name).solutions(Lowering(puzzle).cover)
    assert isinstance(found, Iterator)
    assert len({next(found) for _ in range(3)}) == 3


# --- the table


def test_unknown_engine_is_rejected_with_a_suggestion() -> None:
    with pytest.raises(InputError, match=r"no engine backtrak \(did you mean backtrack\?\)"):
        load("backtrak")
    with pytest.raises(InputError, match="did you mean dancing"):
        Cover("a", ["a"]).count("dancin")


def test_table_entries_are_engines_that_load_once() -> None:
    for name, entry in ENGINES.items():
        assert isinstance(load(name), Engine)
        assert load(name) is load(name)
        assert entry.help and entry.help.isprintable()
    assert engines.DEFAULT not in ENGINES
    assert [name for name in ENGINES if load(name).ordered] == [
        "diagram", "halves", "backtrack", "reference", "cpsat"
    ]  # fmt: skip
    assert Run() == RUN
