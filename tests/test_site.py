"""The site that scripts/site builds: its links, its search, and its width on a phone.

Sphinx itself rejects links to missing pages and headings; these tests check the generated pages.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from commands import ROOT
from html_elements import Elements
from playing import drawn, expect

import calpuzzle as cp

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.long

SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1280, "height": 800},
)
EXTERNAL = ("http:", "https:", "mailto:", "data:")

for name in ("sphinx", "furo", "myst_nb"):
    pytest.importorskip(name, reason=f"{name} is not installed")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def site(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site: the one given by --site, or one built as in scripts/site."""
    existing: Path | None = pytestconfig.getoption("--site")
    if existing:
        assert (existing / "index.html").is_file(), f"scripts/site has made no site in {existing}"
        return existing.resolve()
    folder = tmp_path_factory.mktemp("site")
    (command,) = (
        line.partition(" -m sphinx ")[2]
        for line in (ROOT / "scripts" / "site").read_text().splitlines()
        if " -m sphinx " in line
    )
    words = command.replace("build/", f"{folder}/").split()
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture(scope="session")
def elements(site: Path) -> dict[Path, Elements]:
    return {path: Elements(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a browser page that fails if a script fails or another site is contacted."""
    found = browser.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on(
        "request", lambda request: wrong.append(request.url) if is_external(request.url) else None
    )

    def is_external(url: str) -> bool:
        return not url.startswith((address, "data:"))

    yield found
    found.close()
    assert not wrong


def targets(found: Elements) -> Iterator[str]:
    """Yield the local targets of the links, pictures, styles and scripts of a page."""
    for _, attributes in found.found:
        for key in ("href", "src"):
            target = attributes.get(key)
            if target and not target.startswith(EXTERNAL):
                yield target


def test_every_link_leads_to_an_existing_file_and_anchor(
    site: Path, elements: dict[Path, Elements]
) -> None:
    anchors = {
        path: {attributes.get("id") for _, attributes in found.found}
        for path, found in elements.items()
    }
    checked = 0
    for path, found in elements.items():
        for target in targets(found):
            name, _, anchor = unquote(target).partition("#")
            file = (path.parent / name.partition("?")[0]).resolve() if name else path
            assert file.is_file(), (path, target)
            assert not anchor or anchor in anchors[file], (path, target)
            checked += 1
    assert checked > 1_000


def test_pages_load_nothing_from_other_sites(elements: dict[Path, Elements]) -> None:
    for path, found in elements.items():
        for tag, attributes in found.found:
            source = attributes.get("src") or (tag == "link" and attributes.get("href")) or ""
            assert not source.startswith(("http:", "https:", "//")), (path, source)


def test_site_has_all_pages_and_names(site: Path, elements: dict[Path, Elements]) -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.ipynb")]:
        assert (site / path.relative_to(ROOT).with_suffix(".html")).is_file(), path
    explained = {
        attributes.get("id")
        for tag, attributes in elements[site / "docs" / "api.html"].found
        if tag == "dt"
    }
    everything: list[str] = vars(cp)["__all__"]
    public = {name for name in everything if not name.startswith("_")}
    assert {f"calpuzzle.{name}" for name in public} <= explained
    page = (site / "docs" / "api.html").read_text(encoding="utf-8")
    assert "ForwardRef" not in page
    found = 0
    for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.ipynb")]:
        text = path.read_text(encoding="utf-8")
        for module, names in re.findall(r"from (calpuzzle\.[\w.]+) import ([\w, ]+)", text):
            for name in names.split(", "):
                assert f'id="{module}.{name}"' in page, (path, module, name)
                found += 1
    assert found > 7


def test_the_notebook_is_shown_with_its_outputs(site: Path) -> None:
    page = site / "examples" / "researcher.html"
    text = page.read_text(encoding="utf-8")
    assert "<th>solutions left</th>" in text and "{'a8': 4, 'b8': 8" in text
    pictures = [found for found in targets(Elements(text)) if "/_images/" in found]
    assert {Path(found).suffix for found in pictures} == {".png", ".svg"}


def test_no_page_is_wider_than_its_window(site: Path, page: Page, address: str) -> None:
    for number, path in enumerate(sorted({*site.rglob("*.html")} - {site / "index.html"})):
        page.goto(f"{address}/{path.relative_to(site)}")
        # A page that fits a phone rarely fails in a larger window, so only every fourth page is
        # tested in the larger one, too.
        for size in SIZES[: 1 if number % 4 else None]:
            page.set_viewport_size(size)
            width = drawn(page).evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], path


def test_the_index_redirects_and_the_search_finds_a_page(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.wait_for_url(f"{address}/docs/index.html")
    expect(page.locator("h1")).to_have_text(re.compile("^calpuzzle"), use_inner_text=True)
    page.goto(f"{address}/docs/index.html")
    page.locator(".sidebar-search").fill("tetrasticks")
    page.keyboard.press("Enter")
    found = page.locator("#search-results li a", has_text="Fitting puzzles and exact cover")
    expect(found.first).to_be_visible()
