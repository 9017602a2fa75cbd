"""Serves pages on this computer alone, or in its network under a secret, from memory.

A server knows the files that it was given and no others: it never looks into a folder, so that no
path leads out of one. It listens at one address only, 127.0.0.1 unless a network's is wanted, and
answers those who call it by that address only, so that no page from elsewhere reads it by a name
that leads here. In a network its files are under a path that nobody can guess. It takes so many
connections at once, each for so long.
"""

from __future__ import annotations

import re
import secrets
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from posixpath import splitext
from socketserver import TCPServer
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.files import reason

HOST = "127.0.0.1"
INDEX = "index.html"
SECRET = 12  # bytes that are drawn for the path in a network
ELSEWHERE = "198.51.100.1", 9  # an address of documentation, in no network

CONNECTIONS = 64  # at once; a browser makes six
LONGEST = 60.0  # seconds of a connection, however slowly it speaks
USUAL = 8517  # what a browser keeps of a game goes by the address, so it is the same one each time
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


def serving(
    files: Mapping[str, bytes], port: int | None = None, host: str = HOST, root: str = "/"
) -> Server:
    """A server at the port, 0 for any that is free; where None, at the usual one, or if that is
    taken, at any that is free. Raises CannotDoError where the port is taken."""
    if port is not None:
        return Server(files, port, host, root)
    try:
        return Server(files, USUAL, host, root)
    except CannotDoError:
        return Server(files, 0, host, root)


@contextmanager
def in_network(port: int | None = None) -> Iterator[Server]:
    """A server without files yet, at a port as for `serving`, which answers other devices of this
    computer's network while the block lasts. Raises CannotDoError where it is in none, or the port
    is taken."""
    root = f"/{secrets.token_urlsafe(SECRET)}/"
    with serving({}, port, network_address(), root) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def network_address() -> str:
    """The IPv4 address of this computer in the network that leads elsewhere. Raises CannotDoError
    where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only chooses the way that a packet would go.
            probe.connect(ELSEWHERE)
        except OSError as error:
            raise CannotDoError(
                f"this computer is in no network, so that no phone can reach it: {reason(error)}"
            ) from None
        return str(probe.getsockname()[0])


class Server(ThreadingHTTPServer):
    """A server of `files`, the bytes by their names, at an address of this computer, under the path
    `root`; `index.html` is what stands there.

    Raises CannotDoError where the port is taken.
    """

    daemon_threads = True
    # Where fewer may wait, the system makes new ones try again after seconds.
    request_queue_size = CONNECTIONS

    def __init__(
        self, files: Mapping[str, bytes], port: int = 0, host: str = HOST, root: str = "/"
    ) -> None:
        self.files = dict(files)
        self.root = root
        names = "|".join(map(re.escape, (host, *(("localhost",) if host == HOST else ()))))
        # How one calls it: by another port, too, which may be led on to this one.
        self.own = re.compile(rf"({names})(:[0-9]{{1,5}})?", re.IGNORECASE)
        self._began: dict[socket.socket, float] = {}
        self._known: set[socket.socket] = set()
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise CannotDoError(f"cannot serve at port {port}: {reason(error)}") from None

    def server_bind(self) -> None:
        """Take the port. Nobody needs the name of the host, which may take long to look up."""
        TCPServer.server_bind(self)
        host, self.server_port = self.server_address[:2]
        self.server_name = str(host)

    @property
    def address(self) -> str:
        """Return where the pages are."""
        return f"http://{self.server_name}:{self.server_port}{self.root}"

    def serve_until_stopped(self) -> None:
        """Serve until Ctrl-C, which is raised."""
        thread = Thread(target=self.serve_forever, daemon=True)
        thread.start()
        try:
            # This thread does nothing but wait: Ctrl-C would be lost in a callback of the
            # interpreter, of which handling a request has some.
            thread.join()
        finally:
            self.shutdown()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own. If there are too many, the oldest connection that has not
        asked for anything under `root` is ended; if all have, the new one is."""
        if len(self._began) >= CONNECTIONS:
            oldest = next((own for own in list(self._began) if own not in self._known), request)
            if oldest is request:
                self.shutdown_request(request)
                return
            self._end(oldest)
            self._began.pop(oldest, None)
        self._began[request] = time.monotonic()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self._began.pop(request, None)
        self._known.discard(request)
        super().shutdown_request(request)

    def recognise(self, request: socket.socket) -> None:
        """Note that a connection has asked for what stands under `root`."""
        self._known.add(request)

    def _end(self, request: socket.socket) -> None:
        """Have the thread of a connection, which waits for more, find its end and close it."""
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def service_actions(self) -> None:
        """End the connections that have lasted too long; called twice a second."""
        late = time.monotonic() - LONGEST
        for request, began in list(self._began.items()):
            if began < late:
                self._end(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that has broken."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    server_version = "calpuzzle"
    sys_version = ""
    timeout = 30  # seconds that a connection may say nothing

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Send what is known of a file."""
        self._answer(body=False)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal is for the person."""

    def parse_request(self) -> bool:
        """Return whether the request, whatever its method, is whole and calls by our name."""
        if not super().parse_request():
            return False
        try:
            whole = urlsplit(self.path)
        except ValueError:
            self._send(HTTPStatus.BAD_REQUEST, b"", "text/plain", False)
            return False
        hosts = self.headers.get_all("Host", [])
        called = [*hosts, whole.netloc] if whole.scheme or whole.netloc else hosts
        if len(hosts) == 1 and all(map(self.server.own.fullmatch, called)):
            return True
        self.close_connection = True  # a body may follow, which is no request
        self._send(HTTPStatus.FORBIDDEN, b"", "text/plain", False)
        return False

    def _answer(self, body: bool) -> None:
        path, root = unquote(urlsplit(self.path).path), self.server.root
        if path.startswith(root):
            self.server.recognise(self.connection)
        name = path.removeprefix(root) or INDEX
        data = self.server.files.get(name) if path.startswith(root) else None
        if data is None:
            self._send(HTTPStatus.NOT_FOUND, b"there is no such page\n", "text/plain", body)
            return
        kind = TYPES.get(splitext(name)[1], "application/octet-stream")
        self._send(HTTPStatus.OK, data, kind, body)

    def _send(self, status: HTTPStatus, data: bytes, kind: str, body: bool) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("X-Content-Type-Options", "nosniff")
        # The next one who listens at this port serves another puzzle.
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if body:
            self.wfile.write(data)
