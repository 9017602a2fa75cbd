"""Which Covers have a diagram already: asked before anything of the diagram is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle.base.kept import Kept

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram

STANDING: Kept[Diagram] = Kept()
"""The diagram of a Cover; calpuzzle.engines.diagram.engine keeps it here when it is grown."""
