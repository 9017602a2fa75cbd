"""The page in its browser: the address, the history, and workers that fail or take long."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from browsers import Browser
from playing import DATE, PageOf, expect, settled

if TYPE_CHECKING:
    from play.positions import LoadedPuzzle

pytestmark = pytest.mark.long

RECORD_CHANGES = """
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


InAnyBrowser = Callable[..., Browser]


def test_the_address_changes_at_most_five_times_a_second(in_any_browser: InAnyBrowser) -> None:
    """WebKit allows at most 100 changes within ten seconds."""
    page = in_any_browser("dray", f"{DATE}&with=I4@4,6:2+J4@6,2:1", script=RECORD_CHANGES)
    page.run(
        """for (let k = 0; k < 60; k += 1) {
            for (const name of ["undo", "redo"]) {
                document.querySelector(`[data-tool=${name}]`).click();
            }
        }"""
    )
    page.until("location.hash.includes('I4@4,6:2+J4@6,2:1')")
    times = page.run("return window.changes;")
    assert len(times) < 10
    assert all(later - time > 150 for time, later in itertools.pairwise(times))
    # If the page is left before the next change, the last placement is stored all the same.
    page.press("u")
    page.press("y")
    page.reload()
    page.until("document.querySelectorAll('.placed').length === 2")


def test_the_game_continues_if_the_browser_rejects_an_address(in_any_browser: InAnyBrowser) -> None:
    page = in_any_browser("dray", DATE, script=RECORD_CHANGES)
    page.run("window.isRefusing = true;")
    page.press("1")
    page.press("Enter")
    page.until("document.querySelectorAll('.placed').length === 1")
    page.click(".top-button:last-child")
    page.until("document.querySelector('dialog.help[open]') !== null")
    page.press("Escape")
    page.until("document.querySelector('dialog[open]') === null")


def test_back_and_forward_move_between_dates(in_any_browser: InAnyBrowser) -> None:
    page = in_any_browser("dray", DATE)
    placed = {}
    for day in (20, 21, 22):
        if day > 20:
            page.click("#date-button")
            page.until("document.querySelectorAll('.month .day').length === 30")
            page.run(f"document.querySelectorAll('.month .day')[{day - 1}].click();")
            page.until("document.querySelector('dialog[open]') === null")
        page.press(str(day - 19))
        page.press("Enter")
        page.until(f"location.hash.includes('Nov,{day}') && location.hash.includes('with=')")
        placed[day] = page.placed
    for direction, day in (("back", 21), ("back", 20), ("forward", 21)):
        page.drawn().run(f"history.{direction}();")
        page.until(f"location.hash.includes('Nov,{day}')")
        assert page.drawn().placed == placed[day]


@pytest.mark.parametrize("name", ["dray", "cat.non"])
def test_back_closes_a_dialog_and_leaves_the_page_as_it_was(
    in_any_browser: InAnyBrowser, name: str
) -> None:
    page = in_any_browser(name)
    before = page.drawn().run("return [history.length, location.hash];")
    for leave in (lambda: page.run("history.back();"), lambda: page.press("Escape")):
        page.click(".top-button:last-child")
        page.until("document.querySelector('dialog[open]') !== null")
        page.drawn()
        leave()
        page.until("document.querySelector('dialog[open]') === null")
        page.until("history.state === null")
        # All dialogs share one entry of the history.
        after = page.run("return [history.length - 1, location.hash];")
        assert after == before


def test_back_closes_the_upper_of_two_dialogs_first(page_of: PageOf) -> None:
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
def test_the_page_reports_missing_workers_and_can_be_played(
    in_any_browser: InAnyBrowser, name: str, how: str
) -> None:
    thrown = "throw new DOMException('refused', 'SecurityError');"
    later = "setTimeout(() => this.dispatchEvent(new Event('error')));"
    page = in_any_browser(
        name,
        script=f"""window.Worker = class extends EventTarget {{
            constructor() {{ super(); {thrown if how == "throws" else later} }}
            postMessage() {{}}
        }};""",
    )
    has_notice = "document.querySelector('#notice-text').textContent.includes(arguments[0])"
    page.until(has_notice, "solver of this page could not")
    if name == "dray":
        page.press("1")
        page.until("document.querySelector('.hovering') !== null")
    else:
        page.click("[data-cell='0']")
        page.until("document.querySelector('[data-cell]').dataset.value === '1'")
    page.press("h")
    page.drawn()


FAIL = """Worker.prototype.postMessage = function () { this.dispatchEvent(new Event("error")); };"""


def test_dialogs_explain_why_there_is_no_answer(page_of: PageOf) -> None:
    page = page_of("dray", f"{DATE}&with=I4@4,6:2")
    page.evaluate(FAIL)
    reason = re.compile("^The solver of this page could not be started")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a challenge").click()
    page.get_by_role("button", name="Make one").click()
    expect(page.locator("dialog.challenge [role=status]")).to_have_text(reason)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Show them").click()
    expect(page.locator("dialog.solutions [role=status]")).to_have_text(reason)
    page.get_by_role("button", name="Review of my moves").click()
    expect(page.locator("dialog.review [role=status]")).to_have_text(reason)
    page = page_of("soma")
    page.get_by_role("button", name="Solutions", exact=True).click()
    page.get_by_role("button", name="Show them").click()
    page.locator(".picture").first.wait_for()
    page.evaluate(FAIL)
    page.get_by_role("button", name="How it comes apart").click()
    expect(page.locator("#film-words")).to_have_text(reason)


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
"""JavaScript that replaces the worker with one that answers only the question `load`."""
SEARCHES = {"remaining", "hint", "places", "challenge"}


def test_long_searches_are_shown_and_dropped_if_no_longer_needed(
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
        loaded = page.evaluate("window.asked")
        dropped = {own["id"] for own in loaded if own["ask"] == "drop"}
        last = {own["ask"]: own["id"] for own in loaded}  # a newer question replaces an older one
        return {ask for ask, number in last.items() if number not in dropped} & SEARCHES

    click("[data-left=count]")
    shows("#left-answer", "Counting \u2026")
    bar = "getComputedStyle(document.documentElement, '::after').backgroundImage"
    assert "gradient" in page.evaluate(bar)
    page.keyboard.press("h")
    shows("#notice-text", "Searching \u2026")
    assert waiting() == {"remaining", "hint"}
    for key in ("1", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert waiting() == {"remaining"}
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


@pytest.mark.parametrize("loaded", ["dray"], indirect=True)
def test_the_worker_stops_a_search_that_is_dropped(loaded: LoadedPuzzle) -> None:
    """A challenge with one piece takes its full eight seconds: no single piece is enough."""
    (position, *_) = loaded.positions.some(1)
    challenge = loaded.question("challenge", position, pieces=1, step=None, seed=1)
    answers = loaded.worker.page.evaluate(
        """async ([challenge, hint]) => {
            const control = new AbortController();
            const start = performance.now();
            const first = window.asker.ask(challenge, control);
            setTimeout(() => control.abort(), 50);
            const answers = await Promise.all([first, window.asker.ask(hint)]);
            return [...answers, performance.now() - start];
        }""",
        [challenge, loaded.question("hint", position, grade=1)],
    )
    assert answers[0] is None and answers[1]["grade"] == 1
    assert answers[2] < 7000
