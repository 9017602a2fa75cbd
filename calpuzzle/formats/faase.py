"""Faase's exact-cover lines: an option a line, `0,3,5 name`, of items that are numbers from 0.

The items are all numbers up to the largest. `#` starts a comment line.
"""

from __future__ import annotations

import re

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.exact.cover import Cover
from calpuzzle.puzzle.program import one_line

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
        option = [_item(item, f"{name}:{number}", words[0]) for item in items]
        if len(set(option)) < len(option):
            raise PuzzleError(f"{name}:{number}: the option has an item twice")
        options.append(option)
        names.append(words[1].strip() if len(words) > 1 else str(len(names)))
    if not options:
        raise PuzzleError(f"{name}:1: there are no options")
    return Cover(range(1 + max(map(max, options))), options, names=names)


def _item(word: str, where: str, option: str) -> int:
    """The item that a number names. Raises PuzzleError, with what is wrong with it."""
    if re.fullmatch(r"-[0-9]+", word):
        raise PuzzleError(f"{where}: item {word[:40]} is negative; items count from 0")
    if not re.fullmatch(r"[0-9]+", word):
        raise PuzzleError(f"{where}: {option[:40]!r} should be numbers apart by commas")
    # Leading zeros are free; so many digits that int() would refuse them are too many anyway.
    digits = word.lstrip("0") or "0"
    if len(digits) > len(str(MAX_ITEM)) or int(digits) > MAX_ITEM:
        raise PuzzleError(f"{where}: item {word[:40]} is above {MAX_ITEM:,}")
    return int(digits)


def write(cover: Cover) -> str:
    """The problem in Faase's lines. Raises InputError where they cannot say it."""
    if any(bounds != (1, 1) for bounds in cover.bounds):
        raise InputError(
            "Faase's lines cover each item exactly once, and this problem has other bounds"
        )
    covered = {item for option in cover.options for item in option}
    # The items are the numbers up to the largest: the last one must stand in an option.
    if cover.items and len(cover.items) - 1 not in covered:
        raise InputError(f"nothing covers {cover.items[-1]}, which Faase's lines cannot say")
    return "".join(
        f"{','.join(map(str, option))} {one_line(name)}\n"
        for option, name in zip(cover.options, cover.names, strict=True)
    )
