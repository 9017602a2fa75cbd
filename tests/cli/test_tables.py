"""The commands `batch`, `table` and `year`, and the option `--difficulty` of tables."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run

import calpuzzle as cp
from calpuzzle.results import difficulty, units
from calpuzzle.results.difficulty import NAMES


def test_batch_writes_the_table_and_prints_the_summary(run: Run, folder: Path) -> None:
    done = run("batch", "small.toml")
    assert done.code == 0
    assert done.err == "calpuzzle: wrote results/small.csv\n"
    raw = (folder / "results" / "small.csv").read_bytes()
    assert raw.startswith(b"letter,number,solutions\nA,1,") and b"\r" not in raw
    assert raw.count(b"\n") == 17
    again = run("table", "--summary", "small.toml")
    assert again.out == done.out
    assert again.err == "calpuzzle: using results/small.csv\n"
    written = set()
    for words in ([], ["--jobs", 3], ["--engine", "reference"], ["--engine", "backtrack"]):
        assert run("batch", "small.toml", "--force", "-o", "x.csv", *words).code == 0
        written.add((folder / "x.csv").read_bytes())
    assert len(written) == 1
    run("batch", "month-day-7x7")
    rows = list(csv.DictReader((folder / "results" / "month-day-7x7.csv").open()))
    assert len(rows) == 372
    assert [f"{r['month']} {r['day']}" for r in rows if r["exists"] == "false"] == NEVER


def test_enumerate_script_replaces_an_existing_table(run: Run, folder: Path) -> None:
    script = Path(__file__).parents[2] / "scripts" / "enumerate"
    words = shlex.split(script.read_text(encoding="utf-8").splitlines()[-1])
    assert words[:2] == ["exec", ".venv/bin/calpuzzle"] and words[-1] == "$@"
    for _ in range(2):  # because a fresh clone already contains the table
        assert run(*words[2:-1], "small.toml").code == 0
    assert (folder / "results" / "small.csv").is_file()


def test_batch_names_a_file_that_is_in_place_of_its_folder(run: Run, folder: Path) -> None:
    (folder / "results").write_text("mine")
    message = run("batch", "small.toml").sentence()
    assert message == "results is not a folder; name another file with -o"
    assert (folder / "results").read_text() == "mine"


def test_batch_of_several_puzzles_equals_separate_batches(run: Run, folder: Path) -> None:
    names = ["small", "plain", "month-day-7x7"]
    alone = {}
    for name, path in zip(names, ("small.toml", "plain.toml", "month-day-7x7"), strict=True):
        done = run("batch", path, "-o", f"{name}.alone.csv")
        alone[name] = done.out, (folder / f"{name}.alone.csv").read_bytes()
    for jobs, words in (2, "small.toml plain.toml"), (5, "small.toml plain.toml"):
        tables = folder / f"{jobs}"
        tables.mkdir()
        several = [*words.split(), "month-day-7x7", "--jobs", jobs]
        done = run("batch", *several, "-o", tables)
        assert done.code == 0
        assert done.out == "".join(alone[name][0] for name in names)
        written = [line.rsplit("/")[-1] for line in done.err.splitlines()]
        assert written == [f"{name}.csv" for name in names]
        for name in names:
            assert (tables / f"{name}.csv").read_bytes() == alone[name][1]
    assert run("batch", *several, "--double-check").code == 0
    assert (folder / "results" / "month-day-7x7.csv").read_bytes() == alone["month-day-7x7"][1]


def test_batch_counts_one_problem_of_a_file(run: Run, folder: Path) -> None:
    row = "".join(f'<voxel x="{x}" y="1" z="1" type="0">{x * "#"}</voxel>' for x in (1, 2, 4))
    problems = "".join(
        f'<problem name="{name}"><shapes><shape id="{piece}" count="{count}"/></shapes>'
        '<result id="2"/><bitmap/></problem>'
        for name, piece, count in (("ones", 0, 4), ("too few", 0, 3), ("twos", 1, 2))
    )
    text = f'<puzzle version="2"><shapes>{row}</shapes><problems>{problems}</problems></puzzle>'
    (folder / "row.xmpuzzle").write_text(text)
    found = []
    for problem in ("1", "too few", "3"):
        assert run("batch", "row.xmpuzzle", "--force", "--problem", problem).code == 0
        found.append((folder / "results" / "row.csv").read_text())
    assert found == [f"solutions\n{number}\n" for number in (1, 0, 1)]
    message = run("batch", "row.xmpuzzle", "--problem", "4").sentence()
    assert "row.xmpuzzle has no problem '4'" in message


NEVER = ["Feb 30", "Feb 31", "Apr 31", "Jun 31", "Sep 31", "Nov 31"]  # not in any calendar
CONDITIONS: list[tuple[str, Callable[[str, int, int], bool]]] = [
    ("solutions>=195", lambda month, day, number: number >= 195),
    ("solutions>195", lambda month, day, number: number > 195),
    ("solutions<20", lambda month, day, number: number < 20),
    ("solutions<=20", lambda month, day, number: number <= 20),
    ("solutions=64", lambda month, day, number: number == 64),
    ("solutions!=64", lambda month, day, number: number != 64),
    ("month=Jan,feb", lambda month, day, number: month in ("Jan", "Feb")),
    ("month=Jan, Feb", lambda month, day, number: month in ("Jan", "Feb")),
    ("month<=Feb", lambda month, day, number: month in ("Jan", "Feb")),
    ("day>9;month=May,Jan", lambda month, day, number: day > 9 and month in ("Jan", "May")),
    ("day>=9;day<12", lambda month, day, number: 9 <= day < 12),
    ("day=27", lambda month, day, number: day == 27),
    ("day=27,28", lambda month, day, number: day in (27, 28)),
    ("day!=27", lambda month, day, number: day != 27),
    ("month!=Jan,Feb;day!=1", lambda month, day, number: month not in ("Jan", "Feb") and day != 1),
    ("exists!=true", lambda month, day, number: f"{month} {day}" in NEVER),
    ("exists=false;month=Feb", lambda month, day, number: f"{month} {day}" in NEVER[:2]),
]


def test_table_where_selects_the_rows_that_meet_all_conditions(run: Run) -> None:
    run("batch", "month-day-7x7")  # so that the table is counted only once
    words = ["table", "month-day-7x7", "--format", "csv"]
    _, *rows = csv.reader(io.StringIO(run(*words).out))
    assert len(rows) == 372
    for conditions, holds in CONDITIONS:
        options = [word for condition in conditions.split(";") for word in ("--where", condition)]
        _, *found = csv.reader(io.StringIO(run(*words, *options).out))
        expected = [row for row in rows if holds(row[0], int(row[1]), int(row[3]))]
        assert found == expected != [], conditions
    by_day = run(*words, "--where", "month=Mar", "--sort", "day").out.splitlines()[1:]
    assert [line.split(",")[1] for line in by_day] == [str(day) for day in range(1, 32)]


MIXED = """
board = '''
A B C D .
. . . . .
. . . . .
1 2 3 4 .
'''
[groups]
letter = 'A B C D'
number = '1 2 3 4'
[pieces]
I3 = '###'
V3 = '''
#.
##
'''
S4 = '''
.##
##.
'''
L4 = '''
###
#..
'''
O4 = '''
##
##
'''
"""
"""A calendar of 16 dates. Two have no solution; the others have `nodes` between 9 and 45."""


@pytest.fixture
def mixed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a puzzle whose dates have the difficulties 0 to 3."""
    monkeypatch.setattr(difficulty, "STEPS", (12, 40, 400, 800))
    (folder / "mixed.toml").write_text(MIXED)
    return "mixed.toml"


