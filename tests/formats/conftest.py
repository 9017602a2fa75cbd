"""What the tests of formats share: puzzles of other people, where they are here."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def burrtools(data: Path) -> Path:
    return data / "burrtools"
