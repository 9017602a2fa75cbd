"""What axe finds on a page: who would be shut out of it, and by what."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

axe_playwright = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
LOOKS = pytest.mark.parametrize(
    "look",
    [
        pytest.param({"viewport": SIZES[size], "color_scheme": scheme}, id=f"{size}-{scheme}")
        for size, scheme in product(SIZES, ("light", "dark"))
    ],
)
"""How a browser shows the page: options of its context."""


def violations(page: Page) -> str:
    """What is wrong with a page as it is now; nothing where all is right."""
    found = axe_playwright.Axe().run(page)
    return "" if found.violations_count == 0 else str(found.generate_report())
