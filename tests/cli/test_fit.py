"""The commands fit and convert, as a user meets them."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from calpuzzle import library
from calpuzzle.cli import main

TWO = "##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(TWO)
    return str(path)


def run(capfdbinary, *arguments):
    code = main(list(arguments))
    out, err = capfdbinary.readouterr()
    return code, out.decode(), err.decode()


def test_all_solutions_and_their_number(capfdbinary, two) -> None:
    assert run(capfdbinary, "fit", two) == (0, "12  \n1220\n  00\n", "calpuzzle: 1 solution\n")


def test_stdin(capfdbinary, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(TWO.encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert run(capfdbinary, "fit", "-", "--count")[:2] == (0, "1\n")


@pytest.mark.parametrize("words", ["fit -", "convert - x.dpf --from dpf"])
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("<&-", "standard input is closed, so there is nothing to read; name a file"),
        ("</proc/self/mem", "cannot read standard input: input/output error"),
    ],
)
def test_no_stdin(tmp_path: Path, words: list[str], given, sentence: str) -> None:
    command = f"'{sys.executable}' -m calpuzzle {words} {given}"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"calpuzzle: {sentence}\n"


def test_a_name_of_nothing_is_quoted(capfdbinary) -> None:
    assert "there is no puzzle ''" in run(capfdbinary, "fit", "")[2]
    assert "'' is no name of a file" in run(capfdbinary, "convert", "soma", "")[2]


def test_a_single_thing_is_in_the_singular(capfdbinary) -> None:
    assert "'b' has 1 character\n" in run(capfdbinary, "fit", "iq-fit", "--challenge", "b")[2]


def test_json_and_jsonl(capfdbinary, two) -> None:
    _, out, _ = run(capfdbinary, "fit", two, "--format", "jsonl")
    line = json.loads(out)
    assert line["pieces"]["1"] == [[0, 0], [0, 1]]
    _, out, _ = run(capfdbinary, "fit", two, "--format", "json")
    assert json.loads(out) == [line]
    _, out, _ = run(capfdbinary, "fit", "iq-fit", "--challenge", "b43SG82WR11S", "--format", "json")
    assert json.loads(out)[0]["code"] == "b43SG82Wi70Wl32Sn80Eo50EP20NR11SS03Sy00W"


@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.parametrize("puzzle", ["soma", "tetrasticks-4x4", "iq-fit"])
def test_pictures(capfdbinary, tmp_path: Path, form, puzzle) -> None:
    if form == "png":
        pytest.importorskip("matplotlib")
    path = tmp_path / f"p.{form}"
    assert main(["fit", puzzle, "-n", "2", "-o", str(path)]) == 0
    data = path.read_bytes()
    assert data.startswith(b"<svg" if form == "svg" else b"\x89PNG")
    assert os.listdir(tmp_path) == [f"p.{form}"]


def test_a_dash_is_stdout(
    capfdbinary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, two
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(capfdbinary, "fit", two, "-o", "-")[:2] == (0, "12  \n1220\n  00\n")
    assert os.listdir(tmp_path) == ["two.txt"]


def test_a_number_goes_into_any_file(tmp_path: Path, two) -> None:
    path = tmp_path / "number.dat"
    assert main(["fit", two, "--count", "-o", str(path)]) == 0
    assert path.read_text() == "1\n"


@pytest.mark.parametrize("words", [["--count"], ["-n", "1"], ["--format", "json"]])
def test_progress_is_taken_away_before_anything_is_printed(
    capfd, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("calpuzzle.cli.progress.DELAY", 0)
    path = tmp_path / "x.dlx"
    path.write_text("a b\na b\na\nb\n")
    for puzzle in ("two.txt", "x.dlx"):
        (tmp_path / "two.txt").write_text(TWO)
        assert main(["fit", str(tmp_path / puzzle), "--engine", "reference", *words]) == 0
        err = capfd.readouterr().err
        assert " laid, " in err and err.partition("found")[2].startswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fit"], "name a puzzle or a file"),
        (["fit", "sooma"], "did you mean soma?"),
        (["fit", "nosuch.dpf"], "cannot read nosuch.dpf: no such file"),
        (["fit", "soma", "--mirrors-apart"], "give both"),
        (["fit", "soma", "--engine", "linkz"], "did you mean links?"),
        (["fit", "soma", "--without", "Q"], "has no piece Q"),
        (["fit", "soma", "--date", "today"], "no calendar"),
        (["fit", "soma", "--from", "xml"], "there is no format xml"),
        (["fit", "soma", "-n", "0"], "not a whole number from 1 on"),
        (["fit", "soma", "-n", "101", "--format", "svg"], "up to 100"),
        (["fit", "morse-displaced", "--unique"], "no coordinates"),
        (["fit", "soma", "-n", "1", "-o", "x.pdf"], "ending of x.pdf is none that can be written"),
        (["fit", "soma", "--format", "jsn"], "did you mean json?"),
        (["fit", "soma", "--count", "--format", "json"], "prints a number; leave --format json"),
        (["fit", "soma", "--check", "--format", "svg"], "prints sentences; leave --format svg"),
        (["fit", "iq-fit", "-o", "/nosuch/x.txt"], "folder /nosuch does not exist"),
        (["convert", "soma", "x.nosuch"], "names no format"),
        (["convert", "soma", "x.dlx", "--to", "puzzle"], "is read, not written"),
        (["convert", "soma", "/nosuch/x.dlx"], "folder /nosuch does not exist"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments,
    message,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") <= 2
    assert os.listdir(tmp_path) == []


def test_an_exact_cover_file(capfdbinary, tmp_path: Path) -> None:
    path = tmp_path / "x.dlx"
    path.write_text("a b c | d\na d\nb c\na b c\n")
    assert run(capfdbinary, "fit", str(path))[:2] == (0, "a d | b c\na b c\n")
    assert run(capfdbinary, "fit", str(path), "--count")[:2] == (0, "2\n")
    assert main(["fit", str(path), "--unique"]) == 2
    assert main(["convert", str(path), str(tmp_path / "x.dpf")]) == 2


def test_calendars_are_fitting_puzzles(capfdbinary, tmp_path: Path) -> None:
    assert run(capfdbinary, "fit", "dray", "--date", "2022-01-01", "--count")[:2] == (0, "54\n")
    path = str(tmp_path / "x.dlx")
    assert main(["convert", "dray", path, "--date", "2022-01-01"]) == 0
    assert run(capfdbinary, "fit", path, "--count")[1] == "54\n"


def test_a_byte_order_mark_before_a_calendar(capfdbinary, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = (Path(library.FOLDER) / "dray.toml").read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + text)
    assert run(capfdbinary, "fit", str(path), "--date", "2022-01-01", "--count")[:2] == (0, "54\n")


def test_convert_through_all_that_is_read(capfdbinary, two, tmp_path: Path) -> None:
    at = two
    for ending in ("geo", "dpf", "dlx", "ec", "dlx"):
        after = str(tmp_path / f"next.{ending}")
        assert main(["convert", at, after]) == 0
        assert run(capfdbinary, "fit", after, "--count")[1] == "1\n"
        at = after


def test_a_warning_names_the_piece_without_orientation(capfdbinary, tmp_path: Path) -> None:
    path = tmp_path / "x.dpf"
    path.write_text("1 2 0 1 1 0")
    code, out, err = run(capfdbinary, "fit", str(path), "--count")
    assert (code, out) == (0, "0\n")
    assert "piece 1 has no orientation" in err


@pytest.mark.parametrize("words", [["--count"], ["-o", "x.txt"], ["--format", "json"]])
def test_ctrl_c_says_what_was_found(tmp_path: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "calpuzzle", "fit", "tetrasticks-5x5-no-crossing", *words]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path
    ) as process:
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == b"" and os.listdir(tmp_path) == []
    assert re.search(rb"stopped by Ctrl-C; [0-9,]+ found so far, nothing is written", err)


def test_ctrl_c_keeps_what_was_printed() -> None:
    command = [sys.executable, "-m", "calpuzzle", "fit", "iq-fit"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        out = process.stdout.read(100)
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=20)
    assert process.returncode == 130
    printed = int(re.search(r"([0-9,]+) printed", err.decode())[1].replace(",", ""))
    # The signal may come between printing one and counting it.
    whole = ((out + rest).count(b"\n") + 1) / 6
    assert whole in (printed, printed + 1)


def test_what_check_says_goes_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    assert main(["fit", "domino-print", "--check", "-o", str(path)]) == 2
    assert path.read_text().startswith("colour 4: the frame has 9")


def test_a_puzzle_without_symmetries_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.toml"
    path.write_text('motions = "move"\nframe = """\n###\n#.."""\n[pieces]\na = "#"\nb = "###"\n')
    assert main(["fit", str(path), "--count", "--unique"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("1\n", "calpuzzle: up to symmetry, of which the puzzle has none\n")


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m calpuzzle fit iq-fit | head -1"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "--list"]) == 0
    listed = capsys.readouterr().out.split()
    folder = Path(__file__).resolve().parents[2] / "calpuzzle" / "fit" / "puzzles"
    assert sorted(listed) == sorted(path.stem for path in folder.iterdir())


def test_check_says_which_numbers_are_out_of_balance(
    capsys: pytest.CaptureFixture[str], two, tmp_path: Path
) -> None:
    assert main(["check", "domino-print"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.splitlines() == [
        "calpuzzle: domino-print: colour 4: the frame has 9, the pieces have 8",
        "calpuzzle: domino-print: colour 5: the frame has 7, the pieces have 8",
    ]
    assert main(["check", "domino"]) == 0
    assert "is sound: 56 locations, 28 pieces with 97 ways to lie" in capsys.readouterr().out
    assert main(["check", two]) == 0
    faulty = tmp_path / "x.toml"
    faulty.write_text("frame = '#'\n[pieces]\na = ''\nb = 3\n")
    assert main(["check", str(faulty)]) == 2
    err = capsys.readouterr().err
    assert "piece a: it has no cells" in err and "piece b must be" in err
