"""What axe finds on a page: who would be shut out of it, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

axe_playwright = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def violations(page: Page) -> str:
    """What is wrong with a page as it is now, in light colours and in dark; nothing where all is
    right."""
    said = ""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = axe_playwright.Axe().run(page)
        if found.violations_count:
            said += f"in {scheme} colours:\n{found.generate_report()}\n"
    return said
