"""Games by keyboard alone, and what the page announces."""

from __future__ import annotations

import re

import pytest
from playing import DATE, PageOf, Player, expect, link_of, open_link, reload, settled, solution


def press(player: Player, *keys: str) -> str:
    """Press the keys, and return what the page announces."""
    for key in keys:
        player.page.keyboard.press(key)
    return player.said


@pytest.mark.long
def test_whole_game_is_played_by_keyboard(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    texts = solution("dray", "Fri Nov 20")
    player.lay_all("keys", texts[:4])
    reload(player.page)
    assert player.placed == texts[:4]
    player.lay_all("keys", texts[4:])
    expect(player.page.locator("#board.solved")).to_have_count(1)
    assert "Solved!" in player.said


@pytest.mark.long
def test_pieces_are_turned_over(page_of: PageOf) -> None:
    player = Player(page_of("weekday-8x7"))
    texts = solution("weekday-8x7", "Fri Nov 20")

    def is_turned_over(text: str) -> bool:
        piece, orientation, *_ = player.placement(text)
        return "flipped" in player.motions(piece, 0, orientation)

    over = [*filter(is_turned_over, texts)]
    assert over
    open_link(
        player.page, f"#date=Nov,20,Fri&with={'+'.join(own for own in texts if own not in over)}"
    )
    player.lay_all("keys", over)
    expect(player.page.locator("#board.solved")).to_have_count(1)


@pytest.mark.long
def test_a_piece_is_taken_moved_turned_placed_and_lifted(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    assert press(player, "3").startswith("S4 in the hand, on ")
    assert press(player, "r").startswith("S4 turned, on ")
    assert press(player, "f") == "S4 cannot be turned over"
    press(player, *["ArrowUp"] * 8, *["ArrowLeft"] * 8, "r")
    press(player, *["ArrowUp"] * 8, *["ArrowLeft"] * 8)
    assert player.said == "on Jan Jul Aug 2: fits"
    assert press(player, "Enter") == "S4 placed, rows 1 to 3"
    assert player.placed == ["S4@0,0:1"]
    assert press(player, "u") == "undone, 0 pieces are placed"
    assert press(player, "y") == "redone, 1 piece is placed"
    assert press(player, "s").startswith("S4 lifted, on Jan")
    assert press(player, "Escape") == "S4 back where it was"
    assert press(player, "3", "Backspace") == "S4 in the tray"
    assert player.placed == []
    assert press(player, "Control+z") == "undone, 1 piece is placed"
    assert player.placed == ["S4@0,0:1"]


@pytest.mark.long
def test_shift_and_a_letter_take_the_piece_of_that_name(page_of: PageOf) -> None:
    player = Player(page_of("pentominoes-6x10"))
    for name in "UFY":
        assert press(player, f"Shift+{name}").startswith(f"{name} in the hand")
    assert press(player, "e").startswith("Y turned")
    player.page.keyboard.press("?")
    keys = player.page.locator("dialog .keys div", has_text=re.compile("Redo|hint"))
    expect(keys).to_have_text([re.compile("^Y"), re.compile("^H")], use_inner_text=True)


@pytest.mark.long
def test_cursor_announces_the_contents_of_cells(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@2,1:1"))
    player.page.focus("#board")
    assert press(player, "ArrowRight") == "Dec: empty"
    assert press(player, "ArrowLeft") == "Nov: to stay open"
    assert press(player, *["ArrowLeft"] * 3, "ArrowDown") == "2: S4"
    assert press(player, "Backspace").startswith("S4 lifted")
    assert press(player, "Escape", "ArrowUp", "Backspace") == "there is no piece here"


@pytest.mark.long
def test_placement_is_announced_with_the_remaining_solutions(page_of: PageOf) -> None:
    texts = solution("dray", "Fri Nov 20")
    player = Player(page_of("dray", f"{DATE}&with={'+'.join(texts[:8])}"))
    player.page.click("[data-left=count]")
    settled(player.page)  # an answer that arrives late is in no announcement
    player.lay_by_keys(texts[8])
    words = f"^{texts[8].split('@')[0]} placed, rows .*1 solution left$"
    expect(player.page.locator("#said")).to_have_text(re.compile(words))


@pytest.mark.long
def test_reason_why_a_piece_does_not_fit_is_announced(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@2,1:1"))
    press(player, "1", *["ArrowUp"] * 8, *["ArrowLeft"] * 8)
    assert player.said == "on Jan Feb Mar Apr: fits"
    assert press(player, "ArrowDown", "ArrowRight", "ArrowRight").endswith("Nov is to stay open")
    assert press(player, "ArrowDown", "ArrowLeft", "ArrowLeft").endswith("S4 covers 2")
    assert press(player, "Enter") == "I4 does not fit: S4 covers 2"
    assert player.placed == ["S4@2,1:1"]


@pytest.mark.long
def test_tab_reaches_board_and_tray_and_taking_a_piece_focuses_the_board(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        name = page.evaluate("() => document.activeElement.id || document.activeElement.className")
        reached.add(name)
    assert {"board", "place"} <= reached
    page.focus("[data-piece='2']")
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("Enter")
    assert link_of(page).count("S4@") == 1


@pytest.mark.long
def test_typed_moves_are_placed(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.tool("text")
    expect(player.page.locator("#words-move")).to_be_focused()
    for move, answer in (
        ("S4@2,1:1", "S4 placed, rows 3 to 5"),
        ("S4@2:1", "S4 placed, rows 3 to 5"),
        ("S4@2,1:1 J4@Jan:1", "J4 placed, rows 1 to 2"),
    ):
        player.page.keyboard.type(move)
        assert press(player, "Enter") == answer
        expect(player.page.locator("#words-move")).to_have_value("")
        assert len(player.placed) == len(move.split())
        board = player.page.locator("#words-board")
        expect(board).to_contain_text("2: S4")
        expect(board).to_contain_text("In the tray: ")
        player.tool("reset")
        player.page.focus("#words-move")


@pytest.mark.long
def test_invalid_typed_moves_are_reported(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=I4@0,0:1"))
    move_of = player.page.locator("#words-move")
    player.tool("text")
    for move, sentence in (
        ("S9@2,1:1", "there is no piece S9"),
        ("S4@2,1:7", "S4 does not fit there"),
        ("S4@2,1", "several ways"),
        ("S4", "is not a move"),
        ("S4@Nov:1", "does not fit there now"),
        ("S4@9,9:1", "neither"),
        ("I4@Jan:1", "placed already"),
    ):
        move_of.fill("")
        player.page.keyboard.type(move)
        player.page.keyboard.press("Enter")
        expect(player.page.locator("#words-fault")).to_contain_text(sentence)
        expect(move_of).to_have_value(move)
        assert player.placed == ["I4@0,0:1"]
    # Letters typed in the field are not commands.
    move_of.fill("")
    player.page.keyboard.type("rfu3")
    expect(move_of).to_have_value("rfu3")
    assert player.placed == ["I4@0,0:1"]
    player.page.keyboard.press("Escape")
    expect(player.page.locator("#words")).to_be_hidden()


THREE = f"{DATE}&with=I4@4,6:2+J4@6,2:1+S4@4,4:1"


@pytest.mark.long
@pytest.mark.parametrize(("second", "name"), [("2", "J4"), ("3", "S4"), ("1", "I4")])
def test_number_key_lifts_its_piece_even_if_another_one_is_lifted(
    page_of: PageOf, second: str, name: str
) -> None:
    player = Player(page_of("dray", THREE))
    assert press(player, "1").startswith("I4 lifted")
    assert press(player, second).startswith(f"{name} lifted")
    press(player, "Backspace")
    left = ["I4@4,6:2", "J4@6,2:1", "S4@4,4:1"]
    assert player.placed == [own for own in left if not own.startswith(name)]


@pytest.mark.long
@pytest.mark.parametrize("start", [(4, 6), (7, 2)], ids=["on the lifted piece", "on another"])
@pytest.mark.parametrize("ways", [[0, 0], [0, 9], [9, 9]], ids=["tap", "drag", "dragging"])
def test_mouse_press_is_dropped_once_a_key_has_changed_the_position(
    page_of: PageOf, start: tuple[int, int], ways: list[int]
) -> None:
    player = Player(page_of("dray", THREE))
    mouse = player.page.mouse
    for key in ("u", "Escape", "Backspace"):
        open_link(player.page, THREE)
        press(player, "1")
        x, y = player.cell(*start)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + ways[0], y)
        press(player, key)
        before = player.placed
        mouse.move(x + sum(ways), y)
        mouse.up()
        assert player.placed == before, key
        expect(player.page.locator(".hovering, #dragged")).to_have_count(0)
