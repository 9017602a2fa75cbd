"""Knuth's DLX text: a line of items, `|` before the secondary ones, then an option a line.

Lines that begin with `|` are comments. Bounds are read and written as in his DLX3, `2:3|name` for
two to three times, `2|name` for twice. Colours (`item:colour`) are refused: a Cover has none.
"""

from __future__ import annotations

import re

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.exact.cover import MAX_BOUND, Cover

LONGEST = 8  # his programs take names of up to 8 characters
_BOUNDED = re.compile(r"(?:([0-9]{1,10}):)?([0-9]{1,10})\|(.+)")


def read(text: str, name: str) -> Cover:
    """The problem in a DLX text. Raises PuzzleError with file, line, and what is wrong."""
    lines = [
        (number, line.split())
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("|")
    ]
    if not lines:
        raise PuzzleError(f"{name}:1: there is no line of items")
    number, words = lines[0]
    primary, secondary, bounds = _items(words, f"{name}:{number}")
    known = set(primary) | set(secondary)
    options = []
    for number, words in lines[1:]:
        for word in words:
            if ":" in word and word not in known:
                raise PuzzleError(f"{name}:{number}: {word[:40]} has a colour, which none can be")
            if word not in known:
                raise PuzzleError(f"{name}:{number}: {word[:40]} is no item")
        if len(set(words)) < len(words):
            raise PuzzleError(f"{name}:{number}: the option has an item twice")
        options.append(words)
    names = [" ".join(option) for option in options]
    try:
        return Cover(primary, options, secondary, names, bounds)
    except InputError as error:
        raise PuzzleError([f"{name}: {fault}" for fault in error.faults]) from None


def _items(
    words: list[str], where: str
) -> tuple[list[str], list[str], dict[object, int | tuple[int, int]]]:
    primary: list[str] = []
    secondary: list[str] = []
    bounds: dict[object, int | tuple[int, int]] = {}
    current = primary
    for word in words:
        if word == "|":
            if current is secondary:
                raise PuzzleError(f"{where}: there is a second | among the items")
            current = secondary
            continue
        match = _BOUNDED.fullmatch(word)
        if match and current is primary:
            most = int(match[2])
            least = int(match[1]) if match[1] else most
            if not least <= most <= MAX_BOUND:
                raise PuzzleError(f"{where}: {word[:40]} has impossible bounds")
            word = match[3]
            bounds[word] = (least, most)
        if "|" in word or ":" in word:
            raise PuzzleError(f"{where}: {word[:40]} is no name of an item")
        if word in primary or word in secondary:
            raise PuzzleError(f"{where}: the item {word[:40]} stands twice")
        current.append(word)
    return primary, secondary, bounds


def write(cover: Cover) -> str:
    """The problem as a DLX text; items get short names where theirs are longer than 8 characters
    or hold what the format uses. Raises InputError for a problem without items."""
    names = _names(cover)
    count = len(cover.primary)
    head = []
    for item, (least, most) in zip(names[:count], cover.bounds, strict=False):
        bound = f"{most}|" if least == most else f"{least}:{most}|"
        head.append(item if (least, most) == (1, 1) else bound + item)
    if cover.secondary:
        head += ["|", *names[count:]]
    if not head:
        raise InputError("a DLX text has at least one item, and the problem has none")
    # A line that begins with | would be a comment.
    items = " ".join(head)
    items = " " + items if items.startswith("|") else items
    lines = ["| Exact cover: items, then an option a line", items]
    lines += [" ".join(names[item] for item in option) for option in cover.options]
    return "\n".join(lines) + "\n"


def _names(cover: Cover) -> list[str]:
    names = [str(item) for item in cover.items]
    sound = all(
        0 < len(name) <= LONGEST and name.isascii() and not re.search(r"[\s:|]", name)
        for name in names
    )
    return (
        names if sound and len(set(names)) == len(names) else [f"i{k}" for k in range(len(names))]
    )
