"""A folder of pages: one for each puzzle, and a start page with their pictures. It works on any
static web host, and can be installed as an app.

The service worker stores the start page, and each page when it is first visited; these work
offline. A new version replaces everything that is stored, or nothing.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable
from html import escape
from typing import Any
from urllib.parse import quote

from calpuzzle.base.errors import InputError
from calpuzzle.play.joiner import ASSETS, joined, style
from calpuzzle.play.page import filled, icon, in_script, languages, page
from calpuzzle.play.pictures import picture

START_PAGE = "index.html"
PNG = "image/png"
DESCRIPTION = "Calendar puzzles and other polyomino puzzles to play in the browser, offline too."
HEAD = """\
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icon-192.png">
<meta name="theme-color" content="#f6f0e5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1c1814" media="(prefers-color-scheme: dark)">
<script>
if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
</script>
"""
# An app on a phone's home screen has no back button.
HOME = """\
<a id="home" href="index.html#boards" data-label="start.others">\
<svg viewBox="0 0 24 24"><path d="M15 5l-7 7 7 7"/></svg></a>
"""


IMAGES = ("icon.svg", *(f"icon-{name}.png" for name in ("192", "512", "maskable")))
SCREENS = ("narrow", "wide")


def site(puzzles: Iterable[dict[str, Any]], address: str = "") -> dict[str, bytes]:
    """Return the files of the folder by name, for the data of puzzles. If the address of the
    folder is given, previews of links show a picture. Raises InputError if two pages, or a page and
    the start page, have names that differ only in case, or not at all."""
    known = list(puzzles)
    names = [data["name"] for data in known]
    # Some file systems do not distinguish upper and lower case.
    owner = {START_PAGE: "the start page"}
    for name in names:
        file = f"{name}.html".casefold()
        if file in owner:
            raise InputError(f"a puzzle called {name} would replace {owner[file]}; rename it")
        owner[file] = f"the page of {name}"
    files = {
        f"{data['name']}.html": page(
            {**data, "others": names}, _head(data["title"], address, _page_address(data)), HOME
        ).encode()
        for data in known
    }
    files[START_PAGE] = _start(known, address).encode()
    files["manifest.webmanifest"] = _manifest().encode()
    for name in (*IMAGES, *(f"screen-{screen}.png" for screen in SCREENS)):
        files[name] = (ASSETS / name).read_bytes()
    files["service-worker.js"] = _service_worker(files).encode()
    return files


def _page_address(data: dict[str, Any]) -> str:
    """Return the address of a puzzle's page in the folder, quoted like encodeURIComponent does."""
    return f"{_quoted(data['name'])}.html"


def _quoted(name: str) -> str:
    return quote(name, safe="!*'()")


def _head(title: str, address: str, name: str) -> str:
    """Return the HTML head of a page of the folder, with the data for previews of its links."""
    shown = {"title": title, "description": DESCRIPTION, "type": "website"}
    if address:
        root = address.rstrip("/") + "/"
        shown |= {"url": root + name, "image": f"{root}screen-wide.png"}
    tags = [f'<meta name="description" content="{DESCRIPTION}">']
    tags += [f'<meta property="og:{key}" content="{escape(text)}">' for key, text in shown.items()]
    return HEAD + "\n".join(tags) + "\n"


def _start(puzzles: list[dict[str, Any]], address: str) -> str:
    return filled(
        "start.html",
        icon=icon(),
        head=_head("calpuzzle", address, ""),
        style=style("a-base.css"),
        calendars="\n".join(_list_item(data) for data in puzzles if data.get("calendar")),
        others="\n".join(_list_item(data) for data in puzzles if not data.get("calendar")),
        languages=in_script(languages(only="start")),
        script=joined("start.js"),
    )


def _list_item(data: dict[str, Any]) -> str:
    """Return the list item of a puzzle on the start page: a link with a picture and the title."""
    return (
        f'<li><a href="{escape(_page_address(data))}">{picture(data)}'
        f"<span>{escape(data['title'])}</span></a></li>"
    )


def _manifest() -> str:
    icons = [
        {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"},
        *({"src": f"icon-{n}.png", "type": PNG, "sizes": f"{n}x{n}"} for n in (192, 512)),
        {"src": "icon-maskable.png", "type": PNG, "sizes": "512x512", "purpose": "maskable"},
    ]
    screens = [
        {
            "src": f"screen-{name}.png",
            "type": PNG,
            "sizes": "{}x{}".format(*png_size((ASSETS / f"screen-{name}.png").read_bytes())),
            "form_factor": name,
        }
        for name in SCREENS
    ]
    manifest = {
        "id": "./",
        "name": "calpuzzle",
        "short_name": "calpuzzle",
        "start_url": START_PAGE,
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f0e5",
        "theme_color": "#6b4a2b",
        "description": DESCRIPTION,
        "categories": ["games", "puzzle"],
        "icons": icons,
        "screenshots": screens,
    }
    return json.dumps(manifest, indent=1) + "\n"


def _service_worker(files: dict[str, bytes]) -> str:
    """Return the service worker of these files."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode() + files[name])
    pages = [name for name in files if name.endswith(".html") and name != START_PAGE]
    first = ["./", *sorted(set(files) - set(pages) - {f"screen-{name}.png" for name in SCREENS})]
    # The template has the brackets and the outer quotes.
    places = {
        "first": json.dumps(first)[2:-2],
        "pages": json.dumps(sorted(map(_quoted, pages)))[2:-2],
    }
    return filled("service-worker.js", digest=digest.hexdigest()[:16], **places)


def png_size(data: bytes) -> tuple[int, int]:
    """Return the width and the height of a PNG."""
    width, height = struct.unpack(">II", data[16:24])
    return width, height
