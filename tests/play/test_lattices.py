"""Boards of hexagons, triangles and cubes on the page: games by announcements alone, by mouse and
by touch, the layers of a solid board, and its picture, which can be turned."""

from __future__ import annotations

import re
from itertools import cycle
from typing import TYPE_CHECKING

import pytest
import shipped
from playing import PHONE, PageOf, Player, expect, settled

from calpuzzle.api import load
from calpuzzle.game.hand import hand_data
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

KEYS = {"turned": "r", "flipped": "f", "tipped": "t"}
ANNOUNCEMENT = re.compile(
    r"(?:layers? (\d+)(?: to \d+)?, )?rows? (\d+)(?: to \d+)?, columns? (\d+)(?: to \d+)?: (.*)"
)
MOVES = (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"), ("PageDown", "PageUp"))


def solved(name: str) -> list[int]:
    """Return the options of the first solution."""
    return list(next(iter(load(name, kind="puzzle").solve())).options)


def orientation(lowered: Lowering, option: int) -> int:
    """Return the orientation of a placement, as an index in the data of the page."""
    return int(written(lowered, option).partition(":")[2] or 1) - 1


class Blind:
    """A player at the keyboard who knows only what the page announces."""

    def __init__(self, page: Page, lowered: Lowering) -> None:
        self.page, self.lowered = page, lowered
        self.pieces = hand_data(lowered)
        page.locator("#board").focus()

    @property
    def said(self) -> str:
        return (settled(self.page).locator("#said").text_content() or "").strip("\u00a0")

    def press(self, key: str) -> str:
        self.page.keyboard.press(key)
        return self.said

    def motions(self, piece: int, end: int) -> list[str]:
        """Return the keys that turn a piece from its orientation in the tray to `end`."""
        steps: dict[int, list[str]] = {0: []}
        for now in (queue := [0]):
            for motion, key in KEYS.items():
                new = self.pieces[piece].get(motion, {now: None})[now]
                if new is not None and new not in steps:
                    steps[new] = [*steps[now], key]
                    queue.append(new)
        return steps[end]

    def place(self, option: int) -> str:
        """Take a piece, turn it, move it by the announcements of its position, and place it."""
        piece = self.lowered.class_of(option)
        for digit in str(piece + 1) if piece != 9 else "0":
            announced = self.press(digit)
        self.page.wait_for_timeout(1000 if piece > 9 else 0)  # or the next digit extends the number
        for key in ("ArrowDown", *self.motions(piece, orientation(self.lowered, option))):
            announced = self.press(key)
        spots = map(self.lowered.spots.get, self.lowered.cells_of(option))
        wanted = [1 + min(axis) for axis in zip(*spots, strict=True)]
        # Only cells on the board are announced. So the row and column can be right even if the
        # piece extends beyond the top or left edge. If it is entirely off the board, none is
        # announced.
        inwards = cycle(("ArrowDown", "ArrowRight"))
        for _ in range(40):
            if announced == "beside the board":
                announced = self.press(next(inwards))
                continue
            found = ANNOUNCEMENT.search(announced)
            assert found, announced
            here = [int(place) for place in found.groups()[:3] if place]
            if here == wanted and found[4] == "beside the board":
                announced = self.press(next(inwards))
                continue
            if here == wanted:
                assert found[4] == "fits", announced
                return self.press("Enter")
            steps = zip(reversed(here), reversed(wanted), MOVES, strict=False)
            key = next(k[a < b] for a, b, k in [*steps][::-1] if a != b)
            announced = self.press(key)
        raise AssertionError(f"after 40 steps, the piece is not at {wanted}: {announced}")


GAMES = ("tetrahexes-4x7", "soma", "hexiamonds-6x6")


@pytest.mark.parametrize("name", shipped.few(GAMES, "soma"))
def test_whole_game_is_played_by_announcements_alone(page_of: PageOf, name: str) -> None:
    blind = Blind(page_of(name), shipped.lowering(name))
    *first, last = solved(name)
    for option in first:
        assert " placed, " in blind.place(option)
    assert "Solved!" in blind.place(last)
    expect(blind.page.locator("#board.solved")).to_have_count(1)
    blind.press("u")
    expect(blind.page.locator("#board.solved")).to_have_count(0)


def test_piece_entirely_beside_the_board_is_announced_without_rows(page_of: PageOf) -> None:
    blind = Blind(page_of("weekday-hexagons"), shipped.lowering("weekday-hexagons"))
    for key in ("1", *["ArrowDown"] * 10, *["ArrowLeft"] * 10):
        announced = blind.press(key)
    assert announced == "beside the board"
    for _ in range(10):
        announced = blind.press("ArrowRight")
    assert announced.endswith(": beside the board")


def central_cell(player: Player, option: int, lowered: Lowering) -> tuple[float, float]:
    """Return the middle of the most central cell of a placement, in pixels."""
    cells = [player.data["cells"].index(list(cell)) for cell in lowered.cells_of(option)]
    wells = player.page.locator(".well")
    boxes = [wells.nth(cell).bounding_box() for cell in cells]
    places = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b]
    x, y = (sum(axis) / len(axis) for axis in zip(*places, strict=True))
    return min(places, key=lambda own: (own[0] - x) ** 2 + (own[1] - y) ** 2)


