#!/usr/bin/env python
"""Draw docs/images/making.png with Chromium and pdftoppm: .venv/bin/python scripts/draw-making.py.

The picture shows the sheets of weekday-8x7 for a laser, a page of hints, and a month of the wall
calendar.
"""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import calpuzzle as cp

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "making.png"
STAGE = """
<style>
  body { margin: 0; width: 1280px; height: 980px; background: white; position: relative }
  img { position: absolute; display: block; box-sizing: border-box }
  .sheets { top: 2px; left: 2px; width: 1276px }
  .hints { bottom: 8px; left: 28px; height: 562px; border: 1px solid #999 }
  .month { bottom: 8px; right: 28px; height: 562px; border: 1px solid #999 }
</style>
"""


def data_url(kind: str, content: bytes) -> str:
    """Return a picture as a data URL."""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def pdf_page(document: bytes, page: int) -> bytes:
    """Return a page of a PDF, counted from 1, as PNG."""
    number = str(page)
    command = ["pdftoppm", "-png", "-r", "110", "-f", number, "-l", number, "-"]
    return subprocess.run(command, input=document, capture_output=True, check=True).stdout


def main() -> None:
    """Draw the picture."""
    puzzle = cp.load("weekday-8x7", kind="puzzle")
    # The hairlines of cuts would be hardly visible.
    sheets = re.sub(rb'stroke-width="[^"]*"', b'stroke-width="0.4"', cp.cut(puzzle, "svg"))
    hints = pdf_page(cp.booklet(puzzle, 2027), 2)
    month = pdf_page(cp.booklet(puzzle, 2027, "calendar"), 11)
    pictures = (
        ("sheets", data_url("svg+xml", sheets)),
        ("hints", data_url("png", hints)),
        ("month", data_url("png", month)),
    )
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        stage = browser.new_page(viewport={"width": 1280, "height": 980})
        stage.set_content(STAGE + "".join(f'<img class="{k}" src="{v}">' for k, v in pictures))
        stage.screenshot(path=PICTURE)
        browser.close()
    Image.open(PICTURE).quantize(128).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
