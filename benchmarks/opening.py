"""Time of a page from its address to the first picture of the board: as it is written,
packed, beside the same page unpacked, in turn.

`python benchmarks/play.py` prints it. An unpacked page is what opener.js makes of the shell, as
HTML that a browser reads by itself.
"""

from __future__ import annotations

import re
import statistics
import zlib
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from measure import shown

import calpuzzle as cp

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEEN = """(() => {
    const watch = new MutationObserver(() => {
        if (!document.querySelector("#board > *, #g-sheet td")) return;
        watch.disconnect();
        requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => { window.seen = performance.now(); };
            after.port2.postMessage(null);
        });
    });
    watch.observe(document, { childList: true, subtree: true });
})();"""
"""Notes when the frame with the board is over, in milliseconds from the address on."""

PACK = re.compile(r'<script type="text/plain" id="pack">([^<]*)</script>')
OPENER = re.compile(r"<script>\s*document\.addEventListener.*?</script>", re.DOTALL)


def unpacked(page: str) -> str:
    """The same page with nothing packed, and no opener."""
    pack = PACK.search(page)
    assert pack
    inside = zlib.decompress(b64decode(pack[1])).decode()
    whole = page[: pack.start()] + inside + page[pack.end() :]
    return OPENER.sub("", whole, count=1)


class Opened(NamedTuple):
    """Seconds from the address to the first picture, and those of them in which the page's thread
    worked, which other work on the machine changes little."""

    until: float
    worked: float


def opening(browser: Browser, name: str, folder: Path, slow: int, rounds: int) -> None:
    """Print the medians of a puzzle's page with the processor `slow` times slower, and the ratios
    of the packed page to the unpacked one, as medians over the rounds."""
    page = cp.load(name).page()
    files = {"packed": page, "unpacked": unpacked(page)}
    for form, text in files.items():
        (folder / f"{form}.html").write_text(text, encoding="utf-8")
    times: dict[str, list[Opened]] = {form: [] for form in files}
    for number in range(rounds + 1):
        for form in files:
            found = opened(browser, (folder / f"{form}.html").as_uri(), slow)
            if number:  # the first reads the files
                times[form].append(found)
    for field in Opened._fields:
        both = [[getattr(own, field) for own in times[form]] for form in files]
        ratio = statistics.median(a / b for a, b in zip(*both, strict=True))
        medians = " | ".join(shown(statistics.median(own)) for own in both)
        print(f"| {name} | {slow} | {field} | {medians} | {ratio:.2f} |")


def opened(browser: Browser, url: str, slow: int) -> Opened:
    """Open a page in a window of its own, on a phone's screen."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(SEEN)
    tools = context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.goto(url)
    until = page.wait_for_function("() => window.seen").json_value()
    metrics = tools.send("Performance.getMetrics")["metrics"]
    worked = next(own["value"] for own in metrics if own["name"] == "TaskDuration")
    context.close()
    return Opened(until / 1e3, worked)
