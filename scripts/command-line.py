#!/usr/bin/env python3
"""Write the reference part of docs/command-line.md, and docs/calpuzzle.1, from the help texts.

The part of the page above MARK is written by hand, the reference below it by this script; a test
compares the reference with the help texts. An option that several commands have is listed once. The
page contains only the first paragraph of each description, and no positional arguments or examples;
--help and the manual contain all of them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection
from pathlib import Path

from calpuzzle.cli import COMMANDS, GROUPS, MORE, OPTIONS, command_parser

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
MANUAL = PAGE.with_name("calpuzzle.1")
MARK = (
    "<!-- scripts/command-line.py generates the rest of this page from the texts of --help. -->\n"
)
ALWAYS = ("help", "quiet", "verbose", "version")  # options of every command
FEW = 4  # the most commands that are named with an option that they share
USUAL = re.compile(r" \(default by FILE, else text\)")  # omitted, because the page states it once
Options = list[argparse.Action]


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, by its name of one or two words."""
    found: dict[str, argparse.ArgumentParser] = {}
    for name in COMMANDS:
        parser = command_parser(name)
        found[name] = parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                found |= {f"{name} {own}": sub for own, sub in action.choices.items()}
    return found


def options(parser: argparse.ArgumentParser) -> Options:
    """Return the options and positional arguments that --help lists, without those that every
    command has."""
    return [
        own
        for own in parser._actions
        if own.dest not in ALWAYS
        and own.help != argparse.SUPPRESS
        and not isinstance(own, argparse._SubParsersAction)
    ]


def line(action: argparse.Action, after: str = "") -> str:
    """Return an option as an item of a Markdown list, with the text `after` after its name."""
    value = action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper())
    names = ", ".join(f"`{name}`" for name in action.option_strings[:-1])
    last = " ".join([*action.option_strings[-1:], *([] if action.nargs == 0 else [str(value)])])
    shown = f"{names}, `{last}`" if names else f"`{last}`"
    return f"- {shown}{after}: {text(USUAL.sub('', action.help or ''))}\n"


def text(said: str) -> str:
    """Return a help text in Markdown."""
    return said.replace("%%", "%").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def section(name: str, parser: argparse.ArgumentParser, shared: Collection[str]) -> str:
    """Return the first paragraph of a command's help, and its own options."""
    first = (parser.description or "").strip().partition("\n\n")[0]
    said = f"### {name}\n\n{text(first)}\n"
    own = [each for each in options(parser) if each.option_strings and key(each) not in shared]
    return said + ("\n" + "".join(map(line, own)) if own else "")


def key(action: argparse.Action) -> str:
    """Return the key of an option, which is equal for two commands that have the same option."""
    return f"{action.option_strings} {action.metavar} {action.help}"


def several() -> dict[str, tuple[argparse.Action, list[str]]]:
    """Return the options that several commands have, by their keys, and these commands."""
    found: dict[str, tuple[argparse.Action, list[str]]] = {}
    for name, parser in parsers().items():
        for action in options(parser):
            if action.option_strings:
                found.setdefault(key(action), (action, []))[1].append(name)
    listed = sorted(found, key=lambda own: (found[own][0].option_strings[-1], own))
    return {own: found[own] for own in listed if len(found[own][1]) > 1}


def page() -> str:
    """Return the text below MARK."""
    known, shared = parsers(), several()
    said = "\n## Options that several commands have\n\n"
    for action, having in shared.values():
        names = ", ".join(f"`{name}`" for name in having)
        said += line(action, f" ({names})" if len(having) <= FEW else "")
    for title, group in [*GROUPS.items(), ("more", MORE)]:
        said += f"\n## {title[0].upper()}{title[1:]}\n"
        for name in group:
            for own, parser in known.items():
                if own.split()[0] == name:
                    said += f"\n{section(own, parser, shared)}"
    return said


HEAD = """\
.TH CALPUZZLE 1
.SH NAME
calpuzzle \\- find every solution of every date of calendar puzzles
.SH SYNOPSIS
.B calpuzzle
.I COMMAND
.RI [ PUZZLE ]
.RI [ DATE ]
.RI [ OPTION ...]
.SH DESCRIPTION
calpuzzle solves, counts, plays and designs calendar puzzles, fitting puzzles, exact cover problems
and nonograms. Data goes to stdout, messages to stderr.
"""
TAIL = """\
.SH EXIT STATUS
0 success, 1 could not be done, 2 invalid input, 130 or 143 stopped by a signal, 141 the reader
closed the pipe.
.SH ENVIRONMENT
.TP
.B CALPUZZLE_PUZZLE
the default puzzle
.TP
.B CALPUZZLE_CACHE
the folder of the cache; empty: none
.TP
.B XDG_CACHE_HOME\\fR, \\fBXDG_CONFIG_HOME
where the cache and the settings are
.TP
.B NO_COLOR\\fR, \\fBFORCE_COLOR
never, or always, print in colour
.TP
.B COLUMNS
the width of help
"""


def roff(said: str) -> str:
    """Return a help text in roff, the language of manual pages."""
    plain = said.replace("%%", "%").replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^(?=[.'])", r"\\&", plain)


def entry(action: argparse.Action, after: str = "") -> str:
    """Return an option as an entry of the manual, with the text `after` after its help."""
    value = "" if action.nargs == 0 else f" \\fI{roff(str(action.metavar or action.dest.upper()))}"
    names = roff(", ".join(action.option_strings))
    return f".TP\n.B {names}{value}\n{roff(action.help or '')}{after}\n"


def manual() -> str:
    """Return the manual page."""
    said = HEAD + ".SH COMMANDS\n"
    for title, group in [*GROUPS.items(), ("more", MORE)]:
        items = "".join(f".TP\n.B {roff(name)}\n{roff(text)}\n" for name, text in group.items())
        said += f".SS {title[0].upper()}{title[1:]}\n{items}"
    said += f".SH OPTIONS OF EVERY COMMAND\n.nf\n{roff(OPTIONS.partition(chr(10))[2])}.fi\n"
    shared = several()
    said += ".SH OPTIONS OF SEVERAL COMMANDS\n"
    for own, having in shared.values():
        said += entry(own, f" ({', '.join(having)})" if len(having) <= FEW else "")
    for name, parser in parsers().items():
        paragraphs = (parser.description or "").strip().split("\n\n")
        said += f".SH calpuzzle {name}\n" + "\n.PP\n".join(map(roff, paragraphs)) + "\n"
        said += "".join(entry(own) for own in options(parser) if key(own) not in shared)
        said += f".PP\n.nf\n{roff(parser.epilog)}\n.fi\n" if parser.epilog else ""
    return said + TAIL


def number() -> int:
    """Return the number of options that --help lists, for all commands together."""
    return sum(bool(own.option_strings) for parser in parsers().values() for own in options(parser))


if __name__ == "__main__":
    head = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    PAGE.write_text(head + MARK + page(), encoding="utf-8")
    MANUAL.write_text(manual(), encoding="utf-8")
    print(f"{len(parsers())} commands, {number()} options")
