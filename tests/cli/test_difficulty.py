"""`--difficulty` wherever it stands, and `year`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from commands import Run

import calpuzzle as cp
from calpuzzle.results.difficulty import NAMES


def test_count_says_how_hard_it_is(run: Run) -> None:
    done = run("count", "small.toml", "A", "1", "--difficulty")
    number, said = done.out.splitlines()
    assert int(number) > 0 and run("count", "small.toml", "A", "1").out == f"{number}\n"
    found = cp.load("small.toml").difficulty("A 1")
    assert said == str(found) and said.startswith(f"difficulty {found.step} of 5, very easy: ")
    assert run("count", "Wed", "Jan", "27", "--difficulty").out == "0\n"
    words = ["count", "Sat", "Jan", "1", "--difficulty"]
    laid = run(*words, "--with", "J4@5,5:4 I4@3,6:2").out.splitlines()
    assert laid[0] == "1" and laid[1] != run(*words).out.splitlines()[1]
    why = run("count", "three.non", "--difficulty").sentence()
    assert why.startswith("--difficulty needs pieces and cells")


def test_batch_writes_a_table_that_the_others_read(run: Run, folder: Path) -> None:
    done = run("batch", "small.toml", "--difficulty", "--jobs", 2)
    assert done.err == (
        "calpuzzle: wrote results/small.csv\ncalpuzzle: wrote results/difficulty/small.csv\n"
    )
    raw = (folder / "results" / "difficulty" / "small.csv").read_bytes()
    rows = list(csv.DictReader(io.StringIO(raw.decode())))
    assert list(rows[0]) == ["letter", "number", "nodes", "dead_ends", "forced", "difficulty"]
    assert len(rows) == 16
    found = cp.load("small.toml").difficulties()
    assert [float(row["nodes"]) for row in rows] == found[..., 0].ravel().tolist()
    again = run("stats", "small.toml", "--difficulty")
    assert again.out == done.out and again.out.count("\n  step ") == len(NAMES)
    assert again.err == (
        "calpuzzle: using results/small.csv\ncalpuzzle: using results/difficulty/small.csv\n"
    )
    one = run("batch", "small.toml", "--difficulty", "-o", "x.csv")
    assert one.code == 0 and (folder / "difficulty" / "x.csv").read_bytes() == raw


def test_the_table_can_be_asked_for_difficulty(run: Run) -> None:
    words = ["table", "small.toml", "--difficulty", "--format", "csv"]
    whole = list(csv.DictReader(io.StringIO(run(*words).out)))
    assert list(whole[0])[-5:] == ["solutions", "nodes", "dead_ends", "forced", "difficulty"]
    for row in whole:
        assert (row["solutions"] == "0") == (row["difficulty"] == "0") == (row["nodes"] == "0.0")
    some = run(*words, "--where", "nodes>=2.5", "--where", "difficulty=1", "--sort", "-nodes")
    kept = [float(row["nodes"]) for row in csv.DictReader(io.StringIO(some.out))]
    wanted = [float(row["nodes"]) for row in whole]
    assert kept == sorted((n for n in wanted if n >= 2.5), reverse=True) != []
    text = run("table", "small.toml", "--difficulty", "--head", 2).out.splitlines()
    assert len({len(line) for line in text}) == 1  # all columns end at the right
    assert "no column difficulty" in run("table", "small.toml", "--sort", "difficulty").sentence()
    said = run(*words, "--where", "nodes=many").sentence()
    assert said == "'many' is no number, and nodes is compared with one"


def test_the_heatmap_of_difficulty(run: Run, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    done = run("plot", "small.toml", "--difficulty")
    assert done.err.endswith("calpuzzle: wrote results/small-difficulty.svg\n")
    one = (folder / "results" / "small-difficulty.svg").read_bytes()
    run("plot", "small.toml", "-o", "counts.svg")
    assert one.startswith(b"<?xml") and one != (folder / "counts.svg").read_bytes()


def test_year(run: Run, folder: Path) -> None:
    done = run("year", "2027", "month-day-7x7")
    assert done.err == "calpuzzle: month-day-7x7, 2027: 1,150 pieces moved in all\n"
    lines = done.out.splitlines()
    assert len(lines) == 366 and lines[1] == "2027-01-01  0"
    assert sum(int(line.split()[1]) for line in lines[1:]) == 1150
    assert run("year", "2027", "-p", "month-day-7x7", "-o", "year.json").code == 0
    data = json.loads((folder / "year.json").read_text())
    assert (data["puzzle"], data["year"], data["moves"]) == ("month-day-7x7", 2027, 1150)
    assert [day["date"] for day in data["days"]] == [line.split()[0] for line in lines[1:]]
    laid = json.dumps(data["days"][45]["solution"])
    assert run("count", "2027-02-15", "-p", "month-day-7x7", "--with", laid).out == "1\n"