@pytest.mark.parametrize("way", shipped.few(("mouse", "finger"), "finger"))
def test_hexagons_are_placed_by_mouse_and_by_touch(page_of: PageOf, way: str) -> None:
    touch = way == "finger"
    player = Player(page_of("tetrahexes-4x7", **(PHONE if touch else {})), touch)
    lowered = shipped.lowering("tetrahexes-4x7")
    for option in solved("tetrahexes-4x7"):
        piece = lowered.class_of(option)
        player.face((piece, orientation(lowered, option)))
        player.press(*central_cell(player, option, lowered))
        assert written(lowered, option) in player.placed, player.said
    expect(player.page.locator("#board.solved")).to_have_count(1)
    # Each piece of four hexagons is drawn with a single border.
    expect(player.page.locator(".placed .face")).to_have_count(7)


def test_wheel_turns_hexagons_back_as_far_as_it_turned_them(page_of: PageOf) -> None:
    player = Player(page_of("tetrahexes-4x7"))
    piece = 1  # it looks different after every turn
    page, place = player.page, player.place(piece)

    def drop() -> str:
        player.press(*well(player, [1, 3]))
        return player.placed[0]

    player.press(*place)
    start = drop()
    player.tool("undo")
    page.keyboard.press(str(piece + 1))
    for delta in (-120, 120):
        page.wait_for_timeout(200)  # just after a turn the page ignores the wheel
        page.mouse.wheel(0, delta)
    assert drop() == start


def well(player: Player, cell: list[int]) -> tuple[float, float]:
    box = player.page.locator(".well").nth(player.data["cells"].index(cell)).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_solid_piece_is_placed_on_the_layer_under_the_pointer(page_of: PageOf) -> None:
    player = Player(page_of("soma", "#puzzle=soma"))
    page = player.page
    expect(page.locator(".caption")).to_have_text(
        [
            "Layer 1, bottom",
            "Layer 2",
            "Layer 3, top",
        ]
    )
    player.drag(player.place(0), well(player, [1, 1, 1]))
    assert player.placed and player.placed[0].startswith("V@1,")
    # An upright piece takes two layers, so it starts one layer below the top.
    player.drag(player.place(5), well(player, [2, 1, 1]))
    assert len(player.placed) == 2 and player.placed[1].startswith("B@1,"), player.said
    picture = page.locator("[data-layer=whole] .prism")
    before = picture.first.get_attribute("d")
    box = page.locator(".ground").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player.drag((x, y), (x + 60, y + 10))
    turned = picture.first.get_attribute("d")
    assert turned != before
    page.keyboard.press(",")
    expect(picture.first).not_to_have_attribute("d", turned)
    player.tool("text")
    expect(page.locator("#words-board table")).to_have_count(3)
    page.fill("#words-move", "L@0,0,0:1")
    page.keyboard.press("Enter")
    assert any(own.startswith("L@0,0,0") for own in player.placed), player.said


def test_piece_dragged_by_its_upper_layer_stays_there_during_a_count(page_of: PageOf) -> None:
    lowered = shipped.lowering("soma")
    low = next(
        option
        for option in range(len(lowered.cover.options))
        if {cell[0] for cell in lowered.cells_of(option)} == {0, 1}
    )
    text = written(lowered, low)
    upper = next(cell for cell in lowered.cells_of(low) if cell[0] == 1)
    settings = {"calpuzzle:settings": '{"left": "count"}'}
    player = Player(page_of("soma", f"#puzzle=soma&with={text}", stored=settings))
    x, y = well(player, list(upper))
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y)
    settled(player.page)
    mouse.move(x, y)
    mouse.up()
    assert player.placed == [text]
