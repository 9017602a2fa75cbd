"""Fixtures for the tests of formats: files of other authors, or a skip if they are missing."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def burrtools(data: Path) -> Path:
    return data / "burrtools"
