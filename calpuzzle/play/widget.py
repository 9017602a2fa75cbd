"""The page as a notebook widget, built with anywidget.

The page is in an iframe. `position` is the fragment of the address of the iframe; it is
synchronised both ways.
"""

from __future__ import annotations

from calpuzzle.base.extras import importing
from calpuzzle.play.joiner import ASSETS
from calpuzzle.play.link import date_in, placed_in

with importing("anywidget", "playing in a notebook", "anywidget", "notebook"):
    import anywidget
    import traitlets


class Play(anywidget.AnyWidget):
    """A page on which the puzzle is played. `page` is its HTML. `position` is what `Puzzle.link`
    returns; it can be read and set. `date` and `placed` are its parts, in the form that `count` and
    `solve` accept."""

    _esm = ASSETS / "widget.js"
    page = traitlets.Unicode().tag(sync=True)
    position = traitlets.Unicode().tag(sync=True)

    @property
    def date(self) -> tuple[str, ...]:
        """Return the labels of the date; an empty tuple if the position has no date, or if the page
        is not shown yet."""
        return date_in(self.position)

    @property
    def placed(self) -> str:
        """Return the pieces that the player has placed, as text, without those of a challenge."""
        return placed_in(self.position)
