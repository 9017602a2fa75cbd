"""The texts of the page: every language has all of them, nothing is said that is in none of them,
and a language more is a file more."""

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
from calpuzzle.play import page as made
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
"""What attributes of ARIA hold that nobody reads."""


def stem(key: str) -> str:
    return PLURAL.sub("", key)


def code(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<![\w:\"'`])//[^\n]*", "", text, flags=re.DOTALL)


def literals(text: str) -> list[str]:
    """The strings in code; of templates what stands between the values."""
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
        # With the same values in it.
        there = english.get(key) or english[f"{stem(key)}.other"]
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(there)), key
    # Some words are the same in two languages, but not one in ten.
    same = [key for key, text in own.items() if english.get(key) == text]
    assert language == "en" or len(same) < len(english) / 10, same


def test_every_text_is_used_and_every_text_used_is_there() -> None:
    stems = {stem(key) for key in TEXTS["en"]}
    pages = "".join(path.read_text(encoding="utf-8") for path in ASSETS.glob("*.html"))
    sources = "".join(code(text) for text in MODULES.values())
    said = set(re.findall(r"\bsay\(\s*\"([\w.-]+)\"", sources))
    spoken = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    said |= set(re.findall(r"\bsay\(\s*\"([\w.-]+)\"", spoken))
    said |= set(re.findall(r"\"([a-z]+\.[\w.]+)\"", spoken)) & stems
    said |= set(re.findall(r"data-(?:say|label)=\"([\w.-]+)\"", pages))
    assert len(said) > 40
    assert said <= stems, said - stems
    exact = {text for text in literals(sources) if "." in text} | said
    made_up = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", r"[\\w.-]+", re.escape(template)) + "$")
        for template in re.findall(r"`([\w.-]*\.?\$\{[^`]*)`", sources)
        if re.fullmatch(r"[\w.${}()?:\" -]+", template) and "." in template
    ]
    unused = {key for key in stems - exact if not any(pattern.match(key) for pattern in made_up)}
    # Names in lists, which a template completes: `said.${event.kind}` and the like.
    assert not unused, unused


def test_no_module_shows_a_text_of_its_own() -> None:
    for name, module in MODULES.items():
        text = code(module)
        for found in SHOWN.finditer(text):
            literal = LITERAL.match(text, found.end())
            assert literal, (name, text[found.start() : found.end() + 20])
            shown = re.sub(r"\$\{[^}]*\}", "", "".join(filter(None, literal.groups())))
            assert shown in STATES or not re.search(r"[^\W\d_]", shown), (name, shown)
        for own in literals(text):
            # A sentence: words apart by blanks, with a capital or an end.
            words = re.search(r"[a-z]{2,} [a-z]+", own)
            assert not (words and re.search(r"^[A-Z]|[.!?]$", own)), (name, own)


@pytest.fixture
def spoken(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[dict[str, dict[str, str]], str], Page]:
    """What opens the page of dray with other files of texts, on a device of that language."""

    def page_in(tables: dict[str, dict[str, str]], locale: str) -> Page:
        with monkeypatch.context() as patch:
            patch.setattr(made, "language_tags", lambda: tuple(tables))
            patch.setattr(made, "table", tables.__getitem__)
            made.languages.cache_clear()
            text = made.page(pieces_data(shipped.lowering("dray")))
        made.languages.cache_clear()
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
    """What the page shows that is in no text, without what belongs to the puzzle or to Intl."""
    data = json.loads(page.locator("#puzzle").text_content() or "")
    names = {data["title"], data["name"], *data["labels"], *(own["name"] for own in data["pieces"])}
    # Intl writes the last comma of a list as a word.
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
        rest = re.sub(r"⟦[^⟧]*⟧", " ", text)
        for known in sorted(names | set(intl), key=len, reverse=True):
            if known:
                rest = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", rest)
        if re.search(r"[^\W\d_]{2,}", re.sub(r"\S*@\S*|file:\S*", " ", rest)):
            found.add(text)
    return found


def test_every_word_on_the_page_is_a_text(spoken: Callable[..., Page]) -> None:
    brackets = {
        key: "⟦" + text.replace("{", "⟧{").replace("}", "}⟦") + "⟧"
        for key, text in TEXTS["en"].items()
    }
    page = spoken({"en": brackets}, "en-GB")
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


SPOKEN = (
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
    [pytest.param(*own, marks=[pytest.mark.slow] * (own not in SPOKEN[:3])) for own in SPOKEN],
)
def test_the_page_speaks_the_language_of_the_device(
    page_of: PageOf, locale: str, tag: str, date: str, closed: str
) -> None:
    page = page_of("dray", DATE, locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator("#date-button .long")).to_have_text(date)
    expect(page.locator("#date-button .short")).not_to_have_text(re.compile(r"\bde\b"))
    expect(page.locator("#left-answer")).to_have_text(closed)


@pytest.mark.parametrize("name", shipped.few(("dray", "cat.non"), "dray"))
def test_a_language_from_right_to_left(page_of: PageOf, name: str) -> None:
    page = page_of(name, locale="he-IL", viewport={"width": 320, "height": 568})
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert violations(page) == ""
    for button in page.locator(".top-button").all():
        button.click()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.keyboard.press("Escape")
    # What the picture shows goes from left to right: a board is no text.
    cells = "#board .well" if name == "dray" else "td[data-cell]"
    first, second = (page.locator(cells).nth(k).bounding_box() for k in (0, 1))
    assert first and second and first["x"] < second["x"]
    # An arrow goes on among buttons as they stand.
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


def test_a_language_more_is_a_file_more(spoken: Callable[..., Page]) -> None:
    page = spoken({**TEXTS, "sv": {"left.closed": "Dolt"}}, "sv-SE")
    expect(page.locator("#left-answer")).to_have_text("Dolt")
    expect(page.locator("#date-button .long")).to_have_text("fredag 20 november")
    page.locator(".top-button").nth(2).click()
    expect(page.locator("#settings-language option", has_text="Svenska")).to_have_count(1)
    # What it lacks is English.
    expect(page.locator("dialog.settings h2")).to_have_text("Settings")
