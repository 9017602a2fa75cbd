"""The command `design`: what it prints, writes and rejects."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import FILES, PATIENCE, ROOT, Run
from small_families import slow

import calpuzzle as cp
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.judging.atlas import COLUMNS

FAMILY = ["small.toml", "--choose", "2:tetrominoes", "--choose", "2:trominoes"]
SETS = ROOT / "examples" / "shelf-sets.csv"


def test_judging_writes_and_verifies_the_table_of_all_sets(run: Run, folder: Path) -> None:
    done = run("design", *FAMILY, "-o", "sets.csv", "--verify", 50)
    assert done.code == 0
    first, *rows = done.out.splitlines()
    assert first.split() == list(COLUMNS["pieces"])
    assert rows[0].split() == ["I4", "S4", "I3", "L3", "0", "0", "0", "2", "6", "56"]
    assert len(rows) == 10
    output = done.err.splitlines()
    assert output[0] == "calpuzzle: 10 sets of pieces: 2 of 5 tetrominoes and 2 of 2 trominoes"
    assert output[1].startswith("calpuzzle: 3 units to go: ")
    assert re.fullmatch(r"calpuzzle: 2 units counted again with cut \d+: all equal", output[2])
    assert output[3:] == [
        "calpuzzle: 10 sets counted again by the engine diagram: all equal",
        "calpuzzle: wrote sets.csv",
    ]
    assert sorted(os.listdir(folder)) == sorted([*FILES, "sets.csv"])
    assert (folder / "sets.csv").read_bytes() == SETS.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("pieces", ["", "[pieces]\n", '[pieces]\nP5 = """\n##\n##\n#.\n"""\n'])
def test_judging_ignores_the_pieces_of_the_board(run: Run, folder: Path, pieces: str) -> None:
    board, _, _ = (folder / "small.toml").read_text().partition("[pieces]")
    (folder / "bare.toml").write_text(board + pieces)
    words = ["--choose", "2:tetrominoes", "--choose", "2:trominoes", "-o", "x.csv"]
    done = run("design", "bare.toml", *words)
    assert (done.code, (folder / "x.csv").read_bytes()) == (0, SETS.read_bytes())
    assert run("design", "save", "bare.toml", "I4 S4 I3 L3", "-o", "mine.toml").code == 0
    assert cp.load("mine.toml", kind="puzzle").counts().sum() == 56
    words = ["--choose", "2:tetrominoes", "--choose", "1:bare.toml", "--choose", "1:monominoes"]
    done = run("design", "small.toml", *words, "-o", "y.csv")
    if "P5" in pieces:
        assert done.code == 0
        assert " P5 " in (folder / "y.csv").read_text()
    else:
        assert done.code == 2
        assert "bare.toml has no pieces to choose from; draw them in" in done.err


