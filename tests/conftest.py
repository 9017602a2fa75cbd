"""Fixtures that many tests share, and the settings of hypothesis."""

from __future__ import annotations

import importlib.util
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import random_nonograms
from hypothesis import HealthCheck, Phase, settings

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.nonogram.clues import Clues, from_grid

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
EXTRAS = {"cpsat": "ortools", "highs": "highspy", "sat": "pysat"}
"""The engines that an extra brings, and its module."""

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is here is taken: the same engine without windows takes half of the time."""

# Some tests press Ctrl-C, which a shell has ignored in what it begins in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: a machine that is busy makes no test fail. The same examples in each run.
settings.register_profile(
    "calpuzzle",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
# For scripts/mutants: what fails is not made smaller.
settings.register_profile(
    "unshrunk", settings.get_profile("calpuzzle"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("calpuzzle")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="where scripts/site has just made the site; without it, the tests make it",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(7200), append=False)


@pytest.fixture(params=sorted(engines.NAMES))
def engine(request: pytest.FixtureRequest) -> str:
    """The name of each engine in turn: a behavioural test runs on all of them, so that its puzzles
    are small enough for each."""
    name: str = request.param
    # find_spec, not import: two of them cannot be imported into one process.
    if name in EXTRAS and importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")
    return name


@pytest.fixture(scope="session", autouse=True)
def no_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing in the user's folders for the cache and the settings is used or written, unless a
    test sets one up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CALPUZZLE_CACHE", "")
        patch.setenv("CALPUZZLE_PUZZLE", "")
        for patience in ("progress.FIRST_MESSAGE", "count.PATIENCE"):
            patch.setattr(f"calpuzzle.cli.{patience}", 1e6)  # the machine may be busy
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of tables and boards that other programs made."""
    if not DATA.is_dir():
        pytest.skip(f"the data of other programs is not in {DATA}")
    return DATA


@pytest.fixture(scope="module")
def dray() -> cp.Puzzle:
    puzzle: cp.Puzzle = cp.load("dray")
    return puzzle


@pytest.fixture
def nonograms(data: Path) -> Path:
    """The folder of other people's nonograms."""
    return data / "nonograms"


@pytest.fixture
def heart() -> Clues:
    """A nonogram that is solved line by line."""
    rows = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
    return from_grid(tuple(tuple(int(mark == "#") for mark in row) for row in rows))


@pytest.fixture
def random_nonogram() -> Callable[..., Clues]:
    """What makes a random nonogram: see random_nonograms."""
    return random_nonograms.random_nonogram


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, driven by Playwright, one for all tests; or a skip that says why."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("there is no chromium here, in which the page could be played")
    with playwright.sync_playwright() as running:
        # Chromium's own sandbox refuses root, as which containers run. What draws is not a process
        # of its own, which takes a tenth less.
        args = ["--no-sandbox", "--in-process-gpu"]
        found = running.chromium.launch(executable_path=path, args=args)
        yield found
        found.close()
