"""Print a script for shell completion of commands, options and values.

bash reads the script from the folder bash-completion/completions, zsh from a file _calpuzzle in a
folder of its fpath, fish from fish/completions. The script contains the names of the puzzles, so
write it again after an update.

examples:
  calpuzzle completion bash -o calpuzzle.bash
  calpuzzle completion zsh -o _calpuzzle
  calpuzzle completion fish -o calpuzzle.fish
"""

from __future__ import annotations

import argparse
from argparse import SUPPRESS
from importlib import import_module
from shlex import quote
from textwrap import shorten
from typing import Any

import shtab

from calpuzzle.api import names
from calpuzzle.cli import ALIASES, COMMANDS, options
from calpuzzle.cli.output import destination, write
from calpuzzle.cli.parser import OneOf, Parser
from calpuzzle.engines import NAMES
from calpuzzle.formats.registry import FORMATS

SHELLS = ("bash", "zsh", "fish")
HELP = 60  # characters of the help of an option
DAYS = ("today", "tomorrow", "yesterday", "any")
PUZZLE_METAVARS = ("PUZZLE", "DATE", "YEAR", "IN", "BOARD", "ATLAS")
"""The metavars of arguments that may be puzzles, by name or as files."""
FILE_METAVARS = ("FILE", "FOLDER", "OUT", "PICTURE", "GRID", "PLACEMENTS")
"""The metavars of arguments that may be files but not puzzles."""


def configure(parser: Parser) -> None:
    """Declare the options."""
    text = f"one of {', '.join(SHELLS)}"
    parser.add_argument("shell", metavar="SHELL", type=OneOf("shell", SHELLS), help=text)
    options.add_output(parser, "stdout")


def run(args: argparse.Namespace) -> None:
    """Print the script."""
    output = destination(args.output, "text")
    write(script(args.shell), output)


def script(shell: str) -> str:
    """Return the completion script of all commands for one of SHELLS."""
    whole = _whole()
    return str(shtab.complete(whole, shell)).rstrip("\n") + "\n"


def _whole() -> argparse.ArgumentParser:
    """Return a parser of all commands, in which each option states how it is completed. It is never
    used to parse."""
    whole = argparse.ArgumentParser(prog="calpuzzle")
    whole.add_argument("-V", "--version", action="version", version="", help="print the version")
    commands = whole.add_subparsers(parser_class=Parser)
    for name, text in COMMANDS.items():
        module = import_module(f"calpuzzle.cli.{name}")
        equal = [other for other, main_name in ALIASES.items() if main_name == name]
        parser = commands.add_parser(name, help=text, aliases=equal)
        module.configure(parser)
        _describe(parser)
    return whole


def _describe(parser: argparse.ArgumentParser) -> None:
    """Set the completion of each option and argument of a parser, and of its subcommands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                _describe(sub)
            continue
        if action.help == SUPPRESS:
            continue
        action.help = shorten(action.help or "", HELP, placeholder=" ...")
        known = _words(action)
        # shtab reads `complete`, which argparse's types do not declare.
        if known and _takes_file(action):
            name = f"_calpuzzle_{str(action.metavar).lower()}"
            action.complete = _words_and_files(name, known)  # type: ignore[attr-defined]
        elif known:
            action.choices = known
        elif _takes_file(action):
            action.complete = shtab.FILE  # type: ignore[attr-defined]


def _words(action: argparse.Action) -> list[str]:
    """Return the words that an option or an argument accepts, as far as they are known."""
    if isinstance(action.type, OneOf):
        return sorted(action.type.known)
    if action.choices:
        return [str(choice) for choice in action.choices]
    if action.dest == "engine":
        return list(NAMES)
    if action.metavar == "FORMAT":
        reads = "--format" not in action.option_strings
        return [name for name, form in FORMATS.items() if (form.reads if reads else form.writes)]
    if action.metavar in PUZZLE_METAVARS:
        days = DAYS if action.metavar == "DATE" else ()
        return [*names(), *days]
    return []


def _takes_file(action: argparse.Action) -> bool:
    return action.metavar in (*FILE_METAVARS, *PUZZLE_METAVARS)


def _words_and_files(name: str, known: list[str]) -> dict[str, Any]:
    """Return what shtab needs to complete words and files: the name of a function, and its
    definition."""
    words = " ".join(map(quote, known))
    return {
        "bash": name,
        "zsh": name,
        "fish": f"({name})",
        "preamble": {
            "bash": f'{name}() {{\n  compgen -W "{words}" -- "$1"\n  compgen -f -- "$1"\n}}\n',
            "zsh": f"{name}() {{\n  compadd -- {words}\n  _files\n}}\n",
            "fish": f"function {name}\n  printf '%s\\n' {words}\n"
            "  __fish_complete_path (commandline -ct)\nend\n",
        },
    }