def test_table_where_compares_difficulties_and_nodes(run: Run, mixed: str) -> None:
    words = ["table", mixed, "--difficulty", "--format", "csv"]
    whole = list(csv.DictReader(io.StringIO(run(*words).out)))
    assert {row["difficulty"] for row in whole} == {*"0123"}
    conditions: list[tuple[str, Callable[[dict[str, str]], bool]]] = [
        ("difficulty=1,2", lambda row: row["difficulty"] in "12"),
        ("difficulty!=2", lambda row: row["difficulty"] != "2"),
        ("difficulty>1", lambda row: int(row["difficulty"]) > 1),
        ("nodes>=14.75", lambda row: float(row["nodes"]) >= 14.75),
        ("nodes<9.6", lambda row: float(row["nodes"]) < 9.6),
    ]
    for condition, holds in conditions:
        found = list(csv.DictReader(io.StringIO(run(*words, "--where", condition).out)))
        assert found == [row for row in whole if holds(row)] != [], condition


def test_saved_table_that_does_not_match_the_puzzle_is_ignored(run: Run, folder: Path) -> None:
    run("batch", "small.toml")
    right = run("table", "--summary", "small.toml").out
    saved = folder / "results" / "small.csv"
    good = saved.read_text()
    for bad, why in [
        ("", "is not a table of counts"),
        (good.replace("letter", "letters"), "the columns of"),
        (good.replace("A,1,", "E,1,"), "the rows of"),
        (good.rsplit("\n", 2)[0] + "\n", "the rows of"),
        (good.replace("A,1,", "A,1,-"), "is not a count"),
        (good.replace("A,1,", "A,1,9"), "is of another puzzle: A 1 differs"),
    ]:
        saved.write_text(bad)
        done = run("table", "--summary", "small.toml")
        assert done.out == right
        assert why in done.err and done.err.endswith("; counting again\n")
    saved.write_bytes(b"\xff\xfe\x00")
    assert run("table", "--summary", "small.toml").out == right


