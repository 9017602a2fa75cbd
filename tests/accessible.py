"""Accessibility checks of a page: the violations that axe reports."""

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
"""The options of the browser context in which most pages are checked."""

VIOLATIONS_ONLY = {"resultTypes": ["violations"]}
ALL_RULES = VIOLATIONS_ONLY | {"rules": {"label-content-name-mismatch": {"enabled": True}}}
CONTRAST = VIOLATIONS_ONLY | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def violations(page: Page, part: str | None = None) -> str:
    """Return axe's report on a page, or on the part that a selector matches; "" if all is well.
    The light theme is checked by all rules, the dark theme only for contrast."""
    # In a page that was checked before, the script of axe is already loaded.
    loaded = axe_playwright.Axe("")
    axe = loaded if page.evaluate("'axe' in window") else axe_playwright.Axe()
    report = ""
    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_selector(f"[data-theme={scheme}]")
        found = axe.run(page, part, CONTRAST if scheme == "dark" else ALL_RULES)
        report += str(found.generate_report()) if found.violations_count else ""
        axe = loaded
    return report
