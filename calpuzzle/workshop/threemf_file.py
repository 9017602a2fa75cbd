"""The plan as 3MF: the solids of the STL file, each a separate object with its name and colour.

The format is that of the 3MF Consortium's core specification: a zip file with a model in XML. All
its entries have the same date, so that the same plan gives the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.etree import ElementTree

from calpuzzle.base.wording import visible
from calpuzzle.workshop.laser_layers import side_by_side
from calpuzzle.workshop.nesting import Sheet
from calpuzzle.workshop.stl_file import solid

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MODEL = "3D/3dmodel.model"
PAINT = "#e0d5c0"  # the colour of parts without one

ABOUT = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Target="/{MODEL}" Id="model" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
}


def file_bytes(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return the bytes of the file."""
    _, _, parts = side_by_side(sheets)
    root = ElementTree.Element("model", {"xmlns": CORE, "unit": "millimeter"})
    ElementTree.SubElement(root, "metadata", name="Title").text = visible(title)
    resources = ElementTree.SubElement(root, "resources")
    paints = [part.paint or PAINT for part in parts]
    known = list(dict.fromkeys(paints))
    materials = ElementTree.SubElement(resources, "basematerials", id="1")
    for paint in known:
        ElementTree.SubElement(materials, "base", name=paint, displaycolor=paint.upper())
    build = ElementTree.SubElement(root, "build")
    for number, (part, paint) in enumerate(zip(parts, paints, strict=True), 2):
        attributes = {"id": str(number), "name": visible(part.name), "type": "model"}
        attributes |= {"pid": "1", "pindex": str(known.index(paint))}
        mesh = ElementTree.SubElement(
            ElementTree.SubElement(resources, "object", attributes), "mesh"
        )
        made = solid(part).to_mesh()
        vertices = ElementTree.SubElement(mesh, "vertices")
        for x, y, z in made.vert_properties[:, :3].tolist():
            ElementTree.SubElement(vertices, "vertex", x=f"{x:.9g}", y=f"{y:.9g}", z=f"{z:.9g}")
        triangles = ElementTree.SubElement(mesh, "triangles")
        for a, b, c in made.tri_verts.tolist():
            ElementTree.SubElement(triangles, "triangle", v1=str(a), v2=str(b), v3=str(c))
        ElementTree.SubElement(build, "item", objectid=str(number))
    return _zipped({**ABOUT, MODEL: ElementTree.tostring(root, encoding="unicode")})


def _zipped(texts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(
                zipfile.ZipInfo(name), f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n',
                zipfile.ZIP_DEFLATED,
            )  # fmt: skip
    return buffer.getvalue()
