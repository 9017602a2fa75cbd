"""The tests in this folder need the extra `workshop`."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

for module in ("shapely", "ezdxf", "fpdf", "trimesh", "manifold3d", "matplotlib"):
    if find_spec(module) is None:
        pytest.skip("the extra workshop is not installed", allow_module_level=True)