def test_an_atlas_stores_rows_and_their_unsolved_dates(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    assert run("design", *FAMILY, "-o", "sets.parquet").code == 0
    unsolved = ["sets.parquet", "--where", "unsolved=2"]
    run("design", "show", *unsolved, "-o", "part.parquet")
    expected = run("design", "show", *unsolved, "--sort", "total")
    assert run("design", "show", "part.parquet", "--sort", "total") == expected
    # With --dates, a row lists the dates that its set cannot solve.
    rows = json.loads(run("design", "show", "part.parquet", "--format", "json", "--dates").out)
    assert len(rows) == 6
    monkeypatch.setattr("calpuzzle.cli.design_show.MAX_ROWS", 5)
    assert run("design", "show", "part.parquet", "--dates").sentence() == (
        "--dates counts each of 6 rows again; select at most 5 with --head"
    )
    assert run("design", "show", "part.parquet", "--dates", "--head", 5).code == 0
    for row in rows:
        assert (
            run("design", "save", "small.toml", row["pieces"], "--force", "-o", "own.toml").code
            == 0
        )
        own = cp.load("own.toml")
        assert [own.count(date) for date in row["dates"].split(", ")] == [0, 0]


def test_show_computes_the_difficulty_of_rows(run: Run) -> None:
    run("design", *FAMILY, "-o", "sets.parquet")
    words = ["design", "show", "sets.parquet", "--where", "unsolved=0", "--difficulty", 20]
    done = run(*words, "--sort", "nodes", "--head", 1)
    header, row = done.out.splitlines()
    assert header.split() == [*COLUMNS["pieces"], "nodes", "nodes_error"]
    assert 4 <= float(row.split()[-2]) < 20
    assert run(*words, "-o", "graded.parquet").code == 0
    assert run("design", "show", "graded.parquet", "--sort", "-nodes").out == done.out
    for condition in ("nodes>=4.5", "nodes=4.5,6", "nodes_error<0.6"):
        assert run("design", "show", "graded.parquet", "--where", condition).code == 0, condition
    done = run("design", "show", "sets.parquet", "--difficulty")
    assert "select them with --where unsolved_existing=0" in done.sentence()
    assert "no column nodes" in run("design", "show", "sets.parquet", "--sort", "nodes").sentence()


def test_save_writes_a_set_as_a_puzzle(run: Run, folder: Path) -> None:
    run("design", *FAMILY, "-o", "sets.parquet")
    assert run("design", "save", "sets.parquet", "I4 S4 I3 L3", "-o", "mine.toml").code == 0
    mine = cp.load("mine.toml", kind="puzzle")
    assert mine.model.groups == cp.load("small.toml", kind="puzzle").model.groups
    assert mine.counts().sum() == 56
    assert run("count", "A", "1", "mine.toml").out == f"{mine.count('A 1')}\n"
    ours = ["I4 S4", "I3 L3", "--title", 'A "good" one', "-o", "ours.toml"]
    assert run("design", "save", "small.toml", *ours).code == 0
    assert cp.load("ours.toml", kind="puzzle").model.title == 'A "good" one'
    assert cp.load("ours.toml", kind="puzzle").counts().sum() == 56
    sided = run("design", "save", "dray", "I4 J4 S4 J5 N5m Q5 T5 U5 V5 S5", "--one-sided")
    assert "flip = false" in sided.out


def test_save_states_why_a_set_has_no_solution_and_writes_it(run: Run, folder: Path) -> None:
    (folder / "box.toml").write_text("frame = '''\n####\n####'''\n[pieces]\nI4 = '####'\n")
    done = run("design", "save", "box.toml", "T4 O4", "-o", "x.toml")
    assert done == (
        0,
        "",
        "calpuzzle: colour the cells with an even sum of row + column black (4) and the others "
        "white (4): black minus white is 0 for O4, and -2 or 2 for T4, which never adds up to 0\n"
        "calpuzzle: wrote x.toml\n",
    )


@pytest.mark.long
def test_boards_writes_verified_counts_and_draws_the_best_board(run: Run, folder: Path) -> None:
    words = ["--pieces", "L4 S4 I3", "--group", "letter=A,B,C", "--group", "number=1,2"]
    done = run("design", "boards", "4x4", *words, "--verify", 1)
    assert done.code == 0
    assert done.err.splitlines() == [
        "calpuzzle: 40 boards: 4x4 without 3 cells at its corners, letter number",
        done.err.splitlines()[1],
        "calpuzzle: there is no other cut, so no unit was counted again",
        "calpuzzle: 29 boards counted again by the engine backtrack: all equal",
        "calpuzzle: wrote results/4x4-boards.parquet",
    ]
    table, _, drawn = done.out.partition("\n\n")
    header, best, *_ = table.splitlines()
    assert header.split() == list(COLUMNS["board"])
    words = ["design", "save", "results/4x4-boards.parquet", " ".join(best.split()[:3])]
    assert run(*words, "-o", "mine.toml").code == 0
    assert cp.load("mine.toml", kind="puzzle").counts().sum() == int(best.split()[-1])
    assert drawn.split() == "".join((folder / "mine.toml").read_text().split('"""')[1]).split()
    shown = run("design", "show", "results/4x4-boards.parquet", "--dates", "--where", "board=r1c1")
    assert shown.out.splitlines()[0].split() == [*COLUMNS["board"], "dates"]
    assert run("design", "show", "results/4x4-boards.parquet", "-o", "x.svg").code == 0


@pytest.mark.long
def test_show_plots_the_selected_rows(run: Run, folder: Path) -> None:
    (folder / "sets.csv").write_bytes(SETS.read_bytes())
    assert run("design", "show", "sets.csv", "-o", "x.svg").err == "calpuzzle: wrote x.svg\n"
    picture = (folder / "x.svg").read_bytes()
    assert picture.startswith(b"<?xml")
    assert run("design", "show", "sets.csv", "-o", "sets.svg").err == "calpuzzle: wrote sets.svg\n"
    assert (folder / "sets.svg").read_bytes() == picture
    run("design", "show", SETS, "--where", "unsolved=0", "-o", "solving.svg")
    assert (folder / "solving.svg").read_bytes() != picture
    (folder / "few.csv").write_text("".join((folder / SETS).open().readlines()[:3]))
    assert run("design", "show", "few.csv", "-o", "few.svg").code == 0
    assert "I4 O4 I3 L3" in (folder / "few.svg").read_text()


def test_repair_lists_repairs_and_writes_the_chosen_one(run: Run, folder: Path) -> None:
    run("design", "save", "small.toml", "L4 S4 I3 L3", "-o", "weak.toml")
    done = run("design", "repair", "weak.toml", "--nth", 3, "--head", 2, "-o", "mended.toml")
    assert done.code == 0
    *output, header, before, first, second = done.out.splitlines()
    assert output == [
        "turning over pieces of weak has no effect: each may be turned over anyway, "
        "or equals its mirror image",
        "at most 2 pieces exchanged, 10 sets: 1 way gives a solution to every instance",
        "1 swap of two labels: 2 ways give a solution to every instance",
    ]
    assert header.split() == ["changes", "repair", *COLUMNS["pieces"][1:]]
    assert before.split() == ["0", "as", "it", "is", "2", "2", "0", "0", "20", "120"]
    assert first.split() == ["1", "swap", "2", "and", "C", "0", "0", "0", "2", "20", "136"]
    assert second.split() == ["1", "swap", "B", "and", "3", "0", "0", "0", "2", "20", "136"]
    assert done.err == "calpuzzle: wrote mended.toml: exchange L4 for I4\n"
    too_many = run("design", "repair", "weak.toml", "--nth", 99, "-o", "other.toml")
    assert too_many.code == 2
    assert "there are 3 repairs, and no repair 99, so other.toml is not written" in too_many.err
    mended = cp.load("mended.toml", kind="puzzle")
    assert sorted(piece.name for piece in mended.pieces) == ["I3", "I4", "L3", "S4"]
    assert (mended.counts().min(), mended.counts().sum()) == (2, 56)


@pytest.mark.long
@pytest.mark.parametrize("cluster", ["", pytest.param("local", marks=pytest.mark.slow)])
def test_ctrl_c_ends_judging_at_once_and_keeps_finished_units(tmp_path: Path, cluster: str) -> None:
    """On a terminal, every process of the run receives the signal."""
    script = str(ROOT / "tests" / "judging_script.py")
    words = [sys.executable, script, str(tmp_path / "x.csv"), str(tmp_path / "kept"), "2", cluster]
    pipe = subprocess.PIPE
    running = subprocess.Popen(words, stderr=pipe, text=True, start_new_session=True)
    began = time.monotonic()
    while not list((tmp_path / "kept").glob("*.unit")):
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    _, output = running.communicate(timeout=PATIENCE)
    *_, interrupt, how_to_continue = output.splitlines()
    assert interrupt == "KeyboardInterrupt"
    assert how_to_continue.endswith("/kept; repeat the command to continue")
    assert os.listdir(tmp_path) == ["kept"]
    kinds = [path.suffix for path in (tmp_path / "kept").iterdir()]
    assert {*kinds} == {".json", ".unit"} and kinds.count(".unit") < len(FamilySweep(*slow()).units)


def test_why_explains_instances_without_a_solution(run: Run, folder: Path) -> None:
    assert run("design", "save", "small.toml", "L4 S4 I3 L3", "-o", "weak.toml").code == 0
    done = run("design", "why", "weak.toml", "--check", "reference", "-o", "why.svg")
    assert done.code == 0
    assert done.out.splitlines()[0] == "weak: 2 of 16 instances without a solution"
    assert "none of which can be dropped" in done.out
    assert "; the engine reference confirms the result" in done.err
    assert (folder / "why.svg").read_text().startswith("<svg")
    date = done.out.splitlines()[2].partition(": ")[2].split(",")[0]
    alone = run("design", "why", "weak.toml", *date.split())
    assert alone.out.splitlines()[0] == f"weak, {date}: no solution"


def test_why_warns_if_its_picture_omits_causes(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.cli.design_why.MAX_DRAWN", 1)
    run("design", "save", "small.toml", "L4 S4 I3 L3", "-o", "weak.toml")
    done = run("design", "why", "weak.toml", "-o", "why.svg")
    assert "why.svg shows 1 of 2 causes; name a date to see its own" in done.err


def test_why_states_that_no_small_cause_was_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calpuzzle.results.cause.MAX_SEARCHES", 100)
    run("design", "save", "small.toml", "L4 S4 I3 L3", "-o", "weak.toml")
    found = re.fullmatch(
        "weak: 2 of 16 instances without a solution\n\n"
        "2 instances: B 2, C 3\n"
        r"no cause has fewer than (\d) demands; name one of these instances to find its cause\n",
        run("design", "why", "weak.toml").out,
    )
    assert found and 2 <= int(found[1]) <= 6  # the smallest causes have 6 demands


def test_solving_prints_the_number_of_sets_left_after_each_date(run: Run, folder: Path) -> None:
    board = 'board = """\nA B . . . .\n. . . . . .\n1 2 . . . .\n"""'
    (folder / "own.toml").write_text(f'{board}\n[groups]\nletter = "A B"\nnumber = "1 2"\n')
    choices = ("--choose", "2:pentominoes", "--choose", "2:trominoes")
    done = run("design", "solving", "own.toml", *choices, "--head", 1)
    assert done.err == (
        "calpuzzle: 66 sets of pieces: 2 of 12 pentominoes and 2 of 2 trominoes\n"
        "calpuzzle: B 2: 15 sets left\n"
    )
    assert done.out.startswith("11 of 66 sets solve every instance\n")


@pytest.mark.long
def test_solving_lists_the_sets_that_solve_every_date(run: Run) -> None:
    family = ["small.toml", "--choose", "2:tetrominoes", "--choose", "2:trominoes"]
    done = run("design", "solving", *family, "-o", "solving.csv", "--head", 1)
    assert done.code == 0
    assert done.out.splitlines()[0] == "1 of 10 sets solves every instance"
    assert "wrote solving.csv: 1 set\n" in done.err
    shown = run("design", "show", "solving.csv").out
    assert done.out.splitlines()[1:] == shown.splitlines()
    done = run("design", "solving", *family, "--without", "I4", "-o", "none.csv")
    assert done.out.startswith("none of 6 sets solves every instance; the best")
    assert done.err.endswith("wrote none.csv: 0 sets\n")
    assert run("design", "solving", *family, "-o", "x.txt").code == 2


def test_dates_that_no_set_can_solve_are_reported(run: Run, folder: Path) -> None:
    (folder / "own.toml").write_text("board = 'A B . .'\n[groups]\ng = 'A B'\n")
    done = run("design", "own.toml", "--choose", "1:trominoes", "-o", "own.csv")
    assert (
        "no set solves 1 instance, such as B: some cell can only be covered together with a cell "
        "that stays open" in done.err
    )


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("show", "g: one of A B\nno pieces\n"),
        ("check", "is sound: 4 cells, no pieces yet"),
    ],
)
def test_a_board_without_pieces_is_shown_and_checked(
    command: str, output: str, run: Run, folder: Path
) -> None:
    (folder / "bare.toml").write_text("board = 'A B . .'\n[groups]\ng = 'A B'\n")
    done = run(command, "bare.toml")
    assert done.code == 0 and output in done.out
    assert "the puzzle has no pieces" in run("count", "A", "bare.toml").sentence()


@pytest.mark.parametrize("form", [(), ("--from", "puzzle")])
def test_save_reads_a_board_without_pieces(run: Run, folder: Path, form: tuple[str, ...]) -> None:
    (folder / "bare.toml").write_text('board = "A B C"\n[groups]\nx = "A B C"\n')
    assert run("design", "save", "bare.toml", "I2", *form).code == 0
