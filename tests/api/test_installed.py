"""The checks of an installation, and what they report if something is wrong or missing."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import pytest
import shipped

from calpuzzle import _core
from calpuzzle.api import installed
from calpuzzle.engines import ENGINES
from calpuzzle.nonogram import solver
from calpuzzle.nonogram.clues import Clues
from calpuzzle.planning import interchangeable
from calpuzzle.results import known
from calpuzzle.results.known_covers import KNOWN_COVERS
from calpuzzle.results.verification import Check


def check(name: str) -> Check:
    """Return the check with this name."""
    return next(each for each in installed.installed() if each.what.split(":")[0] == name)


@pytest.fixture(autouse=True)
def small_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engines count small puzzles, so that their checks are fast."""
    quick = {"backtrack": "domino-2x3", "diagram": "domino-2x3"}
    monkeypatch.setattr(installed, "PUBLISHED", quick)


def test_every_engine_is_checked_against_a_published_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert {*installed.PUBLISHED} == {*ENGINES}
    tables = (shipped.FOLDER / "known.toml").read_text().split("\n\n")
    for name in installed.PUBLISHED.values():
        (entry,) = [table for table in tables if f"\n[{name}]\n" in f"\n{table}"]
        assert "published: total" in entry, name


def test_a_complete_installation_passes_every_check() -> None:
    found = list(installed.installed())
    assert not any(each.wrong for each in found)
    modules = len(list(Path(_core.__path__[0]).glob("[!_]*.pyi")))
    assert found[0].what == f"compiled modules: {modules} loaded" and modules >= 15
    assert found[1].what == f"shipped puzzles: {len(shipped.NAMES)} read"
    assert check("engine diagram").what == "engine diagram: 1 solution of domino-2x3"


def test_exact_cover_checks_detect_a_wrong_reduction(monkeypatch: pytest.MonkeyPatch) -> None:
    def failures() -> list[str]:
        found = [each for each in installed.installed() if each.what.startswith("exact cover")]
        assert len(found) == len(KNOWN_COVERS) == 10
        return [each.what for each in found if each.wrong]

    assert not failures()
    monkeypatch.setattr(interchangeable, "_with_witnesses", lambda _, classes: list(classes))
    assert "exact cover: 0 solutions of 8 rooks" in failures()


def test_a_count_that_differs_from_a_known_one_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed.PUBLISHED, "backtrack", "month-day-7x7")
    figures = known.read()
    altered = figures | {"month-day-7x7": figures["domino-2x3"]}
    monkeypatch.setattr(installed, "read", lambda: altered)
    assert check("engine backtrack").wrong == ("the known number is 1",)
    assert not check("engine diagram").wrong

    solve = solver.solve
    one = Clues((((1, 1),),), (((1, 1),),))
    monkeypatch.setattr(solver, "solve", lambda _: solve(one))
    assert check("nonograms").wrong == ("the known number is 720",)


def test_an_engine_whose_extra_is_missing_is_not_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(installed.PUBLISHED, "sat", "domino-2x3")
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.delitem(sys.modules, "pysat.solvers", raising=False)
    assert check("engine sat") == Check(
        "engine sat: the engine sat needs python-sat, which is not installed: pip install "
        "'calpuzzle[sat]', or ./scripts/setup-env all in a clone",
        is_checked=False,
    )


def test_an_error_during_a_check_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed.PUBLISHED, "backtrack", "no-such")
    assert check("engine backtrack") == Check("engine backtrack", ("KeyError: 'no-such'",))


def test_extras_are_reported_with_versions_or_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = ["numpy>=1", 'platformdirs>=1; extra == "one"', 'no-such>=2; extra == "two"']
    more = ['platformdirs>=1; extra == "two"', 'calpuzzle[one]; extra == "all"']
    monkeypatch.setattr(metadata, "requires", lambda _: bounds + more)
    assert list(installed._extras()) == [
        Check(f"extra one: platformdirs {metadata.version('platformdirs')}"),
        Check("extra two: no-such not installed: pip install 'calpuzzle[two]'", is_checked=False),
    ]

    def none(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", none)
    (only,) = installed._extras()
    assert only.what.startswith("extras: not known") and not only.is_checked
