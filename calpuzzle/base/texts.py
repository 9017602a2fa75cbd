"""The translated texts of the page, the command line and booklets, one file per language.

The files are in calpuzzle/lang. play/page.py puts a table of the texts into each page, and
js/ui/lang.js reads it; the table omits the texts whose key begins with a word in `OFF_PAGE`. If a
text is missing in a language, the English text is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import shown

FOLDER = Path(__file__).parents[1] / "lang"
FALLBACK = "en"
OFF_PAGE = ("booklet", "command", "shell", "written")
ZERO_IS_SINGULAR = ("fr", "pt")
"""The languages in which 0 is singular too."""

MORE_FORMS = ("zero", "two", "few", "many")

_PLACE = re.compile(r"\{([a-z]+)\}")


class Texts:
    """The texts of the language with the tag `tag`, such as `de`."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self._texts = {**table(FALLBACK), **table(tag)}

    def translate(self, key: str, **values: str | int) -> str:
        """Return a text with its values filled in, and numbers formatted for the language.

        The value `n` selects the plural form if the text has several. Forms other than `one` and
        `other` need Babel (the extra `languages`); without it, only these two are used. Raises
        KeyError for an unknown key.
        """
        text = self._texts.get(key) or self._plural(key, values.get("n", 0))
        formatted = {name: self.formatted(value) for name, value in values.items()}
        return _PLACE.sub(lambda place: formatted.get(place[1], place[0]), text)

    def _plural(self, key: str, number: str | int) -> str:
        form = "one" if number == 1 or (number == 0 and self.tag in ZERO_IS_SINGULAR) else "other"
        if any(f"{key}.{more}" in self._texts for more in MORE_FORMS):
            form = _plural_form(self.tag, number) or form
        return self._texts.get(f"{key}.{form}") or self._texts[f"{key}.other"]

    def formatted(self, value: str | int) -> str:
        """Return a text unchanged, and a number with the digit grouping of the language.

        The texts `written.short` and `written.long`, which are 1234 and 12345 as the language
        writes them, define the grouping."""
        if isinstance(value, str):
            return value
        short, mark = self._texts["written.short"], self._texts["written.long"][2]
        return str(value) if value < 10_000 and short == "1234" else f"{value:,}".replace(",", mark)

    def listed(self, parts: Sequence[str]) -> str:
        """Return the parts as an enumeration, such as `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.translate("written.list", start=", ".join(parts[:-1]), last=parts[-1])


def _plural_form(tag: str, number: str | int) -> str | None:
    """Return the plural form of a number by the rules of Unicode CLDR, or None without Babel."""
    try:
        from babel.core import Locale
    except ImportError:
        return None
    return str(Locale.parse(tag).plural_form(int(number)))


@cache
def language_tags() -> tuple[str, ...]:
    """Return the tags of all languages."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def table(tag: str) -> Mapping[str, str]:
    """Return the texts in the file of a language, by key."""
    texts: dict[str, str] = json.loads((FOLDER / f"{tag}.json").read_text("utf-8"))
    return texts


def texts_in(language: str) -> Texts:
    """Return the texts of a language, such as `de` or `de_AT`; raise InputError if none exist."""
    tag = tag_of(language)
    if tag is None:
        raise InputError(
            f"there are no texts in {shown(language)}, only in {', '.join(language_tags())}"
        )
    return Texts(tag)


def tag_of(language: str) -> str | None:
    """Return the tag of a language, without its country or encoding; None if there are no texts in
    it."""
    tag = re.split(r"[-_.@]", language.strip(), maxsplit=1)[0].lower()
    return tag if tag in language_tags() else None


def capitalised(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


ENGLISH = Texts(FALLBACK)
