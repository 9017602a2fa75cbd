"""A position in the address of a page: `#puzzle=dray&date=Nov,20,Fri&with=S4@9:1+I4@0,0:1`.

js/link.js writes and reads the same, and tests/play/test_link.py holds them together.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates import Labels
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import written

PLAIN = "@:,!~*'()"
"""What is not escaped, besides letters and digits: as in js/link.js."""


def link(lowered: Lowering, labels: Labels = (), laid: Options = ()) -> str:
    """The link to a position; without `labels`, that of the day when the page is opened."""
    parts = [f"puzzle={_plainly(lowered.model.name)}"]
    if labels:
        parts.append(f"date={','.join(map(_plainly, labels))}")
    pieces = [_plainly(written(lowered, k)) for k in laid if lowered.class_of(k) >= 0]
    if pieces:
        parts.append(f"with={'+'.join(pieces)}")
    return "#" + "&".join(parts)


def date_in(position: str) -> Labels:
    """The labels of the date in a link, none where it says none."""
    return tuple(unquote(label) for label in _part(position, "date").split(",") if label)


def laid_in(position: str) -> str:
    """What a link says is laid, as `laid` takes it everywhere; it may be empty."""
    return " ".join(map(unquote, _part(position, "with").split("+")))


def _part(position: str, name: str) -> str:
    for part in position.removeprefix("#").split("&"):
        key, _, value = part.partition("=")
        if key == name:
            return value
    return ""


def _plainly(text: str) -> str:
    return quote(text, safe=PLAIN)
