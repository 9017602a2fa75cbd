"""Chromium, WebKit and Firefox behind one interface: open pages, run scripts, use mouse and keys.

Chromium is driven by Playwright; WebKit by WebKitWebDriver (apt: webkit2gtk-driver), which accepts
WebDriver commands over HTTP. Firefox (apt: firefox-esr) needs no driver, because its built-in
Marionette accepts the same commands over a socket. WebKit always opens a window and needs Xvfb.
"""

from __future__ import annotations

import json
import re
import select
import shutil
import socket
import subprocess
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playing import reload

if TYPE_CHECKING:
    from playwright import sync_api

WIDTH, HEIGHT = 1000, 760
PATIENCE = 120.0  # seconds: the machine may be busy
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LANG": "en_GB.UTF-8"}
KEYS = {
    **{"Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008"},
    **{"Control": "\ue009", "Escape": "\ue00c", "PageUp": "\ue00e", "Home": "\ue011"},
    **{"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014"},
    **{"ArrowDown": "\ue015", "Delete": "\ue017"},
}
DRAWN = "document.querySelector('#board > *, td[data-cell]') !== null"
RECORD_FAULTS = """{
    const own = sessionStorage;
    const note = (text) => own.setItem("faults", `${own.getItem("faults") ?? ""}${text}\\n`);
    addEventListener("error", ({ message }) => note(message));
    addEventListener("unhandledrejection", ({ reason }) => note(reason));
    addEventListener("securitypolicyviolation", ({ blockedURI }) => note(`asks for ${blockedURI}`));
}"""
"""JavaScript to run before the scripts of a page. It stores what `Browser.faults` returns."""
Point = tuple[float, float]
Step = Point | Literal["down", "up"]


def folder_of(url: str) -> str:
    return url.partition("#")[0].rpartition("/")[0]


class PageFaults:
    """The errors that a page of Playwright reports, and its requests outside the folder `home`."""

    def __init__(self, page: sync_api.Page, home: str = "") -> None:
        self.home = home
        self.found: list[str] = []
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("console", self._record_message)
        page.on("request", lambda request: self._record_request(request.url))

    def _record_message(self, message: sync_api.ConsoleMessage) -> None:
        if message.type == "error":
            self.found.append(message.text)

    def _record_request(self, url: str) -> None:
        own = (self.home,) if self.home else ()
        if not url.startswith(("blob:", "data:", *own)):
            self.found.append(f"the page asks for {url}")


class Browser(ABC):
    """A browser with one open page. Positions are in pixels of the viewport."""

    @abstractmethod
    def go(self, url: str) -> None:
        """Open an address."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def run(self, script: str, *args: Any) -> Any:
        """Run the body of a JavaScript function in the page and return its result.

        Raises LookupError while the page is loading."""

    @abstractmethod
    def mouse(self, *steps: Step, is_right: bool = False) -> None:
        """Move to points, and press or release the left or the right button."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key, by its KeyboardEvent name; Shift+ or Control+ may precede the name."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Change the size of the window; a browser may not permit very small sizes."""

    def faults(self) -> list[str]:
        """Return the errors of the page and its blocked requests, if it runs RECORD_FAULTS."""
        text = "sessionStorage.getItem('faults') ?? ''"
        found: dict[str, list[str]] = self.until(
            f"({{ faults: ({text}).split('\\n').filter(Boolean) }})"
        )
        return found["faults"]

    def drag(self, *places: Point) -> None:
        """Press at the first point and release at the last one; a single point is a click."""
        self.mouse(places[0], "down", *places[1:], "up")

    def fresh(self, url: str, link: str = "") -> Browser:
        """Open a page with empty storage, and wait until it is drawn."""
        self.go(url)
        self.until("document.querySelector('#puzzle') !== null")
        self.run("localStorage.clear(); sessionStorage.clear();")
        self.go(url + link)
        self.until(DRAWN)
        return self

    def drawn(self) -> Browser:
        """Wait until the page is neither busy nor waiting to be drawn, and return this object."""
        self.until("!document.documentElement.hasAttribute('data-busy')")
        self.run("return new Promise((d) => requestAnimationFrame(() => setTimeout(d)));")
        return self

    @property
    def placed(self) -> list[str]:
        """Return the placements in the address, sorted."""
        link = str(self.run("return location.hash;"))
        return sorted(link.partition("with=")[2].split("+")) if "with=" in link else []

    def until(self, script: str, *args: Any) -> Any:
        """Wait until the value of an expression is truthy, and return the value."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(LookupError):  # the page is being loaded
                if found := self.run(f"return {script};", *args):
                    return found
            time.sleep(0.02)
        raise AssertionError(f"{script} is never so")

    def middle(self, selector: str) -> Point:
        """Wait for an element that matches the selector, and return its centre."""
        x, y = self.until(
            "((own) => own && own.width > 0 && [own.x + own.width / 2, own.y + own.height / 2])"
            "(document.querySelector(arguments[0])?.getBoundingClientRect())",
            selector,
        )
        return x, y

    def click(self, selector: str) -> None:
        self.drag(self.middle(selector))


