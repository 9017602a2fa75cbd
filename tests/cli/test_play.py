"""The command `play`: the server, the browser, phones in the network, and exported pages."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from commands import (
    EXAMPLES,
    PATIENCE,
    Run,
    ctrl_c,
    first_line,
    on_a_terminal,
)
from html_elements import Elements, inside

import calpuzzle as cp
from calpuzzle.formats import shipped
from calpuzzle.play import server as server_module
from calpuzzle.play.server import Server

CAT = str(EXAMPLES / "cat.non")


def test_play_serves_until_ctrl_c(folder: Path) -> None:
    words = [sys.executable, "-m", "calpuzzle", "play", "--no-open", "--port", "0", "2026-11-20"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, text=True, encoding="utf-8", stdout=pipe, stderr=pipe) as process:
        try:
            link = r"(http://127\.0\.0\.1:\d+/)#puzzle=dray&date=Nov,20,Fri"
            found = re.fullmatch(link, first_line(process))
            assert found
            with urllib.request.urlopen(found[1]) as answer:
                assert '"name":"dray"' in inside(answer.read().decode())
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, out) == (0, "")
    assert err == "calpuzzle: Ctrl-C ends it\ncalpuzzle: ended\n"


def test_play_reports_a_port_in_use(run: Run) -> None:
    with Server({}) as server:
        printed = run("play", "--no-open", "--port", server.server_port)
    assert (
        printed.sentence(1) == f"cannot serve at port {server.server_port}: address already in use"
    )


@pytest.fixture
def browsers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the addresses opened in the browser. Each server stops as if by Ctrl-C."""
    opened: list[str] = []

    def stop(self: Server) -> None:
        raise KeyboardInterrupt

    def note(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(Server, "serve_until_stopped", stop)
    monkeypatch.setattr(webbrowser, "open", note)
    return opened


@pytest.mark.long
def test_play_opens_the_browser(
    run: Run, browsers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    links = {
        "Sat Jan 1": "#puzzle=dray&date=Jan,1,Sat",
        "month-day-7x7 2026-12-24": "#puzzle=month-day-7x7&date=Dec,24",
        "B 3 small.toml": "#puzzle=small&date=B,3",
        "iq-fit --placed b43S": "#puzzle=iq-fit&with=b@3,7:8",
        "--placed T5@8:1": "#puzzle=dray&with=T5@3,0:1",
    }
    for words in (*links, "", "iq-fit", "plain.toml", "two.txt", "three.non", CAT):
        done = run("play", *words.split())
        address = browsers.pop()
        assert done.code == 0 and done.out == f"{address}\n" and not browsers
        link = re.escape(links.get(words, ""))
        assert re.fullmatch(rf"http://127\.0\.0\.1:\d+/{link}", address)
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    done = run("play")
    assert done.code == 0 and "no browser could be opened; open this address" in done.err


def test_play_serves_a_phone_in_the_network(
    run: Run, browsers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Server] = []
    keep = Server.__init__

    def note(self: Server, *words: Any) -> None:
        served.append(self)
        keep(self, *words)

    monkeypatch.setattr(Server, "__init__", note)
    monkeypatch.setattr(server_module, "network_address", lambda: "127.0.0.2")
    done = run("play", "--phone", "2026-11-20")
    network, here = served
    address = f"{network.address}#puzzle=dray&date=Nov,20,Fri"
    # The local browser still opens the local address.
    assert done.code == 0 and browsers == [done.out.strip()]
    assert done.out.startswith(here.address) and here.address.startswith("http://127.0.0.1:")
    assert done.err.splitlines()[:2] == [
        f"calpuzzle: on a phone in this network: {address}",
        "calpuzzle: anyone in this network with that address can open this page, and nothing else, "
        "until it is stopped here; the connection is not encrypted",
    ]
    assert f'"phone":"{network.address}"' in inside(here.files["index.html"].decode())
    assert network.files == here.files
    # The server for the phone stopped when the command ended.
    with pytest.raises(OSError):
        urllib.request.urlopen(network.address, timeout=10)


def test_phone_draws_a_qr_code_on_the_terminal(folder: Path) -> None:
    script = (
        "import sys; from calpuzzle.play import server; from calpuzzle.__main__ import main; "
        "server.network_address = lambda: '127.0.0.2'; "
        "sys.argv[1:] = ['play', '--phone', '--no-open', '--port', '0']; sys.exit(main())"
    )
    code, seen = on_a_terminal(
        ["-c", script], ("Ctrl-C ends it", ctrl_c), folder=folder, name=sys.executable
    )
    assert code == 0
    assert "\x1b[38;5;16;48;5;231m" in seen and "\u2588" in seen


def test_export_writes_the_page_as_a_file(run: Run, folder: Path) -> None:
    for name, path in (("dray", ""), ("iq-fit", "iq-fit"), ("cat", CAT), ("small", "small.toml")):
        done = run("play", "--force", "--export", "page.html", *path.split())
        assert done == (0, "", "calpuzzle: wrote page.html\n")
        page = (folder / "page.html").read_text(encoding="utf-8")
        assert f'"name":"{name}"' in Elements(inside(page)).scripts["puzzle"]
        puzzle = cp.load(path or "dray")
        assert not isinstance(puzzle, cp.Cover) and puzzle.page() == page


UNSUPPORTED = {"sticks", "morse-displaced"}  # on the page


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["dray", "iq-fit", "domino-2x3", *UNSUPPORTED], id="some"),
        pytest.param(shipped.names(), id="all", marks=pytest.mark.slow),
    ],
)
def test_export_all_writes_a_reproducible_folder(
    run: Run, folder: Path, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "names", lambda: names)
    done = run("play", "--export", "pages", "--all")
    found = {path.stem for path in (folder / "pages").glob("*.html")} - {"index"}
    printed = f"calpuzzle: wrote {len(found)} puzzles into pages; its start page is index.html\n"
    assert done == (0, "", printed)
    assert {*names} - found == UNSUPPORTED
    pages = {path: path.read_bytes() for path in (folder / "pages").iterdir()}
    run("play", "--force", "--export", "pages", "--all")
    assert {path: path.read_bytes() for path in (folder / "pages").iterdir()} == pages
    assert b"og:image" not in pages[folder / "pages" / "dray.html"]


def test_pages_contain_the_address(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "names", lambda: ["domino-2x3"])
    run("play", "--export", "pages", "--all", "--address", "https://example.org/")
    text = (folder / "pages" / "domino-2x3.html").read_text(encoding="utf-8")
    assert 'content="https://example.org/screen-wide.png"' in text
    done = run("play", "--export", "x.html", "--address", "https://example.org/")
    assert (done.code, done.err) == (
        2,
        "calpuzzle: --address is for a folder of all puzzles: it needs --all\n",
    )
    done = run("play", "--export", "pages", "--all", "--address", "example.org")
    assert "'example.org' is not an address such as https://example.org/puzzles/" in done.err
