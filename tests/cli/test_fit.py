"""`fit` and `convert`."""

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
from commands import FILES, Run, on_terminal, program

from calpuzzle.formats import shipped

CHALLENGE = ["--challenge", "b43SG82WR11S"]
LISTED = sorted(FILES)


def test_what_is_printed(run: Run) -> None:
    assert run("fit", "two.txt") == (0, "12  \n1220\n  00\n", "calpuzzle: 1 solution\n")
    assert run("fit", "-p", "two.txt") == run("fit", "two.txt") == run("fit", "two.txt", "--all")
    assert run("fit", "two.txt", "-n", 1) == (0, "12  \n1220\n  00\n", "")
    assert run("fit", "x.dlx") == (0, "a d | b c\na b c\n", "calpuzzle: 2 solutions\n")
    drawn = run("fit", "three.non").out
    assert drawn.count("┼") == 6 and drawn.count("\n\n") == 5
    drawn = run("fit", "soma", "-n", 1).out
    assert drawn == "VVL\nZVL\nZLL\n\nZTB\nZBB\nAAP\n\nTTT\nABP\nAPP\n"
    assert run("fit", "sticks", "-n", 1).out == "1: 0 2\n2: 4\n3: 1 3\n"
    assert run("fit", "small.toml", "--date", "B 3", "-n", 1).out.count(".") == 2
    done = run("fit", "domino-2x3")
    assert done.out == "011\n022\n"
    assert done.err == "calpuzzle: 0 is 0-0, 1 is 1-1, 2 is 2-2\ncalpuzzle: 1 solution\n"
    assert " is 0-0" not in run("fit", "domino-print").err
    every = run("fit", "three.non", "--format", "jsonl").out.splitlines()
    assert run("fit", "three.non", "--nth", 4, "--format", "jsonl").out == every[3] + "\n"
    assert run("fit", "soma", "--nth", "300000").sentence() == (
        "there is no solution 300,000 of soma"
    )
    assert "there is no puzzle ''" in run("fit", "").sentence()
    assert "'' is no name of a file" in run("convert", "soma", "").sentence()
    done = run("fit", "iq-fit", *CHALLENGE)
    assert done.out.splitlines()[-1] == "b43SG82Wi70Wl32Sn80Eo50EP20NR11SS03Sy00W"
    assert done.err == "calpuzzle: 1 solution\n"
    said = run("fit", "iq-fit", "--challenge", "b").sentence()
    assert said.endswith("'b' has 1 character")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["x.dlx"], 2),
        (["three.non"], 6),
        (["small.toml"], 56),
        (["dray", "--date", "2022-01-01"], 54),
        (["dray"], 85637),
        (["soma", "--unique"], 240),
        (["soma", "--without", "V"], 0),
        (["small.toml", "--date", "B 3", "--with", "I4@0,3:2"], 2),
        (["iq-fit", *CHALLENGE], 1),
        (["none.non"], 0),
    ],
)
def test_what_count_counts(run: Run, words: list[str], number: int) -> None:
    done = run("fit", *words, "--count")
    assert (done.code, done.out) == (0, f"{number}\n")
    if number < 100 and "--unique" not in words:
        lines = run("fit", *words, "--format", "jsonl").out.splitlines()
        assert len(lines) == len(set(lines)) == number


@pytest.mark.parametrize(
    "words", ["fit -", "count -", "solve -p -", "check -", "convert - x.dpf --from dpf"]
)
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("<&-", "standard input is closed, so there is nothing to read; name a file"),
        ("</proc/self/mem", "cannot read standard input: input/output error"),
    ],
)
def test_no_stdin(folder: Path, words: str, given: str, sentence: str) -> None:
    command = f"'{sys.executable}' -m calpuzzle {words} {given}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"calpuzzle: {sentence}\n"


