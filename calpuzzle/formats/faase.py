"""Faase's exact-cover lines: an option a line, `0,3,5 name`, of items that are numbers from 0.

The items are all numbers up to the largest. `#` starts a comment line.
"""

from __future__ import annotations

import re

from calpuzzle.errors import InputError, PuzzleError
from calpuzzle.exact.cover import Cover
from calpuzzle.exact.program import one_line

MAX_ITEM = 1_000_000


def read(text: str, name: str) -> Cover:
    """The problem in Faase's lines. Raises PuzzleError with file, line, and what is wrong."""
    options = []
    names: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split(None, 1)
        if not words or words[0].startswith("#"):
            continue
        items = words[0].split(",")
        if not all(re.fullmatch(r"[0-9]{1,20}", item) for item in items):
            raise PuzzleError(
                f"{name}:{number}: {words[0][:40]!r} should be numbers apart by commas"
            )
        option = [int(item) for item in items]
        if max(option) > MAX_ITEM:
            raise PuzzleError(f"{name}:{number}: item {max(option)} is above {MAX_ITEM:,}")
        if len(set(option)) < len(option):
            raise PuzzleError(f"{name}:{number}: the option has an item twice")
        options.append(option)
        names.append(words[1].strip() if len(words) > 1 else str(len(names)))
    if not options:
        raise PuzzleError(f"{name}:1: there are no options")
    return Cover(range(1 + max(map(max, options))), options, names=names)


def write(cover: Cover) -> str:
    """The problem in Faase's lines. Raises InputError where they cannot say it."""
    if any(bounds != (1, 1) for bounds in cover.bounds):
        raise InputError(
            "Faase's lines cover each item exactly once, and this problem has other bounds; "
            "DLX can say it"
        )
    covered = {item for option in cover.options for item in option}
    # The items are the numbers up to the largest: the last one must stand in an option.
    if cover.items and len(cover.items) - 1 not in covered:
        raise InputError(
            f"nothing covers {cover.items[-1]}, which Faase's lines cannot say; DLX can"
        )
    return "".join(
        f"{','.join(map(str, option))} {one_line(name)}\n"
        for option, name in zip(cover.options, cover.names, strict=True)
    )
