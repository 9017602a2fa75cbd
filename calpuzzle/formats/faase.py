"""Faase's format of exact cover: each line is an option, such as `0,3,5 name`.

Faase's programs that solve and reduce exact cover problems read and write this format. The items
are all numbers from 0 to the largest. This reader also accepts comment lines that start with `#`.
"""

from __future__ import annotations

import re

from calpuzzle.formats.reading import fail, opening, parse_integer
from calpuzzle.puzzle.cover import Cover

MAX_ITEM = 1_000_000


def looks_like(text: str) -> bool:
    """Return whether the first line begins with an option of several items, and its next word, if
    any, is not a number."""
    items, *name = opening(text, "#") or [""]
    return re.fullmatch("[0-9]+(,[0-9]+)+", items) is not None and not "".join(name[:1]).isdigit()


def read(text: str, name: str) -> Cover:
    """Return the problem in Faase's lines. Raises PuzzleError, which names file, line and fault."""
    options = []
    names: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split(None, 1)
        if not words or words[0].startswith("#"):
            continue
        items = words[0].split(",")
        option = [parse_integer(item, "an item", name, number, 0, MAX_ITEM) for item in items]
        if len(set(option)) < len(option):
            fail(name, number, "the option has an item twice")
        options.append(option)
        names.append(words[1].strip() if len(words) > 1 else str(len(names)))
    if not options:
        fail(name, 1, "there are no options")
    return Cover(range(1 + max(map(max, options))), options, names=names)
