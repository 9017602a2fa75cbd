"""Each option of each command either changes the result of a call, or is rejected by the call.

This finds calls that accept an option without effect. The options come from the parsers, so that a
new command or option fails until effects.txt contains a call in which it has an effect.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cases import cases
from commands import EXAMPLES, HALF_SOLVABLE, ROOT, WRITER, Done, Run, parsers

from calpuzzle.cli.parser import Parser
from calpuzzle.formats import shipped

PLACEHOLDERS = {
    "small": "small.toml B 3",
    "cat": EXAMPLES / "cat.non",
    "flag": EXAMPLES / "flag.png",
    "dots": EXAMPLES / "dots.txt",
    "sets": ROOT / "examples" / "shelf-sets.csv",
    "calendar": "month-day-7x7-w 2027",
}
EFFECTS = Path(__file__).with_name("effects.txt")


def table(section: str) -> dict[str, str]:
    rows = (case.values for case in cases(EFFECTS, " ::", section))
    return {name: value.strip() for _, name, value in rows}


CALLS = table("calls")
"""The calls of each command, separated by `|`. Most commands of design take long, and have separate
tests."""

VALUES = table("values")
"""The value with which each option is tried."""

TINY = 'board = "A 1 . ."\n[groups]\nletter = "A"\nnumber = "1"\n[pieces]\nI2 = "##"\n'
"""A board with one date."""

SAME = {
    "--jobs",
    "--memory",
    "--seconds",
    "--disassembles",
    "--seed",
    "--random",
    "--force",
    "--large",
    "--give",
}
"""The options that need not change the result; it is enough that the command reads them."""

WRONG = {"--from", "--problem", "--without", "--engine"}
"""The options that are tried with a value that each call must reject."""

ELSEWHERE = {
    "play --all", "play --address", "solve three.non --colour", "default --forget",
    "booklet --solutions", "selftest --all", "show --placed", "cut --paper",
    "play --phone", "challenge --difficulty", "challenge -n", "challenge --paper",
    "challenge --seed",
    "cut --language", "cut --assembled", "cut --exploded", "cut --nth",
    "cut --week-starts", "convert --language", "convert --week-starts", "convert --output",
}  # fmt: skip
"""Options with other tests, because they take long or need another puzzle, and options that only
state the default."""


class Result(NamedTuple):
    """The result of a call: its output, the files that it wrote, and the options that it read."""

    done: Done
    files: dict[str, bytes]
    looked: set[str]


Tried = Callable[[str], Result]


class Read(argparse.Namespace):
    """Parsed options that record which of them are read."""

    def __init__(self, parsed: argparse.Namespace) -> None:
        super().__init__(**vars(parsed))
        object.__setattr__(self, "looked", set())

    def __getattribute__(self, name: str) -> Any:
        object.__getattribute__(self, "__dict__").get("looked", set()).add(name)
        return super().__getattribute__(name)


@pytest.fixture
def tried(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Return a function that runs a command and returns its result."""
    read: list[Read] = []
    own = Parser.parsed

    def parsed(self: Parser, words: Any) -> Read:
        read.append(Read(own(self, words)))
        return read[-1]

    def serve(server: Any, link: str, opening: bool) -> None:
        print(link, opening, server.server_port)

    monkeypatch.setattr(Parser, "parsed", parsed)
    monkeypatch.setattr("calpuzzle.cli.play._serve", serve)
    (folder / "tiny.toml").write_text(TINY)
    (folder / "grid.txt").write_text("#??\n???\n???\n")
    (folder / "why.toml").write_text(HALF_SOLVABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    original = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def call(words: str) -> Result:
        done = run(*shlex.split(words.format(**PLACEHOLDERS)))
        current = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files = {str(path): data for path, data in current.items() if data != original.get(path)}
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path not in original:
                path.unlink()
        for path, data in original.items():
            if current.get(path) != data:
                path.write_bytes(data)
        return Result(done, files, {*read[-1].looked})

    return call


def options_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    return (
        own for own in parser._actions if own.option_strings and own.dest not in WRITER["ALWAYS"]
    )


def with_value(command: str, action: argparse.Action) -> str:
    """Return the option with its value; words that it also needs come first, before ` > `."""
    name = action.option_strings[-1]
    value = VALUES.get(f"{command} {name}", VALUES.get(name, ""))
    if action.nargs == 0 or ">" in value:
        return value or name
    assert value, f"no value of {command} {name} is tried"
    return f"{name} {value}"


def test_every_command_is_tried() -> None:
    whole = {command for command in parsers() if command.split()[0] != "design"} - {"nonogram"}
    assert whole <= CALLS.keys() <= {*parsers()}


@pytest.mark.long
@pytest.mark.parametrize(
    "command",
    [pytest.param(own, marks=[pytest.mark.slow] * (own == "year")) for own in CALLS],
)
def test_each_option_has_an_effect_or_is_refused(
    command: str, tried: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "puzzles":  # three puzzles are enough
        monkeypatch.setattr(shipped, "names", lambda: ["dray", "calendarium-6x9", "soma"])
    accepted, idle, never = [], [], []
    known: dict[str, Result] = {}
    for action in options_of(parsers()[command]):
        name = action.option_strings[0] if action.nargs == 0 else action.option_strings[-1]
        if f"{command} {name}" in ELSEWHERE:
            continue
        beside, _, option = with_value(command, action).rpartition(" > ")
        shown = wrong = bool(WRONG & {*action.option_strings})
        for call in CALLS[command].split("|"):
            if {*action.option_strings} & {*call.format(**PLACEHOLDERS).split()}:
                shown = True
                continue
            if f"{command} {call} {name}" in ELSEWHERE:
                continue
            words = f"{command} {call} {beside}"
            if words not in known:
                known[words] = tried(words)
            before, after = known[words], tried(f"{words} {option}")
            if after.done.code == 2:
                continue
            if wrong:
                accepted.append(f"{words} {option}")
            shown = True
            same = (before.done, before.files) == (after.done, after.files)
            if same and not ({*action.option_strings} & SAME and action.dest in after.looked):
                idle.append(f"{words} {option}")
        if not shown:
            never.append(f"{command} {option}")
    assert (accepted, idle, never) == ([], [], [])
