"""Pages in a browser, and its worker.

Every page that a test opens is watched: an error in its script, and a request to anywhere but the
page itself, fail the test that opened it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from play.positions import Asked, Worker
from playing import day_script, go

import calpuzzle as cp
from calpuzzle.play.data import nonogram_data
from calpuzzle.play.page import page
from calpuzzle.play.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

    from calpuzzle.nonogram.puzzle import Clues

MADE: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/Berlin"}
"""What a context of the browser is made with, unless a test says otherwise."""
SHOWN: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "color_scheme": "light",
    # Each frame of what glides has its price; whole games are played with all of them.
    "reduced_motion": "reduce",
    "offline": False,
}
"""What can be changed for each test."""
IDLE = 4
"""So many devices at most are kept for another test."""
FEWEST = {"tetrasticks-5x5-no-crossing": 8}
"""So many pieces are laid at least where Python would search for minutes otherwise."""
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "puzzles"


@pytest.fixture(scope="session")
def blank(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it, to run modules in."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def worker(browser: Browser) -> Iterator[Worker]:
    found = Worker(browser)
    yield found
    found.close()


@pytest.fixture
def asked(worker: Worker, request: pytest.FixtureRequest) -> Asked:
    """The worker with the shipped puzzle that is the test's parameter."""
    return Asked(worker, shipped.model(request.param), FEWEST.get(request.param, 0))


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """What writes the page of a shipped puzzle, an example, a file or the text of one, once
    for all tests."""
    folder = tmp_path_factory.mktemp("pages")
    known: dict[str, Path] = {}

    def file_of(name: str) -> Path:
        if name not in known and "\n" in name:
            (folder / "typed.toml").write_text(name, encoding="utf-8")
            known[name] = folder / f"typed-{len(known)}.html"
            known[name].write_text(cp.load(folder / "typed.toml").page(), encoding="utf-8")
        if name not in known:
            known[name] = folder / f"{Path(name).stem}.html"
            example = EXAMPLES / name
            puzzle = cp.load(example if example.is_file() else name)
            known[name].write_text(puzzle.page(), encoding="utf-8")
        return known[name]

    return file_of


class Device:
    """A browser's context with one page, handed from test to test: to make one costs more than most
    tests do in it. What was kept is cleared before the scripts of a page, by a script that
    Playwright could not take away again."""

    def __init__(self, browser: Browser, made: dict[str, Any]) -> None:
        self.made = made
        self.context = browser.new_context(**made)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self._home = ""
        self._script = ""
        self._protocol = self.context.new_cdp_session(self.page)
        self._protocol.send("Page.enable")
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self._asked(request.url))

    def show(self, viewport: ViewportSize, offline: bool, **media: Any) -> None:
        """Be of that size and so on, with nothing left of what a test did."""
        self.context.set_offline(offline)
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(media="null", **media)
        self.page.mouse.move(0, 0)

    def go(self, url: str, today: str | None, stored: dict[str, str]) -> None:
        """Open an address with nothing kept but `stored`, which is set on each load: what another
        load sets may reach the device later."""
        self._home = url.partition("#")[0].rpartition("/")[0]
        kept = "".join(f"localStorage.setItem(...{json.dumps(own)});" for own in stored.items())
        always = kept + (day_script(today) if today else "")
        if self.page.url != "about:blank":
            self.leave()
        self.before_each("localStorage.clear();" + always)
        go(self.page, url)
        self.before_each(always)

    def wake(self, today: str) -> None:
        """What the clock says from the next load on."""
        self.before_each(day_script(today))

    def leave(self) -> None:
        """Do nothing until the next test."""
        for other in self.context.pages[1:]:
            other.close()
        self.before_each("")
        self.page.mouse.up()
        self.page.goto("about:blank")

    def before_each(self, script: str) -> None:
        """Run a script, in place of the one before, ahead of the page's own on each load."""
        each = "ScriptToEvaluateOnNewDocument"
        if self._script:
            self._protocol.send(f"Page.remove{each}", {"identifier": self._script})
        self._script = self._protocol.send(f"Page.add{each}", {"source": script})["identifier"]

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.wrong.append(message.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self._home, "blob:", "data:", "about:")):
            self.wrong.append(f"the page asks for {url}")


class Opened:
    """The devices that a test uses, and what went wrong on them."""

    def __init__(self, browser: Browser, idle: list[Device]) -> None:
        self.browser = browser
        self.idle = idle
        self.devices: list[Device] = []

    def page(
        self,
        url: str,
        today: str | None = "2026-11-20",
        stored: dict[str, str] | None = None,
        again: Page | None = None,
        **options: Any,
    ) -> Page:
        """The page at an address, on that day by the device's clock (None: its own), on a device
        that has kept `stored` alone: another one for each call, or that of the page `again`."""
        shown = {key: options.pop(key, usual) for key, usual in SHOWN.items()}
        made = {**MADE, **options}
        device = self._of(again) if again else self._idle(made) or Device(self.browser, made)
        if not again:
            self.devices.append(device)
        device.show(**shown)
        device.go(url, today, stored or {})
        return device.page

    def wake(self, page: Page, today: str) -> None:
        """Set the clock of the device that shows a page, for the loads to come."""
        self._of(page).wake(today)

    def _of(self, page: Page) -> Device:
        return next(own for own in self.devices if own.page == page)

    def _idle(self, made: dict[str, Any]) -> Device | None:
        found = next((k for k, own in enumerate(self.idle) if own.made == made), None)
        return None if found is None else self.idle.pop(found)

    def close(self) -> None:
        wrong = [text for device in self.devices for text in device.wrong]
        for device in self.devices:
            device.leave()
            device.wrong.clear()
        self.idle += self.devices
        while len(self.idle) > IDLE:
            self.idle.pop(0).context.close()
        assert not wrong


@pytest.fixture(scope="session")
def idle(browser: Browser) -> list[Device]:
    """The devices that no test uses now, that of the last one last."""
    return []


@pytest.fixture
def opened(browser: Browser, idle: list[Device]) -> Iterator[Opened]:
    found = Opened(browser, idle)
    yield found
    found.close()


@pytest.fixture
def page_of(opened: Opened, exported: Callable[[str], Path]) -> Callable[..., Page]:
    """What opens the exported page of a puzzle from file://, with the network off: `page_of("dray",
    "#...", viewport=PHONE, has_touch=True, color_scheme="dark", today="2026-11-20")`."""

    def opened_page(name: str, link: str = "", **options: Any) -> Page:
        return opened.page(exported(name).as_uri() + link, offline=True, **options)

    return opened_page


@pytest.fixture
def served_page(opened: Opened, exported: Callable[[str], Path]) -> Iterator[Callable[..., Page]]:
    """What opens the page of a puzzle as `calpuzzle play` serves it."""
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
    """What opens the page of a nonogram's clues from file://, with the network off."""

    def opened_page(clues: Clues, link: str = "", **options: Any) -> Page:
        file = tmp_path / "clues.html"
        file.write_text(page(nonogram_data(clues, "clues")), encoding="utf-8")
        return opened.page(file.as_uri() + link, offline=True, **options)

    return opened_page
