"""PRISM's explicit files: states, transitions, labels and transition rewards.

Probabilities are fractions, which PRISM reads in exact mode (``prism -importmodel
NAME.tra,sta,lab,trew -exact``). Source: the appendix "Explicit Model Files" of the
PRISM manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueodds.core.model import END, Choice, Model
from trueodds.core.printing import fraction_text


def files(model: Model) -> dict[str, str]:
    """The files ``.tra``, ``.sta``, ``.lab`` and ``.trew``."""
    rows = [*_rows(model)]
    size = f"{len(model.states)} "
    if not model.is_chain:
        size += f"{sum(len(choices) or 1 for choices in model.choices)} "
    rewards = [
        (place, target, choice.reward)
        for place, target, _, choice in rows
        if choice.reward
    ]
    named = "" if model.is_chain else " {}"
    return {
        "tra": _text(
            f"{size}{len(rows)}",
            (
                f"{place} {target} {fraction_text(chance)}{named.format(choice.action)}"
                for place, target, chance, choice in rows
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
            (f"{place} {to} {fraction_text(worth)}" for place, to, worth in rewards),
        ),
    }


def _rows(model: Model) -> Iterator[tuple[str, int, Fraction, Choice]]:
    """Each transition: its state (and the number of its choice), target and chance."""
    for number, choices in enumerate(model.choices):
        stay = Choice(END, Fraction(0), {number: Fraction(1)})
        for index, choice in enumerate(choices or [stay]):
            place = str(number) if model.is_chain else f"{number} {index}"
            for target, chance in choice.targets.items():
                yield place, target, chance, choice


def _labels(model: Model) -> str:
    numbers = {"init": 0, "deadlock": 1}
    for label in model.all_labels:
        numbers.setdefault(label, len(numbers))
    header = " ".join(f'{number}="{label}"' for label, number in numbers.items())
    lines = []
    for state, labels in enumerate(model.labels):
        shown = [*([] if state else ["init"]), *labels]
        if shown:
            lines.append(f"{state}: {' '.join(str(numbers[one]) for one in shown)}")
    return _text(header, lines)


def _text(header: str, lines: Iterator[str] | list[str]) -> str:
    return "\n".join([header, *lines]) + "\n"
