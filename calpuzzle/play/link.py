"""A position in the address of a page: `#puzzle=dray&date=Nov,20,Fri&with=S4@9:1+I4@0,0:1`.

What a challenge lays stands before `with=` as `given=`.

js/ui/link.js writes and reads the same, and tests/play/test_link.py holds them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.parsing import Labels
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import notation

PLAIN = "@:!~*'()"
"""The signs that are not escaped, as in js/ui/link.js. A comma is none of them in a label, for it
stands between labels."""


def link(
    lowered: Lowering,
    labels: Labels = (),
    placed: Options = (),
    given: Options = (),
    known: Mapping[int, str] | None = None,
) -> str:
    """The link to a position; without `labels`, that of the day when the page is opened. What is
    `given` cannot be lifted there: a challenge. Pieces have the names that are `known`."""
    parts = [f"puzzle={quote(lowered.model.name, safe=PLAIN)}"]
    if labels:
        parts.append("date=" + ",".join(quote(label, safe=PLAIN) for label in labels))
    for key, options in (("given", given), ("with", placed)):
        if own := notation(lowered, options, known):
            parts.append(f"{key}={'+'.join(quote(each, safe=PLAIN + ',') for each in own)}")
    return "#" + "&".join(parts)


def date_in(position: str) -> Labels:
    """The labels of the date in a link, none where it says none."""
    return tuple(unquote(label) for label in _part(position, "date").split(",") if label)


def placed_in(position: str) -> str:
    """Return what a link says is placed, as `placed` takes it everywhere; it may be empty."""
    return " ".join(map(unquote, _part(position, "with").split("+")))


def _part(position: str, name: str) -> str:
    for part in position.removeprefix("#").split("&"):
        key, _, value = part.partition("=")
        if key == name:
            return value
    return ""
