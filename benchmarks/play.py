"""Measure the speed of the page in headless Chromium, on a phone's screen; print Markdown.

    python benchmarks/play.py [--quick]

The first part measures the time from the opening of the page to the end of the first frame with
dray's board. The second part plays games of weekday-8x7 with a processor that is four times slower.
It types moves and opens dates by their addresses, and measures the time until the change is drawn
and until the count is shown. Chromium does not slow the thread of the worker, so three times the
worker's own time is added. If the page does not show Python's count within a minute, the run ends
with an error.
"""

from __future__ import annotations

import argparse
import platform
import random
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from measure import shown

import calpuzzle as cp
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOWER = 4
MAX_LISTED = 10_000  # solutions that the page lists
LIMITS = {
    "a piece: drawn": 0.032,
    "a piece: its count shown": 0.150,
    "another date: drawn": 0.100,
    "another date: its count shown": 0.500,
}
"""For each measurement, the seconds that 95 % of the times should not exceed."""

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
"""A script that sets `window.seen` to the time at which the first frame with the board ends, in
milliseconds since the page was opened."""

WATCH = """(() => {
    localStorage.setItem("calpuzzle:settings", JSON.stringify({ left: "count" }));
    const Plain = Worker;
    // The time of the worker from a question to its answer; only one question waits at a time.
    window.worked = 0;
    window.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (data.progress === undefined) window.worked += performance.now() - this.asked;
            });
        }
        postMessage(...given) {
            this.asked = performance.now();
            super.postMessage(...given);
        }
    };
})();"""

ACT = """async ([act, value, expected]) => {
    const shows = () => document.querySelector("#left-answer").textContent.startsWith(expected);
    const frame = () => new Promise((over) => requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = over;
        after.port2.postMessage(null);
    }));
    await frame();
    window.worked = 0;
    const start = performance.now();
    if (act === "move") {
        document.querySelector("#words-move").value = value;
        document.querySelector("#words-form").requestSubmit();
    } else if (act === "undo") {
        document.querySelector("[data-tool=undo]").click();
    } else {
        location.hash = value;
        await new Promise((heard) => window.addEventListener("hashchange", heard, { once: true }));
    }
    await frame();
    const drawn = performance.now() - start;
    while (!shows()) {
        if (performance.now() - start > 60000) throw new Error(expected);
        await frame();
    }
    return [drawn, performance.now() - start, window.worked];
}"""


class Act(NamedTuple):
    """An action in a game: its kind (`move`, `undo` or `date`), its value, and the beginning of the
    text that the page shows afterwards."""

    kind: str
    value: str
    expected: str


def game(puzzle: cp.Puzzle, rng: random.Random, played: set[Options]) -> list[Act]:
    """Return the actions of a game: a random date, then the pieces of a solution except the last.
    Every second piece is taken back and placed again. The date is not in `played`, because the page
    stores the pieces of each date that was played. It is added to `played`."""
    diagram, lowered = puzzle.diagram(), puzzle.lowered
    while True:
        date = tuple(axis[rng.randrange(len(axis))] for axis in puzzle.cover.axes)
        remaining = diagram.remaining(date)
        if remaining.count and date not in played:
            break
    played.add(date)
    labels = [lowered.label_of[option][1] for option in date]
    own = [option for option in remaining.nth(rng.randrange(remaining.count)) if option not in date]
    rng.shuffle(own)
    acts = [Act("date", f"#date={','.join(labels)}", count_text(remaining.count))]
    placed = list(date)
    for number, option in enumerate(own[:-1]):
        before, placed = placed, [*placed, option]
        move = Act("move", written(lowered, option), count_text(diagram.completions(tuple(placed))))
        if number % 2:
            acts += [move, Act("undo", "", count_text(diagram.completions(tuple(before))))]
        acts.append(move)
    return acts


def count_text(count: int) -> str:
    """Return the beginning of the text that the page shows for a count."""
    if not count:
        return "no solution left"
    return f"more than {MAX_LISTED:,}" if count > MAX_LISTED else f"{count:,} solution"


def opened(browser: Browser, url: str, slow: int) -> float:
    """Return the seconds until the board of a page is drawn, in a new browser context."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(SEEN)
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.goto(url)
    until: float = page.wait_for_function("() => window.seen").json_value()
    context.close()
    return until / 1e3


def opening(browser: Browser, folder: Path, rounds: int) -> None:
    """Print how long dray's page takes to open, at full speed and with the processor slowed."""
    path = folder / "dray.html"
    path.write_text(cp.load("dray").page(), encoding="utf-8")
    for slow in (1, SLOWER):
        # Omit the first time, which includes reading the file from the disk.
        times = [opened(browser, path.as_uri(), slow) for _ in range(rounds + 1)][1:]
        print(f"From the address to the board, at 1/{slow} of the processor's speed: "
              f"{shown(statistics.median(times))} (median of {rounds})\n")  # fmt: skip


def playing(browser: Browser, folder: Path, games: int) -> None:
    """Print the times of the actions in games of weekday-8x7, with the processor slowed."""
    puzzle = cp.load("weekday-8x7")
    path = folder / "weekday.html"
    path.write_text(puzzle.page(), encoding="utf-8")
    page = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB").new_page()
    page.add_init_script(WATCH)
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path.as_uri())
    page.locator("#left-answer", has_text="left").wait_for()
    rng = random.Random(16)
    played: set[Options] = set()
    times: dict[str, list[float]] = {name: [] for name in LIMITS}
    for _ in range(games):
        for act in game(puzzle, rng, played):
            drawn, answered, worked = page.evaluate(ACT, list(act))
            kind = "another date" if act.kind == "date" else "a piece"
            times[f"{kind}: drawn"].append(drawn / 1e3)
            slowed = answered + (SLOWER - 1) * worked
            times[f"{kind}: its count shown"].append(slowed / 1e3)
    page.context.close()
    print(f"### weekday-8x7, the processor {SLOWER} times slower\n")
    print("| | number | median | 95th percentile | longest | limit | |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, limit in LIMITS.items():
        own = sorted(times[name])
        late = own[max(round(0.95 * len(own)) - 1, 0)]
        columns = " | ".join(map(shown, (statistics.median(own), late, own[-1], limit)))
        print(f"| {name} | {len(own)} | {columns} | {'met' if late <= limit else 'not met'} |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running, tempfile.TemporaryDirectory() as folder:
        names = ("chromium-headless-shell", "chromium", "google-chrome")
        path = next(filter(None, map(shutil.which, names)), None)
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print(f"calpuzzle {cp.__version__}, Chromium {browser.version}, {platform.machine()}\n")
        opening(browser, Path(folder), 1 if args.quick else 20)
        playing(browser, Path(folder), 1 if args.quick else 20)
        browser.close()


if __name__ == "__main__":
    main()
