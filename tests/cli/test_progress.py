"""The progress line and messages of long commands, and the encoding of the output: data is UTF-8
whatever the encoding of the terminal, and drawings use only characters of that encoding."""

from __future__ import annotations

import argparse
import csv
import datetime
import importlib
import io
import json
import os
import re
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commands import HALF_SOLVABLE, PATIENCE, Run, ctrl_c, on_a_terminal, on_terminal

import calpuzzle as cp
from calpuzzle.base.stop import StoppedError
from calpuzzle.cli import count, main
from calpuzzle.cli.output import notify
from calpuzzle.cli.progress import Meter
from calpuzzle.engines.estimate import Estimate

CLEARED = r"\r +\r+"  # the line is overwritten with spaces


class Screen:
    """Make stderr a terminal, and collect what is shown on it."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        on_terminal(monkeypatch)
        self._capsys = capsys
        self._shown = ""

    @property
    def shown(self) -> str:
        """Return the text shown so far, with all times replaced by 00:00."""
        self._shown += self._capsys.readouterr().err
        return re.sub(r"\b\d\d:\d\d\b", "00:00", self._shown)

    def wait(self, text: str, times: int = 1) -> None:
        """Wait until the text has been shown so many times; fail after PATIENCE seconds."""
        until = time.monotonic() + PATIENCE
        while self.shown.count(text) < times:
            assert time.monotonic() < until, self.shown
            time.sleep(0.01)


Terminal = Callable[[], Screen]


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a function for the test to call, because pytest replaces stderr after the fixtures."""
    return partial(Screen, capsys, monkeypatch)


