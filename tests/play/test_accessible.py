"""Accessibility of a puzzle's page: axe's checks of its screens, and the names of its controls."""

from __future__ import annotations

import pytest
import shipped
from accessible import SMALL, violations
from playing import DATE, ROOMY, PageOf, Player, expect, finish, open_link

pytestmark = pytest.mark.long

DEAD = f"{DATE}&with=S4@4,4:1+J4@0,0:1"


def fresh(player: Player) -> None:
    """Leave the page as it opens."""


def held(player: Player) -> None:
    player.press(*player.place(2))
    player.page.keyboard.press("ArrowDown")


def misfit(player: Player) -> None:
    player.press(*player.place(0))
    player.page.keyboard.press("ArrowDown")
    player.press(*player.cell(7, 5))


def dead(player: Player) -> None:
    player.page.click("[data-left=count]")
    player.page.click("#left-lift")


def hint(player: Player) -> None:
    player.tool("reset")
    player.tool("hint")
    for text in ("can still", "Look", "like this", "covers"):
        player.page.wait_for_selector(f"#notice-text:has-text('{text}')")
        if text != "covers":
            player.page.click("#notice-action")


def words(player: Player) -> None:
    player.tool("text")
    player.page.keyboard.type("X")
    player.page.keyboard.press("Enter")


def fault(player: Player) -> None:
    open_link(player.page, "#date=Nov,32,Fri")
    player.page.wait_for_selector("#notice:not([hidden])")


def solved(player: Player) -> None:
    finish(player.page, "Fri Nov 20")


def test_screens_have_no_axe_violations(page_of: PageOf) -> None:
    page = page_of("dray", DEAD, **SMALL)
    for screen in (fresh, dead, held, misfit, words, fault, hint, solved):
        screen(Player(page))
        assert violations(page) == "", screen.__name__
        page.keyboard.press("Escape")


OTHERS = ("domino", "soma", "tetrasticks-4x4", "hexiamonds-6x6", "iq-fit", "pentominoes-3x20")


@pytest.mark.parametrize("name", shipped.few(OTHERS, *OTHERS[1:2]))
def test_other_puzzles_and_their_text_have_no_axe_violations(page_of: PageOf, name: str) -> None:
    player = Player(page_of(name, **SMALL))
    held(player)
    player.tool("text")
    assert violations(player.page) == ""


def test_controls_have_accessible_names(page_of: PageOf) -> None:
    player = Player(page_of("dray", f"{DATE}&with=S4@2,1:1"))
    page = player.page
    expect(page.get_by_role("application", name="Board")).to_have_count(1)
    expect(page.get_by_role("button", name="3 S4, placed")).to_have_count(1)
    expect(page.get_by_role("button", name="2 J4, 4 cells")).to_have_count(1)
    expect(page.get_by_role("radiogroup", name="Remaining solutions")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_count(1)
    player.tool("text")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(9)
    expect(page.get_by_role("cell", name="9: S4", exact=True)).to_have_count(1)


@pytest.mark.parametrize(
    ("name", "label", "cell"),
    [
        ("domino", "5 0-4, 2 cells, with 0 and 4", "row 1, column 2: 0, empty"),
        (ROOMY, "1 I ×3, 2 cells", "row 1, column 2: empty"),
    ],
)
def test_accessible_names_include_numbers_and_copies(
    page_of: PageOf, name: str, label: str, cell: str
) -> None:
    page = page_of(name)
    page.focus("#board")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=label, exact=True)).to_have_count(1)
    assert Player(page).said == cell
