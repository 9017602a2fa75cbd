"""The page on a phone: the server in the local network, its secret path, and its QR codes."""

from __future__ import annotations

import http.client
import json
import random
import socket
import string
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
import segno
from accessible import violations
from playing import DATE, expect, packed

from calpuzzle.api import load
from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.qr import QUIET, qr_rows
from calpuzzle.play import server as serving_module
from calpuzzle.play.joiner import joined
from calpuzzle.play.page import page as page_text
from calpuzzle.play.server import Server, in_network

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

HERE = "127.0.0.2"
"""A loopback address, used instead of the address of this computer in its network."""


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(serving_module, "network_address", lambda: HERE)
    with in_network(0) as server:
        server.files = {"index.html": b"the page"}
        yield server


def status(server: Server, path: str, host: str = "") -> int:
    connection = http.client.HTTPConnection(HERE, server.server_port, timeout=10)
    connection.request("GET", path, headers={"Host": host} if host else {})
    found = connection.getresponse()
    body = found.read()
    connection.close()
    assert (body == b"the page") == (found.status == 200)
    return found.status


def test_the_server_answers_only_under_its_secret_path(network: Server) -> None:
    root = network.root
    assert len(root) >= 18 and network.address == f"http://{HERE}:{network.server_port}{root}"
    paths = {
        root: 200,
        f"{root}index.html": 200,
        f"{root}?x=1": 200,
        "/": 404,
        "/index.html": 404,
        root[:-1]: 404,
        f"{root[:-2]}/": 404,
        f"{root}../": 404,
        f"{root}nothing": 404,
    }
    assert {path: status(network, path) for path in paths} == paths


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1", "127.0.0.20", ""])
def test_requests_with_another_host_header_are_rejected(network: Server, host: str) -> None:
    assert status(network, network.root, host) == (403 if host else 200)


def test_idle_connections_do_not_block_the_phone(network: Server) -> None:
    """Strangers open more connections than the server serves at once, with unfinished requests."""
    phone = http.client.HTTPConnection(HERE, network.server_port, timeout=10)
    phone.request("GET", network.root)
    assert phone.getresponse().read() == b"the page"
    with ExitStack() as stack:
        for _ in range(3 * serving_module.CONNECTIONS):
            stranger = stack.enter_context(socket.create_connection((HERE, network.server_port)))
            stranger.sendall(b"GET / HTTP/1.1\r\n")
        assert status(network, network.root) == 200
        # A connection that has sent the secret stays open.
        phone.request("GET", network.root)
        assert phone.getresponse().read() == b"the page"
    phone.close()


def test_network_address_fails_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_module, "ELSEWHERE", ("255.255.255.255", 9))
    with pytest.raises(CannotDoError, match="in no network, so no phone can reach it"):
        serving_module.network_address()


CODES = """([body, texts]) => texts.map(
    (text) => new Function(body)()(text)?.map((row) => row.join("")) ?? null)"""


def codes_of(blank: Page, texts: list[str]) -> list[Any]:
    """Return the QR codes that the page makes as rows of digits, or None if a text is too long."""
    body = joined("qr.js").rstrip().removesuffix("})();")
    found: list[Any] = blank.evaluate(CODES, [f"return {body}return qrCode;\n}})();", texts])
    return found


@pytest.fixture
def padded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop segno 1.6 from adding a codeword of zeros if the last codeword is complete already. A
    reader decodes the same text with and without it."""
    monkeypatch.setattr(
        segno.encoder,
        "write_padding_bits",
        lambda buff, version, length: buff.extend([0] * (-length % 8)),
    )


@pytest.mark.usefixtures("padded")
def test_qr_codes_equal_those_of_segno(blank: Page) -> None:
    rng = random.Random(20)
    capacity: Any = segno.consts.SYMBOL_CAPACITY
    rooms = [capacity[version][1] // 8 for version in range(1, 21)]
    lengths = [room - (2 if k < 9 else 3) for k, room in enumerate(rooms)]
    lengths += [1, *(length - rng.randrange(1, 15) for length in lengths[:10])]
    signs = string.ascii_letters + string.digits + "#=&@:,+/%.-_~"
    texts = ["".join(rng.choices(signs, k=length)) for length in lengths]
    expected = [
        [
            "".join(str(int(dark)) for dark in row[QUIET:-QUIET])
            for row in qr_rows(text)[QUIET:-QUIET]
        ]
        for text in texts
    ]
    assert [len(code) for code in expected[:20]] == list(range(21, 98, 4))
    assert codes_of(blank, texts) == expected
    assert codes_of(blank, ["x" * 859]) == [None]


def shown_code(page: Page) -> list[list[bool]]:
    """Return the dark modules of the QR code that the page shows."""
    picture = page.locator("dialog[open] svg.qr")
    size = int((picture.get_attribute("viewBox") or "").split()[2])
    rows = [[False] * size for _ in range(size)]
    for part in (picture.locator("path").nth(1).get_attribute("d") or "").split("M")[1:]:
        x, y = map(int, part.split("h")[0].split())
        rows[y][x] = True
    return rows


@pytest.fixture
def page_in(
    network: Server, opened: Any, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a puzzle's page on the computer that serves it, or on a phone."""
    servers: list[Server] = []

    def opened_page(name: str, on_phone: bool = False, link: str = DATE) -> Page:
        data = load(name, kind="puzzle").page_data() | {"phone": network.address}
        network.files = {"index.html": page_text(data).encode()}
        servers.append(Server(network.files))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        page: Page = opened.page((network if on_phone else servers[-1]).address + link)
        return page

    yield opened_page
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.usefixtures("padded")
def test_qr_code_contains_network_address(page_in: Callable[..., Page], network: Server) -> None:
    at_home = page_in("dray")
    at_home.get_by_role("button", name="Phone").click()
    assert shown_code(at_home) == qr_rows(network.address + DATE)
    expect(at_home.get_by_label("Address", exact=True)).to_have_value(network.address + DATE)
    assert violations(at_home) == ""
    expect(at_home.locator("dialog[open]")).to_contain_text("not encrypted", use_inner_text=True)
    at_home.keyboard.press("Escape")
    # The dialog Share shows the same code, because the link also works on the phone.
    at_home.get_by_role("button", name="Share", exact=True).click()
    assert violations(at_home) == ""
    assert shown_code(at_home) == qr_rows(network.address + DATE)
    expect(at_home.locator("dialog[open]")).not_to_contain_text(
        "on your device only", use_inner_text=True
    )


def test_an_address_too_long_for_a_qr_code_is_shown_as_text(
    page_in: Callable[..., Page],
) -> None:
    letters = random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=1200)
    text = f"title = '{''.join(letters)}'\nframe = '##'\n[pieces]\nI = '##'\n"
    page = page_in("dray", link=f"#own={packed(text)}")
    page.get_by_role("button", name="Phone").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_label("Address", exact=True)).to_be_visible()
    expect(dialog.locator("svg.qr")).to_have_count(0)
    expect(dialog).not_to_contain_text("camera", use_inner_text=True)


def test_the_page_on_the_phone_has_no_phone_button(page_in: Callable[..., Page]) -> None:
    page = page_in("dray", on_phone=True)
    expect(page.locator(".top-button").first).to_have_text("Solutions", use_inner_text=True)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator("dialog[open] svg.qr")).to_have_count(1)


def test_a_page_opened_from_a_file_has_no_qr_code(page_of: Callable[..., Page]) -> None:
    page = page_of("dray", DATE)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator("dialog[open] svg.qr")).to_have_count(0)
    assert "phone" not in json.loads(page.locator("#puzzle").text_content() or "")
