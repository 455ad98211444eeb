"""The packages of ``trueodds[full]``, which a light install does not have.

A light install answers what ships and verifies programs. Everything that it cannot do
raises the error of this module, before anything is computed.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.util import find_spec

from trueodds.core.errors import MissingPackagesError

A_MINUTE = 2_000_000
"""Positions of a scorer that plain Python judges in a minute."""

log = logging.getLogger("trueodds")


def pip_install(extra: str) -> str:
    """Return how to install an extra. No package index has trueodds yet.

    >>> pip_install("full")
    "pip install '.[full]' in a clone, or 'FILE.whl[full]' with the wheel FILE.whl"
    """
    return (
        f"pip install '.[{extra}]' in a clone, or 'FILE.whl[{extra}]' with the wheel "
        "FILE.whl"
    )


def installed(package: str = "numba") -> bool:
    """Return whether a package is installed, without importing it."""
    return find_spec(package) is not None


def require(subject: str, package: str = "numba") -> None:
    """Raise ``MissingPackagesError`` unless a package is installed.

    ``subject`` names in the message the work that needs the package.

    >>> require("a model", "no_such_package")
    Traceback (most recent call last):
        ...
    trueodds.core.errors.MissingPackagesError: a model is computed, which needs more \
packages; pip install '.[full]' in a clone, or 'FILE.whl[full]' with the wheel FILE.whl
    """
    if not installed(package):
        raise MissingPackagesError(
            f"{subject} is computed, which needs more packages; {pip_install('full')}"
        )


@cache
def warn_if_slow(positions: int) -> None:
    """Log a warning, once, if this number of positions takes plain Python minutes."""
    minutes = round(positions / A_MINUTE)
    if minutes > 2 and not installed():
        log.warning(
            "%s positions can take %d minutes without numba; %s",
            f"{positions:,}",
            minutes,
            pip_install("full"),
        )
