"""Helpers for the wording of messages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import ceil, log10
from unicodedata import bidirectional

MAX_BITS = 14_000  # a number of this many bits has fewer than the 4300 digits that str() accepts
# Characters that a terminal would interpret, or that XML cannot contain.
_CONTROL = "\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
# Characters that change the order of the others, so that a message could be read as another one.
_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ` (did you mean X?)` with the known word most similar to `word`, or an empty text."""
    from difflib import get_close_matches

    folded_word = word.casefold()
    folded = {name.casefold(): name for name in known}
    # Users rarely mistype the first letter: if it differs, nearly all others must agree.
    close = get_close_matches(folded_word, folded, n=1, cutoff=0.75)
    same_initial = [name for name in folded if name[:1] == folded_word[:1]]
    found = close or get_close_matches(folded_word, same_initial, n=1, cutoff=0.5)
    return f" (did you mean {folded[found[0]]}?)" if found else ""


def separator(names: Iterable[str]) -> str:
    """Return what separates the names of a list: a comma, or a semicolon if a name has a comma."""
    return "; " if any("," in name for name in names) else ", "


def unknown(kind: str, name: object, known: Collection[str]) -> str:
    """Return a sentence such as `there is no engine X (did you mean Y?); there are Y, Z`."""
    if not isinstance(name, str):
        return f"{kind} must be a name, not {shown(name)}; there are {', '.join(known)}"
    word = name or shown(name)
    what = f"{kind} {word}{nearest(word, known)}"
    return f"there is no {what}; there are {', '.join(known)}"


def shown(value: object) -> str:
    """Return a short description of any value from a file, without control characters.

    The `repr` of dicts, lists and large integers is avoided, because it may be too long or too
    deeply nested, or fail.
    """
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}..."
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a number of more than 18 digits"
    try:
        text = unambiguous(repr(value))
    except (ValueError, RecursionError):  # a number in it is too long, or the nesting too deep
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:80]}..."


def memory_text(size: int) -> str:
    """Return a number of bytes as `20 MiB`, or below one MiB as `1,000 bytes`."""
    return f"{size >> 20:,} MiB" if size >= 1 << 20 else plural(size, "byte")


def duration(seconds: float) -> str:
    """Return a duration in words, such as 12 s, 3 minutes, 5 hours, 4 days or 1,200 years.

    The number is rounded up, except for a million years or more. For 3 s or more, the result is at
    most a third too large.
    """
    for unit, size, most in (("s", 1, 180), ("minutes", 60, 180), ("hours", 3600, 72)):
        if seconds < most * size:
            return f"{ceil(seconds / size)} {unit}"
    days = seconds / 86400
    if days < 1000:
        return f"{ceil(days)} days"
    years = days / 365.25
    return f"{ceil(years):,} years" if years < 1e6 else f"{years:.0e} years"


def control_character(text: str) -> str:
    """Return the first control character of the text, or an empty string."""
    found = None if text.isprintable() else re.search(f"[{_CONTROL}]", text)
    return found[0] if found else ""


def visible(text: str) -> str:
    """Return the text with control characters replaced by escapes."""
    return _escaped(_CONTROL, text)


def unambiguous(text: str) -> str:
    """Return the text with control characters, and those that change the direction of writing,
    replaced by escapes."""
    return _escaped(_CONTROL + _BIDIRECTIONAL, text)


def _escaped(characters: str, text: str) -> str:
    if text.isprintable():
        return text
    return re.sub(f"[{characters}]", lambda found: repr(found[0])[1:-1], text)


def control_fault(what: str, text: str) -> list[str]:
    """Return a list with one fault if the text contains a control character, else an empty list.
    The fault calls the text `what`."""
    char = control_character(text)
    return [f"{what} has the control character {char!r}; remove it"] if char else []


def with_commas(number: int) -> str:
    """Return the number with commas between its thousands, or only its order of magnitude if it has
    more than `MAX_BITS` bits."""
    bits = number.bit_length()
    return f"{number:,}" if bits <= MAX_BITS else f"around 10^{bits * log10(2):.0f}"


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """Return the number with its noun, such as `1 cell` or `2 cells`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def there_are(number: int, noun: str, nouns: str | None = None) -> str:
    """Return a clause such as `there is 1 cell` or `there are 2 cells`."""
    return f"there {'is' if number == 1 else 'are'} {plural(number, noun, nouns)}"


def range_text(least: int, most: int) -> str:
    """Return a range such as `2 to 5`, or the number alone if both are equal."""
    return f"{least:,} to {most:,}" if least != most else f"{least:,}"


def is_right_to_left(text: str) -> bool:
    """Return whether the text contains right-to-left letters, such as Arabic or Hebrew ones."""
    return any(bidirectional(char) in ("R", "AL") for char in text)
