"""The page as a widget of a notebook, over anywidget.

The page stands in a frame, as it is anywhere else; `position` is what stands behind its address,
and follows it both ways.
"""

from __future__ import annotations

from calpuzzle.base.extras import importing
from calpuzzle.play.joiner import ASSETS
from calpuzzle.play.link import date_in, placed_in

with importing("anywidget", "playing in a notebook", "anywidget", "notebook"):
    import anywidget
    import traitlets


class Play(anywidget.AnyWidget):
    """A page that is played: `page` is its HTML, `position` what `Puzzle.link` gives, and can be
    read and set; `date` and `placed` are what it says, as `count` and `solve` take them."""

    _esm = ASSETS / "widget.js"
    page = traitlets.Unicode().tag(sync=True)
    position = traitlets.Unicode().tag(sync=True)

    @property
    def date(self) -> tuple[str, ...]:
        """The labels of the date; empty where it has none, or the page is not shown yet."""
        return date_in(self.position)

    @property
    def placed(self) -> str:
        """The pieces that are placed, as text."""
        return placed_in(self.position)
