"""Names of months and weekdays by language: one table of words, with what each of them means.

English and the languages of names.json are always known: of each the months, the weekdays from
Monday on, and yesterday, today and tomorrow (`near`), with other names behind bars. Those of Babel
(the extra `languages`) are added on demand, and kept in the cache folder, for to find them takes
about a second. A word stands for what it names, else for all that it begins; accents
count where it has any: Slovak `št` is not `st`.
"""

from __future__ import annotations

import functools
import os
from bisect import bisect
from collections.abc import Iterator, Mapping
from typing import Any

from calpuzzle.base import cache

_ENGLISH = {  # by itself, for most boards need no other
    "month": "january february march april may june july august september october november"
    " december",
    "weekday": "monday tuesday wednesday thursday|r friday saturday sunday|u",
}
CAPITALS = ("English", "German", "Afrikaans", "Turkish", "Vietnamese")
"""The languages that write months and weekdays with capitals."""

SHORTEST = {"month": 3, "weekday": 2}
"""So many letters begin a name where a word stands by itself, and not among others on a board."""
_MARKS: dict[int, None] = dict.fromkeys(map(ord, " .-–'’ʼ\u00b7\u0307"))
_LETTERS = str.maketrans("łøđı", "lodi")

KIND = "names-v2"  # of what is kept of Babel's; another one where the same names make another Table
Whole = list[dict[tuple[str, str], list[tuple[str, int]]]]
Begun = list[list[tuple[str, str, str, int]]]
Numbers = dict[str, set[int]]
"""By language, the months or weekdays that a word can mean, counted from 0 (from Monday)."""


class Table:
    """Names of months and weekdays, as they are written and without accents, and what they mean in
    which language."""

    def __init__(self, whole: Whole | None = None, begun: Begun | None = None) -> None:
        self._whole: Whole = whole or [{}, {}]
        self._begun: Begun = begun or [[], []]

    def plain(self) -> tuple[Whole, Begun]:
        """What the cache keeps, of which a Table can be made again."""
        return self._whole, self._begun

    def add(self, language: str, kind: str, number: int, name: str, may_begin: bool) -> None:
        """Take one more name, of which the beginning is an abbreviation or not."""
        written = _printed(name)
        for way, word in enumerate((_plain(written), written)):
            self._whole[way].setdefault((kind, word), []).append((language, number))
            if may_begin:
                self._begun[way].append((kind, word, language, number))

    def closed(self) -> Table:
        """The same, when all names have been added."""
        for begun in self._begun:
            begun.sort()
        return self

    def numbers(self, kind: str, word: str, shortest: int) -> Numbers:
        """Return what a word means: in each language what it names, as it is written or without
        accents, or else all that it begins, with as many letters as the `shortest` has."""
        word = _printed(word)
        found: Numbers = {}
        if len(word) >= shortest and word.isalpha():
            for begun in self._begun:
                own: Numbers = {}
                for k in range(bisect(begun, (kind, word)), len(begun)):
                    if begun[k][0] != kind or not begun[k][1].startswith(word):
                        break
                    own.setdefault(begun[k][2], set()).add(begun[k][3])
                found |= own
        for whole in self._whole:
            own = {}
            for language, number in whole.get((kind, word), ()):
                own.setdefault(language, set()).add(number)
            found |= own
        return found


def _printed(word: str) -> str:
    """A word small, without stops and hyphens."""
    small = word.casefold().translate(_MARKS)
    if small.isascii():
        return small
    import unicodedata

    return unicodedata.normalize("NFC", small)


def _plain(word: str) -> str:
    """A word without accents."""
    if word.isascii():
        return word
    import unicodedata

    apart = unicodedata.normalize("NFD", word.translate(_LETTERS))
    # Accents only: the marks of Indian scripts are vowels.
    plain = "".join(char for char in apart if not "\u0300" <= char <= "\u036f")
    return unicodedata.normalize("NFC", plain)


@functools.cache
def english() -> Table:
    """The names in English, with which most boards can do."""
    return _of({"English": _ENGLISH})


@functools.cache
def own() -> Table:
    """The names in the languages that are always known."""
    import json

    with open(os.path.join(os.path.dirname(__file__), "names.json"), encoding="utf-8") as file:
        return _of({"English": _ENGLISH, **json.load(file)})


def _of(languages: Mapping[str, Mapping[str, str]]) -> Table:
    table = Table()
    for language, kinds in languages.items():
        for kind, text in kinds.items():
            for number, names in enumerate(text.split()):
                for place, each in enumerate(names.split("|")):
                    table.add(language, kind, number, each, not place)
    return table.closed()


@functools.cache
def babels() -> Table:
    """The names in the languages that Babel knows; none where it is not installed."""
    try:
        from babel import __version__, localedata
    except ImportError:
        return Table()
    if known := cache.recalled(KIND, __version__):
        return Table(*known)
    table = Table()
    # Babel (2.18) keeps what it resolves for one language in data that others share, and says it
    # of them: only what stands in the language's own file is taken, and nothing left in its cache.
    localedata._cache.clear()
    called = localedata.load("en", merge_inherited=False)["languages"]
    for code in localedata.locale_identifiers():
        data = localedata.load(code, merge_inherited=False)
        # A part of less than four letters is a country, which has some names of its own.
        code = "_".join(part for k, part in enumerate(code.split("_")) if not k or len(part) > 3)
        for kind, key, first in (("month", "months", 1), ("weekday", "days", 0)):
            for form, number, name in _listed(data.get(key, {})):
                table.add(called.get(code, code), kind, number - first, name, form == "wide")
    localedata._cache.clear()
    cache.remember(KIND, __version__, table.closed().plain())
    return table


def _listed(uses: Any) -> Iterator[tuple[str, int, str]]:
    """The names in the data of Babel, each with its form and its number; not the narrow ones, of
    which several are one letter, nor `any`, September in Ewe, which is all dates together here."""
    for forms in uses.values():
        for form in ("wide", "abbreviated", "short"):
            names = forms.get(form) if isinstance(forms, Mapping) else None
            for number, name in names.items() if isinstance(names, Mapping) else ():
                if str(name).casefold() != "any":
                    yield form, number, name
