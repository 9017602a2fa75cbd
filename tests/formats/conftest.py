"""Fixtures of the tests of formats: puzzles of other authors, if they are installed."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def burrtools(data: Path) -> Path:
    return data / "burrtools"
