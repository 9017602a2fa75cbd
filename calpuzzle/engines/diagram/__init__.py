"""The decision diagram of all solutions of all instances: how it is grown, asked and kept.

`sets` says how used-piece sets become bits, `growth` grows a diagram from a Cover, `diagram` is
what a caller asks, `store` keeps it on disk, and `engine` is the engine that stands on it.

`STANDING` says which Covers have a diagram already: asked before anything of it is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle.base.kept import Kept

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram

STANDING: Kept[Diagram] = Kept()
