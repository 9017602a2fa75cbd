"""A player on the page of a nonogram, who fills in runs by mouse, touch or keyboard."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from playing import Person, settled

from calpuzzle.nonogram.clues import BLACK, WHITE, Colour, Grid, from_grid

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = -1
RED, YELLOW = Colour("red", "#d02020", "r"), Colour("yellow", "#f2c230", "y")
FRUIT = from_grid(
    (
        (0, 0, 1, 0, 0),
        (0, 2, 2, 2, 0),
        (2, 2, 3, 3, 2),
        (2, 2, 2, 3, 2),
        (0, 2, 2, 2, 0),
    ),
    (WHITE, BLACK, RED, YELLOW),
)
LARGE = from_grid(
    tuple(
        tuple(int(((x - 25) ** 2 / 300 + (y - 30) ** 2 / 400) % 1 < 0.6) for x in range(50))
        for y in range(60)
    )
)


class Block(NamedTuple):
    """A block of cells of one colour in a row, from column `start` to column `end`."""

    row: int
    start: int
    end: int
    colour: int


def blocks_of(grid: Grid) -> list[Block]:
    """Return the blocks of a grid, row by row."""
    found = []
    for row, cells in enumerate(grid):
        at = 0
        for colour, run in groupby(cells):
            length = len(list(run))
            if colour:
                found.append(Block(row, at, at + length - 1, colour))
            at += length
    return found


class NonogramPlayer(Person):
    """A player who solves a nonogram on its page."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        super().__init__(page, touch)
        self.width = len(self.data["columns"])

    @property
    def notice(self) -> str:
        """The text of the notice, or "" if none is visible."""
        text = settled(self.page).locator("#notice-text")
        return text.inner_text() if text.is_visible() else ""

    @property
    def values(self) -> list[int]:
        found: list[int] = settled(self.page).evaluate(
            "[...document.querySelectorAll('td[data-cell]')].map((td) => Number(td.dataset.value))"
        )
        return found

    @property
    def solved(self) -> bool:
        return settled(self.page).locator("#g-sheet.solved").count() == 1

    def value(self, row: int, column: int) -> int:
        return self.values[row * self.width + column]

    def cell(self, row: int, column: int) -> tuple[float, float]:
        cell = self.page.locator(f"td[data-cell='{row * self.width + column}']")
        box = cell.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tool(self, name: str) -> None:
        self.use(f"data-{'pen' if name.lstrip('-').isdigit() else 'tool'}='{name}'")

    def press(self, row: int, column: int, button: Any = "left") -> None:
        if self.touch:
            self.page.touchscreen.tap(*self.cell(row, column))
        else:
            self.page.mouse.click(*self.cell(row, column), button=button)

    def drag(self, start: tuple[int, int], end: tuple[int, int], lift: bool = True) -> None:
        self.drag_on_screen(self.cell(*start), self.cell(*end), lift)

    def pinch(self, apart: float, further: float) -> None:
        """Move two fingers at the middle of the board from the distance `apart` to `further`."""
        box = self.page.locator("#g-box").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def both(distance: float) -> list[tuple[float, float]]:
            return [(x - distance / 2, y), (x + distance / 2, y)]

        self._finger("touchStart", both(apart)[0])
        self._finger("touchStart", *both(apart))
        for k in range(1, 9):
            self._finger("touchMove", *both(apart + (further - apart) * k / 8))
        self._finger("touchEnd")

    def keys(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def into_grid(self) -> None:
        """Press Tab until a cell of the board has the focus."""
        for _ in range(30):
            self.keys("Tab")
            if self.page.evaluate("document.activeElement.closest('#g-grid') !== null"):
                return
        raise AssertionError("Tab does not lead to the board")

    def go(self, row: int, column: int) -> None:
        """Move the focus to a cell with the arrow keys."""
        cell = int(self.page.evaluate("document.activeElement.dataset.cell"))
        down, right = row - cell // self.width, column - cell % self.width
        self.keys(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        self.keys(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))

    def fill_by_drag(self, run: Block) -> None:
        self.drag((run.row, run.start), (run.row, run.end))

    def fill_by_press(self, run: Block) -> None:
        for column in range(run.start, run.end + 1):
            self.press(run.row, column)

    def fill_by_keys(self, run: Block) -> None:
        """Fill the first cell with the space bar, and the others with Shift and the arrow keys."""
        self.go(run.row, run.start)
        self.keys(" ", *["Shift+ArrowRight"] * (run.end - run.start))
