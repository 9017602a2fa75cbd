"""Small wording helpers for messages; used wherever a sentence names what a person typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import ceil
from unicodedata import bidirectional

# A terminal would act on these, or XML cannot hold them.
_CONTROL = "[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"


def nearest(word: str, known: Iterable[str]) -> str:
    """`` (did you mean X?)`` for the known word most like `word`, or nothing."""
    from difflib import get_close_matches

    small = word.casefold()
    folded = {name.casefold(): name for name in known}
    # People rarely mistake the first letter: where it differs, nearly all others must agree.
    sure = get_close_matches(small, folded, n=1, cutoff=0.75)
    begun = [name for name in folded if name[:1] == small[:1]]
    found = sure or get_close_matches(small, begun, n=1, cutoff=0.5)
    return f" (did you mean {folded[found[0]]}?)" if found else ""


def unknown(kind: str, name: object, known: Collection[str]) -> str:
    """`there is no engine X (did you mean Y?); there are Y, Z`. What is no text is shown."""
    word = name if isinstance(name, str) and name else shown(name)
    what = f"{kind} {word}{nearest(word, known)}"
    return f"there is no {what}; there are {', '.join(known)}"


def shown(value: object) -> str:
    """Return what stands in a file, as short as a sentence can bear, and nothing in it that a
    terminal would act on: whatever the value, its `repr` may be too long, too deep or too large a
    number to be made."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}..."
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a number of more than 18 digits"
    text = visible(repr(value))
    return text if len(text) <= 80 else f"{text[:80]}..."


def memory(size: int) -> str:
    """A number of bytes: `20 MiB`, and what is less than one MiB as `1,000 bytes`."""
    return f"{size >> 20:,} MiB" if size >= 1 << 20 else plural(size, "byte")


def duration(seconds: float) -> str:
    """A time for people, rounded up by a third at most, from 3 s on: 12 s, 3 minutes, 5 hours, 4
    days, 1,200 years."""
    for unit, size, most in (("s", 1, 180), ("minutes", 60, 180), ("hours", 3600, 72)):
        if seconds < most * size:
            return f"{ceil(seconds / size)} {unit}"
    days = seconds / 86400
    if days < 1000:
        return f"{ceil(days)} days"
    years = days / 365.25
    return f"{ceil(years):,} years" if years < 1e6 else f"{years:.0e} years"


def control(text: str) -> str:
    """The first control character of the text, which no label or title may have, or nothing."""
    found = None if text.isprintable() else re.search(_CONTROL, text)
    return found[0] if found else ""


def visible(text: str) -> str:
    """The text with its control characters as escapes."""
    if text.isprintable():
        return text
    return re.sub(_CONTROL, lambda found: repr(found[0])[1:-1], text)


def control_fault(what: str, text: str) -> list[str]:
    """A sentence about a control character in `what`, the title for instance, if it has one."""
    char = control(text)
    return [f"{what} has the control character {char!r}; take it out"] if char else []


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """`1 cell`, `2 cells`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def there(number: int, noun: str, nouns: str | None = None) -> str:
    """`there is 1 cell`, `there are 2 cells`."""
    return f"there {'is' if number == 1 else 'are'} {plural(number, noun, nouns)}"


def between(least: int, most: int) -> str:
    """`2 to 5`, or the number alone if both are the same."""
    return f"{least:,} to {most:,}" if least != most else f"{least:,}"


def leftward(text: str) -> bool:
    """True where the text is read from right to left, as Arabic and Hebrew are."""
    return any(bidirectional(char) in ("R", "AL") for char in text)
