"""Running coroutines in tests, even if another event loop is already running."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def finished(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a new thread, because this one may run the event loop of a browser."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()
