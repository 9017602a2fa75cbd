"""Settings: the first day of the week, the language of labels, and the look of the pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from accessible import violations
from play.positions import exposed
from playing import DATE, PHONE, PageOf, expect, link_of, reload

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

HEADS = "() => [...document.querySelectorAll('.month th')].map((own) => own.abbr)"


@pytest.mark.parametrize(
    ("week", "first"),
    [
        ("6", "Sunday"),
        pytest.param("5", "Saturday", marks=pytest.mark.slow),
        pytest.param("x", "Monday", marks=pytest.mark.slow),
    ],
)
def test_the_week_begins_on_the_chosen_day(page_of: PageOf, week: str, first: str) -> None:
    kept = {"calpuzzle:settings": f'{{"week":"{week}"}}'}
    page = page_of("dray", DATE, stored=kept)
    page.click("#date-button")
    expect(page.locator(".month th")).to_have_count(7)
    heads = page.evaluate(HEADS)
    assert heads[0] == first and len(set(heads)) == 7
    column = "td:has([aria-label^='Friday 20']) "
    at = page.evaluate(f'() => document.querySelector("{column}").cellIndex')
    assert heads[at] == "Friday"


def test_first_day_and_look_are_applied_and_stored(page_of: PageOf) -> None:
    page = page_of("dray", DATE, **PHONE)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("A week begins on").select_option("Sunday")
    page.get_by_label("Wooden").check()
    assert violations(page) == ""
    page.keyboard.press("Escape")
    wood = page.evaluate("getComputedStyle(document.querySelector('#tray .face')).fill")
    assert wood == "rgb(200, 155, 106)"
    page.click("#date-button")
    expect(page.locator(".month th").first).to_have_attribute("abbr", "Sunday")
    kept = page.evaluate("JSON.parse(localStorage.getItem('calpuzzle:settings'))")
    assert (kept["week"], kept["paint"]) == ("6", "wood")


TEXTS = (
    "() => [...document.querySelectorAll('[data-layer=labels] text')].map((own) => own.textContent)"
)


def test_labels_can_be_shown_in_the_language_of_the_page(page_of: PageOf) -> None:
    page = page_of("dray", "#date=Dec,24,Thu", locale="de-DE")
    original = page.evaluate(TEXTS)
    assert {"Dec", "Thu", "24"} <= set(original)
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Monate und Wochentage auf dem Brett").check()
    page.keyboard.press("Escape")
    shown = page.evaluate(TEXTS)
    assert len(shown) == len(original) and not {"Dec", "Thu"} & set(shown)
    assert {"Dez", "Do", "24"} <= set(shown)
    page.locator("#left-answer", has_text="Alles zudecken außer Dez, 24 und Do").wait_for()
    # Links contain the original labels, so that they work in every language.
    assert "date=Dec,24,Thu" in link_of(page)
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache", exact=True).select_option("fr")
    page.keyboard.press("Escape")
    assert {"déc.", "jeu."} <= set(page.evaluate(TEXTS))


def test_pieces_can_have_the_colours_of_the_players_set(page_of: PageOf) -> None:
    def shown(page: Page, piece: int) -> str:
        own = page.locator(f".place[data-piece='{piece}'] .piece")
        return str(own.evaluate("(own) => own.style.getPropertyValue('--own').trim()"))

    page = page_of("dray", DATE)
    plain = shown(page, 0)
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("My set", exact=True).check()
    page.get_by_label("I4", exact=True).fill("#3366ff")
    page.get_by_label("S4", exact=True).fill("#000000")
    # Labels are visible through the pieces, so black is lightened until they are legible.
    dark = page.get_by_label("S4", exact=True).input_value()
    assert dark != "#000000"
    page.keyboard.press("Escape")
    for _ in range(2):
        assert shown(page, 0) not in (plain, "") and shown(page, 0).startswith("#")
        assert dark in [shown(page, k) for k in range(page.locator(".place").count())]
        reload(page)
    page.get_by_role("button", name="Settings", exact=True).click()
    assert violations(page) == ""
    page.get_by_label("In colours", exact=True).check()
    expect(page.locator(".paints")).to_be_hidden()
    assert shown(page, 0) == plain


def test_names_of_object_properties_are_valid_piece_names(blank: Page) -> None:
    names = ["__proto__", "constructor", "toString", "F"]
    script = f"""(names) => {{
        const [use, store, paint] = {exposed("colours.js", "[useColours, storeColour, paintOf]")};
        const puzzle = {{
            name: "p", pieces: names.map((name) => ({{ name }})), labels: [], colours: [],
        }};
        const all = () => {{
            use(puzzle, {{ paint: "own" }});
            return names.map((_, piece) => paint(puzzle, piece));
        }};
        const texts = new Map();
        const getItem = (key) => texts.get(key) ?? null;
        const setItem = (key, text) => texts.set(key, text);
        Object.defineProperty(window, "localStorage", {{ value: {{ getItem, setItem }} }});
        const before = all();
        names.forEach((_, piece) => store(puzzle, piece, `#00000${{piece}}`));
        return [before, all()];
    }}"""
    before, after = blank.evaluate(script, names)
    assert before == [f"var(--piece-{k})" for k in range(4)]
    assert after == [f"#00000{k}" for k in range(4)]
