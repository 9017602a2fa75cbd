"""Fixtures that many tests share, and the profiles of Hypothesis."""

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
"""The engines that need an extra, with the module of the extra."""

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first installed browser is used. The headless shell takes half of the time of Chromium."""

# Some tests send SIGINT, which a shell disables in its background jobs.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline, because a busy machine must not make a test fail; the same examples in each run.
settings.register_profile(
    "calpuzzle",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
# For scripts/mutants, which needs no minimal example of a failure.
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
    """Return the name of each engine in turn. The puzzles must be small enough for all engines."""
    name: str = request.param
    # find_spec instead of an import, because two of them cannot be imported into one process.
    if name in EXTRAS and importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")
    return name


@pytest.fixture(scope="session", autouse=True)
def no_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the user's cache and settings, and disable progress messages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CALPUZZLE_CACHE", "")
        patch.setenv("CALPUZZLE_PUZZLE", "")
        for patience in ("progress.FIRST_MESSAGE", "count.PATIENCE"):
            patch.setattr(f"calpuzzle.cli.{patience}", 1e6)  # the machine may be busy
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(scope="session")
def data() -> Path:
    """Return the folder of data from third-party programs, or skip the test without it."""
    if not DATA.is_dir():
        pytest.skip(f"the data of other programs is not in {DATA}")
    return DATA


@pytest.fixture(scope="module")
def dray() -> cp.Puzzle:
    puzzle: cp.Puzzle = cp.load("dray")
    return puzzle


@pytest.fixture
def nonograms(data: Path) -> Path:
    """Return the folder of third-party nonograms."""
    return data / "nonograms"


@pytest.fixture
def heart() -> Clues:
    """Return a nonogram that can be solved line by line."""
    rows = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
    return from_grid(tuple(tuple(int(mark == "#") for mark in row) for row in rows))


@pytest.fixture
def random_nonogram() -> Callable[..., Clues]:
    """Return the function that creates a random nonogram."""
    return random_nonograms.random_nonogram


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield the system's Chromium, which all tests share, or skip the test if there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as running:
        # Containers run as root, which Chromium's sandbox refuses. Drawing in the same process
        # saves a tenth of the time.
        args = ["--no-sandbox", "--in-process-gpu"]
        found = running.chromium.launch(executable_path=path, args=args)
        yield found
        found.close()
