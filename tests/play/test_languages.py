"""The texts of the page: each language has all of them, the page shows no others, and one file is
enough for another language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shipped
from accessible import violations
from playing import DATE, PageOf, expect, settled

from calpuzzle.base import texts
from calpuzzle.play import page as play_page
from calpuzzle.play.data import pieces_data
from calpuzzle.play.joiner import ASSETS, sources

if TYPE_CHECKING:
    from play.conftest import Opened
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

TEXTS: dict[str, dict[str, str]] = {tag: dict(texts.table(tag)) for tag in texts.language_tags()}
MODULES = sources()
PACKAGE = ASSETS.parents[1]
PLURAL = re.compile(r"\.(zero|one|two|few|many|other)$")
PLACE = re.compile(r"\{\w+\}")
LITERAL = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
SHOWN = re.compile(
    r"(?:\.(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel|alt)\s*=\s*"
    r"|\b(?:title|placeholder|alt|textContent|text|legend|action):\s*"
    r"|\"aria-(?:label|description|valuetext)\"[,:]\s*"
    r"|(?:alert|confirm|prompt|speak|fillText)\()"
    r"(?=[\"'`])"
)
STATES = {"true", "false", "page", "date", "polite", "grid", "off"}
"""Values of ARIA attributes that are not shown to users."""


def stem(key: str) -> str:
    return PLURAL.sub("", key)


def code(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<![\w:\"'`])//[^\n]*", "", text, flags=re.DOTALL)


def literals(text: str) -> list[str]:
    """Return the strings in JavaScript code, of templates only the text between the values."""
    found = []
    for match in LITERAL.finditer(text):
        whole = next(part for part in match.groups() if part is not None)
        found.append(re.sub(r"\$\{[^}]*\}", "", whole))
    return found


@pytest.mark.parametrize("language", TEXTS)
def test_every_language_has_all_texts(language: str) -> None:
    own, english = TEXTS[language], TEXTS["en"]
    assert list(own) == sorted(own)
    assert {stem(key) for key in own} == {stem(key) for key in english}
    singular = {key for key in english if stem(key) == key}
    assert {key for key in own if stem(key) == key} == singular
    for key, text in own.items():
        assert text.strip() == text != "", key
        assert stem(key) == key or f"{stem(key)}.other" in own, key
        # Translations have the same placeholders.
        there = english.get(key) or english[f"{stem(key)}.other"]
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(there)), key
    # A few texts are the same in two languages, but fewer than one in ten.
    same = [key for key, text in own.items() if english.get(key) == text]
    assert language == "en" or len(same) < len(english) / 10, same


def test_every_text_is_used_and_every_used_text_exists() -> None:
    stems = {stem(key) for key in TEXTS["en"]}
    pages = "".join(path.read_text(encoding="utf-8") for path in ASSETS.glob("*.html"))
    sources = "".join(code(text) for text in MODULES.values())
    used = set(re.findall(r"\bsay\(\s*\"([\w.-]+)\"", sources))
    spoken = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used |= set(re.findall(r"\bsay\(\s*\"([\w.-]+)\"", spoken))
    used |= set(re.findall(r"\"([a-z]+\.[\w.]+)\"", spoken)) & stems
    used |= set(re.findall(r"data-(?:say|label)=\"([\w.-]+)\"", pages))
    assert len(used) > 40
    assert used <= stems, used - stems
    exact = {text for text in literals(sources) if "." in text} | used
    patterns = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.-]+", re.escape(template)) + "$")
        for template in re.findall(r"`([\w.-]*\.?\$\{[^`]*)`", sources)
        if re.fullmatch(r"[\w.${}()?:\" -]+", template) and "." in template
    ]
    unused = {key for key in stems - exact if not any(pattern.match(key) for pattern in patterns)}
    # Keys that templates such as `said.${event.kind}` complete match a pattern.
    assert not unused, unused


def test_modules_contain_no_texts_to_show() -> None:
    for name, module in MODULES.items():
        text = code(module)
        for found in SHOWN.finditer(text):
            literal = LITERAL.match(text, found.end())
            assert literal, (name, text[found.start() : found.end() + 20])
            shown = re.sub(r"\$\{[^}]*\}", "", "".join(filter(None, literal.groups())))
            assert shown in STATES or not re.search(r"[^\W\d_]", shown), (name, shown)
        for own in literals(text):
            # A sentence: words separated by spaces, with a capital letter or final punctuation.
            words = re.search(r"[a-z]{2,} [a-z]+", own)
            assert not (words and re.search(r"^[A-Z]|[.!?]$", own)), (name, own)


@pytest.fixture
def page_with_texts(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[dict[str, dict[str, str]], str], Page]:
    """Return a function that opens dray's page with other texts, on a device with a locale."""

    def page_in(tables: dict[str, dict[str, str]], locale: str) -> Page:
        with monkeypatch.context() as patch:
            patch.setattr(play_page, "language_tags", lambda: tuple(tables))
            patch.setattr(play_page, "table", tables.__getitem__)
            play_page.languages.cache_clear()
            text = play_page.page(pieces_data(shipped.lowering("dray")))
        play_page.languages.cache_clear()
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        return opened.page(file.as_uri() + DATE, locale=locale)

    return page_in


