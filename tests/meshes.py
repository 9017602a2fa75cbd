"""Meshes, by trimesh, which takes a second to import and is imported only where it is used."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any


def mesh_of_stl(data: bytes) -> Any:
    """The mesh in an STL file."""
    import trimesh

    return trimesh.load_mesh(io.BytesIO(data), file_type="stl")


def mesh_of(vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> Any:
    """The mesh with these vertices and faces."""
    import trimesh

    return trimesh.Trimesh(vertices, faces)
