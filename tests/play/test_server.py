"""The local server: the files that it serves, and the requests that it rejects."""

from __future__ import annotations

import http.client
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product

import pytest

from calpuzzle.base.errors import CannotDoError
from calpuzzle.play import server as serving_module
from calpuzzle.play.server import HOST, Server, serving

FILES = {
    "index.html": b"<p>a page</p>",
    "icon.svg": b"<svg/>",
    "icon.png": b"\x89PNG",
    "service-worker.js": b"1;",
    "manifest.webmanifest": b"{}",
    "a b.html": b"x",
    "strange.xyz": b"x",
}


@contextmanager
def running() -> Iterator[Server]:
    """Yield a server that runs in another thread."""
    with Server(FILES) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.05,))
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as found:
        yield found


class Answer:
    def __init__(self, server: Server, path: str, method: str = "GET", host: str = "") -> None:
        connection = http.client.HTTPConnection(HOST, server.server_port, timeout=10)
        connection.putrequest(method, path, skip_host=bool(host))
        if host:
            connection.putheader("Host", host)
        connection.endheaders()
        response = connection.getresponse()
        self.status, self.body = response.status, response.read()
        self.headers = response.headers
        connection.close()


@pytest.mark.parametrize("path", ["/", "/index.html", "/index.html?x=1", "/?utm=2"])
def test_root_and_index_serve_the_page(server: Server, path: str) -> None:
    answer = Answer(server, path)
    assert (answer.status, answer.body) == (200, FILES["index.html"])
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    head = Answer(server, path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == str(len(FILES["index.html"]))


ELSEWHERE = """/nothing.html /../pyproject.toml /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc%2fpasswd
//etc/passwd /etc/passwd /. /./index.html /icon.svg/ /index.html%00.png /a/"""


@pytest.mark.parametrize("path", ELSEWHERE.split())
def test_other_paths_are_not_found(server: Server, path: str) -> None:
    answer = Answer(server, path)
    assert answer.status == 404
    assert b"icon" not in answer.body and b"root:" not in answer.body


def test_the_server_listens_on_the_loopback_address_only(server: Server) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"
    assert server.address == f"http://127.0.0.1:{server.server_port}/"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_methods_other_than_get_and_head_are_not_implemented(server: Server, method: str) -> None:
    assert Answer(server, "/", method).status == 501


def test_foreign_host_headers_are_rejected(server: Server) -> None:
    # A name that resolves to this computer would let other sites read the page (DNS rebinding).
    elsewhere = "example.com 127.0.0.1.example.com evil:80 127.0.0.1:80@evil.com localhost:x"
    for host, method in product(elsewhere.split(), ("GET", "HEAD", "POST")):
        answer = Answer(server, "/", method, host=host)
        assert (answer.status, answer.body) == (403, b""), (host, method)
    for host in ("localhost", "127.0.0.1:99", "localhost:8080", "LOCALHOST"):
        assert Answer(server, "/", host=host).status == 200, host


@pytest.mark.parametrize(
    ("target", "host", "status"), [("http://[", "localhost", 400), ("/", "example.com", 403)]
)
def test_the_body_of_a_rejected_request_is_not_read_as_a_request(
    server: Server, target: str, host: str, status: int
) -> None:
    body = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = f"POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection((HOST, server.server_port), timeout=10) as connection:
        connection.sendall(head.encode() + body)
        connection.shutdown(socket.SHUT_WR)
        answer = connection.makefile("rb").read()
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()) and answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    ("head", "status"),
    [("GET / / HTTP/1.1\r\n", 400), ("GET / HTTP/1.1\r\n" + "X: y\r\n" * 101, 431)],
)
def test_requests_that_cannot_be_parsed_are_rejected(
    server: Server, head: str, status: int
) -> None:
    with socket.create_connection((HOST, server.server_port), timeout=10) as connection:
        connection.sendall(f"{head}\r\n".encode())
        answer = connection.makefile("rb").read()
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()) and answer.count(b"HTTP/1.1 ") == 1


def test_a_new_connection_is_closed_if_all_permitted_ones_have_requested_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving_module, "CONNECTIONS", 2)
    with running() as server, ExitStack() as stack:
        connections = [http.client.HTTPConnection(server.address[7:-1]) for _ in range(2)]
        for connection in connections:
            stack.callback(connection.close)
            connection.request("GET", "/")
            assert connection.getresponse().read() == FILES["index.html"]
        late = socket.create_connection((HOST, server.server_port), timeout=10)
        stack.callback(late.close)
        assert late.recv(1) == b""
        for connection in connections:
            connection.request("GET", "/icon.svg")
            assert connection.getresponse().read() == FILES["icon.svg"]


def test_connections_end_after_their_longest_duration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_module, "MAX_CONNECTION", 0.1)
    with (
        running() as server,
        socket.create_connection((HOST, server.server_port), timeout=10) as connection,
    ):
        assert connection.recv(1) == b""


def test_a_reset_connection_prints_no_traceback(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(20):
        with socket.create_connection((HOST, server.server_port), timeout=10) as connection:
            connection.sendall(b"GET / HT")
            # Without lingering, closing the connection resets it.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert Answer(server, "/").status == 200
    assert capfd.readouterr().err == ""


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


def test_the_default_port_is_used_unless_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_module, "DEFAULT_PORT", free_port())
    with serving(FILES) as first, serving(FILES) as second:
        assert first.server_port == serving_module.DEFAULT_PORT
        assert second.server_port not in (0, first.server_port)


def test_a_requested_port_that_is_taken_is_reported() -> None:
    with (
        serving(FILES, 0) as first,
        pytest.raises(CannotDoError, match=r"cannot serve at port \d+: address already in use"),
    ):
        serving(FILES, first.server_port)
