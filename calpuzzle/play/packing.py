"""Packs what is inside a page, which opener.js unpacks by the browser's own DecompressionStream.

A zlib stream (RFC 1950) of the UTF-8, as base64: it can stand in a script element, and its checksum
tells a file that was cut off or damaged. Level and header are fixed, so that one version of zlib
gives the same bytes for the same page; another one may give others, which unpack to the same.
"""

from __future__ import annotations

import zlib
from base64 import b64encode

LEVEL = 9


def packed(text: str) -> str:
    """Return a text as the base64 of a zlib stream."""
    return b64encode(zlib.compress(text.encode(), LEVEL)).decode()
