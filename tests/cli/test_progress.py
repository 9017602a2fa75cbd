"""What a terminal shows while the work goes on, and that it goes before anything is printed."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from commands import Run, ctrl_c, on_a_terminal, on_terminal

from calpuzzle.cli import progress as module
from calpuzzle.cli.output import tell
from calpuzzle.cli.progress import Meter, StatusLine, progress

CLEAR = "\r\x1b[K"


def test_nothing_where_nobody_looks_on(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("counting") as report:
        assert report is None
    with StatusLine() as line:
        line.show("one")
    with Meter("counting") as meter:
        meter(1, 2, 3)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_a_bar_when_the_work_is_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(monkeypatch)
    with progress("counting") as report:
        assert report is not None
        for done in range(1, 4):
            time.sleep(0.15)  # longer than tqdm's least interval
            report(done, 3, 7)
    captured = capsys.readouterr()
    assert "counting: 100%" in captured.err and captured.out == ""


def test_short_work_shows_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with progress("counting") as report:
        assert report is not None
        report(1, 1, 0)
        report(1, 2, 0)
    assert capsys.readouterr().err.strip() == ""
    with StatusLine() as line:
        line.show("too early")
    with Meter("counting") as meter:
        meter(1, None, 0)
    assert capsys.readouterr().err == ""


def test_the_bar_goes_when_the_work_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(monkeypatch)
    with pytest.raises(KeyboardInterrupt), progress("counting") as report:
        assert report is not None
        report(1, 2, 0)
        raise KeyboardInterrupt
    assert capsys.readouterr().err.endswith("\r")


def test_a_bar_begins_as_a_meter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(monkeypatch)
    with progress("counting") as report:
        assert report is not None
        report(5, None, 2)
        time.sleep(0.05)
        report(0, 1, 3)
        time.sleep(0.05)
        report(1, 4, 3)
        time.sleep(0.15)
        report(2, 4, 3)
    err = capsys.readouterr().err
    assert f"{CLEAR}counting: 0 s, 5 pieces laid, 2 found" in err
    assert f"{CLEAR}counting: 0 s, 3 found" in err
    assert "counting:  50%" in err.rpartition(CLEAR)[2]


def test_a_status_line_waits_and_goes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(module, "DELAY", 0)
    with StatusLine() as line:
        line.show("one")
        line.show("too soon after it")
    assert capsys.readouterr().err == f"{CLEAR}one{CLEAR}"


def test_a_sign_of_life(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(monkeypatch)
    with pytest.raises(KeyboardInterrupt), Meter("counting"):
        time.sleep(0.2)
        raise KeyboardInterrupt
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{CLEAR}counting: 0 s") and captured.out == ""
    assert captured.err.endswith(CLEAR)


@pytest.mark.parametrize("of", [None, 3])
def test_what_is_reported_stays_shown(
    capsys: pytest.CaptureFixture[str], of: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(monkeypatch)
    with Meter("counting") as meter:
        meter(2, of, 1)
        time.sleep(0.1)
    texts = capsys.readouterr().err.split(CLEAR)[1:]
    far = "2 pieces laid" if of is None else "2 of 3"
    assert len(texts) > 3 and set(texts) == {f"counting: 0 s, {far}, 1 found", ""}


def test_messages_find_the_line_cleared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_terminal(monkeypatch)
    with StatusLine() as line:
        line.show("one")
        tell("a message")
    assert capsys.readouterr().err == f"{CLEAR}one{CLEAR}calpuzzle: a message\n"
    with progress("counting") as report:
        assert report is not None
        report(1, 2, 0)
        tell("a message")
    assert "%" not in capsys.readouterr().err.split("\r")[-1]


@pytest.mark.parametrize(
    "words",
    [
        ["count", "tetrasticks-4x4"],
        ["solve", "tetrasticks-4x4"],
        ["solve", "tetrasticks-4x4", "--format", "svg"],
        ["fit", "tetrasticks-4x4", "--count"],
        ["count", "x.dlx"],
        ["count", "three.non"],
    ],
    ids=" ".join,
)
def test_commands_show_one(run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    on_terminal(monkeypatch)
    from calpuzzle.nonogram import solver

    def slowly(*given: Any, **more: Any) -> object:
        time.sleep(0.1)
        return solve(*given, **more)

    solve = solver.solve
    monkeypatch.setattr(solver, "solve", slowly)
    done = run(*words, *(["--engine", "reference"] if "x.dlx" in words else []))
    assert f"{CLEAR}{words[1]}: 0 s" in done.err and done.code == 0
    assert done.err.endswith(CLEAR)


@pytest.mark.parametrize("columns", [60, 160])
def test_help_is_as_wide_as_the_terminal(process: Run, columns: int) -> None:
    done = process("count", "--help", env={"COLUMNS": str(columns)})
    options = done.out.partition("options:")[2].partition("\n\n")[0]
    widest = max(map(len, options.splitlines()))
    assert columns - 25 < widest < columns


@pytest.mark.parametrize("command", ["hint", "places"])
def test_hints_show_one(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_terminal(monkeypatch)
    assert f"{CLEAR}tetrasticks-4x4: 0 s" in run(command, "tetrasticks-4x4").err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("count {}", " found"),
        ("fit {} --count", " pieces laid"),
        ("hint {}", " found"),
        ("batch {} -o x.csv", " found"),
        ("count {} --engine sat", ": 2 s"),
        ("batch weekday-8x7 --engine backtrack -o x.csv", "%|"),
    ],
)
def test_ctrl_c_on_a_terminal(folder: Path, words: str, line: str) -> None:
    if "sat" in words:
        pytest.importorskip("pysat", reason="the extra sat is not installed")
    code, shown = on_a_terminal(words.format("tetrasticks-5x5-no-crossing").split(), (line, ctrl_c))
    assert code == 130 and "Traceback" not in shown, shown
    # The line is gone, and the message alone stands there.
    assert re.search(r"\r(\x1b\[K)?calpuzzle: stopped by Ctrl-C[^\r]*\r\n$", shown), shown[-300:]
