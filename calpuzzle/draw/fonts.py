"""The fonts that matplotlib may use: its own, then what is installed for other scripts."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

OWN = "DejaVu Sans"
OTHERS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Source Han Sans",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "IPAGothic", "Droid Sans Fallback",
    "Hiragino Sans", "Noto Sans Devanagari", "Noto Sans Thai", "Arial Unicode MS",
)  # fmt: skip


def families() -> list[str]:
    """The font families to look for a letter in, in this order."""
    from matplotlib import font_manager

    installed = set(font_manager.get_font_names())
    return [OWN, *(name for name in OTHERS if name in installed)]


class MissingLetterWarning(UserWarning):
    """Some letters are in none of the fonts, and the picture shows boxes in their place."""


@contextmanager
def one_warning(instead: str = "") -> Iterator[None]:
    """Warn once of all letters that are in no font, instead of once for each; `instead` says what
    else helps."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    others = [each for each in caught if "missing from" not in str(each.message)]
    for each in others:
        warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    if len(others) < len(caught):
        warnings.warn(
            "no font here has some of the labels' letters, and boxes stand in their place; "
            f"install one such as Noto Sans{instead}",
            MissingLetterWarning,
            stacklevel=3,
        )
