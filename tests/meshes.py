"""Meshes, by trimesh. It is imported inside functions, because its import takes a second."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any


def mesh_of_stl(data: bytes) -> Any:
    """Return the mesh of an STL file."""
    import trimesh

    return trimesh.load_mesh(io.BytesIO(data), file_type="stl")


def mesh_of(vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> Any:
    """Return the mesh with these vertices and faces."""
    import trimesh

    return trimesh.Trimesh(vertices, faces)
