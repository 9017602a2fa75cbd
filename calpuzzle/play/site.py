"""A folder of pages: one a puzzle, and a start page with their pictures; it can be put on any host
of files, and installed.

The service worker keeps all files under a name made of their contents, and answers from these
alone: what was visited once works offline, and a new version comes as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from html import escape
from typing import Any

from calpuzzle.play.joiner import ASSETS, joined, style
from calpuzzle.play.page import filled, icon, in_script, languages, page
from calpuzzle.play.pictures import picture

START = "index.html"
HEAD = """\
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icon.png">
<script>
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
</script>
"""
# On a phone's home screen there is no button back.
HOME = """\
<a id="home" href="index.html#boards" data-label="start.others">\
<svg viewBox="0 0 24 24"><path d="M15 5l-7 7 7 7"/></svg></a>
"""


def site(puzzles: Iterable[dict[str, Any]]) -> dict[str, bytes]:
    """The files of the folder by their names, of the data of puzzles of different names."""
    known = list(puzzles)
    names = [data["name"] for data in known]
    files = {
        f"{data['name']}.html": page({**data, "others": names}, HEAD, HOME).encode()
        for data in known
    }
    files[START] = _start(known).encode()
    files["manifest.webmanifest"] = _manifest().encode()
    for name in ("icon.svg", "icon.png"):
        files[name] = (ASSETS / name).read_bytes()
    files["service-worker.js"] = _service_worker(files).encode()
    return files


def _start(puzzles: list[dict[str, Any]]) -> str:
    return filled(
        "start.html",
        icon=icon(),
        head=HEAD,
        style=style("a-base.css"),
        calendars="\n".join(_board(data) for data in puzzles if data.get("calendar")),
        others="\n".join(_board(data) for data in puzzles if not data.get("calendar")),
        languages=in_script(languages(only="start")),
        script=joined("start.js"),
    )


def _board(data: dict[str, Any]) -> str:
    """A board of the start page."""
    return (
        f'<li><a href="{escape(data["name"])}.html">{picture(data)}'
        f"<span>{escape(data['title'])}</span></a></li>"
    )


def _manifest() -> str:
    icons = [
        {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "icon.png", "type": "image/png", "sizes": "512x512"},
    ]
    manifest = {
        "name": "calpuzzle",
        "short_name": "calpuzzle",
        "start_url": START,
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f0e5",
        "theme_color": "#6b4a2b",
        "icons": icons,
    }
    return json.dumps(manifest, indent=1) + "\n"


def _service_worker(files: dict[str, bytes]) -> str:
    """The service worker of these files."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode() + files[name])
    names = json.dumps(["./", *sorted(files)])[2:-2]  # without the brackets and outer quotes
    return filled("service-worker.js", digest=digest.hexdigest()[:16], files=names)
