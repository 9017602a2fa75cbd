"""Every option of every command changes something in each call that takes it, or is refused there.

The options are those that the parsers declare: a new command or option fails here until a call
shows what it does. What an option without effect is given with, is what this table is for to find.
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
from commands import EXAMPLES, ROOT, WRITER, Done, Run, parsers

from calpuzzle.cli.parser import Parser
from calpuzzle.formats import shipped

PLACES = {
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
"""The calls of each command, apart by bars. The other tasks of design take long, and have tests of
their own."""

TRIED = table("values")
"""The value that each option is tried with."""

TINY = 'board = "A 1 . ."\n[groups]\nletter = "A"\nnumber = "1"\n[pieces]\nI2 = "##"\n'
WHY = 'board = "A B 1 2 . ."\n[groups]\nletter = "A B"\nnumber = "1 2"\n[pieces]\nI4 = "####"\n'
"""A board of one date, and one on which two of four dates have no solution."""

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
"""The options that may change no answer: that they are read is what shows."""

WRONG = {"--from", "--problem", "--without", "--engine"}
"""The options that are tried with a value that each call has to refuse."""

ELSEWHERE = {
    "play --all", "play --address", "solve three.non --colour", "default --forget",
    "booklet --solutions", "selftest --all", "show --placed", "cut --paper",
    "play --phone", "challenge --difficulty", "challenge -n", "challenge --paper",
    "challenge --seed",
    "cut --language", "cut --assembled", "cut --exploded", "cut --nth",
    "cut --week-starts", "convert --language", "convert --week-starts", "convert --output",
}  # fmt: skip
"""What takes long, or a puzzle of its own, and has other tests; and what says in full what is done
without it."""


class Came(NamedTuple):
    """What came of a call: what it said, the files it wrote, and the options it looked at."""

    done: Done
    files: dict[str, bytes]
    looked: set[str]


Tried = Callable[[str], Came]


class Read(argparse.Namespace):
    """Options, and which of them were read."""

    def __init__(self, parsed: argparse.Namespace) -> None:
        super().__init__(**vars(parsed))
        object.__setattr__(self, "looked", set())

    def __getattribute__(self, name: str) -> Any:
        object.__getattribute__(self, "__dict__").get("looked", set()).add(name)
        return super().__getattribute__(name)


@pytest.fixture
def tried(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Run a command, and return what came of it: what it said, the files, and what it read."""
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
    (folder / "why.toml").write_text(WHY)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def call(words: str) -> Came:
        done = run(*shlex.split(words.format(**PLACES)))
        there = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files = {str(path): data for path, data in there.items() if data != kept.get(path)}
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path not in kept:
                path.unlink()
        for path, data in kept.items():
            if there.get(path) != data:
                path.write_bytes(data)
        return Came(done, files, {*read[-1].looked})

    return call


def options_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    return (
        own for own in parser._actions if own.option_strings and own.dest not in WRITER["ALWAYS"]
    )


def with_value(command: str, action: argparse.Action) -> str:
    """The option with the value that is tried, and what goes beside it before ` > `."""
    name = action.option_strings[-1]
    said = TRIED.get(f"{command} {name}", TRIED.get(name, ""))
    if action.nargs == 0 or ">" in said:
        return said or name
    assert said, f"no value of {command} {name} is tried"
    return f"{name} {said}"


def test_every_command_is_tried() -> None:
    whole = {command for command in parsers() if command.split()[0] != "design"} - {"nonogram"}
    assert whole <= CALLS.keys() <= {*parsers()}


@pytest.mark.long
@pytest.mark.parametrize("command", CALLS)
def test_each_option_has_an_effect_or_is_refused(
    command: str, tried: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "puzzles":  # a few of them show it as well as all
        monkeypatch.setattr(shipped, "names", lambda: ["dray", "calendarium-6x9", "soma"])
    idle, never = [], []
    known: dict[str, Came] = {}
    for action in options_of(parsers()[command]):
        name = action.option_strings[0] if action.nargs == 0 else action.option_strings[-1]
        if f"{command} {name}" in ELSEWHERE:
            continue
        beside, _, option = with_value(command, action).rpartition(" > ")
        shown = bool(WRONG & {*action.option_strings})
        for call in CALLS[command].split("|"):
            if {*action.option_strings} & {*call.format(**PLACES).split()}:
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
            shown = True
            same = (before.done, before.files) == (after.done, after.files)
            if same and not ({*action.option_strings} & SAME and action.dest in after.looked):
                idle.append(f"{words} {option}")
        if not shown:
            never.append(f"{command} {option}")
    assert (idle, never) == ([], [])
