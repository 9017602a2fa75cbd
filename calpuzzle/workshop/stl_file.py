"""The plan as binary STL: manifold3d makes the solids, which are closed, and trimesh writes them.

Several sheets lie side by side; a slicing program parts what it reads into objects.
"""

from __future__ import annotations

from collections.abc import Sequence

import trimesh
from manifold3d import CrossSection, FillRule, Manifold, OpType

from calpuzzle.workshop.areas import Area, rings
from calpuzzle.workshop.layers import side_by_side
from calpuzzle.workshop.nesting import Sheet
from calpuzzle.workshop.plan import Part
from calpuzzle.workshop.solids import Prism, Rod

OVER = 1.0  # millimetres that what is taken away stands over the top
CORNERS = 48  # of a circle round a ball
TILT = (7.3, 11.9, 3.1)  # degrees


def write(sheets: Sequence[Sheet], title: str) -> bytes:
    """The file."""
    _, _, parts = side_by_side(sheets)
    meshes = []
    for part in parts:
        mesh = solid(part).to_mesh()
        meshes.append(trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts, process=False))
    whole = trimesh.util.concatenate(meshes)
    written: bytes = trimesh.exchange.stl.export_stl(whole)
    return written


def solid(part: Part) -> Manifold:
    """A part as a closed body in millimetres; the bottom of a flat one is at z = 0."""
    whole = [_solid(each) for each in part.body] or [_prism(part.outline, part.height)]
    body = Manifold.batch_boolean(whole, OpType.Add)
    for area, floor in part.pockets:
        body -= _prism(area, part.height - floor + OVER).translate((0, 0, floor))
    return body


def _solid(own: Prism | Rod) -> Manifold:
    """A piece of a body."""
    if isinstance(own, Prism):
        return _prism(own.area, own.high - own.low).translate((0, 0, own.low))
    ball = Manifold.sphere(own.radius, CORNERS)
    if own.start == own.end:
        return ball.translate(own.start)
    # Turned, so that no corner of a rod lies on a ball's edge or on another rod's.
    ball = ball.rotate(TILT)
    return (ball.translate(own.start) + ball.translate(own.end)).hull()


def _prism(area: Area, height: float) -> Manifold:
    section = CrossSection([list(ring) for ring in rings(area)], FillRule.EvenOdd)
    return Manifold.extrude(section, height)
