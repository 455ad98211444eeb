"""Chromium for tests of the report, and its options."""

import shutil

import pytest

CHROMIUM = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """Return the path of Chromium, or skip the test and say why."""
    pytest.importorskip("playwright", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    return path
