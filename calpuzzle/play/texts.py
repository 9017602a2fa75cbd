"""What people read in a game in the terminal: the texts of play/assets/lang, as js/lang.js says
them.

A text that a language does not have is English. What only a terminal says stands there too, in
texts whose first word is `TERMINAL`, which no page holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import unknown
from calpuzzle.play.joiner import ASSETS

FALLBACK = "en"
TERMINAL = "terminal"
ALSO_ONE = ("fr",)
"""The languages in which 0 is singular, too."""

_PLACE = re.compile(r"\{([a-z]+)\}")


class Texts:
    """The texts of one language; `tag` is its name, such as `de`."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self._texts = {**_texts(FALLBACK), **_texts(tag)}

    def say(self, key: str, **values: str | int) -> str:
        """A text with its values filled in. Of one with plurals, `n` says which; numbers are
        written as is usual. Raises KeyError for a text that is not there."""
        text = self._texts.get(key) or self._plural(key, values.get("n", 0))
        filled = {name: self._written(value) for name, value in values.items()}
        return _PLACE.sub(lambda place: filled.get(place[1], place[0]), text)

    def _plural(self, key: str, number: str | int) -> str:
        one = number == 1 or (number == 0 and self.tag in ALSO_ONE)
        return (one and self._texts.get(f"{key}.one")) or self._texts[f"{key}.other"]

    def _written(self, value: str | int) -> str:
        if isinstance(value, str):
            return value
        # A narrow blank is understood everywhere; a comma or a point is not.
        return f"{value:,}" if self.tag == FALLBACK else f"{value:,}".replace(",", "\u202f")


@cache
def known() -> tuple[str, ...]:
    """The languages that there are."""
    return tuple(sorted(path.stem for path in (ASSETS / "lang").glob("*.json")))


@cache
def _texts(tag: str) -> Mapping[str, str]:
    texts: dict[str, str] = json.loads((ASSETS / "lang" / f"{tag}.json").read_text("utf-8"))
    return texts


def texts_in(language: str) -> Texts:
    """The texts of a language, `de` or with a country `de_AT`. Raises InputError where there are
    none."""
    tag = _known_as(language)
    if tag is None:
        raise InputError(unknown("language", language, known()))
    return Texts(tag)


def texts_of_system(environment: Mapping[str, str]) -> Texts:
    """The texts of the first language that these variables name and that there is, else English:
    LANGUAGE has several, LC_ALL goes before LC_MESSAGES and that before LANG."""
    wished = environment.get("LANGUAGE", "").split(":")
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wished.append(next((environment[name] for name in names if environment.get(name)), ""))
    return Texts(next(filter(None, map(_known_as, wished)), FALLBACK))


def _known_as(language: str) -> str | None:
    """The language that is meant, without its country and its letters, where there is one."""
    tag = re.split(r"[-_.@]", language.strip(), maxsplit=1)[0].lower()
    return tag if tag in known() else None


def listed(parts: Iterable[str]) -> str:
    """Several things in a row."""
    return ", ".join(parts)


ENGLISH = Texts(FALLBACK)
