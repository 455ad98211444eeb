"""Caches in memory: a ``clear_cache`` function clears each of them."""

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

import pytest

from trueodds.analysis import baccarat, cribbage
from trueodds.core import kernels


def caches(package: ModuleType) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the cached functions that the modules of a package define, by name."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, value in vars(import_module(module.name)).items():
            defined_here = getattr(value, "__module__", "") == module.name
            if defined_here and hasattr(value, "cache_clear"):
                yield f"{module.name}.{name}", value


def test_every_cache_of_baccarat_cribbage_and_the_kernels_can_be_cleared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = dict(
        pair for room in (baccarat, cribbage, kernels) for pair in caches(room)
    )
    assert "trueodds.analysis.cribbage.deals.all_classes" in every
    cleared = set()
    for name, cached in every.items():
        monkeypatch.setattr(
            cached, "cache_clear", lambda name=name: cleared.add(name), raising=False
        )
    baccarat.clear_cache()
    cribbage.clear_cache()
    import_module("trueodds.core.kernels.farkle").clear_cache()
    assert cleared == set(every)
