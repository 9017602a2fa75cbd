"""The JSON output of every command is valid under docs/output.schema.json."""

from __future__ import annotations

import json
import re

import pytest
from commands import ROOT, Run, parsers

from calpuzzle.cli.parser import OneOf

Draft202012Validator = pytest.importorskip("jsonschema").Draft202012Validator
SCHEMA = json.loads((ROOT / "docs" / "output.schema.json").read_text(encoding="utf-8"))
SETS = ROOT / "examples" / "shelf-sets.csv"
CALLS = """
solve small.toml B 3 :: solutions
solve any small.toml --prefer fewest-flips :: solutions
solve x.dlx --all :: solutions
solve three.non :: solutions
solve Sat Jan 1 -n 2 :: solutions
solve soma --disassemble :: solutions
solve pair.non --all :: solutions
solve none.non :: solutions
nonogram step heart.non :: steps
places small.toml B 3 :: places
places small.toml any :: places
year month-day-7x7-w 2027 :: year
challenge small.toml B 3 --pieces 2 :: challenges
hint small.toml B 3 --level 5 --why :: hint
hint three.non --level 3 :: hint
check small.toml :: check
check x.dlx :: check
check heart.non :: check
check nosuch.toml :: check
check plain.toml --solvable :: check
puzzles --like 8x7 :: table
table month-day-7x7 --head 3 :: table
table small.toml --summary --difficulty :: table
compare small.toml plain.toml :: table
design show {sets} --head 2 :: table
"""


@pytest.mark.parametrize("line", CALLS.strip().splitlines())
def test_json_is_valid_under_its_schema(run: Run, line: str) -> None:
    words, _, name = line.partition(" :: ")
    done = run(*words.format(sets=SETS).split(), "--format", "json")
    assert done.code == 2 * ("nosuch" in words) or done.code == 1, done.err
    schema = {"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}
    checked = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    data = json.loads(done.out)
    if name == "year":
        data["days"] = data["days"][::9]  # a sample, because all days have the same form
    assert [error.message for error in checked.iter_errors(data)] == []
    assert not checked.is_valid({"puzzle": "x", "date": [], "days": 3})


def test_calls_cover_every_command_that_writes_json() -> None:
    writing = {
        command
        for command, parser in parsers().items()
        for own in parser._actions
        if "--format" in own.option_strings
        and isinstance(own.type, OneOf)
        and "json" in own.type.known
    }
    called = {command for command in parsers() if re.search(rf"^{command} ", CALLS, re.MULTILINE)}
    # `nonogram make` writes a puzzle file. The lines of subcommands also match their parents.
    assert writing - {"nonogram make"} == called - {"nonogram", "design"}
