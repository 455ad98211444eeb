"""PRISM's explicit files: states, transitions, labels and transition rewards.

Probabilities are fractions, which PRISM reads in exact mode (``prism -importmodel
NAME.tra,sta,lab,trew -exact``). Source: the appendix "Explicit Model Files" of the
PRISM manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueodds.core.exact.printing import fraction_text
from trueodds.core.models.model import END, Model
from trueodds.core.models.process import Move


def files(model: Model) -> dict[str, str]:
    """Return the files ``.tra``, ``.sta``, ``.lab`` and ``.trew``."""
    rows = [*_rows(model)]
    size = f"{len(model.states)} "
    if not model.is_chain:
        size += f"{sum(len(moves) or 1 for moves in model.moves)} "
    rewards = [
        (place, target, move.reward) for place, target, _, move in rows if move.reward
    ]
    named = "" if model.is_chain else " {}"
    return {
        "tra": _text(
            f"{size}{len(rows)}",
            (
                f"{place} {target} {fraction_text(chance)}{named.format(move.label)}"
                for place, target, chance, move in rows
            ),
        ),
        "sta": _text(
            f"({','.join(model.variables)})",
            (
                f"{number}:({','.join(map(str, state))})"
                for number, state in enumerate(model.states)
            ),
        ),
        "lab": _labels(model),
        "trew": _text(
            f"{size}{len(rewards)}",
            (f"{place} {to} {fraction_text(paid)}" for place, to, paid in rewards),
        ),
    }


def _rows(model: Model) -> Iterator[tuple[str, int, Fraction, Move]]:
    """Yield each transition: its place, target, probability and choice."""
    for number, moves in enumerate(model.moves):
        stay = Move(END, Fraction(0), [number], [1], 1)
        for index, move in enumerate(moves or [stay]):
            place = str(number) if model.is_chain else f"{number} {index}"
            for target, probability in move.probabilities.items():
                yield place, target, probability, move


def _labels(model: Model) -> str:
    numbers = {"init": 0, "deadlock": 1}
    for label in model.all_labels:
        numbers.setdefault(label, len(numbers))
    header = " ".join(f'{number}="{label}"' for label, number in numbers.items())
    lines = []
    for state, labels in enumerate(model.labels):
        shown = [*([] if state else ["init"]), *labels]
        if shown:
            lines.append(f"{state}: {' '.join(str(numbers[name]) for name in shown)}")
    return _text(header, lines)


def _text(header: str, lines: Iterator[str] | list[str]) -> str:
    return "\n".join([header, *lines]) + "\n"
