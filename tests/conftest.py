"""Fixtures that many tests share, and how hypothesis is set up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from calpuzzle import engines

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"

# No deadline: a machine that is busy makes no test fail. The same examples in each run.
settings.register_profile(
    "calpuzzle",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("calpuzzle")


@pytest.fixture(params=sorted(engines.ENGINES))
def engine(request):
    """The name of each engine in turn: a behavioural test runs on all of them, so that its puzzles
    are small enough for each."""
    return request.param


@pytest.fixture(scope="session", autouse=True)
def no_cache():
    """Nothing in the user's cache folder is used or written, unless a test sets one up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CALPUZZLE_CACHE", "")
        yield


@pytest.fixture(scope="session")
def data():
    """The folder of tables and boards that other programs made."""
    if not DATA.is_dir():
        pytest.skip(f"the data of other programs is not in {DATA}")
    return DATA
