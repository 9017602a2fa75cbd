"""Failures of commands: one sentence, the right exit code, no traceback, no partial file."""

from __future__ import annotations

import builtins
import errno
import io
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from commands import FILES, PATIENCE, Run, parsers, program, signalled

from calpuzzle.cli import COMMANDS, MEANT
from calpuzzle.cli.parser import Parser
from calpuzzle.formats import shipped, toml
from calpuzzle.formats.registry import render
from calpuzzle.nonogram.clues import from_grid

LONG = "batch weekday-8x7 -o x.csv --engine backtrack"
ENDLESS = "tetrasticks-5x5-no-crossing"
SEVERAL = "batch weekday-8x7 whole-year-7x7 -o ."
SAT = "Sat Jan 1 weekday-8x7"
ABOUT = r"(calpuzzle: \S+: (about .*; still counting|\d+ s so far.*)\n)*"
"""The progress that a long command may have printed on a busy machine."""


def slow(*given: object) -> Any:
    """Return a case for the slow tests, because another case executes the same code."""
    return pytest.param(*given, marks=pytest.mark.slow)


INTERRUPTED = [
    LONG,
    f"{SEVERAL} --engine backtrack --jobs 2",
    slow(f"{SEVERAL} --engine cpsat --jobs 2"),
    f"solve {SAT} --all -o x.json --engine sat",
    f"count {SAT} --engine cpsat",
    slow("batch weekday-8x7 -o x.csv --engine sat"),
    f"solve {ENDLESS} --all -o x.json",
    f"places {ENDLESS}",
    slow(f"table {ENDLESS}"),
    # After Ctrl-C in their search, these must neither continue with a partial result nor report it.
    "hint noise.non",
    "check noise.non",
    "nonogram make noise.txt --give",
]


@pytest.mark.long
@pytest.mark.parametrize("words", INTERRUPTED)
def test_ctrl_c_leaves_no_partial_files(folder: Path, words: str) -> None:
    for engine, module in (("cpsat", "ortools"), ("sat", "pysat")):
        if f"engine {engine}" in words and find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    if "noise" in words:
        rng = random.Random(5)
        rows = ["".join(rng.choice(".#") for _ in range(100)) for _ in range(100)]
        grid = from_grid(tuple(tuple(int(mark == "#") for mark in row) for row in rows))
        (folder / "noise.txt").write_text("\n".join(rows))
        (folder / "noise.non").write_bytes(render(grid, "non").data)
    before = {*os.listdir(folder)}
    done = signalled(words.split())
    printed = "size: 100 by 100, 1 colour (black)\n" if "check" in words else ""
    assert (done.code, done.out) == (130, printed)
    # If a count of several puzzles has finished a unit, its ledger remains.
    after = {*os.listdir(folder)}
    kept = after - before
    assert before <= after and kept <= ({"batch.ledger"} if words.startswith(SEVERAL) else set())
    resume = r"; 1 of 2 units done, in \S*batch\.ledger; repeat the command to continue" * len(kept)
    assert re.fullmatch(f"{ABOUT}calpuzzle: stopped by Ctrl-C{resume}\n", done.err), done.err


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (f"solve {ENDLESS} --all -o x.jsonl", signal.SIGTERM),
        (f"solve {ENDLESS} --all -o x.jsonl", signal.SIGKILL),
    ],
)
def test_signals_leave_no_partial_files(folder: Path, words: str, number: signal.Signals) -> None:
    done = signalled(words.split(), number)
    ended = number == signal.SIGTERM
    assert (done.code, done.out) == (143 if ended else -9, "")
    message = "calpuzzle: stopped by SIGTERM\n" if ended else ""
    assert re.fullmatch(ABOUT + message, done.err), done.err
    # A killed process may leave a hidden temporary file.
    left = [name for name in os.listdir(folder) if ended or name[0] != "."]
    assert sorted(left) == sorted(FILES)


def test_a_closed_pipe_ends_a_command_silently(folder: Path) -> None:
    command = f"{{ {program()} solve {SAT} --all; echo $? >code; }} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("weekday-8x7, Jan 1 Sat: 2,345 solutions\n", "")
    assert (folder / "code").read_text() == "141\n"


UNREAD = [
    ("solve soma --all", 141),
    ("solve soma -o x.txt", 141),
    ("count nothing", 2),
    slow("solve endless.non -n 900", 141),
]


