"""The command `selftest`, with the known counts of the package and with falsified ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import FILES, Run
from shipped import KNOWN_TEXT

from calpuzzle.formats import shipped
from calpuzzle.results import known, verification


@pytest.fixture
def write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that replaces the known counts; only puzzles in the folder are checked."""

    def call(text: str) -> None:
        path = folder / "known.toml"
        path.write_text(text)
        for name in FILES:
            if not name.endswith(".toml"):
                (folder / name).unlink()
        monkeypatch.setattr(shipped, "FOLDER", str(folder))
        monkeypatch.setattr(verification, "read", lambda: known.read(str(path)))
        monkeypatch.setattr("calpuzzle.cli.selftest.installed", lambda: iter(()))

    return call


def test_selftest_passes_on_this_installation(run: Run) -> None:
    done = run("selftest")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert {line[:6] for line in lines[:-1]} <= {"ok    ", "-     "}
    assert "ok    engine diagram: 85,637 solutions of dray" in lines
    assert lines[-1].startswith("all ") and not any("month-day" in line for line in lines)


def test_selftest_all_accepts_right_known_counts(run: Run, write: Callable[[str], None]) -> None:
    write(KNOWN_TEXT)
    done = run("selftest", "--all")
    assert (done.code, done.err) == (0, "")
    assert "ok    small: backtrack counts 56 solutions of 16 dates\n" in done.out
    assert "ok    small: reference counts 6 solutions of A 1\n" in done.out
    assert "-     plain: no known counts, so nothing to check\n" in done.out
    assert done.out.endswith("all 5 checks passed\n")


def test_selftest_all_locates_a_wrong_known_count(run: Run, write: Callable[[str], None]) -> None:
    write(KNOWN_TEXT.replace("56", "57").replace('"B 1" = 2', '"B 1" = 3'))
    done = run("selftest", "--all")
    assert done.code == 1
    assert "WRONG small: backtrack counts 56" in done.out
    assert "      56 solutions in all, expected 57\n" in done.out
    assert "      2 solutions of B 1, expected 3\n" in done.out
    assert "      diagram by letter: A " in done.out
    assert "      diagram gives the same counts\n" in done.out
    assert "ok    small: reference counts 6 solutions of A 1\n" in done.out
    assert done.err == "calpuzzle: 3 of 5 checks failed; do not trust this installation\n"