def test_json_and_jsonl(run: Run) -> None:
    line = json.loads(run("fit", "two.txt", "--format", "jsonl").out)
    assert line["1"] == [[0, 0], [1, 0]]
    found = json.loads(run("fit", "two.txt", "--format", "json").out)
    assert found == {"puzzle": "two", "date": {}, "total": 1, "solutions": [line]}
    # Not counted where they are not all printed.
    found = json.loads(run("fit", "two.txt", "-n", 1, "--format", "json").out)
    assert found == {"puzzle": "two", "date": {}, "total": None, "solutions": [line]}
    dated = run("fit", "small.toml", "--date", "B 3", "--format", "json").out
    assert dated == run("solve", "small.toml", "B 3", "--all", "--format", "json").out


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
@pytest.mark.parametrize("puzzle", ["soma", "tetrasticks-4x4", "iq-fit", "x.dlx", "three.non"])
def test_pictures(run: Run, folder: Path, form: str, puzzle: str) -> None:
    assert run("fit", puzzle, "-n", "2", "-o", f"p.{form}").code == 0
    data = (folder / f"p.{form}").read_bytes()
    assert data.startswith({"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[form])
    assert sorted(os.listdir(folder)) == sorted([*LISTED, f"p.{form}"])


def test_all_solutions_as_one_picture_where_there_are_not_too_many(run: Run, folder: Path) -> None:
    done = run("fit", "tetrahexes-4x7", "--unique", "--all", "-o", "p.svg")
    text = (folder / "p.svg").read_text(encoding="utf-8")
    assert done.code == 0 and ">9</text>" in text and ">10</text>" not in text
    many = run("fit", "pentominoes-8x8", "--all", "-o", "many.svg")
    assert "a sheet holds 100 solutions at most" in many.err and many.code
    assert not (folder / "many.svg").exists()


def test_random_ones(run: Run) -> None:
    every = run("fit", "soma", "--all", "--format", "jsonl").out.splitlines()
    drawn = run("fit", "soma", "--random", "-n", "5", "--seed", "3", "--format", "jsonl")
    lines = drawn.out.splitlines()
    assert drawn.code == 0 and len(set(lines)) == 5 and set(lines) <= set(every)
    assert run("fit", "soma", "--random", "-n", "5", "--seed", "3", "--format", "jsonl") == drawn
    one = run("fit", "pentominoes-6x10", "--random")
    assert len(one.out.splitlines()) == 6 and one.err == ""


def test_boxes(run: Run, folder: Path) -> None:
    solved = run("solve", "iq-fit", "-n", "2").out
    heading, _, drawn = solved.partition("\n")
    assert "2 shown" in heading
    assert run("fit", "iq-fit", "-n", "2", "--format", "boxes").out.strip() == drawn.strip()
    coloured = run("fit", "iq-fit", "-n", "1", "--format", "boxes", "--color", "always").out
    assert "\x1b[30;48;5;" in coloured
    assert run("fit", "iq-fit", "-n", "1", "--format", "boxes", "-o", "a.txt").code == 0
    assert "\x1b" not in (folder / "a.txt").read_text(encoding="utf-8")
    assert run("fit", "x.dlx", "--format", "boxes").out == run("fit", "x.dlx").out


@pytest.mark.parametrize("words", [["--count"], ["-n", "1"], ["--format", "json"]])
@pytest.mark.parametrize("puzzle", ["two.txt", "x.dlx"])
def test_progress_is_taken_away_before_anything_is_printed(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    puzzle: str,
) -> None:
    on_terminal(monkeypatch)
    err = run("fit", puzzle, "--engine", "reference", *words).err
    assert " laid, " in err and err.partition("found")[2].startswith("\r\x1b[K")


def test_convert(run: Run) -> None:
    assert run("convert", "dray", "x.dlx", "--date", "2022-01-01").code == 0
    assert run("fit", "x.dlx", "--count").out == run("count", "x.dlx").out == "54\n"
    assert run("convert", "small.toml", "y.dlx").code == 0
    assert run("count", "y.dlx").out == run("count", "any", "small.toml").out == "56\n"
    run("convert", "iq-fit", "x.dlx", *CHALLENGE)
    assert run("count", "x.dlx").out == "1\n"
    run("solve", "small.toml", "B 3", "--format", "json", "-o", "laid.json")
    run("convert", "small.toml", "y.dlx", "--date", "B 3", "--with", "@laid.json")
    assert run("count", "y.dlx").out == "1\n"
    at = "two.txt"
    for ending in ("geo", "dpf", "dlx", "ec", "dlx"):
        after = f"next.{ending}"
        assert run("convert", at, after).code == 0
        assert run("fit", after, "--count").out == "1\n"
        at = after
    for ending in ("nin", "mk", "cwd", "g", "xml", "json", "txt"):
        assert run("convert", "three.non", f"next.{ending}").code == 0
        assert run("count", f"next.{ending}").out == "6\n"
        assert run("nonogram", "solve", f"next.{ending}", "--count").out == "6\n"


def test_files_with_something_odd(run: Run, folder: Path) -> None:
    text = (Path(shipped.FOLDER) / "dray.toml").read_bytes()
    (folder / "own.toml").write_bytes(b"\xef\xbb\xbf" + text)
    assert run("fit", "own.toml", "--date", "2022-01-01", "--count").out == "54\n"
    (folder / "x.dpf").write_text("1 2 0 1 1 0")
    done = run("fit", "x.dpf", "--count")
    assert (done.code, done.out) == (0, "0\n")
    assert "piece 1 has no way to lie" in done.err
    (folder / "x.toml").write_text(
        'motions = "move"\nframe = """\n###\n#.."""\n[pieces]\na = "#"\nb = "###"\n'
    )
    done = run("fit", "x.toml", "--count", "--unique")
    assert done == (0, "1\n", "calpuzzle: up to symmetry, of which the puzzle has none\n")


@pytest.mark.parametrize("words", [["--count"], ["-o", "x.txt"], ["--format", "json"]])
def test_ctrl_c_says_what_was_found(folder: Path, words: list[str]) -> None:
    command = [program(), "fit", "tetrasticks-5x5-no-crossing", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == b"" and sorted(os.listdir(folder)) == LISTED
    assert re.search(rb"stopped by Ctrl-C; [0-9,]+ found so far, nothing is written", err)


def test_ctrl_c_keeps_what_was_printed(folder: Path) -> None:
    with subprocess.Popen(
        [program(), "fit", "iq-fit"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdout
        out = process.stdout.read(100)
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=20)
    assert process.returncode == 130
    said = re.search(r"([0-9,]+) printed", err.decode())
    assert said
    printed = int(said[1].replace(",", ""))
    # The signal may come between printing one and counting it.
    whole = ((out + rest).count(b"\n") + 1) / 6
    assert whole in (printed, printed + 1)


def test_anything_goes_into_a_file(run: Run, folder: Path) -> None:
    assert run("fit", "two.txt", "-o", "-").out == "12  \n1220\n  00\n"
    assert sorted(os.listdir(folder)) == LISTED
    assert run("fit", "two.txt", "--count", "-o", "number.dat").code == 0
    assert (folder / "number.dat").read_text() == "1\n"
    assert run("fit", "domino-print", "--check", "-o", "said.txt").code == 2
    assert (folder / "said.txt").read_text().startswith("colour 4: the frame has 9")
    assert run("fit", "soma", "--check") == (0, "soma: nothing is out of balance\n", "")
