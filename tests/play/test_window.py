"""The page and the browser around it: the address, the history, and workers that fail."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest
from playing import DATE, PageOf, Player, drawn, expect, link_of, settled

if TYPE_CHECKING:
    from play.positions import ResidualProblems
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

COUNTED = """
for (const change of ["replaceState", "pushState"]) {
    const plain = history[change];
    window.changes = [];
    history[change] = function (...given) {
        window.changes.push(performance.now());
        if (window.isRefusing) throw new DOMException("too many", "SecurityError");
        return plain.apply(this, given);
    };
}
null
"""


def watched(page: Page) -> Page:
    """The page, with its changes of the address counted."""
    page.evaluate(COUNTED)
    return page


def test_the_address_changes_at_most_five_times_a_second(page_of: PageOf) -> None:
    page = watched(page_of("dray", f"{DATE}&with=I4@4,6:2+J4@6,2:1"))
    page.evaluate(
        """() => {
            for (let k = 0; k < 60; k += 1) {
                for (const name of ["undo", "redo"]) {
                    document.querySelector(`[data-tool=${name}]`).click();
                }
            }
        }"""
    )
    assert "I4@4,6:2+J4@6,2:1" in link_of(page)
    times = page.evaluate("window.changes")
    assert len(times) < 10
    assert all(later - time > 150 for time, later in itertools.pairwise(times))
    # What was placed last is in the address when the page is left before that.
    page.keyboard.press("u")
    page.keyboard.press("y")
    page.reload()
    expect(page.locator(".placed")).to_have_count(2)


def test_an_address_that_is_refused_does_not_stop_the_game(page_of: PageOf) -> None:
    page = watched(page_of("dray", DATE))
    page.evaluate("window.isRefusing = true")
    player = Player(page)
    player.press(*player.place(0))
    player.press(*player.cell(3, 3))
    expect(page.locator(".placed")).to_have_count(1)
    page.locator(".top-button").last.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.help")).to_be_hidden()


def chosen(page: Page, day: str) -> None:
    page.click("#date-button")
    page.locator(f"dialog .day[aria-label*='{day}']").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_back_returns_to_the_date_before_and_forward_again(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    player = Player(page)
    player.lay_by_tap("S4@2,1:1")
    chosen(page, "21 November")
    player.lay_by_tap("T5@2,1:1")
    chosen(page, "22 November")
    for day, placed in (("Nov,21,Sat", ["T5@2,1:1"]), ("Nov,20,Fri", ["S4@2,1:1"])):
        drawn(page).go_back()
        page.wait_for_function("(day) => location.hash.includes(day)", arg=day)
        assert player.placed == placed
    drawn(page).go_forward()
    page.wait_for_function("() => location.hash.includes('Nov,21,Sat')")
    assert player.placed == ["T5@2,1:1"]


@pytest.mark.parametrize("name", ["dray", "cat.non"])
def test_back_closes_a_dialog_and_leaves_the_page_as_it_was(page_of: PageOf, name: str) -> None:
    page = page_of(name)
    length = page.evaluate("history.length")
    before = link_of(page)
    for leave in (page.go_back, lambda: page.keyboard.press("Escape")):
        page.locator(".top-button").last.click()
        expect(page.locator("dialog[open]")).to_be_visible()
        settled(page)
        leave()
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert link_of(page) == before
        assert page.evaluate("history.state") is None
    # All openings share one entry.
    assert page.evaluate("history.length") == length + 1


def test_back_closes_the_upper_one_of_two_dialogs_first(page_of: PageOf) -> None:
    page = page_of("soma")
    page.locator(".top-button").nth(-4).click()
    page.get_by_role("button", name=re.compile("Show")).click()
    page.get_by_role("button", name=re.compile("apart|Apart")).click()
    expect(page.locator("dialog[open]")).to_have_count(2)
    for number in (1, 0):
        settled(page).go_back()
        expect(page.locator("dialog[open]")).to_have_count(number)


@pytest.mark.parametrize("how", ["throws", "fails"])
@pytest.mark.parametrize("name", ["dray", "cat.non"])
def test_a_browser_without_workers_plays_and_says_so(page_of: PageOf, name: str, how: str) -> None:
    page = page_of(name)
    thrown = "throw new DOMException('refused', 'SecurityError');"
    later = "setTimeout(() => this.dispatchEvent(new Event('error')));"
    page.add_init_script(
        f"""window.Worker = class extends EventTarget {{
            constructor() {{ super(); {thrown if how == "throws" else later} }}
            postMessage() {{}}
        }};"""
    )
    page.reload()
    expect(page.locator("#notice-text")).to_contain_text("solver of this page could not")
    page.keyboard.press("1" if name == "dray" else "Enter")
    expect(page.locator(".hovering, .g-filled, [data-cell]").first).to_be_visible()
    page.keyboard.press("h")
    settled(page)


SILENT = """
window.asked = [];
window.Worker = class extends EventTarget {
    postMessage(question) {
        window.asked.push(question);
        if (question.ask !== "load") return;
        const data = { id: question.id, ready: true };
        setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
    }
};
"""
"""A worker that answers nothing."""
SEARCHES = {"left", "hint", "places", "challenge"}


def test_what_takes_long_is_shown_and_is_dropped_when_nobody_waits_for_it(
    page_of: PageOf,
) -> None:
    page = page_of("dray", DATE)
    page.add_init_script(SILENT)
    page.reload()
    settled(page)

    def click(*names: str) -> None:
        for name in names:
            page.evaluate("(name) => document.querySelector(name).click()", name)

    def shows(name: str, text: str) -> None:
        script = "([name, text]) => document.querySelector(name).textContent === text"
        page.wait_for_function(script, arg=[name, text])

    def waiting() -> set[str]:
        asked = page.evaluate("window.asked")
        dropped = {own["id"] for own in asked if own["ask"] == "drop"}
        last = {own["ask"]: own["id"] for own in asked}  # a newer one of its kind drops a question
        return {ask for ask, number in last.items() if number not in dropped} & SEARCHES

    click("[data-left=count]")
    shows("#left-answer", "Counting \u2026")
    bar = "getComputedStyle(document.documentElement, '::after').backgroundImage"
    assert "gradient" in page.evaluate(bar)
    page.keyboard.press("h")
    shows("#notice-text", "Searching \u2026")
    assert waiting() == {"left", "hint"}
    for key in ("1", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert waiting() == {"left"}
    click("[data-left=hidden]", "#analysis")
    page.keyboard.press("2")
    page.wait_for_function("() => window.asked.some(({ ask }) => ask === 'places')")
    page.keyboard.press("Backspace")
    assert waiting() == set()
    click(".top-button:nth-last-child(3)", "dialog.share .dialog-foot button")
    click("dialog.challenge .strong")
    assert waiting() == {"challenge"}
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.asked.at(-1).ask === 'drop'")
    assert waiting() == set()


@pytest.mark.parametrize("asked", ["dray"], indirect=True)
def test_the_worker_leaves_a_search_that_is_dropped(asked: ResidualProblems) -> None:
    """A challenge with one piece takes all of its eight seconds: no piece alone is enough."""
    (position, *_) = asked.positions.some(1)
    challenge = asked.question("challenge", position, pieces=1, step=None, seed=1)
    answers = asked.worker.page.evaluate(
        """async ([challenge, hint]) => {
            const control = new AbortController();
            const start = performance.now();
            const first = window.asker.ask(challenge, control);
            setTimeout(() => control.abort(), 50);
            const answers = await Promise.all([first, window.asker.ask(hint)]);
            return [...answers, performance.now() - start];
        }""",
        [challenge, asked.question("hint", position, grade=1)],
    )
    assert answers[0] is None and answers[1]["grade"] == 1
    assert answers[2] < 7000
