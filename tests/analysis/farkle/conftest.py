"""Fixtures of the tests of the Farkle analysis."""

from collections.abc import Iterator
from typing import Any

import pytest

from trueodds.analysis.farkle.best_dice.roll_groups import RollGroups


@pytest.fixture(scope="session", autouse=True)
def patterns_once() -> Iterator[None]:
    """Build the groups of a pattern of dice once for all rules with equal points."""
    build = RollGroups._build
    kept: dict[Any, Any] = {}

    def once(groups: RollGroups, pattern: tuple[int, ...]) -> Any:
        rules, points = groups.rules, groups._points._points.tobytes()
        key = pattern, groups.faces, rules.hot_dice, rules.nothing, points
        return (
            kept[key] if key in kept else kept.setdefault(key, build(groups, pattern))
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RollGroups, "_build", once)
        yield
