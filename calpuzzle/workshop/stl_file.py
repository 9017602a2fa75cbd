"""The plan as binary STL: manifold3d makes the solids, which are closed.

Several sheets are placed side by side; a slicing program separates the bodies. The format is a
header of 80 bytes, the number of triangles, and 50 bytes per triangle: its normal, its corners and
two unused bytes, all in little-endian order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold, OpType

from calpuzzle.workshop.areas import Area, rings
from calpuzzle.workshop.cut_plan import Part
from calpuzzle.workshop.laser_layers import side_by_side
from calpuzzle.workshop.nesting import Sheet
from calpuzzle.workshop.solids import Prism, Rod

OVERSHOOT = 1.0  # millimetres by which a removed body exceeds the top of the part
CORNERS = 48  # corners of a great circle of a ball
TILT = (7.3, 11.9, 3.1)  # degrees
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])


def file_bytes(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return the bytes of the file."""
    _, _, parts = side_by_side(sheets)
    meshes = [solid(part).to_mesh() for part in parts]
    corners = np.concatenate([mesh.vert_properties[mesh.tri_verts, :3] for mesh in meshes])
    first, second, third = np.moveaxis(corners.astype(float), 1, 0)
    normals = np.cross(second - first, third - first)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    triangles = np.zeros(len(corners), TRIANGLE)
    triangles["corners"] = corners
    triangles["normal"] = np.divide(normals, lengths, where=lengths > 0, out=normals * 0)
    return bytes(80) + np.array(len(corners), "<u4").tobytes() + triangles.tobytes()


def solid(part: Part) -> Manifold:
    """Return a part as a closed body in millimetres; the bottom of a flat one is at z = 0."""
    whole = [_solid(each) for each in part.body] or [_prism(part.outline, part.height)]
    body = Manifold.batch_boolean(whole, OpType.Add)
    for area, floor in part.pockets:
        body -= _prism(area, part.height - floor + OVERSHOOT).translate((0, 0, floor))
    return body


def _solid(shape: Prism | Rod) -> Manifold:
    """Return a prism or rod as a body."""
    if isinstance(shape, Prism):
        return _prism(shape.area, shape.high - shape.low).translate((0, 0, shape.low))
    ball = Manifold.sphere(shape.radius, CORNERS)
    if shape.start == shape.end:
        return ball.translate(shape.start)
    # Rotate the balls at its ends, so that no corner of the rod lies on an edge of a single ball or
    # of another rod.
    ball = ball.rotate(TILT)
    return (ball.translate(shape.start) + ball.translate(shape.end)).hull()


def _prism(area: Area, height: float) -> Manifold:
    loops: Any = rings(area)
    section = CrossSection(loops, FillRule.EvenOdd)
    return Manifold.extrude(section, height)
