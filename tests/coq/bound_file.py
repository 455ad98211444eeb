"""Coq files: what a proof assistant agrees to, and chains of ours for it to check.

Beside this, ``Dice.v`` proves that the enumeration of dice is complete and free of
duplicates, ``Bunco.v``, ``Farkle.v`` and ``Baccarat.v`` count, and ``Bound.v`` proves
that the inequality of a certificate is enough. ``bound_file`` writes a process of ours
as a table for ``Bound.v``, with our solution as the certificate.
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from trueodds.core.errors import ModelError
from trueodds.core.models.decision import DecisionProcess
from trueodds.core.models.process import Move

State = TypeVar("State", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)

FILE = """\
(* {title}: written by coq.bound_file.bound_file. *)
From Coq Require Import List QArith.
From Trueodds Require Import Bound.
Import ListNotations.
Open Scope Q_scope.

Definition table : list row := [
{table}
].

Definition values : list Q := [
{values}
].

Lemma holds : certified table values = true.
Proof. vm_compute. reflexivity. Qed.

(* However it is played, never more than this, after any number of steps. *)
Theorem at_most : forall steps v, attains table steps 0 v -> v <= {value}.
Proof. exact (fun steps v => sound table values holds steps 0%nat v). Qed.

Print Assumptions at_most.
"""


def bound_file(title: str, process: DecisionProcess[State, Label]) -> str:
    """Return a Coq file that proves the value of the start to be an upper bound; exact.

    A chain is a process with one action in each state. The table is the explored
    process and the certificate its best values. Raises ``ModelError``
    where a value is below 0, the value of play that has not ended.

    >>> from trueodds.core.models.decision import Action
    >>> half = Fraction(1, 2)
    >>> coin = lambda s: {"toss": Action({1: half, 2: half})} if s == 0 else s - 1
    >>> print(bound_file("A coin", DecisionProcess(0, coin)).splitlines()[7])
      Acts [(0 # 1, [(1 # 2, 1%nat); (1 # 2, 2%nat)])];
    """
    solution = process.solve(maximise=True)
    graph = process.explore()
    table = [
        f"Ended ({_rational(graph.ends[number])})"
        if number in graph.ends
        else _row(moves)
        for number, moves in enumerate(graph.moves)
    ]
    values = [solution.values[state] for state in graph.states]
    for state, value in zip(graph.states, values, strict=True):
        if value < 0:
            raise ModelError(f"state {state!r} is worth {value}; 0 or more is needed")
    return FILE.format(
        title=title,
        table=_lines(table),
        values=_lines(map(_rational, values)),
        value=_rational(solution.value),
    )


def _row(moves: list[Move]) -> str:
    return f"Acts [{'; '.join(map(_move, moves))}]"


def _move(move: Move) -> str:
    outcomes = [
        f"({_rational(Fraction(weight, move.total))}, {target}%nat)"
        for target, weight in move.weights.items()
    ]
    return f"({_rational(move.reward)}, [{'; '.join(outcomes)}])"


def _rational(value: Fraction) -> str:
    numerator = f"({value.numerator})" if value < 0 else str(value.numerator)
    return f"{numerator} # {value.denominator}"


def _lines(items: Iterable[str]) -> str:
    return ";\n".join(f"  {item}" for item in items)
