"""Meshes, by trimesh. It is imported inside functions, because its import takes a second."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree


def mesh_of_stl(data: bytes) -> Any:
    """Return the mesh of an STL file."""
    import trimesh

    return trimesh.load_mesh(io.BytesIO(data), file_type="stl")


def mesh_of(vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> Any:
    """Return the mesh with these vertices and faces."""
    import trimesh

    return trimesh.Trimesh(vertices, faces)


def meshes_of_3mf(data: bytes) -> list[tuple[str | None, Any]]:
    """Return the name and the mesh of each object of a 3MF file; each must be built once."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        root = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    core = {"c": root.tag[1:].partition("}")[0]}
    found = []
    for own in root.iterfind("c:resources/c:object", core):
        vertices = [[float(v.get(k, "")) for k in "xyz"] for v in own.iterfind(".//c:vertex", core)]
        faces = [[int(t.get(k, "")) for k in ("v1", "v2", "v3")] for t in own.iter() if t.get("v1")]
        found.append((own.get("name"), mesh_of(vertices, faces)))
    assert len(root.findall("c:build/c:item", core)) == len(found)
    return found
