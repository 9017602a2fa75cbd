"""What goes wrong around a command: one sentence, the right code, no traceback, no half a file."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import FILES, Run, program

from calpuzzle.base import files, signals
from calpuzzle.base.errors import CannotDoError
from calpuzzle.cli import COMMANDS

LONG = ["batch", "-p", "weekday-8x7", "--engine", "backtrack", "-o", "x.csv"]
ENDLESS = "tetrasticks-5x5-no-crossing"


def interrupted(
    words: list[str], after: float = 1.5, number: signal.Signals = signal.SIGINT
) -> tuple[int, str, str]:
    """What a command does that gets a signal: its exit code, stdout and stderr."""
    pipe = subprocess.PIPE
    with subprocess.Popen([program(), *words], stdout=pipe, stderr=pipe, text=True) as running:
        time.sleep(after)
        running.send_signal(number)
        try:
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    return running.returncode, out, err


SEVERAL = ["batch", "-p", "weekday-8x7", "-p", "whole-year-7x7", "--engine", "backtrack"]


@pytest.mark.parametrize(
    "words",
    [
        [*LONG, "--jobs", "2"],
        [*SEVERAL, "-o", ".", "--jobs", "1"],
        [*SEVERAL, "-o", ".", "--jobs", "2"],
        ["solve", ENDLESS, "--all", "-o", "x.json"],
        ["places", ENDLESS],
        ["stats", ENDLESS],
    ],
    ids=" ".join,
)
def test_ctrl_c(folder: Path, words: list[str]) -> None:
    assert interrupted(words) == (130, "", "calpuzzle: stopped by Ctrl-C\n")
    assert sorted(os.listdir(folder)) == sorted(FILES)


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["solve", ENDLESS, "--all", "-o", "x.jsonl"], signal.SIGTERM),
        (["solve", ENDLESS, "--all", "-o", "x.jsonl"], signal.SIGKILL),
        (LONG, signal.SIGTERM),
        (["count", ENDLESS], signal.SIGTERM),
    ],
)
def test_ended_from_outside(folder: Path, words: list[str], number: signal.Signals) -> None:
    told = (143, "", "calpuzzle: stopped by SIGTERM\n")
    assert interrupted(words, number=number) == (told if number == signal.SIGTERM else (-9, "", ""))
    # On systems without unnamed files a killed process leaves one, which the next one sweeps up.
    left = [name for name in os.listdir(folder) if hasattr(os, "O_TMPFILE") or name[0] != "."]
    assert sorted(left) == sorted(FILES)


def test_a_failure_of_a_module_that_is_loaded_is_no_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loaded(*_: object) -> None:
        raise SystemError("returned a result with an exception set")

    monkeypatch.setattr(signals, "_asked", True)
    monkeypatch.setattr("calpuzzle.cli.count.run", loaded)
    done = run("count", "today")
    assert (done.code, done.err) == (130, "calpuzzle: stopped by Ctrl-C\n")


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("ortools", "count Sat Jan 1 -p weekday-8x7 --engine cpsat"),
        ("ortools", "batch -p weekday-8x7 -p whole-year-7x7 -o . --jobs 2 --engine cpsat"),
        ("pysat", "solve Sat Jan 1 -p weekday-8x7 --all -o x.json --engine sat"),
        ("pysat", "batch -p weekday-8x7 -o x.csv --engine sat"),
    ],
)
def test_ctrl_c_in_other_makers_engines(folder: Path, module: str, words: str) -> None:
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    test_ctrl_c(folder, words.split())


def test_a_closed_pipe(folder: Path) -> None:
    done = subprocess.run(
        f"{{ {program()} solve Sat Jan 1 -p weekday-8x7 --all; echo $? >code; }} | head -n 1",
        shell=True, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == "weekday-8x7, Jan 1 Sat: 2,345 solutions\n"
    assert done.stderr == "" and (folder / "code").read_text() == "141\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [("fit soma", 141), ("fit soma >x.txt", 141), ("fit three.non", 141), ("count nothing", 2)],
)
def test_a_closed_pipe_for_messages_too(folder: Path, words: str, code: int) -> None:
    """The code is not that of an interpreter that fails to flush."""
    usual = f"env -u PYTHONUNBUFFERED {program()}"
    command = f"{{ {usual} {words}; echo $? >code; }} 2>&1 | true; sleep 1"
    subprocess.run(command, shell=True, check=True, timeout=60)
    for _ in range(100):
        if (folder / "code").exists() and (folder / "code").read_text():
            break
        time.sleep(0.1)
    assert (folder / "code").read_text() == f"{code}\n"


PRINTING = """
count today|count three.non|solve today|solve x.dlx|solve soma --format svg|fit two.txt|show soma
hint two.txt|table --head 1|puzzles||--help|--version|solve --help|nonogram solve --help"""


@pytest.mark.parametrize(
    ("line", "unbuffered"),
    [
        *((line, "") for line in re.split(r"[|\n]", PRINTING[1:])),
        *((line, "1") for line in ("count today", "--help")),
    ],
)
def test_a_full_disk_under_stdout(process: Run, line: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = process(*line.split(), stdout=full, env={"PYTHONUNBUFFERED": unbuffered})
    assert done.code == 1
    assert done.err.splitlines()[-1] == (
        "calpuzzle: cannot write or read the output: no space is left on the disk"
    )
    assert "Traceback" not in done.err


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


@pytest.mark.parametrize(
    "words",
    [
        ["batch", "-p", "month-day-7x7", "-o", "x.csv"],
        ["solve", "Sat Jan 1", "--all", "-o", "x.json"],
        ["solve", "soma", "--all", "-o", "x.jsonl"],
        ["solve", "soma", "-o", "x.svg"],
        ["fit", "iq-fit", "-o", "x.txt"],
        ["convert", "soma", "x.dlx"],
        ["show", "dray", "-o", "x.svg"],
        ["plot", "-p", "small.toml", "-o", "x.svg"],
    ],
    ids=" ".join,
)
def test_no_half_a_file_where_the_disk_ends(process: Run, folder: Path, words: list[str]) -> None:
    (folder / words[-1]).write_text("what was there before")
    done = process(*words, preexec_fn=small_files)
    assert done.code == 1 and done.out == ""
    assert done.err.splitlines()[-1] == f"calpuzzle: cannot write {words[-1]}: file too large"
    assert (folder / words[-1]).read_text() == "what was there before"
    assert not list(folder.glob("*.tmp"))


def test_devices_are_written_not_replaced(run: Run) -> None:
    done = run("solve", "Sat Jan 1", "-o", "/dev/full")
    assert done.sentence(1) == "cannot write /dev/full: no space is left on the disk"
    assert run("solve", "Sat Jan 1", "-o", "/dev/null").code == 0
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null")


def test_links_are_followed(run: Run, folder: Path) -> None:
    (folder / "real.svg").write_text("")
    (folder / "link.svg").symlink_to("real.svg")
    assert run("show", "-o", "link.svg").code == 0
    assert (folder / "link.svg").is_symlink()
    assert (folder / "real.svg").read_text().startswith("<svg")


def test_a_folder_without_permission(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # Mocked, for root may write everywhere.
    monkeypatch.setattr("calpuzzle.base.files.os.access", lambda *_: False)
    for words in (["batch"], ["plot"]):
        found = run(*words, "-p", "small.toml", "-o", "x.svg").sentence(1)
        assert found == "cannot write in the folder .: permission denied"
        assert "permission denied" in run(*words, "-p", "small.toml").sentence(1)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not hold root back")
def test_a_folder_that_is_read_only(run: Run, folder: Path) -> None:
    (folder / "locked").mkdir(mode=0o500)
    assert "permission denied" in run("show", "-o", "locked/x.svg").sentence(1)


def test_no_stdout(folder: Path) -> None:
    for words in ("count today", "solve soma", "fit two.txt -o x.txt"):
        command = f"{program()} {words} >&-"
        done = subprocess.run(command, shell=True, text=True, stderr=subprocess.PIPE)
        assert done.returncode == 1
        assert done.stderr == "calpuzzle: stdout is closed, so there is nowhere to print to\n"
    command = f"{program()} count x 2>&-"
    quiet = subprocess.run(command, shell=True, text=True, stdout=subprocess.PIPE)
    assert (quiet.returncode, quiet.stdout) == (2, "")


@pytest.mark.parametrize("words", [["count", "today"], ["solve", "today"], ["fit", "two.txt"]])
def test_running_out_of_memory(run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("calpuzzle.api.puzzle.Puzzle.solve", fail)
    assert "out of memory" in run(*words).sentence(1)


def test_a_block_that_fails_leaves_nothing(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError), files.write_whole("x.txt") as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    with pytest.raises(CannotDoError, match=r"cannot write x\.txt: "), files.write_whole("x.txt"):
        raise OSError(28, "No space left on device")
    assert not [name for name in os.listdir(folder) if name.startswith("x.txt")]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_says_more_than_a_sentence_to_nonsense(
    command: str, run: Run, folder: Path
) -> None:
    nonsense = [["--nonsense"], ["\0"], ["\udcff"], ["nothing.toml"], ["-p", ""], ["-o", ""]]
    nonsense += [["--format"], ["--with", "@"]]
    listed = sorted(os.listdir(folder))
    for words in nonsense:
        done = run(command, *words)
        if done.code:
            assert done.code in (1, 2) and done.out == "", (words, done)
            assert done.err.startswith("calpuzzle: ") and done.err.count("\n") == 1, (words, done)
    assert sorted(os.listdir(folder)) == listed


FAULTY = {
    "nothing": b"",
    "bytes": bytes(range(256)),
    "a line": b"hello = \n",
    "a long line": b"= " + b"x" * 100_000,
    "brackets": b"[" * 100_000,
}


@pytest.mark.parametrize("what", FAULTY)
@pytest.mark.parametrize("ending", ["", ".toml", ".dlx", ".txt", ".non", ".xml", ".json", ".png"])
def test_files_that_hold_no_puzzle(run: Run, folder: Path, what: str, ending: str) -> None:
    (folder / f"odd{ending}").write_bytes(FAULTY[what])
    for command in ("count", "show", "check", "convert"):
        words = [command, f"./odd{ending}", *(["--to", "dlx"] if command == "convert" else [])]
        done = run(*words)
        if ending == ".dlx" and done.code == 0:
            continue  # a line of words is an exact cover problem without options
        assert done.code == 2 and done.out == "", (words, done)
        assert len(done.err) < 1000
        assert all(line.startswith("calpuzzle: ") for line in done.err.splitlines())


def test_a_folder_is_no_puzzle(run: Run, folder: Path) -> None:
    (folder / "odd.toml").mkdir()
    for command in ("count", "show", "check"):
        assert run(command, "odd.toml").sentence() == "cannot read odd.toml: is a directory"
