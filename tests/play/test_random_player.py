"""A player who does anything: presses, drags, keys, sizes, languages, dates, dialogs, reloads. What
is drawn is what is kept after each action, and no script fails."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playing import PageOf, reload, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

BOARDS = (
    *("dray", "iq-fit", "month-day-7x7", "weekday-hexagons", "weekday-triangles", "soma"),
    *("tetrasticks-4x4", "domino", "morse", "shelf.toml", "cat.non", "pentominoes-6x10"),
)
FULL = 20_000
KEYS = (
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Backspace", "Escape", "Tab"),
    *("r", "e", "f", "t", "u", "y", "h", "c", "x", "?", "1", "2", "3", "0", "PageUp", "Home"),
    *("Shift+Tab", "Control+z", "Control+y", ",", "+", "-", "Shift+ArrowDown", "Delete"),
)
SIZES = ((320, 568), (390, 844), (844, 390), (1280, 800), (560, 560))

DIFFERENCE = """() => {
    const faults = [];
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
}"""


class RandomPlayer:
    """Does one random action at a time."""

    def __init__(self, page: Page, seed: int) -> None:
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

    def place(self) -> tuple[float, float]:
        """A place on the screen, mostly on the board or the tray."""
        part = self.random.choice(["#board", "#tray", "#g-grid", "body"])
        box = self.page.evaluate(
            """(part) => {
                const own = document.querySelector(part) ?? document.body;
                const { x, y, width, height } = own.getBoundingClientRect();
                return [x, y, width, height];
            }""",
            part,
        )
        x, y, width, height = box
        size = self.page.viewport_size or {"width": 800, "height": 600}
        across = min(max(x + width * self.random.random(), 1), size["width"] - 2)
        return across, min(max(y + height * self.random.random(), 1), size["height"] - 2)

    def press(self) -> None:
        button: Literal["left", "right"] = "right" if self.random.random() < 0.1 else "left"
        self.page.mouse.click(*self.place(), button=button)

    def drag(self) -> None:
        mouse = self.page.mouse
        mouse.move(*self.place())
        mouse.down()
        mouse.move(*self.place(), steps=3)
        if self.random.random() < 0.2:
            self.key()
        mouse.up()

    def key(self) -> None:
        self.page.keyboard.press(self.random.choice(KEYS))

    def tool(self) -> None:
        number = self.random.randrange(20)
        self.page.evaluate(
            """(number) => {
                const tools = [...document.querySelectorAll("[data-tool], [data-left], #analysis,"
                    + " #notice-on, #notice-close, #left-lift")];
                tools[number % tools.length].click();
            }""",
            number,
        )

    def resize(self) -> None:
        width, height = self.random.choice(SIZES)
        self.page.set_viewport_size({"width": width, "height": height})

    def dialog(self) -> None:
        number = self.random.randrange(6)
        script = """(number) => {
            const buttons = [...document.querySelectorAll(".top-button")];
            buttons[number % buttons.length].click();
        }"""
        self.page.evaluate(script, number)
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Escape")

    def language(self) -> None:
        tag = self.random.choice(["en", "de", "fr", "es", "auto"])
        self.page.evaluate(
            """(tag) => {
                const buttons = [...document.querySelectorAll(".top-button")];
                buttons.at(-2).click();
                const select = document.querySelector("#settings-language");
                select.value = tag;
                select.dispatchEvent(new Event("change"));
                document.querySelector("dialog.settings").close();
            }""",
            tag,
        )

    def date(self) -> None:
        number = self.random.randrange(28)
        self.page.evaluate(
            """(number) => {
                document.querySelector("#date-button")?.click();
                const days = [...document.querySelectorAll("dialog[open] .day")];
                days[number % (days.length || 1)]?.click();
                document.querySelector("dialog[open]")?.close();
            }""",
            number,
        )

    def reload(self) -> None:
        if self.random.random() < 0.3:
            reload(self.page)

    def act(self) -> None:
        weights, acts = zip(*self.actions, strict=True)
        (action,) = self.random.choices(acts, weights)
        self.done.append(action.__name__)
        action()


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(pytest.param(name, 40, id=f"{name}-some") for name in BOARDS[::3]),
        *(
            pytest.param(name, -(-FULL // len(BOARDS)), id=f"{name}-all", marks=pytest.mark.slow)
            for name in BOARDS
        ),
    ],
)
def test_a_random_player(page_of: PageOf, name: str, number: int) -> None:
    options: dict[str, Any] = {"reduced_motion": "reduce"}
    page = page_of(name, stored=None, **options)
    page.evaluate("() => { window.print = () => {}; }")
    player = RandomPlayer(page, sum(map(ord, name)))
    for turn in range(number):
        player.act()
        if page.locator("dialog[open]").count():
            page.evaluate("document.querySelectorAll('dialog[open]').forEach((own) => own.close())")
        faults = page.evaluate(DIFFERENCE)
        assert faults == [], (turn, player.done[-5:])
    settled(page)
