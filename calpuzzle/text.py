"""Small wording helpers for messages; used wherever a sentence names what a person typed."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """`` (did you mean X?)`` for the known word most like `word`, or nothing."""
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), folded, n=1, cutoff=0.5)
    return f" (did you mean {folded[found[0]]}?)" if found else ""


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """`1 cell`, `2 cells`."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