@pytest.mark.parametrize(("words", "code"), UNREAD)
def test_closed_pipes_do_not_change_the_exit_code(folder: Path, words: str, code: int) -> None:
    """Python itself would exit with 120, because it cannot flush stdout."""
    usual = f"env -u PYTHONUNBUFFERED {program()}"
    command = f"{{ {usual} {words}; echo $? >code; }} 2>&1 | true"
    subprocess.run(command, shell=True, check=True, timeout=60)
    until = time.monotonic() + PATIENCE
    while not ((folder / "code").exists() and (folder / "code").read_text()):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert (folder / "code").read_text() == f"{code}\n"


PRINTING = """
count today|count three.non|solve today|solve x.dlx|solve soma --format svg|show soma
hint two.txt|table plain.toml|puzzles||--help|--version|solve --help|nonogram step --help"""
FULL = "calpuzzle: cannot write or read the output: no space is left on the disk"


@pytest.mark.parametrize("words", re.split(r"[|\n]", PRINTING[1:]))
def test_stdout_on_a_full_disk_fails(run: Run, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        done = run(*words.split())
    assert done.code == 1 and done.err.splitlines()[-1] == FULL


@pytest.mark.parametrize(("words", "unbuffered"), [("count today", ""), ("--help", "1")])
def test_a_process_reports_a_full_disk(process: Run, words: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = process(*words.split(), stdout=full, env={"PYTHONUNBUFFERED": unbuffered})
    assert (done.code, done.err) == (1, f"{FULL}\n")


@contextmanager
def small_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    # Python would write truncated files of the modules that it compiles.
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


WRITING = """
batch month-day-7x7 -o x.csv|solve Sat Jan 1 --all -o x.json|solve soma --all -o x.jsonl
solve soma -o x.svg|solve iq-fit --format grid -n 60 -o x.txt
convert soma x.dlx|show dray -o x.svg
table small.toml -o x.svg|certify Sat Jan 1 -o x.cert
certify heart.non -o x.cnf"""


@pytest.mark.parametrize("words", re.split(r"[|\n]", WRITING[1:]))
def test_failed_write_keeps_the_old_file(run: Run, folder: Path, words: str) -> None:
    name = words.split()[-1]
    (folder / name).write_text("what was there before")
    with small_files():
        done = run(*words.split(), "--force")
    assert done.code == 1 and done.out == ""
    assert done.err.splitlines()[-1] == f"calpuzzle: cannot write {name}: file too large"
    assert (folder / name).read_text() == "what was there before"
    assert not list(folder.glob("*.tmp"))


READING = """
count -|solve -|check -|convert - x.dpf --from dpf|solve - --from non
nonogram step - --from non|hint - --from non|check - --from non
nonogram make -|convert - a.non --from text"""


def test_closed_or_broken_stdin_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    closed = "standard input is closed, so there is nothing to read; name a file"
    broken = "cannot read standard input: input/output error"
    for stdin, sentence in ((None, closed), (io.TextIOWrapper(Broken()), broken)):
        monkeypatch.setattr(sys, "stdin", stdin)
        for words in re.split(r"[|\n]", READING[1:]):
            assert run(*words.split()).sentence() == sentence
    for given, sentence in (("<&-", closed), ("</proc/self/mem", broken)):
        command = f"'{sys.executable}' -m calpuzzle count - {given}"
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"calpuzzle: {sentence}\n"


def test_denied_permissions_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # Mocked, because root may do everything.
    monkeypatch.setattr("calpuzzle.base.files.os.access", lambda *_: False)
    for words in ("batch small.toml", "table small.toml", "solve three.non"):
        found = run(*words.split(), "-o", "x.svg").sentence(1)
        assert found == "cannot write in the folder .: permission denied"
    for words in ("batch small.toml",):
        assert "permission denied" in run(*words.split()).sentence(1)

    def deny(path: str, *rest: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(builtins, "open", deny)
    for words in ("nonogram step", "nonogram make", "check", "convert --format text"):
        message = run(*words.split(), "three.non").sentence()
        assert message == "cannot read three.non: permission denied"


def test_closed_stdout_or_stderr_is_handled(folder: Path) -> None:
    command = f"{program()} solve two.txt -o x.txt >&-"
    done = subprocess.run(command, shell=True, text=True, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr == "calpuzzle: stdout is closed, so there is nowhere to print to\n"
    command = f"{program()} count x 2>&-"
    quiet = subprocess.run(command, shell=True, text=True, stdout=subprocess.PIPE)
    assert (quiet.returncode, quiet.stdout) == (2, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_reject_nonsense_with_one_sentence(command: str, run: Run, folder: Path) -> None:
    nonsense = [["--nonsense"], ["\0"], ["\udcff"], ["nothing.toml"], ["-o", ""]]
    nonsense += [["--format"], ["--placed", "@"]]
    listed = sorted(os.listdir(folder))
    for words in nonsense:
        done = run(command, *words)
        if done.code:
            assert done.code in (1, 2) and done.out == "", (words, done)
            assert done.err.startswith("calpuzzle: ") and done.err.count("\n") == 1, (words, done)
    assert sorted(os.listdir(folder)) == listed


FAULTY = (b"", bytes(range(256)), b"hello = \n", b"= " + b"x" * 100_000, b"[" * 100_000)


@pytest.mark.parametrize("ending", ["", ".toml", ".dlx", ".txt", ".non", ".xml", ".json", ".png"])
def test_files_without_a_puzzle_are_rejected(run: Run, folder: Path, ending: str) -> None:
    # All commands read files in the same way.
    commands = ("count", "show", "check", "convert") if ending == ".toml" else ("count",)
    for command, data in product(commands, FAULTY):
        (folder / f"odd{ending}").write_bytes(data)
        words = [command, f"./odd{ending}", *(["--format", "dlx"] if command == "convert" else [])]
        done = run(*words)
        if ending == ".dlx" and done.code == 0:
            continue  # a line of words is an exact cover problem without options
        assert done.code == 2 and done.out == "", (words, done)
        assert len(done.err) < 1000
        assert all(line.startswith("calpuzzle: ") for line in done.err.splitlines())
    (folder / "folder.toml").mkdir()
    for command in ("count", "show", "check"):
        message = run(command, "folder.toml").sentence()
        assert message == "cannot read folder.toml: is a directory"


WORDS = {
    "new": "7x7", "convert": "soma", "completion": "bash", "compare": "soma", "table": "small.toml",
    "design judge": "dray", "design layout": "dray", "design repair": "dray", "design why": "dray",
    "design solving": "dray", "design save": "dray I4", "design boards": "7x7 --pieces I4",
    "design show": "x.parquet", "nonogram step": "three.non", "nonogram make": "x.pbm",
    "cut": "soma", "booklet": "2027", "certify": "soma",
}  # fmt: skip
"""The words that a command requires."""
WITH_FILES = [name for name, own in parsers().items() if "--output" in own._option_string_actions]


@pytest.mark.parametrize("command", WITH_FILES)
def test_commands_do_not_replace_a_file_without_force(run: Run, command: str) -> None:
    Path("old.txt").write_text("old")
    own = WORDS.get(command, "").split()
    done = run(*command.split(), *own, "-o", "old.txt")
    assert done.sentence() == "old.txt exists already; --force replaces it, or name another file"
    assert Path("old.txt").read_text() == "old"
    assert parsers()[command].parse_args([*own, "-o", "x", "--force"]).force


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("convert soma old.dpf", "old.dpf"),
        ("play --export old.html", "old.html"),
        ("play --export site --all", "site/index.html"),
        ("batch small.toml", "results/small.csv"),
        ("certify three.non -o proof", "proof.drat"),
        ("nonogram step three.non --format png -o step.png", "step-001.png"),
        ("cut soma -o sheet#.stl", "sheet#.stl"),
    ],
)
def test_outputs_with_derived_names_do_not_replace_files(run: Run, words: str, path: str) -> None:
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_text("old")
    message = run(*words.split()).sentence()
    assert message == f"{path} exists already; --force replaces it, or name another file"
    assert Path(path).read_text() == "old"


@pytest.mark.parametrize("command", ["solve", "design", "default", "nonogram step", "griddler", ""])
def test_help_may_precede_or_follow_the_name_of_a_command(
    run: Run, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    after = [] if " " in command else [f"{command} help"]
    for words in (*after, f"help {command}", f"{command} --help"):
        with pytest.raises(SystemExit) as ended:
            run(*words.split())
        assert ended.value.code == 0
        name = command.replace("griddler", "nonogram")
        head = f"usage: calpuzzle {name} [" if command else "to play:"
        assert capsys.readouterr().out.startswith(head)


def test_a_missing_default_puzzle_stops_only_commands_that_name_no_puzzle(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path("config").resolve()))
    monkeypatch.delenv("CALPUZZLE_PUZZLE", raising=False)
    assert run("default", "small.toml").code == 0
    Path("small.toml").rename("moved.toml")
    gone = "the default puzzle .*small.toml, set in .*settings.toml, does not exist; calpuzzle def"
    for words in ("count today", "solve A 2", "show", "table", "places", "year", "solve hlep"):
        assert re.match(gone, run(*words.split()).sentence()), words
    for words in (
        "count plain.toml", "count moved.toml A 2", "count A 2 moved.toml", "solve plain.toml",
        "solve moved.toml A 2 --nth 1", "hint plain.toml", "places plain.toml", "show plain.toml",
        "table moved.toml", "check plain.toml --seconds 5", "convert plain.toml -o y.dlx",
        "compare plain.toml moved.toml", "puzzles", "certify plain.toml -o x.cert", "default",
        "batch moved.toml", "count three.non", "count x.dlx",
    ):  # fmt: skip
        assert run(*words.split()).code == 0, words
    assert run("default", "soma").code == run("default", "--forget").code == 0


@pytest.mark.parametrize("words", ["none.toml", "none.non", "none.dlx"])
def test_exit_code_without_a_solution_depends_only_on_the_command(run: Run, words: str) -> None:
    Path("none.toml").write_text("frame = '##'\n[pieces]\nA = '#'\n")
    Path("none.dlx").write_text("| \na b\na\n")
    assert run("solve", words).code == run("count", words).code == 0
    assert run("solve", words, "--format", "json").code == 0
    assert run("check", words, "--solvable").code == 1


def test_design_save_replaces_with_force_and_keeps_the_title(run: Run) -> None:
    Path("old.toml").write_text("old")
    save = (
        "design",
        "save",
        "dray",
        "I4 J4 S4 J5 N5 Q5 T5 U5 V5 Z5",
        "--one-sided",
        "-o",
        "old.toml",
    )
    assert run(*save).code == 2 and run(*save, "--force").code == 0
    title = shipped.model("dray").title
    assert toml.read(Path("old.toml").read_text(), "x").title == title
    assert run(*save, "--force", "--title", "Mine").code == 0
    assert toml.read(Path("old.toml").read_text(), "x").title == "Mine"


@pytest.mark.parametrize("script", ["check_certificate", "check_nonogram"])
def test_checkers_of_examples_end_silently_if_their_output_is_closed(run: Run, script: str) -> None:
    if script == "check_nonogram":
        run("certify", "heart.non", "-o", "own")
        files = ["heart.non", "own.cnf", "own.drat"]
    else:
        run("certify", "plain.toml", "-o", "own.cert")
        files = ["plain.toml", "own.cert"]
    path = Path(__file__).parents[2] / "examples" / f"{script}.py"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, path, *files], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("script", "files", "code", "message"),
    [
        ("check_certificate", "no.toml", 2, "refused: usage: "),
        ("check_certificate", "no.toml no.cert", 2, "refused: cannot read no.toml: No such file"),
        ("check_nonogram", "no.non", 1, "usage: "),
        ("check_nonogram", "no.non a b", 1, "not proved: cannot read no.non: No such file"),
    ],
)
def test_checkers_of_examples_report_usage_and_missing_files(
    script: str, files: str, code: int, message: str
) -> None:
    path = Path(__file__).parents[2] / "examples" / f"{script}.py"
    words = [sys.executable, str(path), *files.split()]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == code and done.stderr.startswith(message)


def test_unreadable_settings_are_reported_with_the_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path("config").resolve()))
    monkeypatch.delenv("CALPUZZLE_PUZZLE", raising=False)
    Path("config/calpuzzle/settings.toml").mkdir(parents=True)
    assert "cannot be read: is a directory; calpuzzle default" in run("count").sentence()
    message = run("default", "--forget").sentence(1)
    assert re.search("cannot be changed: (is a directory|operation not permitted)$", message)


def test_misspelt_options_and_commands_are_suggested(run: Run) -> None:
    tried = 0
    for command, parser in parsers().items():
        assert isinstance(parser, Parser)
        known = parser._option_string_actions
        forms = getattr(getattr(known.get("--format"), "type", None), "known", ())
        for form in forms:
            if f"--{form}" not in known:
                assert parser._meant(f"--{form}") == f"; write --format {form}", command
                assert parser._meant(f"my{form}") == "", command
                tried += 1
        for option in known:
            typed = option[:-1] if len(option) > 6 else ""
            if typed and typed not in known:
                assert parser._meant(typed).startswith(" (did you mean --"), (command, typed)
                tried += 1
    for word, meant in MEANT.items():
        message = run(word).sentence()
        assert meant in COMMANDS and message.endswith(f"; calpuzzle {meant} may be meant")
        tried += 1
    assert tried > 280
