"""A player on the page, who places pieces by mouse, by finger or by keys.

The player uses only what is visible: the puzzle's data in the page describe how a piece turns, and
the drawn board where a place is on the screen.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import shipped
from commands import PATIENCE

from calpuzzle.api import load
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from playwright.sync_api._generated import LocatorAssertions

Placement = tuple[int, int, int, int]
"""Piece, orientation, and the row and column that it is moved by, as in js/types.js."""
PageOf = Callable[..., "Page"]
"""What opens the page of a puzzle, at an address, as a browser that is told of in options."""
DATE = "#puzzle=dray&date=Nov,20,Fri"
ROOMY = """title = "Some may stay out"
frame = '''
###?
###?
'''
[pieces]
I = { shape = "##", count = 3 }
V = { shape = "#", min = 0, max = 2 }
"""
"""A board with two cells that may stay empty, and pieces that may stay out: the text of a file."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def packed(text: str) -> str:
    """A file's text as it stands behind `own=` in an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


def solution(puzzle: str, date: str) -> list[str]:
    """The first solution of a date, its placements as people write them."""
    lowered = shipped.lowering(puzzle)
    found = next(iter(load(puzzle, kind="puzzle").solve(date)))
    return [written(lowered, k) for k in found.options if lowered.class_of(k) >= 0]


KEPT = """() => new Promise((kept, failed) => {
    const other = document.body.appendChild(document.createElement("iframe"));
    // Another value each time: of one that is there already nobody hears.
    const ask = () => localStorage.setItem("last", String(Math.random()));
    const again = setInterval(ask, 2000);  // an event may be lost
    setTimeout(() => failed(new Error("nothing is heard of what is kept")), 120000);
    other.contentWindow.addEventListener("storage", (event) => {
        if (event.key === "last" && event.newValue) {
            clearInterval(again);
            localStorage.removeItem("last");
            other.remove();
            kept();
        }
    });
    ask();
})"""


def expect(locator: Locator) -> LocatorAssertions:
    """Playwright's assertions, which try again until they hold or their time is over."""
    from playwright.sync_api import expect as trying

    trying.set_options(timeout=1000 * PATIENCE)  # as long as actions have
    return trying(locator)


def settled(page: Page) -> Page:
    """The page when nothing is under way that may change it: an answer, a file, another page."""
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-busy')")
    return page


def link_of(page: Page) -> str:
    """What the address says from `#` on. Playwright hears later of what a page writes there."""
    return str(settled(page).evaluate("location.hash"))


def drawn(page: Page) -> Page:
    """The page when it is settled and has been drawn, by which what it measures has its size."""
    settled(page).evaluate("() => new Promise((d) => requestAnimationFrame(() => setTimeout(d)))")
    return page


def unpacked(page: Page) -> Page:
    """The page when what it holds is unpacked and its script has run: its loading does not wait for
    that."""
    page.locator("#puzzle").wait_for(state="attached")
    return drawn(page)


def go(page: Page, url: str) -> Page:
    """Open the page at an address, and wait until it is unpacked. Whatever waits for something on
    it, waits until it is settled, too."""
    page.add_locator_handler(page.locator("html[data-busy]"), lambda: settled(page))
    page.goto(url)
    return unpacked(page)


TURN = """(link) => new Promise((turned, failed) => {
    const before = location.href;
    addEventListener("hashchange", () => turned(), { once: true });
    location.hash = link;
    if (location.href === before) turned();
    setTimeout(() => failed(new Error("the page has not followed")), 10000);
})"""


