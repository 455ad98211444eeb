"""Cribbage: the odds of the show, the worth of every discard, and the equilibrium.

Everything is imported when it is first used, so that one deal can be looked up without
numpy; ``odds`` has the game's quantities, ``shows`` the show, ``deals`` all deals of
six cards, ``strategies`` what to throw from them, ``values`` what that is worth, and
``equilibrium`` the strategies that cannot be bettered.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.quantities import prepare, quantities
    from trueodds.analysis.cribbage.show import (
        IMPOSSIBLE,
        MOST,
        hand_index,
        show_table,
    )

__all__ = [
    "IMPOSSIBLE",
    "MOST",
    "hand_index",
    "prepare",
    "quantities",
    "show_table",
]

_HOMES = {
    "IMPOSSIBLE": "show",
    "MOST": "show",
    "hand_index": "show",
    "prepare": "quantities",
    "quantities": "quantities",
    "show_table": "show",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
