#!/usr/bin/env python3
"""Writes the verbs and options of docs/command-line.md, from what --help says.

What stands above MARK is written by hand, all below by this script. A test compares.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from pathlib import Path

from calpuzzle.cli import COMMANDS, GROUPS, MORE, command_parser

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
MARK = "<!-- From here on scripts/command-line.py writes what --help says. -->\n"
FEW = 7  # verbs of an option that are named
SHOWN = 3  # examples of a verb; --help has all
Options = list[argparse.Action]


def verbs() -> dict[str, argparse.ArgumentParser]:
    """All verbs, those of two words as well, and their parsers."""
    found: dict[str, argparse.ArgumentParser] = {}
    for name in COMMANDS:
        parser = command_parser(name)
        found[name] = parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                found |= {f"{name} {own}": sub for own, sub in action.choices.items()}
    return found


def options(parser: argparse.ArgumentParser) -> Options:
    """The options and words that --help lists, without itself."""
    return [
        own
        for own in parser._actions
        if own.dest != "help"
        and own.help != argparse.SUPPRESS
        and not isinstance(own, argparse._SubParsersAction)
    ]


def line(action: argparse.Action, after: str = "") -> str:
    """An option as an item of a list; what stands `after` its name."""
    value = action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper())
    names = [name if action.nargs == 0 else f"{name} {value}" for name in action.option_strings]
    shown = ", ".join(f"`{name}`" for name in names or [str(value)])
    return f"- {shown}{after}: {text(action.help or '')}\n"


def text(said: str) -> str:
    """A text of help as a page has it."""
    return said.replace("%%", "%").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def usage(name: str, parser: argparse.ArgumentParser) -> str:
    """The name of a verb, and the words that it takes."""
    words = parser.format_usage().removeprefix("usage: ").split()
    kept = " ".join(words).replace("[-h] ", "")
    taken = re.sub(r"\[-[^\]]*\] ?|\[?\(?-[^\]]*\] ?", "", kept)
    return f"`{taken.strip() or f'calpuzzle {name}'}`"


def section(name: str, parser: argparse.ArgumentParser, shared: set[str]) -> str:
    """What --help says of a verb, but for the options that several have."""
    said = f"### {name}\n\n{usage(name, parser)}\n\n{text((parser.description or '').strip())}\n"
    own = [action for action in options(parser) if key(action) not in shared]
    said += "\n" + "".join(map(line, own)) if own else ""
    examples = (parser.epilog or "").rpartition("examples:\n")[2].rstrip().split("\n")[:SHOWN]
    shown = "\n".join(f"    {row}" for row in examples if row)
    return f"{said}\n{shown}\n" if shown else said


def key(action: argparse.Action) -> str:
    """What is the same in two verbs that have the same option."""
    return f"{action.option_strings} {action.metavar} {action.help}"


def page() -> str:
    """What stands below MARK."""
    known = verbs()
    having: dict[str, list[str]] = defaultdict(list)
    actions: dict[str, argparse.Action] = {}
    for name, parser in known.items():
        for action in options(parser):
            having[key(action)].append(name)
            actions.setdefault(key(action), action)
    shared = {own for own, names in having.items() if len(names) > 2}
    said = "\n## Options that several verbs have\n\n"
    for own in sorted(shared, key=lambda own: (actions[own].option_strings[-1:], own)):
        names = ", ".join(f"`{name}`" for name in having[own])
        said += line(actions[own], f" ({names if len(having[own]) <= FEW else 'most verbs'})")
    for title, group in [*GROUPS.items(), ("more", MORE)]:
        said += f"\n## {title[0].upper()}{title[1:]}\n"
        for name in group:
            for own, parser in known.items():
                if own.split()[0] == name:
                    said += f"\n{section(own, parser, shared)}"
    return said


if __name__ == "__main__":
    head = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    PAGE.write_text(head + MARK + page(), encoding="utf-8")
