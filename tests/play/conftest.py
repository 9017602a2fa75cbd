"""Fixtures that open pages in a browser, or start the page's search worker there.

A test fails if a page that one of these fixtures opens reports an error in the browser, or requests
anything outside its own folder.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
import shipped
from browsers import (
    HEIGHT,
    RECORD_FAULTS,
    WIDTH,
    Browser,
    Chromium,
    PageFaults,
    firefox,
    folder_of,
    webkit,
)
from commands import PATIENCE
from play.positions import LoadedPuzzle, Worker
from playing import go

import calpuzzle as cp
from calpuzzle.play.data import nonogram_data
from calpuzzle.play.page import page
from calpuzzle.play.server import Server

if TYPE_CHECKING:
    from playwright import sync_api
    from playwright.sync_api import BrowserContext, Page

    from calpuzzle.nonogram.clues import Clues

Value = TypeVar("Value")

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
FEWEST = {"tetrasticks-5x5-no-crossing": 8}
"""The fewest pieces to place, for puzzles in which Python would otherwise search for minutes."""
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "puzzles"


@pytest.fixture(scope="session")
def blank_page(browser: sync_api.Browser) -> Iterator[tuple[Page, PageFaults]]:
    page = browser.new_page()
    yield page, PageFaults(page)
    page.close()


@pytest.fixture
def blank(blank_page: tuple[Page, PageFaults]) -> Iterator[Page]:
    """Yield an empty page in which tests run JavaScript modules."""
    page, faults = blank_page
    yield from without_faults(page, page, faults)


def without_faults(value: Value, page: Page, faults: PageFaults) -> Iterator[Value]:
    """Yield a value, and then assert that the page has reported no fault in the meantime."""
    faults.found.clear()
    yield value
    page.evaluate("0")  # Playwright passes on earlier events of the page before the answer.
    assert not faults.found


SLOW = pytest.mark.slow


@pytest.fixture(
    scope="module",
    params=["chromium", *(pytest.param(name, marks=SLOW) for name in ("webkit", "firefox"))],
)
def any_browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Yield Chromium, WebKit and Firefox in turn; skip a browser that is not installed."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "chromium":
        found = Chromium(request.getfixturevalue("browser"))
        yield found
        found.context.close()
        return
    with {"webkit": webkit, "firefox": firefox}[request.param](folder) as driven:
        yield driven


@pytest.fixture
def in_any_browser(
    any_browser: Browser, exported: Callable[[str], Path], tmp_path: Path
) -> Iterator[Callable[..., Browser]]:
    """Yield a function that opens a page from its file in each browser, with empty storage. It
    takes the size of the window, and a script to run before those of the page."""
    pages: list[Path] = []

    def opened_page(
        name: str, link: str = "", size: tuple[int, int] = (WIDTH, HEIGHT), script: str = ""
    ) -> Browser:
        text = exported(name).read_text(encoding="utf-8")
        file = tmp_path / "scripted.html"
        tags = f"<script>{RECORD_FAULTS}\n{script}</script><title>"
        file.write_text(text.replace("<title>", tags, 1), encoding="utf-8")
        any_browser.resize(*size)
        pages.append(file)
        return any_browser.fresh(file.as_uri(), link)

    yield opened_page
    if pages:
        assert any_browser.faults() == []


@pytest.fixture(scope="module")
def worker_of_module(browser: sync_api.Browser) -> Iterator[tuple[Worker, PageFaults]]:
    found = Worker(browser)
    yield found, PageFaults(found.page)
    found.close()


@pytest.fixture
def worker(worker_of_module: tuple[Worker, PageFaults]) -> Iterator[Worker]:
    found, faults = worker_of_module
    yield from without_faults(found, found.page, faults)


@pytest.fixture
def loaded(worker: Worker, request: pytest.FixtureRequest) -> LoadedPuzzle:
    """Return the shipped puzzle that is the test's parameter, loaded into the worker."""
    return LoadedPuzzle(worker, shipped.model(request.param), FEWEST.get(request.param, 0))


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that writes the page of a puzzle to a file, once per session. It takes the
    name of a shipped puzzle or an example, a path, or the text of a puzzle file."""
    folder = tmp_path_factory.mktemp("pages")
    known: dict[str, Path] = {}

    def file_of(name: str) -> Path:
        if name not in known:
            puzzle: Any
            stem = "typed"
            if "\n" in name:
                (folder / "typed.toml").write_text(name, encoding="utf-8")
                puzzle = cp.load(folder / "typed.toml", kind="puzzle")
            else:
                stem = Path(name).stem
                example = EXAMPLES / name
                puzzle = cp.load(example if example.is_file() else name)
            file = folder / f"{stem}-{len(known)}.html"
            file.write_text(puzzle.page(), encoding="utf-8")
            known[name] = file
        return known[name]

    return file_of


class Opened:
    """The browser contexts that a test opens, and the faults of their pages."""

    def __init__(self, browser: sync_api.Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[PageFaults] = []

    def page(
        self,
        url: str,
        today: str | None = "2026-11-20",
        stored: dict[str, str] | None = None,
        settles: bool = True,
        **options: Any,
    ) -> Page:
        """Open the page at an address, with the clock at 10:00 on `today` (None: the real time).
        `stored` is written to localStorage before the page's scripts at each load, because writes
        of an earlier load may arrive late. Without `settles`, do not wait until it has settled."""
        context = self.browser.new_context(
            **{
                "viewport": DESKTOP,
                "locale": "en-GB",
                "timezone_id": "Europe/Berlin",
                # Animations cost time; tests of whole games switch them on.
                "reduced_motion": "reduce",
                **options,
            }
        )
        context.set_default_timeout(1000 * PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        # By default nothing is stored: on a busy machine, a value that is stored here may arrive
        # after a value that the page stores later, and replace it.
        for item in (stored or {}).items():
            page.add_init_script(f"localStorage.setItem(...{json.dumps(item)})")
        if today:
            page.clock.set_fixed_time(f"{today}T10:00:00+01:00")
        self.faults.append(PageFaults(page, folder_of(url)))
        if settles:
            go(page, url)
        else:
            page.goto(url)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert [fault for page in self.faults for fault in page.found] == []


@pytest.fixture
def opened(browser: sync_api.Browser) -> Iterator[Opened]:
    found = Opened(browser)
    yield found
    found.close()


@pytest.fixture
def page_of(opened: Opened, exported: Callable[[str], Path]) -> Callable[..., Page]:
    """Return a function that opens a puzzle's page from file://, offline: `page_of("dray", "#...",
    viewport=PHONE, has_touch=True, color_scheme="dark", today="2026-11-20")`."""

    def opened_page(name: str, link: str = "", **options: Any) -> Page:
        return opened.page(exported(name).as_uri() + link, offline=True, **options)

    return opened_page


@pytest.fixture
def served_page(opened: Opened, exported: Callable[[str], Path]) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens the page of a puzzle as `calpuzzle play` serves it."""
    servers: list[Server] = []

    def opened_page(name: str, link: str = "", **options: Any) -> Page:
        server = Server({"index.html": exported(name).read_bytes()})
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return opened.page(server.address + link, **options)

    yield opened_page
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def clues_page(opened: Opened, tmp_path: Path) -> Callable[..., Page]:
    """Return a function that opens the page of a nonogram's clues from file://, offline."""

    def opened_page(clues: Clues, link: str = "", **options: Any) -> Page:
        file = tmp_path / "clues.html"
        file.write_text(page(nonogram_data(clues, "clues")), encoding="utf-8")
        return opened.page(file.as_uri() + link, offline=True, **options)

    return opened_page
