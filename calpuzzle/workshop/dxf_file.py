"""The plan as DXF (R2010), by ezdxf: closed polylines in millimetres, with a layer for each kind of
work. Several sheets are placed side by side. The same plan gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import ezdxf
from ezdxf import units
from ezdxf.enums import TextEntityAlignment

from calpuzzle.base.wording import visible
from calpuzzle.workshop.areas import rings
from calpuzzle.workshop.laser_layers import CUTS, ENGRAVE, INNER, OUTER, Ring, side_by_side, work_on
from calpuzzle.workshop.lettering import capital
from calpuzzle.workshop.nesting import Sheet

COLOURS = {ENGRAVE: 7, INNER: 5, OUTER: 1}
"""The DXF numbers of black (white on a dark screen), blue and red."""


def file_bytes(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return the bytes of the file."""
    width, height, parts = side_by_side(sheets)
    work = work_on(parts)
    with _without_time():
        document = ezdxf.new("R2010", units=units.MM)
        document.header["$MEASUREMENT"] = 1
        document.header["$EXTMIN"], document.header["$EXTMAX"] = (0, 0, 0), (width, height, 0)
        for name, colour in COLOURS.items():
            document.layers.add(name, color=colour)
        space = document.modelspace()
        drawn: list[tuple[str, Ring]] = [
            (ENGRAVE, ring) for area in work.engraved for ring in rings(area)
        ]
        drawn += [(name, ring) for name in CUTS for ring in work.cuts[name]]
        for name, ring in drawn:
            space.add_lwpolyline(ring, close=True, dxfattribs={"layer": name})
        for label in work.labels:
            text = space.add_text(
                visible(label.text),
                height=capital(label.size),
                rotation=90 * label.quarters,
                dxfattribs={"layer": ENGRAVE},
            )
            text.set_placement((label.x, label.y), align=TextEntityAlignment.MIDDLE_CENTER)
        document.header.custom_vars.append("Title", visible(title))
        # ezdxf would add the classes in the order of a set, which differs between processes.
        for kind in sorted(document.entitydb.dxf_types_in_use()):
            document.classes.add_class(kind)
        stream = io.StringIO()
        document.write(stream)
    return stream.getvalue().encode(document.output_encoding, errors="dxfreplace")


@contextmanager
def _without_time() -> Iterator[None]:
    """Make ezdxf write fixed identifiers and dates, so that the bytes do not change."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before
