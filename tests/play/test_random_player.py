"""A player that acts at random. After each action, the page must draw exactly what it has stored,
and no script may have failed."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from browsers import DRAWN, Browser, Point

BOARDS = (
    *("dray", "iq-fit", "month-day-7x7", "weekday-hexagons", "weekday-triangles", "soma"),
    *("tetrasticks-4x4", "domino", "morse", "shelf.toml", "cat.non", "pentominoes-6x10"),
)
SOME, FULL = 40, {"chromium": 20_000, "webkit": 3_000, "firefox": 3_000}
KEYS = (
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Backspace", "Escape", "Tab"),
    *("r", "e", "f", "t", "u", "y", "h", "c", "x", "?", "1", "2", "3", "0", "PageUp", "Home"),
    *("Shift+Tab", "Control+z", "Control+y", ",", "+", "-", "Shift+ArrowDown", "Delete"),
)
SIZES = ((320, 568), (390, 844), (844, 390), (1280, 800), (560, 560))

NO_MENUS = """{
    // A menu, or a dialog for printing, of the browser itself would take the next presses.
    addEventListener("contextmenu", (event) => event.preventDefault());
    window.print = () => {};
}"""

DIFFERENCE = """return (() => {
    const faults = (sessionStorage.getItem("faults") ?? "").split("\\n").filter(Boolean);
    const read = (key) => JSON.parse(localStorage.getItem(key) ?? "null");
    const puzzle = JSON.parse(document.querySelector("#puzzle").textContent);
    const cells = [...document.querySelectorAll("td[data-cell]")];
    if (cells.length) {
        const key = Object.keys(localStorage).find((own) => own.startsWith("calpuzzle:nonogram:"));
        const drawn = cells.map((cell) => Number(cell.dataset.value));
        // The film shows something else than what is filled in.
        const isFilm = document.querySelector("#film").offsetParent !== null;
        const text = key ? read(key).cells : "";
        const filled = [...text.matchAll(/(\\d*)(\\D)/g)].flatMap(([, number, sign]) => (
            Array(Number(number || 1)).fill("-xabcdefghijklmno".indexOf(sign) - 1)));
        const kept = drawn.map((_, k) => filled[k] ?? -1);
        if (!isFilm && kept.join() !== drawn.join()) faults.push(`${drawn} is kept as ${kept}`);
        return faults;
    }
    const drawn = [...document.querySelectorAll("#board .placed")];
    const moves = drawn.map((own) => own.dataset.placement);
    if (new Set(moves).size !== moves.length) faults.push("a placement is drawn twice");
    const held = document.querySelectorAll(".place[aria-pressed=true]").length;
    const hovering = document.querySelectorAll(".hovering").length;
    if (hovering > held) faults.push("a piece hovers that nobody holds");
    // What is drawn is what is kept of one of the dates, but for the piece in the hand.
    const kept = Object.keys(localStorage)
        .filter((own) => own.startsWith(`calpuzzle:${puzzle.name}`))
        .map((own) => read(own)?.placed?.map((placement) => placement.join()) ?? []);
    const free = drawn.filter((own) => !own.matches(".given")).map((own) => own.dataset.placement);
    const fits = (own) => free.every((move) => own.includes(move))
        && own.length - free.length <= (held ? 1 : 0);
    if (![...kept, []].some(fits)) faults.push(`drawn ${free} of ${JSON.stringify(kept)}`);
    // The tray has the copies that are neither drawn nor held.
    for (const place of document.querySelectorAll(".place")) {
        const piece = Number(place.dataset.piece);
        const used = moves.filter((move) => Number(move.split(",")[0]) === piece).length;
        const inHand = place.getAttribute("aria-pressed") === "true" ? 1 : 0;
        const left = puzzle.pieces[piece].most - used - inHand;
        if (left < 0) faults.push(`piece ${piece} is used too often`);
        const copies = place.querySelector(".copies").textContent;
        if (puzzle.pieces[piece].most > 1 && copies !== `×${left}`) faults.push(`copies ${piece}`);
        const isAway = place.classList.contains("away");
        if (!inHand && isAway !== left <= 0) faults.push(`place ${piece}`);
    }
    const solved = document.querySelector("#board").classList.contains("solved");
    if (solved && held) faults.push("solved with a piece in the hand");
    return faults;
})();"""


class RandomPlayer:
    """A player that performs one random action at a time."""

    def __init__(self, page: Browser, seed: int) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.done: list[str] = []
        self.actions: list[tuple[int, Callable[[], None]]] = [
            (30, self.press),
            (16, self.drag),
            (30, self.key),
            (10, self.tool),
            (2, self.resize),
            (2, self.dialog),
            (1, self.language),
            (1, self.date),
            (1, self.reload),
        ]

    def place(self) -> Point:
        """Return a random point of the window, mostly on the board or the tray."""
        part = self.random.choice(["#board", "#tray", "#g-grid", "body"])
        x, y, width, height, *size = self.page.run(
            """const own = document.querySelector(arguments[0]) ?? document.body;
            const { x, y, width, height } = own.getBoundingClientRect();
            return [x, y, width, height, innerWidth, innerHeight];""",
            part,
        )
        across = min(max(x + width * self.random.random(), 1), size[0] - 2)
        return across, min(max(y + height * self.random.random(), 1), size[1] - 2)

    def press(self) -> None:
        is_right = self.random.random() < 0.1
        self.page.mouse(self.place(), "down", "up", is_right=is_right)

    def drag(self) -> None:
        (x, y), (far, low) = start, end = self.place(), self.place()
        self.page.mouse(start, "down", ((x + far) / 2, (y + low) / 2), end)
        if self.random.random() < 0.2:
            self.key()
        self.page.mouse("up")

    def key(self) -> None:
        self.page.press(self.random.choice(KEYS))

    def tool(self) -> None:
        self.page.run(
            """const tools = [...document.querySelectorAll("[data-tool], [data-left], #analysis,"
                + " #notice-action, #notice-close, #left-lift")];
            tools[arguments[0] % tools.length].click();""",
            self.random.randrange(20),
        )

    def resize(self) -> None:
        self.page.resize(*self.random.choice(SIZES))

    def dialog(self) -> None:
        script = """const buttons = [...document.querySelectorAll(".top-button")];
            buttons[arguments[0] % buttons.length].click();"""
        self.page.run(script, self.random.randrange(6))
        self.page.press("Tab")
        self.page.press("Escape")

    def language(self) -> None:
        self.page.run(
            """[...document.querySelectorAll(".top-button")].at(-2).click();
            const select = document.querySelector("#settings-language");
            select.value = arguments[0];
            select.dispatchEvent(new Event("change"));
            document.querySelector("dialog.settings").close();""",
            self.random.choice(["en", "de", "fr", "es", "he", "auto"]),
        )

    def date(self) -> None:
        self.page.run(
            """document.querySelector("#date-button")?.click();
            const days = [...document.querySelectorAll("dialog[open] .day")];
            days[arguments[0] % (days.length || 1)]?.click();
            document.querySelector("dialog[open]")?.close();""",
            self.random.randrange(28),
        )

    def reload(self) -> None:
        if self.random.random() < 0.3:
            self.page.reload()
            self.page.until(DRAWN)

    def act(self) -> None:
        weights, acts = zip(*self.actions, strict=True)
        (action,) = self.random.choices(acts, weights)
        self.done.append(action.__name__)
        action()


@pytest.mark.parametrize(
    ("any_browser", "name", "number"),
    [
        *(
            pytest.param("chromium", name, SOME, id=f"{name}-some", marks=pytest.mark.long)
            for name in ("dray", "cat.non")
        ),
        *(
            pytest.param(own, name, -(-number // len(BOARDS)), marks=pytest.mark.slow)
            for own, number in FULL.items()
            for name in BOARDS
        ),
    ],
    indirect=["any_browser"],
)
def test_the_page_draws_what_it_stores_after_random_actions(
    in_any_browser: Callable[..., Browser], name: str, number: int
) -> None:
    page = in_any_browser(name, script=NO_MENUS)
    player = RandomPlayer(page, sum(map(ord, name)))
    for turn in range(number):
        player.act()
        page.run("document.querySelectorAll('dialog[open]').forEach((own) => own.close());")
        assert page.run(DIFFERENCE) == [], (turn, player.done[-5:])
