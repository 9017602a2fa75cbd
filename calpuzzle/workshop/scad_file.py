"""The plan as a program for OpenSCAD: one module per part, and calls of all modules at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from calpuzzle.base.wording import visible
from calpuzzle.workshop.areas import Area, rings
from calpuzzle.workshop.cut_plan import Label, Part
from calpuzzle.workshop.laser_layers import side_by_side
from calpuzzle.workshop.lettering import capital
from calpuzzle.workshop.nesting import Sheet
from calpuzzle.workshop.solids import Prism

OVERSHOOT = 1.0  # millimetres by which a removed body exceeds the top of the part


def file_bytes(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return the bytes of the file."""
    _, _, parts = side_by_side(sheets)
    lines = [f"// {visible(title)}: lengths in millimetres", ""]
    calls = []
    for number, part in enumerate(parts, 1):
        name = f"{re.sub('[^0-9A-Za-z]+', '_', part.name)}_{number}"
        lines += [f"// {visible(part.name)}", f"module {name}() {{", *_body(part), "}", ""]
        calls.append(f'color("{part.paint}") {name}();' if part.paint else f"{name}();")
    return "\n".join([*lines, *calls, ""]).encode()


def _body(part: Part) -> Iterator[str]:
    yield "  difference() {"
    if part.body:
        yield from ("    union() {", *_solid(part), "    }")
    else:
        yield f"    linear_extrude(height = {part.height:g}) {_polygon(part.outline)}"
    for area, floor in part.pockets:
        yield f"    {_above(part, floor)} {_polygon(area)}"
    for label in part.labels:
        yield f"    {_above(part, label.floor)} {_text(label)}"
    yield "  }"


def _solid(part: Part) -> Iterator[str]:
    """Yield the lines of a solid piece: the fineness of its curves, then one line for each prism or
    rod of its body. These overlap."""
    yield "      $fn = 48;"
    for each in part.body:
        if isinstance(each, Prism):
            up = f"linear_extrude(height = {each.high - each.low:.10g}) {_polygon(each.area)}"
            yield f"      translate([0, 0, {each.low:.10g}]) {up}"
        else:
            ends = dict.fromkeys((each.start, each.end))
            balls = [
                f"translate([{x:.10g}, {y:.10g}, {z:.10g}]) sphere(r = {each.radius:.10g});"
                for x, y, z in ends
            ]
            hull = f"hull() {{ {' '.join(balls)} }}" if len(balls) > 1 else balls[0]
            yield f"      {hull}"


def _above(part: Part, floor: float) -> str:
    height = part.height - floor + OVERSHOOT
    return f"translate([0, 0, {floor:.4g}]) linear_extrude(height = {height:.4g})"


def _polygon(area: Area) -> str:
    """Return points and paths; OpenSCAD treats a ring inside another one as a hole."""
    points: list[str] = []
    paths = []
    for ring in rings(area):
        paths.append(str(list(range(len(points), len(points) + len(ring)))))
        points += [f"[{x:.10g}, {y:.10g}]" for x, y in ring]
    return f"polygon(points = [{', '.join(points)}], paths = [{', '.join(paths)}]);"


def _text(label: Label) -> str:
    # A JSON string is valid in OpenSCAD, except that JSON escapes a letter beyond U+FFFF as two
    # escapes. So letters are written unescaped.
    text = json.dumps(visible(label.text), ensure_ascii=False)
    size = capital(label.size)
    place = f"translate([{label.x:.10g}, {label.y:.10g}]) rotate({90 * label.quarters})"
    return f'{place} text({text}, size = {size:.4g}, halign = "center", valign = "center");'
