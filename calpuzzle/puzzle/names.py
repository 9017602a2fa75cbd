"""The names of months and weekdays, a language at a time.

`names.json` lists the months and the weekdays from Monday on, other names of one behind bars, and
the `order` of a date in digits (`dmy`; two orders where the language does not fix one). Case, stops
and hyphens do not matter. A word without accents also matches the names that have them.
"""

from __future__ import annotations

import functools
import json
import os
import unicodedata
from typing import NamedTuple

ENGLISH = "English"
SHORTEST = {"month": 3, "weekday": 2}
"""The number of letters of the shortest abbreviation of a name."""

_MARKS = dict.fromkeys(map(ord, " .-–'’ʼ\u00b7\u0307"))
_LETTERS = str.maketrans("łøđı", "lodi")


class Name(NamedTuple):
    """A name as it is written and without accents, and its month or weekday, counted from 0."""

    written: str
    plain: str
    number: int
    is_first: bool
    """Whether it may be abbreviated: the first name of a month or weekday."""


@functools.cache
def languages() -> dict[str, dict[str, str]]:
    """Return the content of names.json: the texts of each language."""
    with open(os.path.join(os.path.dirname(__file__), "names.json"), encoding="utf-8") as file:
        found: dict[str, dict[str, str]] = json.load(file)
    return found


@functools.cache
def _names(language: str, kind: str) -> tuple[Name, ...]:
    return tuple(
        Name(_written(name), _plain(_written(name)), number, not place)
        for number, group in enumerate(languages()[language].get(kind, "").split())
        for place, name in enumerate(group.split("|"))
    )


@functools.lru_cache(4096)
def numbers(language: str, kind: str, word: str, shortest: int) -> frozenset[int]:
    """Return the months or weekdays that `word` means in a language, counted from 0: those that it
    names, else those whose names begin with it, if it has at least `shortest` letters."""
    word, names = _written(word), _names(language, kind)
    whole = {name.number for name in names if name.written == word}
    whole = whole or {name.number for name in names if name.plain == word}
    if whole or len(word) < shortest or not word.isalpha():
        return frozenset(whole)
    begun = (name for name in names if name.is_first)
    return frozenset(
        name.number
        for name in begun
        if name.written.startswith(word) or name.plain.startswith(word)
    )


def _written(word: str) -> str:
    """Return the word in lower case, without stops and hyphens."""
    return unicodedata.normalize("NFC", word.casefold().translate(_MARKS))


def _plain(word: str) -> str:
    """Return the word without accents; the marks of Indian scripts are vowels, and stay."""
    apart = unicodedata.normalize("NFD", word.translate(_LETTERS))
    kept = "".join(char for char in apart if not "\u0300" <= char <= "\u036f")
    return unicodedata.normalize("NFC", kept)
