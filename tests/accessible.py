"""What axe finds on a page: who would be shut out of it, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

axe_playwright = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 800},
}
SMALL: dict[str, Any] = {"viewport": SIZES["phone"], "reduced_motion": "reduce"}
"""How a browser shows a page that is looked at: options of its context."""

USUAL = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def violations(page: Page) -> str:
    """What is wrong with a page as it is now, and with its colours at night; nothing where all is
    right."""
    axe, said = axe_playwright.Axe(), ""
    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_selector(f"[data-theme={scheme}]")
        found = axe.run(page, options=CONTRAST if scheme == "dark" else USUAL)
        said += str(found.generate_report()) if found.violations_count else ""
    return said
