#!/usr/bin/env python3
"""Write the verbs and options of docs/command-line.md from the help texts.

The part above MARK is written by hand, the part below by this script; a test compares them. An
option that several verbs have is listed once. Of a description, only the first paragraph is copied;
--help has the rest, the examples and the words.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from pathlib import Path

from calpuzzle.cli import COMMANDS, GROUPS, MORE, command_parser

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
MARK = "<!-- From here on scripts/command-line.py writes what --help says. -->\n"
ALWAYS = ("help", "quiet", "verbose")  # options of every verb
FEW = 4  # verbs of an option that are named
USUAL = re.compile(r" \(default by FILE, else text\)")  # as the page says of all verbs
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
    """Return the options and words that --help lists, without those that every command has."""
    return [
        own
        for own in parser._actions
        if own.dest not in ALWAYS
        and own.help != argparse.SUPPRESS
        and not isinstance(own, argparse._SubParsersAction)
    ]


def line(action: argparse.Action, after: str = "") -> str:
    """An option as an item of a list; what stands `after` its name."""
    value = action.metavar or ("|".join(action.choices) if action.choices else action.dest.upper())
    names = ", ".join(f"`{name}`" for name in action.option_strings[:-1])
    last = " ".join([*action.option_strings[-1:], *([] if action.nargs == 0 else [str(value)])])
    shown = f"{names}, `{last}`" if names else f"`{last}`"
    return f"- {shown}{after}: {text(USUAL.sub('', action.help or ''))}\n"


def text(said: str) -> str:
    """A text of help as a page has it."""
    return said.replace("%%", "%").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def section(name: str, parser: argparse.ArgumentParser, shared: set[str]) -> str:
    """Return the first paragraph of a verb's help, and its own options."""
    first = (parser.description or "").strip().partition("\n\n")[0]
    said = f"### {name}\n\n{text(first)}\n"
    own = [each for each in options(parser) if each.option_strings and key(each) not in shared]
    return said + ("\n" + "".join(map(line, own)) if own else "")


def key(action: argparse.Action) -> str:
    """Return what is the same in two verbs that have the same option; of -o, its name is enough."""
    said = "" if "-o" in action.option_strings else action.help
    return f"{action.option_strings} {action.metavar} {said}"


def page() -> str:
    """Return the text below MARK."""
    known = verbs()
    having: dict[str, list[str]] = defaultdict(list)
    actions: dict[str, argparse.Action] = {}
    for name, parser in known.items():
        for action in options(parser):
            having[key(action)].append(name)
            actions.setdefault(key(action), action)
    shared = {own for own, names in having.items() if len(names) > 1}
    listed = [own for own in shared if actions[own].option_strings]
    said = "\n## Options that several verbs have\n\n"
    for own in sorted(listed, key=lambda own: (actions[own].option_strings[-1], own)):
        names = ", ".join(f"`{name}`" for name in having[own])
        said += line(actions[own], f" ({names})" if len(having[own]) <= FEW else "")
    for title, group in [*GROUPS.items(), ("more", MORE)]:
        said += f"\n## {title[0].upper()}{title[1:]}\n"
        for name in group:
            for own, parser in known.items():
                if own.split()[0] == name:
                    said += f"\n{section(own, parser, shared)}"
    return said


def number() -> int:
    """Return how many options --help lists, of all verbs together."""
    return sum(bool(own.option_strings) for parser in verbs().values() for own in options(parser))


if __name__ == "__main__":
    head = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    PAGE.write_text(head + MARK + page(), encoding="utf-8")
    print(f"{len(verbs())} verbs, {number()} options")
