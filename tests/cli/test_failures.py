"""What goes wrong around a command: one sentence, the right code, no traceback, no half a file."""

import os
import resource
import signal
import subprocess
import time
from importlib.util import find_spec

import pytest

from calpuzzle.base import files
from calpuzzle.base.errors import CannotDoError

LONG = ["batch", "-p", "weekday-8x7", "--engine", "backtrack", "-o", "x.csv"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["cuont", "today"], "there is no command cuont (did you mean count?)"),
        (["--nonsense"], "--nonsense"),
        (["count", "today", "--jobs", "2"], "unrecognized arguments: --jobs 2"),
        (
            ["count", "today", "--engine", "backtrak"],
            "no engine backtrak (did you mean backtrack?)",
        ),
        (["count", "2026-02-30"], "does not exist: February 2026 has 28 days"),
        (["count", "2026-13-01"], "a year has 12 months"),
        (["count"], "dray needs a date, such as 2026-11-20, today or 'Jan 1 Sun'"),
        (["count", "Jan 1"], "names no weekday"),
        (["count", "Jan Feb 1 Sun"], "Jan and Feb are both of the group month"),
        (["count", "Jan 1 Sum"], "Sum is no label of dray (did you mean Sun?)"),
        (["count", "today", "-p", "small.toml"], "small is no calendar"),
        (["count", "A", "-p", "plain.toml"], "plain has no groups"),
        (["solve", "today", "-o", "nowhere/x.svg"], "the folder nowhere does not exist"),
        (["show", "-o", "nowhere/x.svg"], "the folder nowhere does not exist"),
        (["plot", "-o", "nowhere/x.svg"], "the folder nowhere does not exist"),
        (["check"], "the following arguments are required: FILE"),
    ],
)
def test_bad_input_is_one_sentence(run, words, sentence):
    assert sentence in run(*words).sentence()


def test_the_same_as_a_process(process):
    done = process("count", "2026-02-30")
    assert "February 2026 has 28 days" in done.sentence()


SEVERAL = ["batch", "-p", "weekday-8x7", "-p", "whole-year-7x7", "--engine", "backtrack"]


@pytest.mark.parametrize(
    "words",
    [
        [*LONG, "--jobs", "1"],
        [*LONG, "--jobs", "2"],
        [*SEVERAL, "-o", ".", "--jobs", "1"],
        [*SEVERAL, "-o", ".", "--jobs", "2"],
    ],
)
def test_ctrl_c(command, folder, words):
    running = subprocess.Popen(
        [command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(1.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "calpuzzle: stopped by Ctrl-C\n")
    assert sorted(os.listdir(folder)) == ["plain.toml", "small.toml"]


@pytest.mark.parametrize(("engine", "module"), [("cpsat", "ortools"), ("sat", "pysat")])
@pytest.mark.parametrize(
    "words",
    [
        ["count", "Sat Jan 1", "-p", "weekday-8x7"],
        ["solve", "Sat Jan 1", "-p", "weekday-8x7", "--all", "--format", "jsonl", "-o", "x.jsonl"],
        ["batch", "-p", "weekday-8x7", "-o", "x.csv"],
        ["batch", "-p", "weekday-8x7", "-p", "whole-year-7x7", "-o", ".", "--jobs", "2"],
    ],
)
def test_ctrl_c_in_other_makers_engines(command, folder, words, engine, module):
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    test_ctrl_c(command, folder, [*words, "--engine", engine])


def test_a_closed_pipe(command, folder):
    done = subprocess.run(
        f"{command} solve Sat Jan 1 -p weekday-8x7 --all | head -n 1",
        shell=True, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == "weekday-8x7, Jan 1 Sat: 2,345 solutions\n"
    assert done.stderr == "calpuzzle: the output was closed before all was written\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    [
        ["count", "today"],
        ["solve", "today"],
        ["table", "--head", "1"],
        ["puzzles"],
        [],
        ["--help"],
        ["--version"],
        ["solve", "--help"],
        ["griddler", "--help"],
        ["griddler", "solve", "--help"],
    ],
)
def test_a_full_disk_under_stdout(command, folder, words, unbuffered):
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [command, *words], stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "calpuzzle: cannot write or read the output: no space is left on the disk"
    )
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["batch", "-p", "month-day-7x7", "-o", "x.csv"],
        ["solve", "Sat Jan 1", "--all", "-o", "x.json"],
        ["plot", "-p", "small.toml", "-o", "x.svg"],
    ],
)
def test_no_half_a_file_where_the_disk_ends(command, folder, words):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    (folder / words[-1]).write_text("what was there before")
    done = subprocess.run([command, *words], preexec_fn=limit, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.splitlines()[-1] == f"calpuzzle: cannot write {words[-1]}: file too large"
    assert (folder / words[-1]).read_text() == "what was there before"
    assert not list(folder.glob("*.tmp"))


def test_devices_are_written_not_replaced(run):
    done = run("solve", "Sat Jan 1", "-o", "/dev/full")
    assert done.sentence(1) == "cannot write /dev/full: no space is left on the disk"
    assert run("solve", "Sat Jan 1", "-o", "/dev/null").code == 0
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null")


def test_links_are_followed(run, folder):
    (folder / "real.svg").write_text("")
    (folder / "link.svg").symlink_to("real.svg")
    assert run("show", "-o", "link.svg").code == 0
    assert (folder / "link.svg").is_symlink()
    assert (folder / "real.svg").read_text().startswith("<svg")


def test_a_folder_without_permission(run, monkeypatch):
    # Mocked, for root may write everywhere.
    monkeypatch.setattr("calpuzzle.base.files.os.access", lambda *_: False)
    for words in (["batch"], ["plot"]):
        found = run(*words, "-p", "small.toml", "-o", "x.svg").sentence(1)
        assert found == "cannot write in the folder .: permission denied"
        assert "permission denied" in run(*words, "-p", "small.toml").sentence(1)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not hold root back")
def test_a_folder_that_is_read_only(run, folder):
    (folder / "locked").mkdir(mode=0o500)
    assert "permission denied" in run("show", "-o", "locked/x.svg").sentence(1)


def test_no_stdout(command, folder):
    shell = {"shell": True, "text": True}
    done = subprocess.run(f"{command} count today >&-", stderr=subprocess.PIPE, **shell)
    assert done.returncode == 1
    assert done.stderr == "calpuzzle: stdout is closed, so there is nowhere to print to\n"
    done = subprocess.run(f"{command} count x 2>&-", stdout=subprocess.PIPE, **shell)
    assert (done.returncode, done.stdout) == (2, "")


def test_labels_that_the_output_cannot_carry(process, folder):
    text = (folder / "small.toml").read_text().replace("A B C D", "日 Ж ß D")
    (folder / "letters.toml").write_text(text, encoding="utf-8")
    done = process("solve", "Ж 3", "-p", "letters.toml", env={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0 and "\\u0416" in done.out


def test_running_out_of_memory(run, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("calpuzzle.puzzle.Puzzle.count", fail)
    assert "out of memory" in run("count", "today").sentence(1)


def test_a_block_that_fails_leaves_nothing(folder):
    with pytest.raises(ZeroDivisionError), files.write_whole("x.txt") as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    with pytest.raises(CannotDoError, match=r"cannot write x\.txt: "), files.write_whole("x.txt"):
        raise OSError(28, "No space left on device")
    assert not [name for name in os.listdir(folder) if name.startswith("x.txt")]
