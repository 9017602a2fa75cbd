"""What a terminal shows while the work goes on, and in which letters commands print: what programs
read is UTF-8 whatever the terminal speaks."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Run, ctrl_c, on_a_terminal, on_terminal

from calpuzzle.cli import main
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


ENCODINGS = ("ascii", "latin-1", "utf-8")
SOLVE = ["solve", "Ö 3", "-p", "weird.toml"]
FIT = ["fit", "frame.toml"]
Out = Callable[..., bytes]
FRAME = "title = 'Ж'\nframe = '##'\n[pieces]\n'ö日' = '##'\n"


@pytest.fixture
def out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Out:
    """The bytes that a command prints where stdout has that encoding."""
    text = (folder / "small.toml").read_text().replace("A B C D", "日 Ö ß D")
    (folder / "weird.toml").write_text(text.replace("I4", "'ö4'"), encoding="utf-8")
    (folder / "frame.toml").write_text(FRAME, encoding="utf-8")
    (folder / "odd.dlx").write_text("ö 日\nö 日\n", encoding="utf-8")
    titled = 'title "Cœur"\n' + (folder / "three.non").read_text()
    (folder / "odd.non").write_text(titled, encoding="utf-8")

    def call(encoding: str, *words: str) -> bytes:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            assert main([*words]) == 0
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        return stream.buffer.getvalue()

    return call


@pytest.mark.parametrize(
    "words",
    [
        ["table", "-p", "weird.toml", "--format", "json"],
        ["table", "-p", "weird.toml", "--format", "csv"],
        [*SOLVE, "--format", "json"],
        [*SOLVE, "--format", "jsonl"],
        [*SOLVE, "--format", "svg"],
        ["places", *SOLVE[1:], "--format", "json"],
        [*FIT, "--format", "json"],
        [*FIT, "--format", "jsonl"],
        [*FIT, "--format", "svg"],
        ["show", "weird.toml", "--format", "svg"],
        ["convert", "frame.toml", "-", "--to", "dpf"],
        ["solve", "odd.dlx", "--format", "json"],
        ["solve", "odd.dlx", "--format", "svg"],
        ["solve", "odd.non", "--format", "svg"],
        ["show", "odd.non", "--format", "svg"],
    ],
    ids=" ".join,
)
def test_data_is_the_same_utf_8_everywhere(out: Out, words: list[str]) -> None:
    found = [out(encoding, *words) for encoding in ENCODINGS]
    assert found[0] == found[1] == found[2]
    text = found[0].decode("utf-8")
    assert not text.isascii() and "\\x" not in text
    form = words[-1]
    if form == "csv":
        assert list(csv.reader(io.StringIO(text)))[1][0] == "日"
    elif form == "svg":
        assert ElementTree.fromstring(text).tag.endswith("svg")
    elif form.startswith("json"):
        assert json.loads(text)


def test_columns_are_even_where_letters_are_wide(out: Out, folder: Path) -> None:
    text = (folder / "weird.toml").read_text(encoding="utf-8").replace("ö4", "日本")
    (folder / "weird.toml").write_text(text, encoding="utf-8")
    lines = out("utf-8", "places", *SOLVE[1:]).decode().splitlines()
    assert {len(line) + 2 * line.count("日") for line in lines} == {
        len(lines[0]) + 2 * lines[0].count("日")
    }


def test_drawings_are_the_terminal_s(out: Out) -> None:
    drawn = out("latin-1", *SOLVE).decode("latin-1")
    assert " Ö " in drawn and "+-" in drawn
    assert "\\u65e5" in out("latin-1", "table", "-p", "weird.toml").decode("latin-1")
    assert out("ascii", "table", "-p", "weird.toml").isascii()
    for words in (FIT, ["solve", "odd.dlx"], ["show", "odd.non"], ["solve", "odd.non"]):
        assert out("ascii", *words).isascii()
    assert b"\\u2" not in out("ascii", "solve", "three.non")
