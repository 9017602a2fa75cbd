#!/usr/bin/env python
"""Draw pictures of the page and of products with Chromium: .venv/bin/python scripts/draw-page.py.

In docs/images these are play.png (the page on a desktop and on a phone), play-month.png,
play-analysis.png, play-review.png, play-challenge.png and making.png (files to cut, a page of hints
and a month of the wall calendar, for which it needs pdftoppm). The icons and screenshots of
installed pages are written to the assets of the page.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PIL import Image
from playwright.sync_api import sync_playwright

import calpuzzle as cp
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

Look = Literal["light", "dark"]

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "calpuzzle" / "play" / "assets"
IMAGES = ROOT / "docs" / "images"
DATE = "2026-11-20"
DAY = "#puzzle=dray&date=Nov,21,Sat"
BAD = "T5@0,0:1"
SOLVED = {
    "places": [
        f"calpuzzle:dray:Nov:{day}" for day in ("3:Tue", "12:Thu", "18:Wed", "19:Thu", "20:Fri")
    ],
    "days": ["2026-11-18", "2026-11-19", "2026-11-20"],
}
SCREENSHOTS: dict[str, ViewportSize] = {
    "narrow": {"width": 390, "height": 780},
    "wide": {"width": 1200, "height": 630},
}
PIECES = ("I4", "J4", "S4", "J5", "N5")
WINDOWS: tuple[tuple[str, ViewportSize, Look], ...] = (
    ("desktop", {"width": 1100, "height": 720}, "light"),
    ("phone", {"width": 390, "height": 780}, "dark"),
)
STAGE = """
<style>
  body { position: relative; width: 1240px; height: 800px; margin: 0; background: none }
  img { position: absolute; display: block; box-shadow: 0 6px 30px rgb(40 25 5 / 35%) }
  .desktop { top: 20px; left: 20px; width: 1000px; border-radius: 12px }
  .phone { right: 20px; bottom: 20px; width: 330px; border: 7px solid #2c2319; border-radius: 34px }
</style>
"""
MAKING = """
<style>
  body { position: relative; margin: 0; background: white }
  img { position: absolute; display: block; box-sizing: border-box }
  .sheets { top: 2px; left: 2px; width: 1276px }
  .hints, .wall { bottom: 8px; height: 562px; border: 1px solid #999 }
  .hints { left: 28px }
  .wall { right: 28px }
</style>
"""


def link() -> str:
    """Return the link to a position of DATE that has two solutions."""
    puzzle = cp.load("dray")
    for solution in puzzle.solve(DATE):
        placed = {name: solution.pieces[name] for name in PIECES}
        if puzzle.count(DATE, placed) == 2:
            return str(puzzle.link(DATE, placed))
    raise AssertionError("no five pieces leave two solutions")


def shot(browser: Browser, address: str, name: str, size: ViewportSize, look: Look) -> str:
    """Return a screenshot of the page in a window of that size, as an HTML element."""
    context = browser.new_context(
        viewport=size, color_scheme=look, locale="en-GB", device_scale_factor=1.5
    )
    page = context.new_page()
    page.goto(address)
    page.locator('[data-left="count"]').click()
    page.get_by_text("2 solutions").first.wait_for()
    page.evaluate("document.activeElement.blur()")
    picture = page.screenshot()
    context.close()
    return image(name, picture)


def image(name: str, picture: bytes, kind: str = "png") -> str:
    """Return a picture as an HTML element of class `name`."""
    return (
        f'<img class="{name}" src="data:image/{kind};base64,{base64.b64encode(picture).decode()}">'
    )


def month(page: Page) -> None:
    """Open the month, in which some days are solved."""
    page.click("#date-button")


def analysis(page: Page) -> None:
    """Open the analysis, and select a piece to show where it can be placed."""
    page.click("#analysis")
    page.click("[data-piece='2']")
    page.locator(".possible").first.wait_for()


def review(page: Page) -> None:
    """Play a game with one bad move, and open its review."""
    puzzle = cp.load("dray")
    solution = list(puzzle.solve("Nov 21 Sat"))[40]
    pieces = [
        written(puzzle.lowered, option)
        for option in solution.options
        if puzzle.lowered.class_of(option) >= 0
    ]
    page.click("[data-tool=text]")
    for move in (pieces[4], pieces[2], BAD, *pieces):
        page.fill("#words-move", move)
        page.keyboard.press("Enter")
        if move == BAD:
            page.evaluate("document.querySelector('[data-tool=undo]').click()")
    page.click("#words-close")
    page.locator("#notice").get_by_role("button", name="Solutions").click()
    page.get_by_role("button", name="Review of my moves").click()
    page.locator(".costs button").first.click()


def challenge(page: Page) -> None:
    """Make a challenge; fixed random numbers make it the same in every run."""
    page.evaluate("() => { crypto.getRandomValues = (given) => given.fill(8); }")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a challenge").click()
    page.get_by_label("Placed pieces").select_option("4")
    page.get_by_role("button", name="Make one").click()
    page.locator(".challenge .miniature").wait_for()


SCREENS: dict[str, Callable[[Page], None]] = {
    "month": month,
    "analysis": analysis,
    "review": review,
    "challenge": challenge,
}


def screen(browser: Browser, address: str, name: str) -> None:
    """Draw one of SCREENS on a phone, as docs/images/play-NAME.png."""
    context = browser.new_context(
        viewport={"width": 390, "height": 720},
        color_scheme="light",
        locale="en-GB",
        device_scale_factor=1.5,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.clock.set_fixed_time("2026-11-20T10:00:00+01:00")
    kept = json.dumps(["calpuzzle-done:dray", json.dumps(SOLVED)])
    page.add_init_script(f"localStorage.setItem(...{kept})")
    page.goto(address + DAY)
    SCREENS[name](page)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(300)
    page.screenshot(path=IMAGES / f"play-{name}.png")
    context.close()


def small_screenshot(page: Page, path: Path, colours: int) -> None:
    """Write a screenshot that is reduced to some colours."""
    path.write_bytes(page.screenshot())
    Image.open(path).quantize(colours).save(path, optimize=True)


def pdf_page(document: bytes, number: int) -> bytes:
    """Return a page of a PDF, counted from 1, as PNG."""
    command = ["pdftoppm", "-png", "-r", "110", "-f", str(number), "-l", str(number), "-"]
    return subprocess.run(command, input=document, capture_output=True, check=True).stdout


def making(stage: Page) -> None:
    """Draw the sheets of a calendar for a laser, a page of hints and a month of its wall
    calendar."""
    puzzle = cp.load("weekday-8x7", kind="puzzle")
    # The hairlines of cuts would be hardly visible.
    sheets = re.sub(rb'stroke-width="[^"]*"', b'stroke-width="0.4"', cp.cut(puzzle, "svg"))
    hints = pdf_page(cp.booklet(puzzle, 2027), 2)
    wall = pdf_page(cp.booklet(puzzle, 2027, "calendar"), 11)
    stage.set_viewport_size({"width": 1280, "height": 980})
    stage.set_content(
        MAKING + image("sheets", sheets, "svg+xml") + image("hints", hints) + image("wall", wall)
    )
    small_screenshot(stage, IMAGES / "making.png", 128)


def icons(stage: Page) -> None:
    """Draw the icons. They are square, because the device rounds the corners of an installed icon.
    The device may show only a circle of the maskable icon, four fifths as wide as the icon."""
    icon = (ASSETS / "icon.svg").read_text(encoding="utf-8").replace(' rx="14"', "")
    for name, size, share in (("192", 192, 1.0), ("512", 512, 1.0), ("maskable", 512, 0.72)):
        stage.set_viewport_size({"width": size, "height": size})
        stage.set_content(
            "<style>body { margin: 0; height: 100vh; display: grid; place-items: center; "
            f"background: #6b4a2b }} svg {{ display: block; width: {100 * share}% }}</style>{icon}"
        )
        stage.screenshot(path=ASSETS / f"icon-{name}.png")


def main() -> None:
    """Draw all pictures."""
    with sync_playwright() as running, tempfile.TemporaryDirectory() as folder:
        names = ("chromium-headless-shell", "chromium", "google-chrome")
        chromium = next(filter(None, map(shutil.which, names)), None)
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        exported = Path(folder) / "page.html"
        exported.write_text(cp.load("dray").page(), encoding="utf-8")
        for name in SCREENS:
            screen(browser, exported.as_uri(), name)
        address = exported.as_uri() + link()
        pictures = [shot(browser, address, *window) for window in WINDOWS]
        stage = browser.new_page(viewport={"width": 1240, "height": 800})
        stage.set_content(STAGE + "".join(pictures))
        stage.screenshot(path=IMAGES / "play.png", omit_background=True)
        making(stage)
        icons(stage)
        for name, size in SCREENSHOTS.items():
            context = browser.new_context(viewport=size, color_scheme="light", locale="en-GB")
            page = context.new_page()
            page.goto(address)
            page.locator("#board .placed").first.wait_for()
            path = ASSETS / f"screen-{name}.png"
            small_screenshot(page, path, 64)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
