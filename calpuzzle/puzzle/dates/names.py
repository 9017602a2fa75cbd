"""The names of months and weekdays in each language.

For each language, `names.json` lists the months from January and the weekdays from Monday, with
alternative names separated by bars, and the `order` of a numeric date: for example `dmy`, or
`dmy mdy` if two orders are in use. Matching ignores case, spaces, full stops, hyphens and
apostrophes. A word without accents also matches a name with accents.
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

_IGNORED = dict.fromkeys(map(ord, " .-–'’ʼ\u00b7\u0307"))
_LETTERS = str.maketrans("łøđı", "lodi")


class Name(NamedTuple):
    """A name with and without accents, and the number of its month or weekday, from 0."""

    normalised: str
    plain: str
    number: int
    is_first: bool
    """Whether this is the first name of its month or weekday; only these may be abbreviated."""


@functools.cache
def languages() -> dict[str, dict[str, str]]:
    """Return the content of names.json, by language."""
    with open(os.path.join(os.path.dirname(__file__), "names.json"), encoding="utf-8") as file:
        found: dict[str, dict[str, str]] = json.load(file)
    return found


@functools.cache
def _names(language: str, kind: str) -> tuple[Name, ...]:
    return tuple(
        Name(_normalised(name), _plain(_normalised(name)), number, not place)
        for number, group in enumerate(languages()[language].get(kind, "").split())
        for place, name in enumerate(group.split("|"))
    )


@functools.lru_cache(4096)
def numbers(language: str, kind: str, word: str, shortest: int) -> frozenset[int]:
    """Return the numbers, from 0, of the months or weekdays that `word` can mean in `language`.

    Full names take precedence. Otherwise `word`, if it has at least `shortest` letters, abbreviates
    every name that begins with it and is listed first for its month or weekday.
    """
    word, names = _normalised(word), _names(language, kind)
    whole = {name.number for name in names if name.normalised == word}
    whole = whole or {name.number for name in names if name.plain == word}
    if whole or len(word) < shortest or not word.isalpha():
        return frozenset(whole)
    return frozenset(
        name.number
        for name in names
        if name.is_first and (name.normalised.startswith(word) or name.plain.startswith(word))
    )


def _normalised(word: str) -> str:
    """Return `word` in lower case, without spaces, full stops, hyphens and apostrophes."""
    return unicodedata.normalize("NFC", word.casefold().translate(_IGNORED))


def _plain(word: str) -> str:
    """Return `word` without accents; combining marks of Indic scripts are kept: they are vowels."""
    decomposed = unicodedata.normalize("NFD", word.translate(_LETTERS))
    bare = "".join(char for char in decomposed if not "\u0300" <= char <= "\u036f")
    return unicodedata.normalize("NFC", bare)