def test_progress_is_not_shown_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", 0)
    with Meter("counting") as meter:
        meter(1, 2, 3)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("count two.txt", r"two.txt: 1 s so far, 40 %, 7 found"),
        ("design layout small.toml", r"design: 1 s so far"),
        ("show dray", r"show: 1 s so far"),
        ("play --export x.html dray", r"play: 1 s so far"),
    ],
)
def test_progress_is_printed_to_a_pipe_at_doubling_intervals(
    words: str, message: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.progress.FIRST_MESSAGE", 0.05)

    def run_long(args: argparse.Namespace) -> None:
        with (
            Meter("two.txt") if "two.txt" in getattr(args, "words", ()) else nullcontext() as meter
        ):
            if meter:
                meter(2, 5, 7)
            time.sleep(0.5)

    module = importlib.import_module(f"calpuzzle.cli.{words.split()[0]}")
    if words.startswith("design"):
        module = importlib.import_module("calpuzzle.cli.design_layout")
    monkeypatch.setattr(module, "run", run_long)
    lines = run(*words.split()).err.splitlines()
    assert 1 <= len(lines) <= 4 and {*lines} == {f"calpuzzle: {message}"}


def test_long_count_prints_an_estimated_total(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "PATIENCE", 0)
    monkeypatch.setattr(count, "ESTIMATE_SECONDS", 0)
    done = run("count", "pentominoes-6x10", "--engine", "backtrack")
    assert (done.code, done.out) == (0, "9356\n")
    number = r"[\d,]+"
    message = rf"calpuzzle: pentominoes-6x10: about {number}, at least {number} with 95 % "
    assert re.fullmatch(rf"{message}confidence; still counting\n(.* to go\n)?", done.err)


@pytest.mark.parametrize("of", [None, 5])
def test_long_count_prints_the_remaining_time_once_its_pace_is_steady(
    of: int | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An estimate from the first three seconds alone was once half of the true two minutes."""
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr(count, "PATIENCE", 3)
    solutions: Any = SimpleNamespace(estimate=lambda _: Estimate(3000, 2500, 256))
    with count.EstimatingMeter("counting") as meter:
        meter.solutions = solutions
        for found in (*range(0, 400, 40), *range(400, 3000, 10)):
            clock[0] += 1
            meter(1, of, found)
    about, left = capsys.readouterr().err.splitlines()
    assert about.endswith("about 3,000, at least 2,500 with 95 % confidence; still counting")
    found = re.fullmatch(r"calpuzzle: counting: (\d+) found so far; about (\d+) s to go", left)
    assert found and int(found[2]) == pytest.approx((3000 - int(found[1])) / 40, abs=1)


def test_an_exact_estimate_is_not_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(count, "PATIENCE", 0)
    puzzle = cp.load("domino-2x3", kind="puzzle")
    assert puzzle.solve().estimate(1).exact
    with count.EstimatingMeter("counting") as meter:
        meter.solutions = puzzle.solve()
        time.sleep(0.01)
        meter(1, None, 0)
        assert meter.solutions is None
    assert capsys.readouterr().err == ""


def test_a_report_after_the_deadline_ends_the_work() -> None:
    with Meter("counting") as meter:
        meter.deadline = time.monotonic() + 1000
        meter(1, 2, 3)
        meter.deadline = time.monotonic() - 1
        with pytest.raises(StoppedError):
            meter(2, 2, 5)
        assert meter.found == 5


def test_short_work_shows_no_progress(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = terminal()
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", PATIENCE)
    with Meter("counting") as meter:
        meter(1, None, 0)
        meter(1, 2, 0)
        time.sleep(0.1)
    assert screen.shown == ""


def test_bar_is_shown_on_a_terminal_without_a_size(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((0, 0)))
    monkeypatch.setattr(sys.stderr, "fileno", lambda: 2, raising=False)
    test_long_work_shows_a_bar(terminal, monkeypatch)


def test_long_work_shows_a_bar(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = terminal()
    with Meter("counting") as meter:
        meter(2, 3, 7)
        screen.wait("counting:  67% |")
        monkeypatch.setattr("calpuzzle.cli.progress.DELAY", PATIENCE)
        notify("a message")
        time.sleep(0.1)
        assert re.search(rf"7 found *{CLEARED}calpuzzle: a message\n$", screen.shown)


def test_progress_line_is_cleared_if_the_work_fails(terminal: Terminal) -> None:
    screen = terminal()
    with pytest.raises(KeyboardInterrupt), Meter("searching"):
        screen.wait("searching: 00:00")
        raise KeyboardInterrupt
    assert re.search(CLEARED + "$", screen.shown)


@pytest.mark.parametrize(
    ("done", "of", "found", "shown"),
    [
        (5, None, 2, "counting: 00:00, 5 steps, 2 found"),
        (0, 1, 3, "counting: 00:00, 3 found"),  # a single unit has no bar
        (1, 4, 0, "counting:  25% |"),
    ],
)
def test_progress_line_keeps_showing_the_last_report(
    terminal: Terminal, done: int, of: int | None, found: int, shown: str
) -> None:
    screen = terminal()
    with Meter("counting") as meter:
        meter(5, None, 1)
        screen.wait("counting: 00:00, 5 steps, 1 found")
        meter(done, of, found)
        screen.wait(f"\r{shown}", times=4)


SHOWING = """
count tetrasticks-4x4-no-crossing
solve tetrasticks-4x4-no-crossing
solve tetrasticks-4x4-no-crossing --format svg
solve two.txt --engine reference --format grid
solve x.dlx --engine reference --format json
hint tetrasticks-4x4-no-crossing
places tetrasticks-4x4-no-crossing
count x.dlx --engine reference
count three.non
"""


@pytest.mark.parametrize("words", SHOWING.strip().splitlines())
def test_commands_show_progress(run: Run, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_terminal(monkeypatch)
    leave = Meter.__exit__

    def leave_late(*given: Any) -> None:
        time.sleep(0.1)
        leave(*given)

    monkeypatch.setattr(Meter, "__exit__", leave_late)
    done = run(*words.split())
    assert re.search(rf"\r{words.split()[1]}: +\d", done.err) and done.code == 0
    # The line is removed before the message is written.
    assert re.search(rf"{CLEARED}(calpuzzle: .*\n)?$", done.err)


PHASES = """
year month-day-7x7 :: 0.5
year month-day-7x7 --impossible :: 0.5
booklet month-day-7x7 -o x.pdf :: 0.5
booklet month-day-7x7 --calendar -o x.pdf :: 0.5
challenge small.toml B 3 -n 2 :: 1
challenge tetrasticks-4x4-no-crossing :: none
check small.toml :: 1
design why why.toml :: 0.5
hint small.toml B 3 :: 1
table small.toml :: 1
"""
"""Commands, each with a share of its work: every Meter must report some progress below that share.
How much work the second challenge has is never known."""


@pytest.mark.parametrize("case", PHASES.strip().splitlines())
def test_progress_never_decreases(
    case: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "why.toml").write_text(HALF_SOLVABLE)
    reports: dict[Meter, list[tuple[int, int | None, int]]] = {}
    record = Meter.__call__

    def recorded(meter: Meter, *report: Any) -> None:
        reports.setdefault(meter, []).append(report)
        record(meter, *report)

    for module in ("results.year_walk", "workshop.year_pages"):
        some = [datetime.date(2027, 1, day) for day in (1, 2)]
        monkeypatch.setattr(f"calpuzzle.{module}.days_of", lambda _, some=some: some)
    monkeypatch.setattr(Meter, "__call__", recorded)
    words, _, limit = case.partition(" :: ")
    assert run(*words.split()).code == 0
    assert reports
    for figures in reports.values():
        shares = [done / of for done, of, _ in figures if of]
        assert shares == sorted(shares)
        assert all(of is not None for _, of, _ in figures)  # not the steps of an inner search
        assert [found for *_, found in figures] == sorted(found for *_, found in figures)
        if limit == "none":
            assert not shares
        else:
            assert any(0 < share < float(limit) for share in shares)


@pytest.mark.parametrize("columns", [60, 160])
def test_help_is_as_wide_as_the_terminal(process: Run, columns: int) -> None:
    done = process("count", "--help", env={"COLUMNS": str(columns)})
    options = done.out.partition("options:")[2].partition("\n\n")[0]
    widest = max(map(len, options.splitlines()))
    assert columns - 25 < widest < columns


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("count {} --engine dancing", " found"),
        ("count {} --engine dancing", " steps"),
        ("batch weekday-8x7 --engine backtrack -o x.csv", "%|"),
        pytest.param("count {} --engine sat", ": 00:02", marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_on_a_terminal_clears_the_progress_line(folder: Path, words: str, line: str) -> None:
    if "sat" in words:
        pytest.importorskip("pysat", reason="the extra sat is not installed")
    code, shown = on_a_terminal(words.format("tetrasticks-5x5-no-crossing").split(), (line, ctrl_c))
    assert code == 130 and "Traceback" not in shown, shown
    # The progress line is cleared, and only the message remains.
    assert re.search(rf"{CLEARED}calpuzzle: stopped by Ctrl-C[^\r]*\r\n$", shown), shown[-300:]


ENCODINGS = ("ascii", "latin-1", "utf-8")
SOLVE = ["solve", "Ö 3", "weird.toml"]
GRID = ["solve", "frame.toml", "--format", "grid"]
Out = Callable[..., bytes]
FRAME = "title = 'Ж'\nframe = '##'\n[pieces]\n'ö日' = '##'\n"


@pytest.fixture
def out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Out:
    """Return a function that runs a command with stdout in an encoding, and returns the bytes."""
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


DATA = """
table weird.toml --format json
table weird.toml --format csv
solve Ö 3 weird.toml --format json
solve Ö 3 weird.toml --format jsonl
solve Ö 3 weird.toml --format svg
places Ö 3 weird.toml --format json
solve frame.toml --format json
solve frame.toml --format jsonl
solve frame.toml --format svg
show weird.toml --format svg
convert frame.toml - --format dpf
solve odd.dlx --format json
solve odd.dlx --format svg
solve odd.non --format svg
show odd.non --format svg
convert odd.non --format json
"""


@pytest.mark.parametrize("words", DATA.strip().splitlines())
def test_data_is_utf_8_whatever_the_encoding_of_stdout(out: Out, words: str) -> None:
    first, *others = (out(encoding, *words.split()) for encoding in ENCODINGS)
    assert others == [first] * 2
    text = first.decode("utf-8")
    assert not text.isascii() and "\\x" not in text
    form = words.split()[-1]
    if form == "csv":
        assert list(csv.reader(io.StringIO(text)))[1][0] == "日"
    elif form == "svg":
        assert ElementTree.fromstring(text).tag.endswith("svg")
    elif form.startswith("json"):
        assert json.loads(text)


def test_columns_align_if_letters_are_wide(out: Out, folder: Path) -> None:
    text = (folder / "weird.toml").read_text(encoding="utf-8").replace("ö4", "日本")
    (folder / "weird.toml").write_text(text, encoding="utf-8")
    lines = out("utf-8", "places", *SOLVE[1:]).decode().splitlines()
    assert {len(line) + 2 * line.count("日") for line in lines} == {
        len(lines[0]) + 2 * lines[0].count("日")
    }


def test_drawings_use_only_characters_of_the_encoding(out: Out) -> None:
    drawn = out("latin-1", *SOLVE).decode("latin-1")
    assert " Ö " in drawn and "+-" in drawn
    assert "\\u65e5" in out("latin-1", "table", "weird.toml").decode("latin-1")
    assert out("ascii", "table", "weird.toml").isascii()
    for words in (GRID, ["solve", "odd.dlx"], ["show", "odd.non"], ["solve", "odd.non"]):
        assert out("ascii", *words).isascii()
    assert b"\\u2" not in out("ascii", "solve", "three.non")
