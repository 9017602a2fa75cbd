"""The folder of pages: its files, and that pages work offline after a visit."""

from __future__ import annotations

import json
import re
import struct
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from html_elements import Elements, inside
from playing import ROOMY, drawn, expect, packed, settled, unpacked

from calpuzzle.base.errors import InputError
from calpuzzle.play.data import pieces_data
from calpuzzle.play.pictures import picture
from calpuzzle.play.server import Server
from calpuzzle.play.site import site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.long

NAMES = ("dray", "iq-fit", "domino-2x3", "tetrasticks-4x4", "morse", "soma", "tetrahexes-4x7")


def data_of(name: str) -> dict[str, Any]:
    return pieces_data(shipped.lowering(name))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return site(map(data_of, NAMES))


@pytest.fixture
def served(files: dict[str, bytes]) -> Iterator[Server]:
    with Server(files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_folder_has_all_files_and_a_digest_of_their_content(files: dict[str, bytes]) -> None:
    pages = {f"{name}.html" for name in NAMES}
    icons = {"icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png"}
    first = {"index.html", "manifest.webmanifest", *icons}
    screens = {"screen-narrow.png", "screen-wide.png"}
    assert set(files) == pages | first | screens | {"service-worker.js"}
    # The first visit to any page caches the start page and the icons.
    kept = dict(re.findall(r"^const (FIRST|PAGES) = (\[.*\]);$", worker_of(files), re.MULTILINE))
    assert set(json.loads(kept["FIRST"])) == first | {"./"}
    assert set(json.loads(kept["PAGES"])) == pages
    assert sum(len(files[name]) for name in first) < 100_000
    assert digest_of(site(map(data_of, NAMES))) == digest_of(files)
    changed = [data_of(name) | {"title": "Another"} for name in NAMES]
    assert digest_of(site(changed)) != digest_of(files)
    assert digest_of(site(map(data_of, NAMES[1:]))) != digest_of(files)


def test_the_start_page_links_to_each_puzzle(files: dict[str, bytes]) -> None:
    text = files["index.html"].decode()
    elements = Elements(text)
    links = [attrs["href"] for tag, attrs in elements.found if tag == "a"]
    assert links == ["dray.html", *(f"{name}.html" for name in NAMES[1:])]
    assert [tag for tag, _ in elements.found].count("svg") == len(NAMES)
    for name in NAMES:
        assert re.search(rf'href="{name}.html">.*<span>{shipped.model(name).title}', text) or (
            name == "dray"  # whose title has an apostrophe
        )
    assert text.index('href="dray.html"') < text.index("start.others") < text.index("iq-fit.html")


def test_all_files_that_pages_refer_to_are_in_the_folder(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        if not name.endswith(".html"):
            continue
        text = data.decode()
        if name != "index.html":
            text += inside(text)
        for tag, attrs in Elements(text).found:
            for address in (attrs.get("href"), attrs.get("src")):
                file = (address or "").partition("#")[0]
                known = not file or file.startswith("data:") or file in files
                assert known, (name, tag, address)


def test_the_manifest_lists_existing_images_with_their_sizes(files: dict[str, bytes]) -> None:
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["start_url"] in files and manifest["display"] == "standalone"
    for image in manifest["icons"] + manifest["screenshots"]:
        data = files[image["src"]]
        if image["type"] == "image/png":
            assert data.startswith(b"\x89PNG\r\n\x1a\n")
            assert "{}x{}".format(*struct.unpack(">II", data[16:24])) == image["sizes"]
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert {own["form_factor"] for own in manifest["screenshots"]} == {"narrow", "wide"}
    assert manifest["id"] and manifest["theme_color"]


def test_link_previews_have_a_picture_if_the_address_is_known() -> None:
    data = [data_of("dray")]
    for address in ("", "https://example.org/puzzles", "https://example.org/puzzles/"):
        made = site(data, address)
        for name in ("dray.html", "index.html"):
            properties = {
                attrs["property"]: attrs["content"]
                for tag, attrs in Elements(made[name].decode()).found
                if tag == "meta" and "property" in attrs
            }
            title = data[0]["title"] if name == "dray.html" else "calpuzzle"
            assert properties["og:title"] == title and properties["og:description"]
            image = properties.get("og:image")
            if address:
                assert image == "https://example.org/puzzles/screen-wide.png"
                page = "" if name == "index.html" else name
                assert properties["og:url"] == f"https://example.org/puzzles/{page}"
            else:
                assert image is None and "og:url" not in properties


ODD_NAMES = ("a#b", "A?b", "50%25", "a:b", 'x"y')


def test_addresses_of_pages_are_quoted() -> None:
    made = site([data_of("dray") | {"name": name} for name in ODD_NAMES], "https://example.org/")
    quoted = ["a%23b.html", "A%3Fb.html", "50%2525.html", "a%3Ab.html", "x%22y.html"]
    links = [
        attrs["href"] for tag, attrs in Elements(made["index.html"].decode()).found if tag == "a"
    ]
    assert links == quoted
    kept = re.search(r"^const PAGES = (\[.*\]);$", worker_of(made), re.MULTILINE)
    assert kept and json.loads(kept[1]) == sorted(quoted)
    for name, address in zip(ODD_NAMES, quoted, strict=True):
        assert f'content="https://example.org/{address}"' in made[f"{name}.html"].decode()


@pytest.mark.parametrize("name", ["index", "Index"])
def test_a_puzzle_with_the_name_of_the_start_page_is_rejected(name: str) -> None:
    with pytest.raises(InputError, match=f"a puzzle called {name} would replace the start page"):
        site([data_of("dray") | {"name": name}])


def test_pages_whose_names_differ_only_in_case_are_rejected() -> None:
    with pytest.raises(InputError, match="a puzzle called DRAY would replace the page of dray"):
        site([data_of("dray"), data_of("dray") | {"name": "DRAY"}])


def test_pages_with_odd_names_open(browser: Browser) -> None:
    with Server(site([data_of("domino-2x3") | {"name": name} for name in ODD_NAMES])) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = visit(browser, server.address)
        page.locator("a").first.click()
        page.wait_for_url("**/a%23b.html*")
        settled(page)
        page.goto(server.address)
        page.wait_for_url("**/a%23b.html*")
        page.locator("#board").wait_for()
        page.evaluate("location.hash = '#puzzle=a%3Ab'")
        page.wait_for_url("**/a%3Ab.html#puzzle=a%3Ab")
        page.context.close()
        server.shutdown()


def worker_of(files: dict[str, bytes]) -> str:
    return files["service-worker.js"].decode()


def digest_of(files: dict[str, bytes]) -> str:
    found = re.search(r'OWN \+ "([0-9a-f]{16})"', worker_of(files))
    assert found
    return found[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_the_board_and_the_pieces(name: str) -> None:
    data = data_of(name)
    text = picture(data)
    assert text.count('class="piece"') == sum(piece["most"] for piece in data["pieces"])
    if data["step"] == 1:
        board = re.search(r'class="cell" d="([^"]*)"', text)
        assert board and board[1].count("z") == len(data["cells"])
    else:
        board = re.search(r'class="segment" d="([^"]*)"', text)
        assert board and board[1].count("M") == 40
    box = re.search(r'viewBox="([^"]*)"', text)
    assert box and all(float(number) < 40 for number in box[1].split())


def visit(browser: Browser, address: str) -> Page:
    """Open the page at an address, and return it once the service worker controls it."""
    page = browser.new_context(locale="de-DE").new_page()
    page.goto(address)
    page.evaluate(
        """async () => {
            await navigator.serviceWorker.ready;
            while (!navigator.serviceWorker.controller) {
                await new Promise((done) => setTimeout(done, 20));
            }
        }"""
    )
    return page


UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const changed = new Promise((done) => {
        navigator.serviceWorker.addEventListener("controllerchange", done);
    });
    await registration.update();
    await changed;
    while ((await caches.keys()).length > 1) await new Promise((done) => setTimeout(done, 20));
}"""
CACHED = """async () => {
    const [name] = await caches.keys();
    const kept = await (await caches.open(name)).keys();
    return kept.map(({ url }) => new URL(url).pathname.slice(1))
        .filter((own) => own.endsWith("html"));
}"""


def test_visited_pages_work_offline(browser: Browser, served: Server) -> None:
    page = visit(browser, served.address)
    assert page.evaluate(CACHED) == ["index.html"]
    page.goto(f"{served.address}domino-2x3.html#puzzle=domino-2x3")
    page.locator("#board").wait_for()
    assert set(page.evaluate(CACHED)) == {"index.html", "domino-2x3.html"}
    # The next version also caches the pages that were visited before.
    served.files = site([data_of(name) | {"title": "Another"} for name in NAMES])
    page.evaluate(UPDATE)
    assert set(page.evaluate(CACHED)) == {"index.html", "domino-2x3.html"}
    served.files.clear()
    page.context.set_offline(True)
    page.goto(f"{served.address}index.html#boards")
    expect(page.locator("a")).to_have_count(len(NAMES))
    page.locator('a[href="domino-2x3.html"]').click()
    expect(page.locator("#title")).to_have_text("Another")
    page.wait_for_url("**/domino-2x3.html*")
    page.locator("#board").wait_for()
    page.locator("#home").click()
    page.wait_for_url("**/index.html#boards")
    expect(page.locator("a")).to_have_count(len(NAMES))
    page.context.close()


def test_the_page_of_the_first_visit_works_offline(browser: Browser, served: Server) -> None:
    page = visit(browser, f"{served.address}domino-2x3.html#puzzle=domino-2x3")
    page.context.set_offline(True)
    page.reload()
    page.locator("#board").wait_for()
    page.context.close()


def test_a_new_version_replaces_the_old_one(browser: Browser, served: Server) -> None:
    page = visit(browser, served.address)
    served.files = site([data_of("domino-2x3") | {"title": "Another"}])
    page.evaluate(UPDATE)
    page.reload()
    expect(page.locator("a span")).to_have_text(["Another"], use_inner_text=True)
    page.context.close()


def test_the_start_page_is_in_the_language_of_the_browser(browser: Browser, served: Server) -> None:
    page = visit(browser, served.address)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    english = re.compile("^(Which board is yours.|start.question)$")
    expect(page.locator("h1")).not_to_have_text(english)
    page.context.close()


@pytest.mark.parametrize("name", ["index", "dray"])
def test_pages_are_accessible_and_not_too_wide(browser: Browser, served: Server, name: str) -> None:
    from accessible import SIZES, SMALL, violations

    context = browser.new_context(**SMALL)
    page = context.new_page()
    page.goto(f"{served.address}{name}.html")
    page.locator("main").wait_for()
    assert violations(page) == ""
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert not drawn(page).evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()


def test_the_start_page_opens_from_a_file(
    browser: Browser, files: dict[str, bytes], tmp_path: Path
) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    page = browser.new_context(offline=True, color_scheme="dark", locale="en-GB").new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(media="print")
    for part in ("body", "a"):  # paper is white
        expect(page.locator(part).first).to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(media="screen")
    page.locator("a").first.click()
    page.wait_for_url("**/dray.html*")
    unpacked(page)
    page.get_by_role("link", name="Other puzzles").click()
    page.wait_for_url("**/index.html#boards")
    # The start page opens the board that was played last, except at #boards.
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_url("**/dray.html*")
    # A link to another puzzle of the folder opens its page.
    page.goto(f"{(tmp_path / 'domino-2x3.html').as_uri()}#puzzle=iq-fit&level=2.1")
    page.wait_for_url("**/iq-fit.html#puzzle=iq-fit&level=2.1")
    unpacked(page).evaluate("location.hash = '#puzzle=dray&date=Nov,21,Sat'")
    page.wait_for_url("**/dray.html#puzzle=dray&date=Nov,21,Sat")
    # A player's own board is reopened in the page in which it was played.
    own = f"own={packed(ROOMY)}"
    page.goto(f"{(tmp_path / 'domino-2x3.html').as_uri()}#{own}")
    page.locator("#title", has_text="Some may stay out").wait_for()
    settled(page)
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_url(f"**/domino-2x3.html#{own}*")
    page.locator("#title", has_text="Some may stay out").wait_for()
    assert wrong == []
    page.context.close()


@pytest.mark.parametrize(
    ("text", "frames", "last"),
    [
        (ROOMY, True, f"domino-2x3#own={packed(ROOMY)}"),
        (ROOMY, False, None),
        (f"segments = [200, 200]\n{ROOMY}", True, "domino-2x3"),
    ],
    ids=["drawn", "not drawn", "refused"],
)
def test_a_board_is_remembered_once_it_is_drawn(
    browser: Browser, served: Server, text: str, frames: bool, last: str | None
) -> None:
    page = browser.new_page()
    if not frames:
        page.add_init_script("window.requestAnimationFrame = () => 0")
    page.goto(f"{served.address}domino-2x3.html#own={packed(text)}")
    page.locator("#board .well").first.wait_for()
    if frames:
        drawn(page)
    assert page.evaluate("JSON.parse(localStorage.getItem('calpuzzle-last'))") == last
    page.close()