class Chromium(Browser):
    """Chromium, driven by Playwright."""

    def __init__(self, browser: sync_api.Browser) -> None:
        self.context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB", reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self._reported = PageFaults(self.page)

    def go(self, url: str) -> None:
        self.page.goto("about:blank")
        self._reported.home = folder_of(url)
        self.page.goto(url)

    def fresh(self, url: str, link: str = "") -> Browser:
        self._reported.found.clear()
        return super().fresh(url, link)

    def faults(self) -> list[str]:
        stored = super().faults()
        return [*stored, *self._reported.found]

    def reload(self) -> None:
        reload(self.page)

    def run(self, script: str, *args: Any) -> Any:
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(
                f"(given) => (function () {{ {script} }}).apply(null, given)", [*args]
            )
        except Error as error:
            if "Execution context was destroyed" in error.message:
                raise LookupError(error.message) from None
            raise

    def mouse(self, *steps: Step, is_right: bool = False) -> None:
        mouse = self.page.mouse
        button: Literal["left", "right"] = "right" if is_right else "left"
        for step in steps:
            if step == "down":
                mouse.down(button=button)
            elif step == "up":
                mouse.up(button=button)
            else:
                mouse.move(*step)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})


class WebDriverBrowser(Browser):
    """A browser driven by WebDriver commands; `tell` sends one and returns the answer."""

    def __init__(self, tell: Callable[[str, dict[str, Any]], Any]) -> None:
        self.tell = tell

    def go(self, url: str) -> None:
        self.tell("Navigate", {"url": "about:blank"})
        self.tell("Navigate", {"url": url})

    def reload(self) -> None:
        self.tell("Refresh", {})

    def run(self, script: str, *args: Any) -> Any:
        return self.tell("ExecuteScript", {"script": script, "args": [*args]})

    def mouse(self, *steps: Step, is_right: bool = False) -> None:
        actions = [
            {"type": f"pointer{step.title()}", "button": 2 * is_right}
            if isinstance(step, str)
            else {"type": "pointerMove", "duration": 20, "x": round(step[0]), "y": round(step[1])}
            for step in steps
        ]
        self._act("pointer", actions, parameters={"pointerType": "mouse"})

    def press(self, key: str) -> None:
        values = [KEYS.get(own, own) for own in re.split(r"(?<=.)\+", key)]
        down = [{"type": "keyDown", "value": value} for value in values]
        self._act("key", [*down, *({**own, "type": "keyUp"} for own in reversed(down))])

    def resize(self, width: int, height: int) -> None:
        frame = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight];")
        size = {"width": width + frame[0], "height": height + frame[1]}
        self.tell("SetWindowRect", size)

    def _act(self, kind: str, actions: Sequence[dict[str, Any]], **more: Any) -> None:
        own = {"type": kind, "id": kind, "actions": [*actions], **more}
        self.tell("PerformActions", {"actions": [own]})


def skip_without(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program} here")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(*words: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[Browser]:
    skip_without("WebKitWebDriver", "Xvfb")
    browsers = glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
    if not browsers:
        pytest.skip("there is no MiniBrowser of WebKit here")
    port = free_port()
    wanted = {"binary": browsers[0], "args": ["--automation", f"--geometry={WIDTH}x{HEIGHT + 80}"]}
    with ExitStack() as stack:
        words = "Xvfb", "-displayfd", "1", "-screen", "0", "1200x1000x24"
        screen = stack.enter_context(running(*words, stdout=subprocess.PIPE))
        assert screen.stdout is not None
        assert select.select([screen.stdout], [], [], PATIENCE)[0], "Xvfb does not begin"
        display = f":{int(screen.stdout.readline())}"
        # The sandbox of WebKit refuses to run as root, the usual user in containers.
        own = {
            "DISPLAY": display,
            "HOME": str(folder),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **own}
        stack.enter_context(running("WebKitWebDriver", f"--port={port}", env=environment))
        tell = over_http(port)
        session = tell(
            "", "POST", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": wanted}}}
        )["sessionId"]
        paths = {
            "Navigate": "url",
            "Refresh": "refresh",
            "ExecuteScript": "execute/sync",
            "PerformActions": "actions",
            "SetWindowRect": "window/rect",
        }
        stack.callback(tell, f"/{session}", "DELETE", None)
        yield WebDriverBrowser(
            lambda name, parameters: tell(f"/{session}/{paths[name]}", "POST", parameters)
        )


def over_http(port: int) -> Callable[[str, str, dict[str, Any] | None], Any]:
    """Return a function that sends a command to a driver: a path, a method, and parameters."""
    end = time.monotonic() + PATIENCE

    def tell(path: str, method: str, parameters: dict[str, Any] | None) -> Any:
        data = None if parameters is None else json.dumps(parameters).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/session{path}", data, method=method
        )
        while True:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise LookupError(error.read().decode()) from None
            except urllib.error.URLError:  # the driver is still starting
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    return tell


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if program is None:
        pytest.skip("there is no firefox-esr here")
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    words = program, "--headless", "--marionette", "--profile", str(folder)
    size = f"--width={WIDTH}", f"--height={HEIGHT + 100}"
    environment = {**ENVIRONMENT, "HOME": str(folder)}
    with (
        running(*words, *size, env=environment, stdout=subprocess.DEVNULL),
        connect(port) as connection,
    ):
        tell = over_socket(connection)
        tell("NewSession", {})
        yield WebDriverBrowser(tell)


def connect(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def over_socket(connection: socket.socket) -> Callable[[str, dict[str, Any]], Any]:
    """Return a function that sends a command to Marionette; messages are JSON after a length."""
    stream = connection.makefile("rb")

    def receive() -> Any:
        length = b""
        while (sign := stream.read(1)) != b":":
            length += sign
        return json.loads(stream.read(int(length)))

    assert receive()["marionetteProtocol"] == 3

    def tell(name: str, parameters: dict[str, Any]) -> Any:
        message = json.dumps([0, 1, f"WebDriver:{name}", parameters]).encode()
        connection.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, answer = receive()
        if error:
            raise LookupError(error["message"])
        return answer.get("value", answer)

    return tell
