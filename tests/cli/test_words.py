"""Words that are mistyped or misplaced: what is said names what was meant, and the right help."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("count smoa", "there is no puzzle smoa (did you mean soma?); calpuzzle puzzles lists"),
        ("solve tomorow", "tomorow is no label of dray (did you mean tomorrow?); a date is"),
        ("count todya", "todya is no label of dray (did you mean today?)"),
        ("solve weekday8x7", "there is no puzzle weekday8x7 (did you mean weekday-8x7?)"),
        ("count inner", "inner is a folder; name a puzzle's file in it"),
        ("count Ferb 1 Sat", "Ferb is no label of dray (did you mean Feb?)"),
        ("count -p small.toml smoa", "smoa is no label of small"),
        ("count Sat Jan 2 2026", "2026-01-02 is Fri, not Sat"),
        ("solve today -n 99999999999999999999", "argument -n: '99999999999999999999' is too large"),
        ("solve today -n x", "argument -n: 'x' is not a whole number from 1 on"),
        ("nonogram slove", "there is no subcommand slove (did you mean solve?); there are solve,"),
        ("nonogram solve none.non --cells a", "there is no --cells a; there are half, full"),
        ("nonogram solve nofile", "there is no file nofile"),
        ("nonogram solve dray", "dray has a board and pieces, and lines and clues are wanted"),
        ("nonogram hint three.non --format json", "(see calpuzzle nonogram hint --help)"),
        ("nonogram convert three.non --to nope", "no format nope (did you mean non?); there are n"),
        (
            "convert soma - --to svg",
            "svg is a picture, which calpuzzle show soma -o FILE.svg",
        ),
        ("convert soma x.png", "png is a picture, which calpuzzle show soma -o FILE.png draws"),
        (
            "convert soma - --to dfp",
            "there is no format dfp (did you mean dpf?); there are puzzle,",
        ),
        ("count A 1 -p small.toml --with @bad.txt", "bad.txt: 'zz' is no placement; write PIECE@"),
        ("count three.non --with @bad.txt", "bad.txt: the grid: it has 1 row, but the puzzle 3"),
        ("nonogram hint three.non --state bad.txt", "bad.txt: the grid: it has 1 row, but the"),
        ("nonogram hint three.non --state empty.txt", "empty.txt is empty; leave it out where no"),
        ("hint A 1 -p small.toml --with @empty.txt", "empty.txt is empty; leave it out where no"),
    ],
)
def test_what_was_meant(run: Run, folder: Path, line: str, sentence: str) -> None:
    (folder / "inner").mkdir()
    (folder / "bad.txt").write_text("zz\n")
    (folder / "empty.txt").write_text(" \n")
    assert sentence in run(*line.split()).sentence()


def test_a_folder_with_the_name_of_a_label_is_not_meant(run: Run, folder: Path) -> None:
    (folder / "Jan").mkdir()
    assert run("count", "Jan", 1, "Sat").out == "54\n"


@pytest.mark.parametrize("date", ["Sat Jan 1", "sat, jan, 1", "Dec 20 Sun", "2022-01-01 Sat"])
def test_a_date_in_one_word_names_no_puzzle(run: Run, date: str) -> None:
    assert run("count", date).code == 0


def test_a_year_beside_labels(run: Run) -> None:
    assert run("count", "Jan", 1, 2022).out == "54\n"


@pytest.mark.parametrize("columns", [60, 160])
def test_help_is_as_wide_as_the_terminal(process: Run, columns: int) -> None:
    done = process("count", "--help", env={"COLUMNS": str(columns)})
    options = done.out.partition("options:")[2].partition("\n\n")[0]
    widest = max(map(len, options.splitlines()))
    assert columns - 25 < widest < columns


def test_a_sheet_numbers_its_solutions(run: Run, folder: Path) -> None:
    assert run("solve", "Sat Jan 1", "-n", 3, "-o", "three.svg").code == 0
    drawn = (folder / "three.svg").read_text()
    assert [f">{k}</text>" in drawn for k in ("1", "2", "3")] == [True] * 3
    assert drawn.count("<rect") > 3 * 40
