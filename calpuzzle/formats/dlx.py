"""Knuth's DLX text: a line of items, `|` before the secondary ones, then an option a line.

Lines that begin with `|` are comments. Bounds are read and written as in his DLX3, `2:3|name` for
two to three times, `2|name` for twice. Colours (`item:colour`) are refused: a Cover has none.
"""

from __future__ import annotations

import re

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.text import shown
from calpuzzle.formats.reading import fail, whole
from calpuzzle.puzzle.cover import MAX_BOUND, Bounds, Cover

LONGEST = 8  # his programs take names of up to 8 characters
_BOUNDED = re.compile(r"(?:([0-9]+):)?([0-9]+)\|(.+)")


def looks_like(text: str) -> bool:
    """Whether the first line is a comment, or names secondary items or bounds."""
    return "|" in text.lstrip().partition("\n")[0]


def read(text: str, name: str) -> Cover:
    """The problem in a DLX text. Raises PuzzleError with file, line, and what is wrong."""
    lines = [
        (number, line.split())
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("|")
    ]
    if not lines:
        fail(name, 1, "there is no line of items")
    number, words = lines[0]
    items, secondary, bounds = _items(words, name, number)
    options = []
    for number, words in lines[1:]:
        for word in words:
            if word not in items:
                colour = "has a colour, which none can be" if ":" in word else "is no item"
                fail(name, number, f"{shown(word)} {colour}")
        if len(set(words)) < len(words):
            fail(name, number, "the option has an item twice")
        options.append(words)
    primary = [item for item in items if item not in secondary]
    names = [" ".join(option) for option in options]
    try:
        return Cover(primary, options, secondary, names, bounds)
    except InputError as error:
        raise PuzzleError([f"{name}: {fault}" for fault in error.faults]) from None


def _items(
    words: list[str], name: str, line: int
) -> tuple[dict[str, None], dict[str, None], dict[str, Bounds]]:
    """All items in their order, the secondary ones among them, and the bounds of some."""
    items: dict[str, None] = {}
    secondary: dict[str, None] = {}
    bounds: dict[str, Bounds] = {}
    parted = False
    for word in words:
        if word == "|":
            if parted:
                fail(name, line, "there is a second | among the items")
            parted = True
            continue
        item = word
        match = _BOUNDED.fullmatch(word)
        if match and not parted:
            item = match[3]
            most = whole(match[2], f"the bound of {shown(item)}", name, line, 0, MAX_BOUND)
            least = most
            if match[1]:
                least = whole(match[1], f"the bound of {shown(item)}", name, line, 0, most)
            bounds[item] = (least, most)
        if "|" in item or ":" in item:
            fail(name, line, f"{shown(item)} is no name of an item")
        if item in items:
            fail(name, line, f"the item {shown(item)} stands twice")
        items[item] = None
        if parted:
            secondary[item] = None
    return items, secondary, bounds


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
