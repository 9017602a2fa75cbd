"""The page as it is on an old phone: its processor four times slower, on a phone's screen, with the
count shown.

A move is typed, a date is opened by its address: measured is until the frame with it is over, until
its count is shown, and how long the page's thread is busy at a stretch. The worker's thread is not
slowed by Chromium, so that its own time is added so often as it is to be slower.
"""

from __future__ import annotations

import random
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from measure import shown

import calpuzzle as cp
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

SLOWER = 4
LIMITS = {
    "a piece: drawn": 0.032,
    "a piece: its count shown": 0.150,
    "another date: drawn": 0.100,
    "another date: its count shown": 0.500,
    "a piece: work of the page's thread": 0.150,
    "another date: work of the page's thread": 0.500,
    "busy at a stretch": 0.050,
}
"""Seconds that 95 of 100 are to stay within, and the longest stretch. Work, until the count is
shown, is what other work on the machine changes little."""

WATCH = """(() => {
    localStorage.setItem("calpuzzle:settings", JSON.stringify({ left: "count" }));
    window.busy = [];
    new PerformanceObserver((list) => {
        for (const own of list.getEntries()) window.busy.push(own.duration);
    }).observe({ type: "longtask", buffered: true });
    const Plain = Worker;
    // How long the worker takes, from a question to its answer, while no other waits.
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
    while (!shows()) await frame();
    return [drawn, performance.now() - start, window.worked];
}"""


class Act(NamedTuple):
    """An act, a move, `undo` or a date, and what is shown then."""

    kind: str
    value: str
    expected: str


def game(puzzle: cp.Puzzle, rng: random.Random) -> list[Act]:
    """A random date, then the pieces of a solution; before every second one a piece that fits and
    is taken back."""
    diagram, lowered = puzzle.diagram(), puzzle.lowered
    while True:
        date = tuple(axis[rng.randrange(len(axis))] for axis in puzzle.cover.axes)
        left = diagram.left(date)
        if left.count:
            break
    labels = [lowered.label_of[option][1] for option in date]
    own = [option for option in left.nth(rng.randrange(left.count)) if option not in date]
    rng.shuffle(own)
    acts = [Act("date", f"#date={','.join(labels)}", said(left.count))]
    laid = list(date)
    for number, option in enumerate(own[:-1]):
        if number % 2:
            covered = {item for k in laid for item in puzzle.cover.options[k]}
            fitting = [
                k
                for k, items in enumerate(puzzle.cover.options)
                if covered.isdisjoint(items) and lowered.class_of(k) >= 0
            ]
            tried = rng.choice(fitting)
            now = said(diagram.completions((*laid, tried)))
            acts.append(Act("move", written(lowered, tried), now))
            acts.append(Act("undo", "", said(diagram.completions(tuple(laid)))))
        laid.append(option)
        acts.append(Act("move", written(lowered, option), said(diagram.completions(tuple(laid)))))
    return acts


def kind_of(act: Act) -> str:
    return "another date" if act.kind == "date" else "a piece"


def thread_time(tools: CDPSession) -> float:
    """Seconds that the page's thread has worked so far. While it is slowed, it works so much
    longer: what makes it slow runs in it."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return float(next(own["value"] for own in metrics if own["name"] == "TaskDuration"))


def said(count: int) -> str:
    """The beginning of what the page shows of a count."""
    if not count:
        return "no solution left"
    return f"more than {10_000:,}" if count > 10_000 else f"{count:,} solution"


def old_phone(browser: Browser, folder: Path, games: int) -> None:
    """Print what weekday-8x7 takes."""
    puzzle = cp.load("weekday-8x7")
    (folder / "page.html").write_text(puzzle.page(), encoding="utf-8")
    page = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB").new_page()
    page.add_init_script(WATCH)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto((folder / "page.html").as_uri())
    page.locator("#left-answer", has_text="left").wait_for()
    opening = max(page.evaluate("window.busy.splice(0)"), default=0.0)
    rng = random.Random(16)
    times: dict[str, list[float]] = {name: [] for name in LIMITS}
    for _ in range(games):
        for act in game(puzzle, rng):
            before = thread_time(tools)
            drawn, answered, worked = page.evaluate(ACT, list(act))
            times[f"{kind_of(act)}: work of the page's thread"].append(thread_time(tools) - before)
            kind = kind_of(act)
            times[f"{kind}: drawn"].append(drawn / 1e3)
            slowed = answered + (SLOWER - 1) * worked
            times[f"{kind}: its count shown"].append(slowed / 1e3)
    times["busy at a stretch"] = [own / 1e3 for own in page.evaluate("window.busy")] or [0.0]
    page.context.close()
    print(f"### weekday-8x7, the processor {SLOWER} times slower\n")
    print("| | number | median | 95 % below | longest | wanted | |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, limit in LIMITS.items():
        own = sorted(times[name])
        late = own[-1] if name.startswith("busy") else own[max(round(0.95 * len(own)) - 1, 0)]
        columns = " | ".join(map(shown, (statistics.median(own), late, own[-1], limit)))
        print(f"| {name} | {len(own)} | {columns} | {'met' if late <= limit else 'not met'} |")
    print(f"\nWhile the page opens it is busy for {shown(opening / 1e3)} at a stretch.\n")
