"""A simulated player who places pieces on the page by mouse, by touch, by keys or by typing.

The player uses only the page: its puzzle data describe how a piece turns, and the drawn board shows
where a cell is on the screen.
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
"""A function that opens the page of a puzzle; see the fixture `page_of`."""
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
"""A puzzle file with two optional cells, and pieces that may stay out."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def packed(text: str) -> str:
    """Return the text of a file in the form that follows `own=` in an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


def solution(puzzle: str, date: str) -> list[str]:
    """Return the first solution of a date as texts of placements."""
    lowered = shipped.lowering(puzzle)
    found = next(iter(load(puzzle, kind="puzzle").solve(date)))
    return [written(lowered, k) for k in found.options if lowered.class_of(k) >= 0]


WAIT_UNTIL_STORED = """() => new Promise((kept, failed) => {
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
    """Return Playwright's assertions, which are retried until they hold or time out."""
    from playwright.sync_api import expect as retrying

    retrying.set_options(timeout=1000 * PATIENCE)  # as long as actions have
    return retrying(locator)


def settled(page: Page) -> Page:
    """Wait until no answer, file or other page is being loaded, and return the page."""
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-busy')")
    return page


def count_words(count: int) -> str:
    """Return what the page says about the number of solutions left."""
    if not count:
        return "no solution left"
    return f"{count:,} solution{'' if count == 1 else 's'} left"


def link_of(page: Page) -> str:
    """Return the address from `#` on. Playwright's own `url` reports changes by the page late."""
    return str(settled(page).evaluate("location.hash"))


def drawn(page: Page) -> Page:
    """Wait until the page is settled and drawn, so that its sizes are final, and return it."""
    settled(page).evaluate("() => new Promise((d) => requestAnimationFrame(() => setTimeout(d)))")
    return page


def unpacked(page: Page) -> Page:
    """Wait until the page is unpacked and drawn, which is after its load event, and return it."""
    page.locator("#puzzle").wait_for(state="attached")
    return drawn(page)


def go(page: Page, url: str) -> Page:
    """Open an address, wait until the page is unpacked, and return it. From now on, Playwright's
    actions on the page also wait until it is settled."""
    page.add_locator_handler(page.locator("html[data-busy]"), lambda: settled(page))
    after_closed_dialogs(page)
    page.goto(url)
    return unpacked(page)


def after_closed_dialogs(page: Page) -> None:
    """Wait until a dialog that was just closed has removed its entry from the history, which it
    does in a later task. Going back would abort another navigation."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


TURN = """(link) => new Promise((turned, failed) => {
    const before = location.href;
    addEventListener("hashchange", () => turned(), { once: true });
    location.hash = link;
    if (location.href === before) turned();
    setTimeout(() => failed(new Error("the page has not followed")), 10000);
})"""


def open_link(page: Page, link: str) -> None:
    """Change the address from `#` on, and wait until the page has followed."""
    after_closed_dialogs(page)
    settled(page).evaluate(TURN, link)


def reload(page: Page) -> None:
    """Reload the page once all of its writes to localStorage are stored. Browsers store them in
    order, but later, and then notify other documents; the reloaded page could read too early."""
    page.evaluate(WAIT_UNTIL_STORED)
    page.reload()
    unpacked(page)


class Person:
    """A user of a page, who uses a finger if `touch` is true, and a mouse otherwise."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.data: Any = json.loads(page.locator("#puzzle").text_content() or "")
        self.finger = page.context.new_cdp_session(page) if touch else None

    @property
    def said(self) -> str:
        """Return the text that the page announces to screen readers."""
        return (settled(self.page).locator("#said").text_content() or "").strip("\u00a0")

    def use(self, button: str) -> None:
        """Press the button that has an attribute, such as `data-tool='undo'`."""
        found = self.page.locator(f"[{button}]")
        if self.touch:
            self.tap(found.tap)
        else:
            found.click()

    def tap(self, tap: Callable[[], None]) -> None:
        """Call `tap`, and wait for the click that the browser reports after the touch."""
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
    """A user who plays a puzzle of pieces."""

    @property
    def placed(self) -> list[str]:
        link = link_of(self.page)
        return link.partition("with=")[2].split("+") if "with=" in link else []

    def placement(self, text: str) -> Placement:
        """Return the numbers of a placement that is written as text; the piece has one copy."""
        name, _, rest = text.partition("@")
        where, _, number = rest.partition(":")
        row, column = map(int, where.split(","))
        piece = next(k for k, own in enumerate(self.data["pieces"]) if own["name"] == name)
        orientation = int(number or 1) - 1
        top, left = self.data["pieces"][piece]["orientations"][orientation][0]
        return piece, orientation, row - top, column - left

    def motions(self, piece: int, start: int, end: int) -> list[str]:
        """Return a shortest list of `turned` and `flipped` from one orientation to another."""
        own = self.data["pieces"][piece]
        paths: dict[int, list[str]] = {start: []}
        for now in (queue := [start]):
            for motion in ("turned", "flipped"):
                new = own[motion][now]
                if new is not None and new not in paths:
                    paths[new] = [*paths[now], motion]
                    queue.append(new)
        return paths[end]

    def screen(self, row: float, column: float) -> tuple[float, float]:
        """Return the point of the screen at a point of the board."""
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
        """Return the cell of a placement that is nearest to its centre of mass."""
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
        """Take a piece from the tray, and turn it into the orientation of a placement."""
        piece, orientation, *_ = placement
        self.press(*self.place(piece))
        for motion in self.motions(piece, 0, orientation):
            self.tool({"turned": "turn", "flipped": "flip"}[motion])

    def lay_by_drag(self, text: str) -> None:
        """Turn a piece, and drag it from the tray to its place."""
        placement = self.placement(text)
        self.face(placement)
        row, column = self.middle(placement)
        if self.touch:
            # The piece is shown above the finger.
            row += self.middle(placement)[0] - placement[2] + 0.75
        self.drag(self.place(placement[0]), self.screen(row, column))

    def lay_by_tap(self, text: str) -> None:
        """Turn a piece, and tap the cell for its middle."""
        placement = self.placement(text)
        self.face(placement)
        self.press(*self.cell(*self.heart(placement)))

    def lay_by_keys(self, text: str) -> None:
        """Take a piece by its number, and move it with the arrow keys."""
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
        """Type a placement into the input for moves."""
        self.page.fill("#words-move", text)
        self.page.keyboard.press("Enter")

    def hovering(self) -> tuple[int, int]:
        """Return the row and the column where the held piece hovers."""
        text = settled(self.page).locator(".hovering").first.get_attribute("transform")
        assert text
        x, y = text.removeprefix("translate(").removesuffix(")").split()
        return round(float(y) / 100), round(float(x) / 100)

    def lay_all(self, by: str, texts: Sequence[str]) -> None:
        """Place pieces one after the other, by `drag`, `tap`, `keys` or `words`."""
        for text in texts:
            getattr(self, f"lay_by_{by}")(text)
            placed, fault = self.placed, self.page.locator("#words-fault").text_content()
            assert text in placed, (text, self.said, fault)


def finish(page: Page, label: str) -> None:
    """Solve a date of dray: open a link that places all pieces but one, and place that by a tap."""
    *most, last = solution("dray", label)
    weekday, month, day = label.split()
    link = f"date={month},{day},{weekday}&with={'+'.join(most)}"
    open_link(page, link)
    expect(page.locator(".placed")).to_have_count(len(most))
    Player(page).lay_all("tap", [last])


def reloaded(player: Player) -> Player:
    """Reload the page, assert that it shows the same placements, and return its new player."""
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
