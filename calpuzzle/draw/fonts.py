"""The fonts of pictures: matplotlib's own, and installed ones for letters that it lacks.

What matplotlib logs about its caches does not concern a picture, and is shown only if the user has
set up logging.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple
from unicodedata import category

from calpuzzle.base.errors import InputError
from calpuzzle.base.warned import warn
from calpuzzle.base.wording import nearest, shown, visible

logging.getLogger("matplotlib").addHandler(logging.NullHandler())

OWN = "DejaVu Sans"
PREFERRED_FONTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Source Han Sans",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "IPAGothic", "Droid Sans Fallback",
    "Hiragino Sans", "Noto Sans Devanagari", "Noto Sans Thai", "Arial Unicode MS",
)  # fmt: skip
"""The families that are searched after the first one and `OWN`; then those of Noto Sans, and then
all others."""

INVISIBLE_CATEGORIES = ("Zs", "Cf")
"""The categories of invisible letters: blanks, and letters that only control how others join."""


class Face(NamedTuple):
    """A font in a file, which may hold several."""

    path: str
    number: int


def families(text: str, first: str = OWN) -> list[str]:
    """Return the font families to search for the letters of a text, in this order."""
    return list(_covering(frozenset(visible(text)), first)[0])


def chosen(font: str) -> str:
    """Return the family of a font given by its name or its file. Raise InputError for an unknown
    one."""
    from matplotlib import font_manager

    manager = font_manager.fontManager
    if os.path.isfile(font):
        try:
            manager.addfont(font)
        except RuntimeError as error:
            raise InputError(f"{font} is not a readable font: {error}") from None
        return str(manager.ttflist[-1].name)
    known = {name.casefold(): name for name in font_manager.get_font_names()}
    if font.casefold() not in known:
        near = nearest(font, known.values())
        raise InputError(
            f"the font {shown(font)} is not installed{near}; the path of a font file also works"
        )
    return known[font.casefold()]


def lacking(text: str, first: str = OWN) -> str:
    """Return the letters of a text that no installed font has, in the order of the text. Letters of
    private use are included if the font `first` lacks them."""
    missing = _covering(frozenset(visible(text)), first)[1]
    return "".join(dict.fromkeys(char for char in visible(text) if char in missing))


def face(family: str, bold: bool = False) -> Face:
    """Return the file of a family, with bold letters if it has them."""
    from matplotlib.font_manager import FontProperties, findfont

    found = findfont(FontProperties(family=[family], weight="bold" if bold else "normal"))
    return Face(str(found), getattr(found, "face_index", 0))


@cache
def _covering(letters: frozenset[str], first: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the families that have the letters, always beginning with `first`, and the letters
    that none has. Private-use letters are searched for only in `first`."""
    seen = {char for char in letters if category(char) not in INVISIBLE_CATEGORIES}
    found, missing = [first], seen - _letters(first)
    # Private-use letters differ from font to font, so another font cannot replace them.
    private = {char for char in missing if category(char) == "Co"}
    missing -= private
    for family in (OWN, *_installed()) if missing else ():
        if not missing:
            break
        if missing & (letters_of_family := _letters(family)):
            found.append(family)
            missing -= letters_of_family
    return tuple(found), frozenset(missing | private)


@cache
def _installed() -> tuple[str, ...]:
    from matplotlib import font_manager

    names = {name for name in font_manager.get_font_names() if not name.startswith("Last")}
    order = {name: k for k, name in enumerate(PREFERRED_FONTS)}

    def key(name: str) -> tuple[int, bool, str]:
        return order.get(name, len(order)), not name.startswith("Noto Sans"), name

    return tuple(sorted(names, key=key))


@cache
def _letters(family: str) -> frozenset[str]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(map(chr, get_font(findfont(FontProperties(family=[family]))).get_charmap()))


class MissingLetterWarning(UserWarning):
    """A warning that no font has some of the letters, so that the picture shows boxes in their
    place."""


@contextmanager
def one_warning(instead: str = "") -> Iterator[None]:
    """Warn once about all letters that no font has, instead of once for each; `instead` names
    another remedy."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    others = [each for each in caught if "missing from" not in str(each.message)]
    for each in others:
        warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    if len(others) < len(caught):
        warn_of_letters(instead)


def warn_of_letters(instead: str = "") -> None:
    """Warn that letters are missing."""
    warn(
        "no installed font has some of the labels' letters, and boxes are drawn in their place; "
        f"install one such as Noto Sans{instead}",
        MissingLetterWarning,
    )
