"""What a terminal shows while the work goes on, and in which letters commands print: what programs
read is UTF-8 whatever the terminal speaks."""

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
from commands import PATIENCE, Run, ctrl_c, on_a_terminal, on_terminal

from calpuzzle.cli import count, main
from calpuzzle.cli.output import notify
from calpuzzle.cli.progress import Meter
from calpuzzle.engines.estimate import Estimate

CLEARED = r"\r +\r+"


class Screen:
    """stderr, which is a terminal from now on, and what has been shown there, however long that
    took."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        on_terminal(monkeypatch)
        self._capsys = capsys
        self._shown = ""

    @property
    def shown(self) -> str:
        """It, with 00:00 for all times."""
        self._shown += self._capsys.readouterr().err
        return re.sub(r"\b\d\d:\d\d\b", "00:00", self._shown)

    def wait(self, text: str, times: int = 1) -> None:
        until = time.monotonic() + PATIENCE
        while self.shown.count(text) < times:
            assert time.monotonic() < until, self.shown
            time.sleep(0.01)


Terminal = Callable[[], Screen]


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make stderr a terminal: in the test itself, for it has a stderr of its own."""
    return partial(Screen, capsys, monkeypatch)


def test_nothing_where_nobody_looks_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", 0)
    with Meter("counting") as meter:
        meter(1, 2, 3)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("count two.txt", r"two.txt: 1 s so far, 40 %, 7 found"),
        ("design layout small.toml", r"design: 1 s so far"),
        ("show dray", r"show: 1 s so far"),
        ("play --export x.html dray", r"play: 1 s so far"),
    ],
)
def test_a_pipe_hears_of_long_work_at_doubling_intervals(
    words: str, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.progress.FIRST_MESSAGE", 0.05)

    def long(args: argparse.Namespace) -> None:
        with (
            Meter("two.txt") if "two.txt" in getattr(args, "words", ()) else nullcontext() as meter
        ):
            if meter:
                meter(2, 5, 7)
            time.sleep(0.5)

    module = importlib.import_module(f"calpuzzle.cli.{words.split()[0]}")
    if words.startswith("design"):
        module = importlib.import_module("calpuzzle.cli.design_layout")
    monkeypatch.setattr(module, "run", long)
    told = run(*words.split()).err.splitlines()
    assert 1 <= len(told) <= 4 and {*told} == {f"calpuzzle: {said}"}


def test_a_long_count_says_about_how_many(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "PATIENCE", 0)
    monkeypatch.setattr(count, "ESTIMATE_SECONDS", 0)
    done = run("count", "pentominoes-6x10", "--engine", "backtrack")
    assert (done.code, done.out) == (0, "9356\n")
    number = r"[\d,]+"
    said = rf"calpuzzle: pentominoes-6x10: about {number}, at least {number} with 95 % "
    assert re.fullmatch(rf"{said}confidence; still counting\n(.* to go\n)?", done.err)


@pytest.mark.parametrize("of", [None, 5])
def test_a_long_count_says_how_long_it_takes_once_its_pace_is_even(
    of: int | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its first three seconds alone it once told half of two minutes."""
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr(count, "PATIENCE", 3)
    asked: Any = SimpleNamespace(estimate=lambda _: Estimate(3000, 2500, 256))
    with count.EstimatingMeter("counting") as meter:
        meter.solutions = asked
        for found in (*range(0, 400, 40), *range(400, 3000, 10)):
            clock[0] += 1
            meter(1, of, found)
    about, left = capsys.readouterr().err.splitlines()
    assert about.endswith("about 3,000, at least 2,500 with 95 % confidence; still counting")
    found = re.fullmatch(r"calpuzzle: counting: (\d+) found so far; about (\d+) s to go", left)
    assert found and int(found[2]) == pytest.approx((3000 - int(found[1])) / 40, abs=1)


def test_short_work_shows_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = terminal()
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", PATIENCE)
    with Meter("counting") as meter:
        meter(1, None, 0)
        meter(1, 2, 0)
        time.sleep(0.1)
    assert screen.shown == ""


def test_a_bar_on_a_terminal_without_a_size(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((0, 0)))
    monkeypatch.setattr(sys.stderr, "fileno", lambda: 2, raising=False)
    test_a_bar_when_the_work_is_long(terminal, monkeypatch)


def test_a_bar_when_the_work_is_long(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = terminal()
    with Meter("counting") as meter:
        meter(2, 3, 7)
        screen.wait("counting:  67% |")
        monkeypatch.setattr("calpuzzle.cli.progress.DELAY", PATIENCE)
        notify("a message")
        time.sleep(0.1)
        assert re.search(rf"7 found *{CLEARED}calpuzzle: a message\n$", screen.shown)


def test_what_is_shown_goes_when_the_work_fails(terminal: Terminal) -> None:
    screen = terminal()
    with pytest.raises(KeyboardInterrupt), Meter("searching"):
        screen.wait("searching: 00:00")
        raise KeyboardInterrupt
    assert re.search(CLEARED + "$", screen.shown)


@pytest.mark.parametrize(
    ("done", "of", "found", "shown"),
    [
        (5, None, 2, "counting: 00:00, 5 steps, 2 found"),
        (0, 1, 3, "counting: 00:00, 3 found"),  # one count is none of several
        (1, 4, 0, "counting:  25% |"),
    ],
)
def test_what_is_reported_stays_shown(
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
def test_commands_show_one(run: Run, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_terminal(monkeypatch)
    leave = Meter.__exit__

    def late(*given: Any) -> None:
        time.sleep(0.1)
        leave(*given)

    monkeypatch.setattr(Meter, "__exit__", late)
    done = run(*words.split())
    assert re.search(rf"\r{words.split()[1]}: +\d", done.err) and done.code == 0
    # The line is removed before the message is written.
    assert re.search(rf"{CLEARED}(calpuzzle: .*\n)?$", done.err)


WHY = 'board = "A B 1 2 . ."\n[groups]\nletter = "A B"\nnumber = "1 2"\n[pieces]\nI4 = "####"\n'
"""A board on which two of four dates have no solution."""

PHASES = """
year month-day-7x7
year month-day-7x7 --impossible
booklet month-day-7x7 -o x.pdf
booklet month-day-7x7 --calendar -o x.pdf
challenge small.toml B 3 -n 2
challenge tetrasticks-4x4-no-crossing
check small.toml
design why why.toml
hint small.toml B 3
table small.toml
"""


@pytest.mark.parametrize("words", PHASES.strip().splitlines())
def test_progress_never_goes_back(
    words: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "why.toml").write_text(WHY)
    reports: dict[Meter, list[tuple[int, int | None, int]]] = {}
    record = Meter.__call__

    def recorded(meter: Meter, *report: Any) -> None:
        reports.setdefault(meter, []).append(report)
        record(meter, *report)

    for module in ("results.year_walk", "workshop.year_pages"):
        some = [datetime.date(2027, 1, day) for day in (1, 2)]
        monkeypatch.setattr(f"calpuzzle.{module}.days_of", lambda _, some=some: some)
    monkeypatch.setattr(Meter, "__call__", recorded)
    assert run(*words.split()).code == 0
    for figures in reports.values():
        shares = [done / of for done, of, _ in figures if of]
        assert shares == sorted(shares)
        assert all(of is not None for _, of, _ in figures)  # not the pieces of a short search
        assert [found for *_, found in figures] == sorted(found for *_, found in figures)
    grown = {"year": 0.5, "booklet": 0.5, "design": 0.5, "hint": 1}.get(words.split()[0])
    assert not grown or any(0 < done / of < grown for done, of, _ in figures if of)


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
def test_ctrl_c_on_a_terminal(folder: Path, words: str, line: str) -> None:
    if "sat" in words:
        pytest.importorskip("pysat", reason="the extra sat is not installed")
    code, shown = on_a_terminal(words.format("tetrasticks-5x5-no-crossing").split(), (line, ctrl_c))
    assert code == 130 and "Traceback" not in shown, shown
    # The line is gone, and the message alone stands there.
    assert re.search(rf"{CLEARED}calpuzzle: stopped by Ctrl-C[^\r]*\r\n$", shown), shown[-300:]


ENCODINGS = ("ascii", "latin-1", "utf-8")
SOLVE = ["solve", "Ö 3", "weird.toml"]
GRID = ["solve", "frame.toml", "--format", "grid"]
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
def test_data_is_the_same_utf_8_everywhere(out: Out, words: str) -> None:
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
    assert "\\u65e5" in out("latin-1", "table", "weird.toml").decode("latin-1")
    assert out("ascii", "table", "weird.toml").isascii()
    for words in (GRID, ["solve", "odd.dlx"], ["show", "odd.non"], ["solve", "odd.non"]):
        assert out("ascii", *words).isascii()
    assert b"\\u2" not in out("ascii", "solve", "three.non")
