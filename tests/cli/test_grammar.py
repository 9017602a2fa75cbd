"""Conventions that all commands share: formats, output files, verbosity, help and version."""

from __future__ import annotations

import csv
import io
import re

import pytest
from commands import Run, parsers

from calpuzzle._version import __version__
from calpuzzle.cli.parser import OneOf

DATA = {
    "hint": "small.toml B 3", "check": "small.toml", "puzzles": "", "places": "small.toml B 3",
    "year": "month-day-7x7-w 2027", "compare": "plain.toml", "table": "small.toml",
}  # fmt: skip
"""The commands that show data, with arguments for each."""


@pytest.mark.parametrize("command", DATA)
def test_data_commands_write_text_csv_and_json_to_any_file(run: Run, command: str) -> None:
    options = {name: own for own in parsers()[command]._actions for name in own.option_strings}
    known = options["--format"].type
    assert isinstance(known, OneOf) and {"text", "csv", "json"} <= {*known.known}
    assert options["-o"].metavar == "FILE"
    done = run(command, *DATA[command].split(), "--format", "csv")
    head, *rows = csv.reader(io.StringIO(done.out))
    assert done.code == 0 and rows and {len(row) for row in rows} == {len(head)}, done


WRITTEN = """
solve small.toml B 3 -o x.json
show small.toml -o x.svg
year month-day-7x7-w 2027 -o x.txt
puzzles -o x.txt
new 7x7 -o y.toml
convert two.txt y.dlx
table small.toml -o x.csv
compare plain.toml -o x.csv
certify plain.toml -o x.txt
hint small.toml B 3 -o x.txt
check small.toml -o x.csv
places small.toml B 3 -o x.json
solve two.txt -o x.txt
challenge small.toml B 3 --pieces 2 -o x.txt
solve heart.non -o x.txt
nonogram step heart.non -o x.txt
completion zsh -o x.zsh
"""


@pytest.mark.parametrize("line", WRITTEN.strip().splitlines())
def test_commands_report_each_written_file_once(run: Run, line: str) -> None:
    done = run(*line.split())
    printed = [
        row
        for row in done.err.splitlines()
        if row.startswith(f"calpuzzle: wrote {line.split()[-1]}")
    ]
    assert (done.code, done.out, len(printed)) == (0, "", 1), done


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_prints_errors_only(run: Run, option: str) -> None:
    words = ("solve", "small.toml", "B", "3", "-o", "x.json")
    assert run(option, *words).err == run(*words, "--force", option).err == ""
    assert run("count", "plain.toml", "Jan", option).sentence()
    assert run(*words, "--force").err == "calpuzzle: wrote x.json\n"


@pytest.mark.parametrize("option", ["-v", "--verbose"])
def test_verbose_prints_plan_time_and_traceback(run: Run, option: str) -> None:
    words = ("count", "small.toml", "B", "3")
    plan = run(*words, "--explain").out
    done = run(option, *words)
    assert (done.code, done.out) == run(*words)[:2]
    assert re.fullmatch(re.escape(plan) + r"calpuzzle: count took \d+\.\d\d s\n", done.err)
    wrong = run("count", "small.toml", "B", "9", option).err.splitlines()
    assert (
        wrong[0].startswith("Traceback")
        and wrong[-1] == "calpuzzle: " + run("count", "small.toml", "B", "9").sentence()
    )


def test_help_lists_commands_for_players_first(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    printed = capsys.readouterr().out
    first = re.findall(r"(?m)^  (\w+)", printed.partition("\nto make:")[0])
    assert printed.startswith("to play:\n")
    assert first[:5] == ["play", "solve", "hint", "puzzles", "default"]


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        *((line, f"calpuzzle {__version__}\n") for line in ("-V", "count -V", "design show -V")),
        *((line, "usage: calpuzzle count ") for line in ("-q count help", "-q help count")),
    ],
)
def test_version_and_help_are_accepted_anywhere(
    run: Run, capsys: pytest.CaptureFixture[str], line: str, begins: str
) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        run(*line.split())
    assert capsys.readouterr().out.startswith(begins)
