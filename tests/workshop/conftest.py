"""The tests in this folder need the extra `workshop`."""

from __future__ import annotations

import pytest

for module in ("shapely", "ezdxf", "fpdf", "trimesh", "manifold3d", "matplotlib"):
    pytest.importorskip(module, reason="the extra workshop is not installed")
