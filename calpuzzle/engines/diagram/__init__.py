"""The decision diagram of all solutions of all instances: how it is grown, asked and kept.

`sets` says how used-piece sets become bits, `growth` grows a diagram from a Cover, `diagram` is
what a caller asks, `store` keeps it on disk, and `engine` is the engine that stands on it.

`STANDING` says which Covers have a diagram already, and `GROWN` of which one has grown and been
counted, so that it is soon written: asked before anything of them is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle.base.kept import Kept

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram
    from calpuzzle.engines.diagram.growth import Grown
    from calpuzzle.puzzle.cover import Cover

STANDING: Kept[Diagram] = Kept()
GROWN: Kept[Grown] = Kept()


def at_hand(cover: Cover) -> bool:
    """Return whether the Cover has a diagram, or has one soon: it need not be grown first."""
    return STANDING.of(cover) is not None or GROWN.of(cover) is not None