SEEN = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (!node.parentElement.closest("script, style, noscript, kbd, option")) {
            found.push(node.textContent);
        }
    }
    for (const element of document.body.querySelectorAll("*")) {
        for (const name of ["aria-label", "title", "placeholder", "alt", "abbr"]) {
            if (element.hasAttribute(name)) found.push(element.getAttribute(name));
        }
    }
    return found;
}"""


def own_words(page: Page) -> set[str]:
    """Return the shown texts outside ⟦⟧ that are neither names of the puzzle nor from Intl."""
    data = json.loads(page.locator("#puzzle").text_content() or "")
    names = {data["title"], data["name"], *data["labels"], *(own["name"] for own in data["pieces"])}
    # Intl writes "and" before the last item of a list.
    names |= {group["name"] for group in data["groups"]} | {"#puzzle", "and"}
    intl = page.evaluate(
        """() => [..."long short".split(" ")].flatMap((width) => [
            ...Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat("en-GB",
                { month: width }).format(new Date(2000, month, 5))),
            ...Array.from({ length: 7 }, (_, day) => new Intl.DateTimeFormat("en-GB",
                { weekday: width }).format(new Date(2000, 0, 3 + day)))])"""
    )
    found = set()
    for text in settled(page).evaluate(SEEN):
        unknown = re.sub(r"⟦[^⟧]*⟧", " ", text)
        for known in sorted(names | set(intl), key=len, reverse=True):
            if known:
                unknown = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", unknown)
        if re.search(r"[^\W\d_]{2,}", re.sub(r"\S*@\S*|file:\S*", " ", unknown)):
            found.add(text)
    return found


def test_every_word_on_the_page_comes_from_the_texts(page_with_texts: Callable[..., Page]) -> None:
    brackets = {
        key: "⟦" + text.replace("{", "⟧{").replace("}", "}⟦") + "⟧"
        for key, text in TEXTS["en"].items()
    }
    page = page_with_texts({"en": brackets}, "en-GB")
    expect(page.locator("#left-answer")).to_contain_text("⟦")
    shown: dict[str, set[str]] = {"": own_words(page)}
    page.click("[data-left=count]")
    page.click("[data-tool=hint]")
    page.wait_for_selector("#notice:not([hidden])")
    page.click("[data-tool=text]")
    shown["words"] = own_words(page)
    page.keyboard.press("Escape")
    page.click("#date-button")
    shown["calendar"] = own_words(page)
    page.locator("[name=calendar-way]").nth(1).check()
    shown["labels"] = own_words(page)
    page.keyboard.press("Escape")
    for button in page.locator(".top-button").all():
        button.click()
        expect(page.locator("dialog[open]")).to_have_count(1)
        shown[button.text_content() or ""] = own_words(page)
        if page.locator("dialog.solutions[open]").count():
            page.locator("dialog.solutions .strong").click()
            page.wait_for_selector(".picture")
            shown["pictures"] = own_words(page)
        page.keyboard.press("Escape")
    assert {name: words for name, words in shown.items() if words} == {}
    assert len(shown) == 9


LOCALES = (
    ("en-US", "en", "Friday, November 20", "Cover all but Nov, 20, and Fri"),
    ("de-AT", "de", "Freitag, 20. November", "Alles zudecken außer Nov, 20 und Fri"),
    ("sv-SE", "en", "Friday, November 20", "Cover all but Nov, 20, and Fri"),
    ("en-GB", "en", "Friday 20 November", "Cover all but Nov, 20 and Fri"),
    ("fr-CH", "fr", "vendredi 20 novembre", "Couvrez tout sauf Nov, 20 et Fri"),
    ("es-MX", "es", "viernes, 20 de noviembre", "Cúbrelo todo menos Nov, 20 y Fri"),
    ("it-CH", "it", "venerdì 20 novembre", "Copri tutto tranne Nov, 20 e Fri"),
    ("nl-BE", "nl", "vrijdag 20 november", "Bedek alles behalve Nov, 20 en Fri"),
    ("pt-BR", "pt", "sexta-feira, 20 de novembro", "Cubra tudo menos Nov, 20 e Fri"),
    ("he-IL", "he", "יום שישי, 20 בנובמבר", "כסו הכול חוץ מ־\u2068Nov, 20 ו-Fri\u2069"),
)


@pytest.mark.parametrize(
    ("locale", "tag", "date", "closed"),
    [pytest.param(*own, marks=[pytest.mark.slow] * (own not in LOCALES[:3])) for own in LOCALES],
)
def test_page_uses_the_language_of_the_device(
    page_of: PageOf, locale: str, tag: str, date: str, closed: str
) -> None:
    page = page_of("dray", DATE, locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator("#date-button .long")).to_have_text(date)
    expect(page.locator("#date-button .short")).not_to_have_text(re.compile(r"\bde\b"))
    expect(page.locator("#left-answer")).to_have_text(closed)


@pytest.mark.parametrize("name", shipped.few(("dray", "cat.non"), "dray"))
def test_right_to_left_language_mirrors_page_but_not_board(page_of: PageOf, name: str) -> None:
    page = page_of(name, locale="he-IL", viewport={"width": 320, "height": 568})
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert violations(page) == ""
    for button in page.locator(".top-button").all():
        button.click()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.keyboard.press("Escape")
    # The board is a picture, so it stays in left-to-right order.
    cells = "#board .well" if name == "dray" else "td[data-cell]"
    first, second = (page.locator(cells).nth(k).bounding_box() for k in (0, 1))
    assert first and second and first["x"] < second["x"]
    # The left arrow key moves to the next button on the left.
    tools = page.locator("[role=toolbar] button:enabled:visible")
    tools.first.focus()
    page.keyboard.press("ArrowLeft")
    expect(tools.nth(1)).to_be_focused()
    first, second = (tools.nth(k).bounding_box() for k in (0, 1))
    assert first and second and second["x"] < first["x"]
    if name == "dray":
        page.click("#date-button")
        page.locator(".day[tabindex='0']").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".day[tabindex='0']")).to_have_text(re.compile("^21"))


def test_file_is_enough_to_add_a_language(page_with_texts: Callable[..., Page]) -> None:
    page = page_with_texts({**TEXTS, "sv": {"left.closed": "Dolt"}}, "sv-SE")
    expect(page.locator("#left-answer")).to_have_text("Dolt")
    expect(page.locator("#date-button .long")).to_have_text("fredag 20 november")
    page.locator(".top-button").nth(2).click()
    expect(page.locator("#settings-language option", has_text="Svenska")).to_have_count(1)
    # Missing texts are in English.
    expect(page.locator("dialog.settings h2")).to_have_text("Settings")
