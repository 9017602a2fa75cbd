"""The accessibility problems that axe finds on a page: who could not use it, and why."""

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

FOUND = {"resultTypes": ["violations"]}
USUAL = FOUND | {"rules": {"label-content-name-mismatch": {"enabled": True}}}
CONTRAST = FOUND | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def violations(page: Page, part: str | None = None) -> str:
    """What is wrong with a page as it is now, or with a part of it, and with its colours at night;
    nothing where all is right."""
    # One that is looked at again knows axe already.
    again = axe_playwright.Axe("")
    axe = again if page.evaluate("'axe' in window") else axe_playwright.Axe()
    said = ""
    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_selector(f"[data-theme={scheme}]")
        found = axe.run(page, part, CONTRAST if scheme == "dark" else USUAL)
        said += str(found.generate_report()) if found.violations_count else ""
        axe = again
    return said
