"""Knuth's DLX text: a line of items, with `|` before the secondary ones, then one option a line.

Lines that begin with `|` are comments. Bounds are read and written as in Knuth's DLX3, `2:3|name`
for two to three times, `2|name` for twice, and colours of secondary items as in his DLX2: `item:A`.
A colour is one character in his programs; this reader accepts longer names, too.
"""

from __future__ import annotations

import re
import string

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import shown
from calpuzzle.formats.reading import fail, parse_integer
from calpuzzle.puzzle.cover import MAX_BOUND, Bounds, Cover

_NAME = "[!-9;-{}~]{1,8}"  # the names that Knuth's programs accept: no space, colon or bar
_CHARACTERS = string.ascii_letters + string.digits + "!#$%&'()*+,-./;<=>?@[]^_`{}~"
_BOUNDED = re.compile(r"(?:([0-9]+):)?([0-9]+)\|(.+)")


def looks_like(text: str) -> bool:
    """Return whether the first line is a comment, or contains secondary items or bounds."""
    return "|" in text.lstrip().partition("\n")[0]


def read(text: str, name: str) -> Cover:
    """Return the problem in a DLX text. Raises PuzzleError, which names file, line and fault."""
    lines = [
        (number, line.split())
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("|")
    ]
    if not lines:
        fail(name, 1, "there is no line of items")
    number, words = lines[0]
    bounds, primary = _items(words, name, number)
    items = list(bounds)
    places = {item: k for k, item in enumerate(items)}
    options, colours, names = [], [], []
    for number, words in lines[1:]:
        option = []
        shades = {}
        for word in words:
            item, colon, colour = word.partition(":")
            if item not in bounds:
                fail(name, number, f"{shown(item)} is not an item")
            if colon and places[item] < primary:
                fail(name, number, f"{shown(word)} has a colour, which only secondary items have")
            if colon and not re.fullmatch("[^:|]+", colour):
                fail(name, number, f"the colour of {shown(word)} must be a name without : and |")
            if colon:
                shades[item] = colour
            option.append(item)
        if len(set(option)) < len(option):
            fail(name, number, "the option has an item twice")
        options.append(option)
        colours.append(shades)
        names.append(" ".join(words))
    times = {item: bounds[item] for item in items[:primary]}
    return Cover(items[:primary], options, items[primary:], names, times, colours=colours)


def _items(words: list[str], name: str, line: int) -> tuple[dict[str, Bounds], int]:
    """Return the items in order with their bounds, and the number of primary items."""
    bounds: dict[str, Bounds] = {}
    primary = None
    for word in words:
        if word == "|":
            if primary is not None:
                fail(name, line, "there is a second | among the items")
            primary = len(bounds)
            continue
        item, bound = word, (1, 1)
        if primary is None and (match := _BOUNDED.fullmatch(word)):
            low, high, item = match.groups()
            least_what, most_what = (
                f"the {end} bound of {shown(item)}" for end in ("lower", "upper")
            )
            most = parse_integer(high, most_what, name, line, 0, MAX_BOUND)
            bound = (parse_integer(low, least_what, name, line, 0, most) if low else most, most)
        if "|" in item or ":" in item:
            fail(name, line, f"{shown(item)} is not the name of an item")
        if item in bounds:
            fail(name, line, f"the item {shown(item)} occurs twice")
        bounds[item] = bound
    return bounds, len(bounds) if primary is None else primary


def write(cover: Cover) -> str:
    """Return the problem as a DLX text.

    All items are renamed if some name does not fit the format or two names are equal. All colours
    are renamed if some colour is not one of `_CHARACTERS` or two are equal. Raises InputError for a
    problem without items, or with more colours than there are characters."""
    names = _names(cover)
    shades = _colour_suffixes(cover)
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
    lines = ["| Exact cover: items, then one option per line", items]
    for number in range(len(cover.options)):
        words = [names[item] + shades[colour] for item, colour in cover.coloured(number)]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def _colour_suffixes(cover: Cover) -> list[str]:
    """Return for each colour number the suffix of an item. Number 0 means no colour, so its suffix
    is empty."""
    names = [str(colour) for colour in cover.palette]
    if any(name not in _CHARACTERS or len(name) != 1 for name in names) or _has_duplicate(names):
        if len(names) > len(_CHARACTERS):
            raise InputError(
                f"a DLX text has {len(_CHARACTERS)} colours at most, and the problem has "
                f"{len(names)}"
            )
        names = list(_CHARACTERS[: len(names)])
    return ["", *(":" + name for name in names)]


def _has_duplicate(names: list[str]) -> bool:
    return len(set(names)) < len(names)


def _names(cover: Cover) -> list[str]:
    names = [str(item) for item in cover.items]
    are_valid = all(re.fullmatch(_NAME, name) for name in names) and not _has_duplicate(names)
    return names if are_valid else [f"i{k}" for k in range(len(names))]
