"""Play a puzzle in the browser.

The page is served on this computer until Ctrl-C; with --phone also in its network, at a secret
address with a QR code. --export writes the page as one self-contained file; --export with --all
writes a folder with every puzzle of the package that can be played, and a start page, for any
static web host.

examples:
  calpuzzle play
  calpuzzle play tomorrow weekday-8x7
  calpuzzle play soma
  calpuzzle play examples/puzzles/cat.non
  calpuzzle play --phone
  calpuzzle play --export page.html
  calpuzzle play --export pages --all --address https://example.org/puzzles/
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import webbrowser
from contextlib import ExitStack
from typing import Any

from calpuzzle.api import load
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base import signals
from calpuzzle.base.errors import InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.wording import shown
from calpuzzle.cli import options
from calpuzzle.cli.output import check_ending, check_new, notify, report_written, wants_ascii, write
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.request import parse_placed
from calpuzzle.cli.subject import Subject, given, subject_of
from calpuzzle.draw.qr import qr_text
from calpuzzle.formats import shipped
from calpuzzle.game.hand import unsupported_reason
from calpuzzle.play.page import page
from calpuzzle.play.server import INDEX, Server, in_network, serving
from calpuzzle.play.site import site
from calpuzzle.puzzle.cover import Cover

MAX_PORT = 65535


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    add = parser.add_argument
    add("--no-open", action="store_true", help="do not open a browser")
    add("--phone", action="store_true", help="also serve other devices in this network")
    add("--port", metavar="N", type=at_least(0), help="the port to serve at")
    options.add_file(parser, "write the page to a file, or with --all to a folder", "--export")
    add("--all", action="store_true", help="with --export: every puzzle that can be played")
    text = "with --all: where the folder will be published, for link previews"
    add("--address", metavar="URL", type=_address, help=text)
    options.add(parser, "--placed")


def run(args: argparse.Namespace) -> int:
    """Serve the page, or export it."""
    _check(args)
    if args.all:
        _export_all(args.export, args.force, args.address or "")
        return 0
    if args.address is not None:
        raise InputError("--address is for a folder of all puzzles: it needs --all")
    if args.export is not None:
        _check_page(args.export)
        check_new(args.force, args.export)
    subject = subject_of(args)
    if args.export is not None and subject.date:
        raise InputError(
            f"an exported page takes no date; leave {subject.date} out, and choose the date on the "
            "page"
        )
    data, link = _data_and_link(args, subject)
    if args.export is not None:
        write(page(data), args.export)
        return 0
    with ExitStack() as servers:
        network = servers.enter_context(in_network(args.port)) if args.phone else None
        if network:
            data["phone"] = network.address
        files = {INDEX: page(data).encode()}
        server = servers.enter_context(serving(files, args.port))
        if network:
            network.files = files
            _report_phone(network.address + link)
        _serve(server, link, not args.no_open)
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.all and args.export is None:
        raise InputError("--all needs --export, which names the folder")
    if args.all and args.words:
        raise InputError(
            f"--all exports every puzzle of the package: leave {' '.join(args.words)} out"
        )
    served = {"--no-open": args.no_open, "--phone": args.phone, "--port": args.port is not None}
    for option in served:
        if args.export is not None and served[option]:
            raise InputError(f"{option} is for a page that is served, and --export serves none")
    if given(args, "--placed") and args.export is not None:
        raise InputError(
            "an exported page opens empty, unless its address has placements: leave --placed out"
        )
    if args.port is not None and args.port > MAX_PORT:
        raise InputError(f"there is no port {args.port:,}; {MAX_PORT:,} is the last one")


def _check_page(path: str) -> None:
    """Raise InputError if `path` does not end in .html or .htm, and as `check_writable` does."""
    if not os.path.splitext(path)[1]:
        raise InputError(
            f"{path} has no ending: a page must end in .html; for a folder of all puzzles, add "
            "--all"
        )
    check_ending(path, (".html", ".htm"))


def _data_and_link(args: argparse.Namespace, subject: Subject) -> tuple[dict[str, Any], str]:
    """Return the data of the page, and the part of its address that contains the date and the
    placements. Raises InputError if the puzzle cannot be played."""
    puzzle = subject.puzzle
    if isinstance(puzzle, Cover):
        raise _no_game(subject)
    if isinstance(puzzle, Puzzle):
        placed = parse_placed(args, puzzle)
        data = puzzle.page_data(disk=True)
        return data, puzzle.link(subject.date or None, placed) if subject.date or placed else ""
    subject.refuse_options(args)
    if args.placed:
        raise InputError("the page of a nonogram has no --placed: leave it out")
    return puzzle.page_data(), ""


def _no_game(subject: Subject) -> InputError:
    return InputError(
        f"the page plays puzzles of pieces and nonograms, but {subject.name} is an exact cover "
        "problem"
    )


def _serve(server: Server, link: str, opens_browser: bool) -> None:
    """Serve the page until Ctrl-C."""
    address = server.address + link
    try:
        print(address)
        sys.stdout.flush()
        if opens_browser:
            _open(address)
        notify("Ctrl-C ends it")
        server.serve_until_stopped()
    except KeyboardInterrupt:
        signals.clear()
        notify("ended")


def _report_phone(address: str) -> None:
    """Report the address for a phone, and who can open it."""
    notify(f"on a phone in this network: {address}")
    notify(
        "anyone in this network with that address can open this page, and nothing else, until it "
        "is stopped here; the connection is not encrypted"
    )
    if sys.stderr.isatty() and not wants_ascii():
        print(qr_text(address), file=sys.stderr)


def _open(address: str) -> None:
    if not webbrowser.open(address):
        notify("no browser could be opened; open this address in a browser")


def _address(text: str) -> str:
    """Check a web address. This is an argparse type."""
    if not re.match(r"https?://[^\s/\"<>]+(/[^\s\"<>?#]*)?$", text):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not an address such as https://example.org/puzzles/"
        )
    return text


def _export_all(folder: str, force: bool, address: str) -> None:
    """Write every shipped puzzle that can be played to the folder, which is created if it is
    missing."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise InputError(f"{folder} is not a folder; --all needs a folder")
    if not os.path.isdir(folder):
        check_writable(folder)
    check_new(force, os.path.join(folder, INDEX))
    puzzles = [load(name, kind="puzzle") for name in shipped.names()]
    playable = [puzzle for puzzle in puzzles if unsupported_reason(puzzle.model) is None]
    pages = []
    with Meter(f"{len(playable)} puzzles") as report:
        for number, puzzle in enumerate(playable):
            report(number, len(playable), 0)
            pages.append(puzzle.page_data())
        files = site(pages, address)
    os.makedirs(folder, exist_ok=True)
    for name, data in files.items():
        with write_whole(os.path.join(folder, name)) as stream:
            stream.write(data if isinstance(data, bytes) else data.encode())
    report_written(f"{len(playable)} puzzles into {folder}", "; its start page is index.html")
