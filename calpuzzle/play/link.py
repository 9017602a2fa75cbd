"""A position in the address of a page: `#puzzle=dray&date=Nov,20,Fri&with=S4@9:1+I4@0,0:1`.

The placements of a challenge are in `given=`, before `with=`. js/ui/link.js writes and reads the
same form; tests/play/test_link.py compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.instances import Labels
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import notation

UNESCAPED = "@:!~*'()"
"""The characters that are not escaped, as in js/ui/link.js. A comma is escaped in a label, because
commas separate labels."""


def link(
    lowered: Lowering,
    labels: Labels = (),
    placed: Options = (),
    given: Options = (),
    known: Mapping[int, str] | None = None,
) -> str:
    """Return the fragment that encodes a position; without `labels`, the page opens on the current
    day. Pieces in `given` are a challenge: they cannot be lifted on the page. `known` maps options
    to the names of their pieces."""
    parts = [f"puzzle={quote(lowered.model.name, safe=UNESCAPED)}"]
    if labels:
        parts.append("date=" + ",".join(quote(label, safe=UNESCAPED) for label in labels))
    for key, options in (("given", given), ("with", placed)):
        if words := notation(lowered, options, known):
            parts.append(f"{key}={'+'.join(quote(each, safe=UNESCAPED + ',') for each in words)}")
    return "#" + "&".join(parts)


def date_in(position: str) -> Labels:
    """Return the labels of the date in a link; an empty tuple if it has none."""
    return tuple(unquote(label) for label in _part(position, "date").split(",") if label)


def placed_in(position: str) -> str:
    """Return the placements in `with=` of a link, as text in the notation of placements; an empty
    text if there are none. The placements of a challenge are not included."""
    return " ".join(map(unquote, _part(position, "with").split("+")))


def _part(position: str, name: str) -> str:
    for part in position.removeprefix("#").split("&"):
        key, _, value = part.partition("=")
        if key == name:
            return value
    return ""
