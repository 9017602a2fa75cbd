"""The commands `puzzles`, `show`, `check`, `compare` and `default`."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random

import pytest
from commands import Run
from shipped import FILES

import calpuzzle as cp
from calpuzzle.base import settings
from calpuzzle.puzzle.dates.labels import MONTHS
from calpuzzle.results.summary import COLUMNS


def test_puzzles_lists_calendars_and_fitting_puzzles(run: Run) -> None:
    lines = run("puzzles").out.splitlines()
    end = lines.index("")
    calendars = [line.split()[0] for line in lines[1:end]]
    assert calendars == [name for name in cp.names() if cp.load(name, kind="puzzle").groups]
    assert lines[1].split()[1:4] == ["50", "10", "2,604"]
    assert lines[end + 1] == "fitting puzzles, which have no dates:"
    fitting = [line.split(maxsplit=1) for line in lines[end + 2 :]]
    assert [name for name, *_ in fitting] == [n for n in cp.names() if n not in calendars]
    assert ["soma", "Soma cube"] in fitting


def test_puzzles_like_finds_and_draws_similar_boards(run: Run, folder: Path) -> None:
    out = run("puzzles", "--like", "6x9").out
    assert run("puzzles", "--like", "9x6", "53").out == run("puzzles", "9x6", "53").out
    assert out.startswith("Month, day and weekday, 6x9 (calendarium-6x9): has 6x9\n6x9, 53 cells;")
    assert "│ Jan │ Feb │" in out
    assert run("puzzles", "--draw").out.count(" cells; ") > 20
    for ending, drawings in (("html", 2), ("svg", 1)):
        assert run("puzzles", "--like", "6x9", "-o", f"boards.{ending}").code == 0
        drawn = (folder / f"boards.{ending}").read_text(encoding="utf-8")
        assert drawn.count("<svg") == drawings and "weekday-9x6" in drawn
    assert run("puzzles", "--like", "6x9", "-o", "boards.png").code == 0
    assert (folder / "boards.png").read_bytes().startswith(b"\x89PNG")


def test_show_draws_every_kind_of_puzzle(run: Run, folder: Path) -> None:
    (folder / "one.toml").write_text('board = ". . ."\n[pieces]\nI3 = "###"\n')
    assert "\n1 piece, which may be turned and turned over:\n" in run("show", "one.toml").out
    assert run("show", "dray", "-o", "dray.svg").code == 0
    texts = [e.text for e in ElementTree.parse(folder / "dray.svg").iter() if e.tag[-4:] == "text"]
    assert {"Jan", "31", "Sat", "J4", "Z5"} <= set(texts)
    assert run("show", "small.toml", "--format", "svg").out.startswith("<svg")
    for name in ("small.toml", "soma", "sticks", "x.dlx", "three.non"):
        assert run("show", name, "--format", "svg").out.startswith("<svg")
    assert run("show", "soma", "-o", "x.png").code == 0
    assert (folder / "x.png").read_bytes().startswith(b"\x89PNG")


def test_compare_prints_the_same_columns_in_all_formats(run: Run, folder: Path) -> None:
    done = run("compare", "small.toml", "month-day-7x7", "domino-2x3")
    names, *rows = (line.split() for line in done.out.splitlines())
    assert names == list(COLUMNS)
    assert rows[0] == ["small", "16", "4", "16", "0", "2", "6", "56", "0", "6", "1"]
    assert rows[1][:9] == ["month-day-7x7", "43", "8", "372", "0", "7", "216", "25,061", "0"]
    assert rows[2] == ["domino-2x3", "6", "3", "1", "0", "1", "1", "1", "1", "3", "1"]
    written = run("compare", "small.toml", "-o", "x.csv")
    assert written.code == 0
    (row,) = csv.DictReader((folder / "x.csv").read_text().splitlines())
    assert (row["puzzle"], row["total"], row["nodes"]) == ("small", "56", "5.71")
    (found,) = json.loads(run("compare", "small.toml", "--format", "json").out)
    assert found["difficulty"] == 1 and list(found) == list(COLUMNS)


def test_check_reports_all_faults_at_once(run: Run, folder: Path) -> None:
    (folder / "bad.toml").write_text(
        'board = """\nA B A\n. .\n"""\n[groups]\nx = "A Z"\n[pieces]\nP = "#.x"\n'
    )
    done = run("check", "bad.toml")
    lines = done.err.splitlines()
    assert done.code == 2 and done.out == "" and len(lines) == 4
    assert all(line.startswith("calpuzzle: bad.toml: ") for line in lines)
    for word in ("row 2", "A occurs twice", "lists the label Z", "piece P has 'x'"):
        assert word in done.err


WRONG_AREA = 'board = "A . ."\n[groups]\nx = "A"\n[pieces]\nP = "#"\n'
COMMANDS = "count A|solve A|hint A|places A|batch|table|table --summary|show"


def test_check_reports_pieces_in_parts_and_count_places_them(run: Run, folder: Path) -> None:
    drawn = 'board = "A B . ."\n[groups]\nx = "A B"\n[pieces]\nI = "#"\nP = "#.#"\n'
    (folder / "parts.toml").write_text(drawn)
    assert "piece P is in 2 parts, which are placed together\n" in run("check", "parts.toml").out
    assert [run("count", label, "parts.toml").out for label in "AB"] == ["1\n", "1\n"]
    assert [run("count", label, "parts.toml", "--engine", "reference").out for label in "AB"] == [
        "1\n",
        "1\n",
    ]


def test_check_states_how_many_solutions_are_known_if_they_are_not_counted(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.check.SECONDS", 0)
    words = "at least 2; not counted within 0 seconds; allow more with --seconds"
    assert run("check", "endless.non").out.splitlines()[-1] == f"solutions: {words}"
    monkeypatch.setattr("calpuzzle.cli.check.SECONDS", 0.05)
    random, items = Random(1), [f"i{k}" for k in range(45)]
    options = sorted({" ".join(random.sample(items, 3)) for _ in range(600)})
    (folder / "large.dlx").write_text("\n".join([" ".join(items), *options]))
    sound, number = run("check", "large.dlx").out.splitlines()
    assert sound == f"large.dlx is sound: 45 items, {len(options):,} options"
    assert re.fullmatch(
        r"solutions: about [\d,.e+]+, at least [\d,.e+]+ with 95 % confidence "
        r"\(not counted within 0 seconds; allow more with --seconds\)",
        number,
    )
    assert json.loads(run("check", "large.dlx", "--format", "json").out)["total"] is None


def test_every_command_rejects_faulty_files(run: Run, folder: Path) -> None:
    for text, sentence in (("x\ny = 1", "line 1"), (WRONG_AREA, "1 cell too few")):
        (folder / "bad.toml").write_text(text)
        for words in COMMANDS.split("|"):
            found = run(*words.split(), "bad.toml").sentence()
            assert "bad.toml" in found and sentence in found
    (folder / "x.dlx").write_text("a b c d\na b\nb\n")
    message = "x.dlx: there are too few options for the items 'c', 'd'"
    assert run("check", "x.dlx").sentence() == message
    assert run("check", "x.dlx", "--solvable").code == 1


def test_table_writes_reproducible_plots(run: Run, folder: Path) -> None:
    assert run("table", "small.toml", "-o", "x.svg").code == 0
    first = (folder / "x.svg").read_bytes()
    run("table", "small.toml", "-o", "x.svg")
    assert (folder / "x.svg").read_bytes() == first
    for ending, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        run("table", "small.toml", "-o", f"x.{ending}")
        assert (folder / f"x.{ending}").read_bytes().startswith(magic)


def test_default_stores_a_puzzle(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(settings.VARIABLE)
    config = folder / "config" / "settings.toml"
    monkeypatch.setattr(settings, "path", lambda: str(config))
    shipped, own = "dray (comes with the program)\n", str(folder / "small.toml")
    assert run("default").out == shipped
    assert not config.exists()
    stored = (0, f"month-day-7x7 ({config})\n", f"calpuzzle: stored in {config}\n")
    assert run("default", "month-day-7x7") == stored
    assert config.read_text() == 'puzzle = "month-day-7x7"\n'
    assert run("count", "Jan", "1").out == "64\n"
    assert run("show").out.startswith("Month and day, 7x7 (month-day-7x7)")
    assert run("default", "--forget").out == shipped
    assert not config.exists()
    assert run("default", "small.toml").code == 0
    assert run("default").out == f"{own} ({config})\n"
    address, lines = "4x4:2/1/2/1/1.1/2/1/1", folder / "two\nlines\x7f"
    assert run("default", address).out == f"{address} ({config})\n"
    assert run("count").code == 0
    lines.mkdir()
    shutil.copy("small.toml", lines)
    assert run("default", lines / "small.toml").out == f"{lines / 'small.toml'} ({config})\n"
    os.mkdir(b"\xff")
    shutil.copy(b"small.toml", b"\xff")
    assert "is not text" in run("default", os.fsdecode(b"\xff/small.toml")).sentence()
    run("default", "small.toml")
    (folder / "small.toml").unlink()
    message = run("show").sentence()
    assert f"the default puzzle {own}, set in {config}, does not exist" in message
    config.unlink()
    config.parent.rmdir()
    config.parent.write_text("no folder")
    assert "cannot be changed: " in run("default", "soma").sentence(1)
    config.parent.unlink()
    # The environment variable overrides the settings file.
    run("default", "soma")
    monkeypatch.setenv(settings.VARIABLE, "sticks")
    assert run("default").out == "sticks (CALPUZZLE_PUZZLE)\n"
    assert "CALPUZZLE_PUZZLE is set, and overrides it" in run("default", "dray").err
    assert run("count").out == "3\n"
    monkeypatch.setenv(settings.VARIABLE, "")
    assert run("default").out == shipped
    assert "CALPUZZLE_PUZZLE is set, and overrides it" in run("default", "dray").err
    monkeypatch.delenv(settings.VARIABLE)
    config.write_text("puzzle = 3\n")
    assert "puzzle in" in run("default").sentence()
    config.write_text("puzzle =\n")
    assert "cannot be read" in run("count").sentence()
    config.write_text("puzzle = " + "[" * 5000)
    assert "cannot be read: it is nested too deep" in run("count").sentence()


def test_check_warns_about_groups_that_may_be_a_calendar(run: Run, folder: Path) -> None:
    text = FILES["month-day-7x7"].read_text()
    for k in range(1, 13):
        text = re.sub(rf"\b{MONTHS[k - 1]}\b", f"m{k % 5}{k}", text)
    (folder / "own.toml").write_text(text.replace("month =", "mese ="))
    message = run("check", "own.toml", "--seconds", 0).out
    assert "labels of mese (12) and day (31) cannot be read as months, days and weekdays" in message