def test_double_check_keeps_both_tables_if_they_differ(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("batch", "small.toml", "-o", "sound.csv", "--double-check")
    assert done.code == 0
    assert "the count by backtrack agrees" in done.err
    assert "the count of the mirror image agrees" in done.err

    count = units.CountPart.__call__

    def falsified(unit: units.CountPart) -> tuple[str, list[int]]:
        name, counts = count(unit)
        counts[3] += unit.engine != "auto"
        return name, counts

    monkeypatch.setattr(units.CountPart, "__call__", falsified)
    done = run("batch", "small.toml", "-o", "x.csv", "--double-check")
    assert done.sentence(1) == (
        "the count by backtrack differs on 1 date: see x.first.csv and x.second.csv"
    )
    first, other = ((folder / f"x.{name}.csv").read_text() for name in ("first", "second"))
    assert len(first.splitlines()) == len(other.splitlines()) == 17
    assert first != other
    assert not (folder / "x.csv").exists()


def test_table_uses_the_difficulties_that_batch_wrote(run: Run, folder: Path) -> None:
    done = run("batch", "small.toml", "--difficulty", "--jobs", 2)
    assert done.err == (
        "calpuzzle: wrote results/small.csv\ncalpuzzle: wrote results/difficulty/small.csv\n"
    )
    raw = (folder / "results" / "difficulty" / "small.csv").read_bytes()
    rows = list(csv.DictReader(io.StringIO(raw.decode())))
    assert list(rows[0]) == ["letter", "number", "nodes", "dead_ends", "forced", "difficulty"]
    assert len(rows) == 16
    found = cp.load("small.toml", kind="puzzle").difficulties()
    assert [float(row["nodes"]) for row in rows] == found[..., 0].ravel().tolist()
    again = run("table", "--summary", "small.toml", "--difficulty")
    assert again.out == done.out and again.out.count("\n  step ") == len(NAMES)
    assert again.err == (
        "calpuzzle: using results/small.csv\ncalpuzzle: using results/difficulty/small.csv\n"
    )
    one = run("batch", "small.toml", "--difficulty", "-o", "x.csv")
    assert one.code == 0 and (folder / "difficulty" / "x.csv").read_bytes() == raw
    pytest.importorskip("pyarrow")
    assert run("batch", "small.toml", "--difficulty", "-o", "y.parquet").code == 0
    assert (folder / "difficulty" / "y.parquet").exists()


def test_table_adds_selects_and_sorts_by_difficulty(run: Run, mixed: str) -> None:
    words = ["table", mixed, "--difficulty", "--format", "csv"]
    whole = list(csv.DictReader(io.StringIO(run(*words).out)))
    assert list(whole[0])[-5:] == ["solutions", "nodes", "dead_ends", "forced", "difficulty"]
    for row in whole:
        assert (row["solutions"] == "0") == (row["difficulty"] == "0") == (row["nodes"] == "0.0")
    assert 0 < sum(row["solutions"] == "0" for row in whole) < len(whole)
    some = run(*words, "--where", "nodes>=14.7", "--where", "difficulty=2", "--sort", "-nodes")
    selected = [float(row["nodes"]) for row in csv.DictReader(io.StringIO(some.out))]
    many = [row for row in whole if float(row["nodes"]) >= 14.7]
    nodes = [float(row["nodes"]) for row in many if row["difficulty"] == "2"]
    assert selected == sorted(nodes, reverse=True) != []
    # Each condition alone selects more rows than both together.
    assert len(nodes) < len(many) and len(nodes) < sum(row["difficulty"] == "2" for row in whole)
    text = run("table", mixed, "--difficulty", "--head", 2).out.splitlines()
    assert len({len(line) for line in text}) == 1  # all columns are aligned on the right


def test_year_prints_the_same_moves_as_text_and_json(run: Run, folder: Path) -> None:
    done = run("year", "2027", "month-day-7x7")
    assert done.err == "calpuzzle: month-day-7x7, 2027: 1,150 pieces moved in all\n"
    lines = done.out.splitlines()
    assert lines[0].split() == ["date", "moves", "pieces", "to", "move"]
    assert len(lines) == 366 and lines[1] == "2027-01-01  0"
    dates, moves = zip(*(line.split()[:2] for line in lines[1:]), strict=True)
    assert sum(map(int, moves)) == 1150
    assert run("year", "2027", "month-day-7x7", "-o", "year.json").code == 0
    data = json.loads((folder / "year.json").read_text())
    assert (data["puzzle"], data["year"], data["moves"]) == ("month-day-7x7", 2027, 1150)
    assert [day["date"]["iso"] for day in data["days"]] == [*dates]
    assert data["days"][45]["date"] == {"iso": "2027-02-15", "month": "Feb", "day": 15}
    assert [str(len(day["moved"])) for day in data["days"]] == [*moves]
    placed = json.dumps(data["days"][45]["solution"])
    assert run("count", "2027-02-15", "month-day-7x7", "--placed", placed).out == "1\n"
