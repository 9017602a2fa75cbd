"""An HTTP server that serves pages from memory: to this computer only or, under a secret path, to
its local network.

A server has only the files that it was given, and reads nothing from the disk to answer a request.
It listens at one address, 127.0.0.1 unless a network is requested. It answers only requests whose
Host header is that address (or localhost, for 127.0.0.1), so that a page from elsewhere cannot read
the files through a name that resolves to the address (DNS rebinding). In a network the files are
under a path that cannot be guessed. The number of connections and their duration are bounded.
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
SECRET = 12  # random bytes of the path in a network
ELSEWHERE = "198.51.100.1", 9  # an address for documentation (RFC 5737), in no network

CONNECTIONS = 64  # at once; a browser makes six
MAX_CONNECTION = 60.0  # the longest duration of a connection in seconds, even if it is in use
DEFAULT_PORT = 8517  # tried first each time, because browsers store games by address and port
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
    """Return a server at `port`; 0 means any free port. If `port` is None, use the usual port, or
    any free port if the usual one is taken. Raises CannotDoError if the given port is taken."""
    if port is not None:
        return Server(files, port, host, root)
    try:
        return Server(files, DEFAULT_PORT, host, root)
    except CannotDoError:
        return Server(files, 0, host, root)


@contextmanager
def in_network(port: int | None = None) -> Iterator[Server]:
    """Run a server for the devices of this computer's network until the block ends. The port is
    chosen as by `serving`. The server begins without files; the caller sets `files`. Raises
    CannotDoError if there is no network, or the port is taken."""
    root = f"/{secrets.token_urlsafe(SECRET)}/"
    with serving({}, port, network_address(), root) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def network_address() -> str:
    """Return the IPv4 address of this computer in its network. Raise CannotDoError if there is
    none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # This sends nothing: it only determines the route that a packet would take.
            probe.connect(ELSEWHERE)
        except OSError as error:
            raise CannotDoError(
                f"this computer is in no network, so no phone can reach it: {reason(error)}"
            ) from None
        return str(probe.getsockname()[0])


class Server(ThreadingHTTPServer):
    """A server of `files` (content by name), at an address of this computer, under the path `root`.
    A request for `root` itself returns `index.html`.

    Raises CannotDoError if the port is taken.
    """

    daemon_threads = True
    # With a shorter queue, the system makes new connections retry after seconds.
    request_queue_size = CONNECTIONS

    def __init__(
        self, files: Mapping[str, bytes], port: int = 0, host: str = HOST, root: str = "/"
    ) -> None:
        self.files = dict(files)
        self.root = root
        names = "|".join(map(re.escape, (host, *(("localhost",) if host == HOST else ()))))
        # The valid Host headers, with any port, because ports may be forwarded.
        self.valid_host = re.compile(rf"({names})(:[0-9]{{1,5}})?", re.IGNORECASE)
        self._began: dict[socket.socket, float] = {}
        self._authorised: set[socket.socket] = set()
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise CannotDoError(f"cannot serve at port {port}: {reason(error)}") from None

    def server_bind(self) -> None:
        """Bind the port, without looking up the name of the host, which may take long."""
        TCPServer.server_bind(self)
        host, self.server_port = self.server_address[:2]
        self.server_name = str(host)

    @property
    def address(self) -> str:
        """Return the address of the pages."""
        return f"http://{self.server_name}:{self.server_port}{self.root}"

    def serve_until_stopped(self) -> None:
        """Serve until Ctrl-C, which raises KeyboardInterrupt."""
        thread = Thread(target=self.serve_forever, daemon=True)
        thread.start()
        try:
            # This thread only waits, because Ctrl-C interrupts this thread. If it also handled
            # requests, Ctrl-C could arrive in a callback of the interpreter and be lost.
            thread.join()
        finally:
            self.shutdown()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a new thread. If there are too many connections, close the oldest one that has
        not requested anything under `root`; if there is no such connection, close the new one."""
        if len(self._began) >= CONNECTIONS:
            oldest = next(
                (
                    connection
                    for connection in list(self._began)
                    if connection not in self._authorised
                ),
                request,
            )
            if oldest is request:
                self.shutdown_request(request)
                return
            self._end(oldest)
            self._began.pop(oldest, None)
        self._began[request] = time.monotonic()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self._began.pop(request, None)
        self._authorised.discard(request)
        super().shutdown_request(request)

    def mark_authorised(self, request: socket.socket) -> None:
        """Record that a connection has requested something under `root`."""
        self._authorised.add(request)

    def _end(self, request: socket.socket) -> None:
        """Shut a connection down, so that the thread that waits for data reads the end of the
        stream and closes the connection."""
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def service_actions(self) -> None:
        """End the connections that have lasted too long. The base class calls this at least twice
        a second."""
        late = time.monotonic() - MAX_CONNECTION
        for request, began in list(self._began.items()):
            if began < late:
                self._end(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of broken connections."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """A handler of GET and HEAD requests."""

    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    server_version = "calpuzzle"
    sys_version = ""
    timeout = 30  # seconds that a connection may be silent

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        self._answer(body=False)

    def log_message(self, format: str, *args: object) -> None:
        """Do nothing: the terminal is for the user."""

    def parse_request(self) -> bool:
        """Return whether the request, whatever its method, is complete and has a valid Host
        header."""
        if not super().parse_request():
            return False
        try:
            target = urlsplit(self.path)
        except ValueError:
            self._reject(HTTPStatus.BAD_REQUEST)
            return False
        hosts = self.headers.get_all("Host", [])
        named_hosts = [*hosts, target.netloc] if target.scheme or target.netloc else hosts
        if len(hosts) == 1 and all(map(self.server.valid_host.fullmatch, named_hosts)):
            return True
        self._reject(HTTPStatus.FORBIDDEN)
        return False

    def _reject(self, status: HTTPStatus) -> None:
        self.close_connection = True  # a body may follow, which must not be read as a request
        self._send(status, b"", "text/plain", False)

    def _answer(self, body: bool) -> None:
        path, root = unquote(urlsplit(self.path).path), self.server.root
        if path.startswith(root):
            self.server.mark_authorised(self.connection)
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
        # The next server at this port may serve another puzzle.
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if body:
            self.wfile.write(data)