def turn(page: Page, link: str) -> None:
    """Change the address behind `#`, and wait until the page has followed. A dialog that has just
    been closed says so in a task of its own, after which it takes its entry in the history back."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    settled(page).evaluate(TURN, link)


def reload(page: Page) -> None:
    """Load the page again, once the device has all that it has kept. What a page writes reaches the
    device in that order but later, and another document hears of it then; the page that is loaded
    asks the device by another way, which may be faster."""
    page.evaluate(KEPT)
    page.reload()
    unpacked(page)


class Person:
    """A person at a page. `touch` makes up a finger."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.data: Any = json.loads(page.locator("#puzzle").text_content() or "")
        self.finger = page.context.new_cdp_session(page) if touch else None

    @property
    def said(self) -> str:
        return (settled(self.page).locator("#said").text_content() or "").strip("\u00a0")

    def use(self, button: str) -> None:
        """Presses a button, which is told by its attribute."""
        found = self.page.locator(f"[{button}]")
        if self.touch:
            self.tap(found.tap)
        else:
            found.click()

    def tap(self, tap: Callable[[], None]) -> None:
        """Taps, and waits for the click that the browser makes of that, after the finger is off."""
        self.page.evaluate(
            """() => {
                window.clicked = false;
                const heard = () => { window.clicked = true; };
                addEventListener("click", heard, { once: true, capture: true });
            }"""
        )
        tap()
        self.page.wait_for_function("() => window.clicked")

    def tool(self, name: str) -> None:
        self.use(f"data-tool='{name}'")

    def drag_on_screen(
        self, start: tuple[float, float], end: tuple[float, float], lift: bool = True
    ) -> None:
        (x, y), (far, low) = start, end
        places = [(x + (far - x) * k / 6, y + (low - y) * k / 6) for k in range(1, 7)]
        if self.finger:
            self._finger("touchStart", start)
            for place in places:
                self._finger("touchMove", place)
            self._finger("touchEnd")
            return
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for place in places:
            self.page.mouse.move(*place)
        if lift:
            self.page.mouse.up()

    def _finger(self, kind: str, *places: tuple[float, float]) -> None:
        assert self.finger
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Player(Person):
    """Plays on a page."""

    @property
    def placed(self) -> list[str]:
        link = link_of(self.page)
        return link.partition("with=")[2].split("+") if "with=" in link else []

    def placement(self, text: str) -> Placement:
        """A placement of a piece with one name, as numbers."""
        name, _, rest = text.partition("@")
        where, _, number = rest.partition(":")
        row, column = map(int, where.split(","))
        piece = next(k for k, own in enumerate(self.data["pieces"]) if own["name"] == name)
        orientation = int(number or 1) - 1
        top, left = self.data["pieces"][piece]["orientations"][orientation][0]
        return piece, orientation, row - top, column - left

    def motions(self, piece: int, start: int, end: int) -> list[str]:
        """The least turns (`turned`, `flipped`) from one orientation to another."""
        own = self.data["pieces"][piece]
        ways: dict[int, list[str]] = {start: []}
        for now in (queue := [start]):
            for motion in ("turned", "flipped"):
                new = own[motion][now]
                if new is not None and new not in ways:
                    ways[new] = [*ways[now], motion]
                    queue.append(new)
        return ways[end]

    def screen(self, row: float, column: float) -> tuple[float, float]:
        """Where a place of the board is on the screen."""
        x, y = self.page.evaluate(
            """([row, column]) => {
                const matrix = document.querySelector("#board").getScreenCTM();
                const there = new DOMPoint(column * 100, row * 100).matrixTransform(matrix);
                return [there.x, there.y];
            }""",
            [row, column],
        )
        return x, y

    def cell(self, row: int, column: int) -> tuple[float, float]:
        return self.screen(row + 0.5, column + 0.5)

    def middle(self, placement: Placement) -> tuple[float, float]:
        piece, orientation, row, column = placement
        cells = self.data["pieces"][piece]["orientations"][orientation]
        return (
            row + (1 + max(cell[0] for cell in cells)) / 2,
            column + (1 + max(cell[1] for cell in cells)) / 2,
        )

    def heart(self, placement: Placement) -> tuple[int, int]:
        """The cell of a placement that is nearest to its centre of mass."""
        piece, orientation, row, column = placement
        cells = self.data["pieces"][piece]["orientations"][orientation]
        y = sum(cell[0] for cell in cells) / len(cells)
        x = sum(cell[1] for cell in cells) / len(cells)
        best = min(cells, key=lambda cell: (cell[0] - y) ** 2 + (cell[1] - x) ** 2)
        return row + best[0], column + best[1]

    def place(self, piece: int) -> tuple[float, float]:
        box = self.page.locator(f".place[data-piece='{piece}']").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, x: float, y: float) -> None:
        if self.touch:
            self.tap(lambda: self.page.touchscreen.tap(x, y))
        else:
            self.page.mouse.click(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.drag_on_screen(start, end)

    def face(self, placement: Sequence[int]) -> None:
        """Takes a piece from the tray and turns it as it is to lie."""
        piece, orientation, *_ = placement
        self.press(*self.place(piece))
        for motion in self.motions(piece, 0, orientation):
            self.tool({"turned": "turn", "flipped": "flip"}[motion])

    def lay_by_drag(self, text: str) -> None:
        """Turns a piece, and drags it from the tray to where it is to lie."""
        placement = self.placement(text)
        self.face(placement)
        row, column = self.middle(placement)
        if self.touch:
            # The piece is shown above the finger.
            row += self.middle(placement)[0] - placement[2] + 0.75
        self.drag(self.place(placement[0]), self.screen(row, column))

    def lay_by_tap(self, text: str) -> None:
        """Turns a piece, and taps the cell where its middle is to lie."""
        placement = self.placement(text)
        self.face(placement)
        self.press(*self.cell(*self.heart(placement)))

    def lay_by_keys(self, text: str) -> None:
        """Takes a piece by its number, and moves it by arrows."""
        piece, orientation, row, column = self.placement(text)
        keys = self.page.keyboard
        for digit in str(piece + 1) if piece != 9 else "0":
            keys.press(digit)
        for motion in self.motions(piece, 0, orientation):
            keys.press({"turned": "r", "flipped": "f"}[motion])
        now = self.hovering()
        for _ in range(abs(row - now[0])):
            keys.press("ArrowDown" if row > now[0] else "ArrowUp")
        for _ in range(abs(column - now[1])):
            keys.press("ArrowRight" if column > now[1] else "ArrowLeft")
        assert self.hovering() == (row, column)
        keys.press("Enter")

    def lay_by_words(self, text: str) -> None:
        """Types a placement where moves in words are typed."""
        self.page.fill("#words-move", text)
        self.page.keyboard.press("Enter")

    def hovering(self) -> tuple[int, int]:
        """Row and column where the piece in the hand hovers."""
        text = settled(self.page).locator(".hovering").first.get_attribute("transform")
        assert text
        x, y = text.removeprefix("translate(").removesuffix(")").split()
        return round(float(y) / 100), round(float(x) / 100)

    def lay_all(self, by: str, texts: Sequence[str]) -> None:
        """Lays placements one after the other, in one of the ways."""
        for text in texts:
            getattr(self, f"lay_by_{by}")(text)
            placed, fault = self.placed, self.page.locator("#words-fault").text_content()
            assert text in placed, (text, self.said, fault)


def finish(page: Page, label: str) -> None:
    """Solve a date of dray by the last piece, where a link has placed the others."""
    *most, last = solution("dray", label)
    weekday, month, day = label.split()
    link = f"date={month},{day},{weekday}&with={'+'.join(most)}"
    turn(page, link)
    expect(page.locator(".placed")).to_have_count(len(most))
    Player(page).lay_all("tap", [last])


def reloaded(player: Player) -> Player:
    """The same page after a reload, which must show what lay before."""
    before = player.placed
    reload(player.page)
    found = Player(player.page, player.touch)
    assert found.placed == before
    expect(found.page.locator(".placed .face")).to_have_count(len(before))
    return found


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings", exact=True).click()


def open_solutions(page: Page) -> None:
    page.locator(".top-button").first.click()
    page.locator("dialog[open] .strong").click()
    page.wait_for_selector(".picture")


def open_pictures(page: Page) -> None:
    open_solutions(page)
    page.get_by_label("Most like mine").check()
    page.locator(".chip").first.click()
    page.wait_for_selector(".chip[aria-pressed=true]")
