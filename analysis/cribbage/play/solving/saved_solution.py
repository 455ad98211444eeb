"""Solutions of the play in folders: resume, measure and certify a solution.

A folder has ``progress.play`` (regrets and sums, to resume from), ``play.strategy``
(the best average strategy so far, in whole parts), and, after ``certify``,
``values.json`` with the bounds and each hand's points, and ``pairs.play`` with the mean
points of every pair of hands.
"""

from __future__ import annotations

import hashlib
import json
import logging
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import numpy as np

from trueodds.analysis.cribbage.play.results.shipped import (
    HANDS,
    ProvedPlay,
    results_of,
)
from trueodds.analysis.cribbage.play.solving.certificate import (
    PlayCertificate,
    certify,
)
from trueodds.analysis.cribbage.play.solving.kept_hands import (
    DEALT,
    HandWeights,
    named_hands,
    source_of,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import keeps_given_ranks
from trueodds.analysis.cribbage.play.solving.pair_values import pair_values
from trueodds.analysis.cribbage.play.solving.parts import PARTS, are_whole, in_parts
from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.analysis.cribbage.strategy_file import strategy_tables
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import PONE, PlayRules
from trueodds.core.storage import store
from trueodds.core.storage.files import write_together
from trueodds.core.storage.progress import Progress, silent

FORMAT = 1
PROGRESS = "progress.play"
STRATEGY = "play.strategy"
VALUES = "values.json"
PAIRS = "pairs.play"
MODEL = "each player knows his own ranks, the cards played and every go"
"""The information model: the starter and one's own discards are not known."""
MEASURED_EVERY = 10
KEPT_EVERY = 20
KEPT_AFTER = 60.0
"""Iterations, and seconds, after which the state is written."""

DAMAGED = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError),
    *(TypeError, ValueError, zlib.error),
)
"""Exceptions that the content of a damaged or forged file can cause."""

log = logging.getLogger("trueodds")


@dataclass(frozen=True)
class Measure:
    """The solver's exploitability after some iterations, in points a deal.

    The exploitability is what both players together gain by best responses.
    """

    iterations: int
    exploitability: float


def solve(
    folder: Path,
    rules: CribbageRules,
    hands: str,
    gap: Fraction,
    most_iterations: int | None = None,
    progress: Progress = silent,
    executor: Executor | None = None,
    start: Path | None = None,
) -> list[Measure]:
    """Solve the play: iterate until the exploitability is at most ``gap``.

    The exploitability is what both players together gain by best responses.

    Args:
        folder: The folder to write. A solution that it has is resumed.
        rules: The rules.
        hands: "dealt" for hands dealt at random, "kept" for the hands that the shipped
            equilibrium of the discard keeps, or a strategy file for the hands that its
            strategies keep.
        gap: The exploitability at which the solve stops, in points a deal.
        most_iterations: The number of iterations after which the solve stops, with
            those of earlier runs.
        progress: Called with the number of iterations.
        executor: An executor whose workers compute the subtrees of the public tree. By
            default, threads compute them. The results are the same.
        start: A folder with a solution for other hands, from which a new solve starts.

    Returns:
        The exploitability after some of the iterations of this run.

    Raises:
        RulesError: If the folder was begun with other rules or hands.
        OutputError: If the folder cannot be written.
    """
    if start is not None and (folder / PROGRESS).exists():
        log.warning("--start has no effect: the solve in %s is resumed", folder)
        start = None
    if start is not None:
        _require_progress(start)
    weights = named_hands(hands, rules, progress)
    game = RanksOfPlay(rules=rules.play)
    solver = Solver(game, weights.probabilities(), executor=executor)
    if start is not None:
        begin_from(start, solver)
    return run(
        folder, _key(rules.play, weights), solver, gap, most_iterations, progress
    )


def run(
    folder: Path,
    key: dict[str, Any],
    solver: Solver,
    gap: Fraction,
    most_iterations: int | None = None,
    progress: Progress = silent,
) -> list[Measure]:
    """Iterate a solver until the exploitability is at most ``gap``.

    Args:
        folder: The folder where the solution is saved. A solution that it has is
            resumed.
        key: What identifies the game that the solver solves: its rules and hands. A
            saved solution with another key is refused.
        solver: The solver.
        gap: The exploitability at which the run stops, in points a deal.
        most_iterations: The number of iterations after which the run stops, with those
            of earlier runs.
        progress: Called with the number of iterations.

    Returns:
        The exploitability after some of the iterations of this run.
    """
    _resume(folder, key, solver)
    measures: list[Measure] = []
    # The exploitability does not fall with each measure, so the best average is saved.
    best: float | None = None
    if (folder / STRATEGY).exists():
        best = _read_strategy(folder / STRATEGY, key)[0]["exploitability"]
    kept = monotonic()
    while True:
        solver.iterate()
        count = solver.iterations
        progress("iterations", count, most_iterations or count + 1)
        last = most_iterations is not None and count >= most_iterations
        if count % KEPT_EVERY == 0 or last or monotonic() - kept > KEPT_AFTER:
            arrays = {"regrets": solver.regrets, "totals": solver.totals}
            store.write(folder / PROGRESS, key | {"iterations": count}, arrays)
            kept = monotonic()
        if count % MEASURED_EVERY == 0 or last:
            measure = Measure(count, solver.exploitability())
            measures.append(measure)
            if best is None or measure.exploitability < best:
                best = measure.exploitability
                about = {"iterations": count, "exploitability": best}
                parts = zlib.compress(in_parts(solver.game, solver.totals).tobytes(), 6)
                store.write_bytes(folder / STRATEGY, key | about, parts)
            if measure.exploitability <= gap or last:
                return measures


def begin_from(start: Path, solver: Solver) -> None:
    """Start a solver from the regrets of a solution for other hands.

    ``start`` is the folder with this solution. Raises ``RulesError`` if the folder has
    no solution, or one for other rules.
    """
    take_over(start, solver)
    solver.restart()


def take_over(start: Path, solver: Solver) -> None:
    """Set a solver to the regrets, sums and iterations saved in the folder ``start``.

    The sums are those of the strategies, which define the average strategy. Raises
    ``RulesError`` if the folder has no solution, or one for other rules.
    """
    _require_progress(start)
    rules = msgspec.to_builtins(solver.game.rules)
    _resume(start, {"format": FORMAT, "rules": rules}, solver)


@dataclass(frozen=True, eq=False)
class SavedStrategy:
    """The strategy of the play that a folder has, and the game that it is for.

    ``weights`` has the weight of each pair of hands. ``about`` has the rules, the name
    of the hands, the iterations and the exploitability. ``digest`` is the SHA-256 hash
    of the strategy in hexadecimal. ``parts`` has the strategy: the integer weight of
    each choice. At each moment the weights add up to ``PARTS``.
    """

    game: RanksOfPlay
    weights: HandWeights
    about: dict[str, Any]
    digest: str
    parts: Array


def solved(
    folder: Path, rules: CribbageRules, hands: str, progress: Progress = silent
) -> SavedStrategy:
    """Return the strategy of the play that ``cribbage play solve`` has saved.

    ``folder`` is the folder where it is saved. ``hands`` is the name of the hands that
    it is for: "dealt", "kept" or a strategy file, as for ``solve``. Raises
    ``RulesError`` for a strategy that is missing, damaged, or for other rules or hands.
    """
    known = {"format": FORMAT, "rules": msgspec.to_builtins(rules.play), "hands": hands}
    _read_strategy(folder / STRATEGY, known)
    weights = named_hands(hands, rules, progress)
    about, content = _read_strategy(folder / STRATEGY, _key(rules.play, weights))
    game = RanksOfPlay(rules=rules.play)
    digest = hashlib.sha256(content).hexdigest()
    return SavedStrategy(game, weights, about, digest, strategy_of(folder, game))


def certified(
    folder: Path, rules: CribbageRules, hands: str, progress: Progress = silent
) -> dict[str, Any]:
    """Compute both best responses to a folder's strategy, and write its values.

    The proved values and the points of each pair of hands are written to the folder.
    ``hands`` is "dealt", "kept" or a strategy file, as for ``solve``. The result is the
    content of the file of values: bounds of the value of the game and of both players'
    mean points, and tables by hand. Raises ``RulesError`` for a strategy that is
    missing, damaged, or for other rules or hands. Raises ``OutputError`` if the folder
    cannot be written.
    """
    solution = solved(folder, rules, hands, progress)
    weights = solution.weights
    probabilities = weights.probabilities()
    unkept = unkept_hands(weights, rules)
    proof = certify(solution.game, probabilities, solution.parts, unkept, progress)
    values = _as_values(solution, proof)
    pone, dealer = pair_values(solution.game, proof.parts)
    about = {"strategy": values["strategy"], "hands": weights.name}
    store.write(folder / PAIRS, about, {"pone": pone, "dealer": dealer})
    write_together(folder, {VALUES: json.dumps(values)})
    return values


def strategy_key(folder: Path, rules: CribbageRules) -> dict[str, Any]:
    """Return what identifies the strategy that a folder has.

    The keys are ``rules``, ``hands``, ``hands_digest``, ``format``, ``iterations`` and
    ``exploitability``, as saved, and ``strategy``, the SHA-256 hash of the strategy.
    Raises ``RulesError`` for a strategy that is missing, damaged, or for other rules.
    """
    known = {"format": FORMAT, "rules": msgspec.to_builtins(rules.play)}
    about, content = _read_strategy(folder / STRATEGY, known)
    return about | {"strategy": f"sha256:{hashlib.sha256(content).hexdigest()}"}


def strategy_of(folder: Path, game: RanksOfPlay) -> Array:
    """Return the strategy of the play that a folder has: uint16, by slot.

    A slot is the number of a choice of a player with certain cards at a node. Its entry
    is the integer weight of the choice. The weights of all his choices there add up to
    ``PARTS``. Raises ``RulesError`` if the strategy is missing, damaged, or for another
    game.
    """
    path = folder / STRATEGY
    with _reading(path, "solve"):
        _, packed = store.read_bytes(path)
        # A few bytes can stand for gigabytes, of which no more than these are wanted.
        content = zlib.decompressobj().decompress(packed, 2 * game.slots + 1)
        parts = np.frombuffer(content, np.uint16)
    if len(parts) != game.slots or not are_whole(game, parts):
        raise RulesError(f"{path} is no strategy in {PARTS:,} parts of this game")
    return parts


def unkept_hands(weights: HandWeights, rules: CribbageRules) -> tuple[Array, Array]:
    """Return weights of the opponent's hands, for a player's hands that are never kept.

    A hand that is never kept has the probability 0, so ``certify`` takes the opponent's
    hand from these weights. They are the weights of the ranks that he keeps, if he
    cannot hold the four ranks of our hand. The first array is for pone's hands that are
    never kept, the second for the dealer's. The axes of both are the dealer's hand and
    pone's hand: (1820, 1820). Entries for all other hands are 0. Both arrays are 0 for
    hands dealt at random.
    """
    pone, dealer = np.zeros((2, *weights.low.shape))
    if weights.name == DEALT:
        return pone, dealer
    throws = strategy_tables(source_of(weights.name), rules)
    never_pone = [h for h, sum_ in enumerate(weights.column_sums()) if not sum_]
    never_dealer = [h for h, sum_ in enumerate(weights.row_sums()) if not sum_]
    for hand in never_pone:
        pone[:, hand] = keeps_given_ranks(throws["dealer"], HANDS[hand])
    for hand in never_dealer:
        dealer[hand] = keeps_given_ranks(throws["pone"], HANDS[hand])
    return pone, dealer


def net_points(folder: Path, role: str) -> Array:
    """Return the mean net points of a role, by its own and the opponent's hand.

    ``role`` is "dealer" or "pone". Net points are its points minus the opponent's, with
    both strategies of the folder. The result is float (1820, 1820). Raises
    ``RulesError`` unless ``certified`` has written the points to the folder.
    """
    path = folder / PAIRS
    with _reading(path, "certify"):
        _, arrays = _having(store.read(path), ("dealer", "pone"), (len(HANDS),) * 2)
    net: Array = arrays["dealer"] - arrays["pone"]
    return net if role == "dealer" else -net.T


def values_of(folder: Path) -> ProvedPlay:
    """Return the results that ``certified`` has written to a folder.

    Raises ``RulesError`` if they are missing or damaged.
    """
    path = folder / VALUES
    with _reading(path, "certify"):
        return results_of(json.loads(path.read_bytes()))


def _as_values(solution: SavedStrategy, proof: PlayCertificate) -> dict[str, Any]:
    """Return a certificate as values for JSON; bounds are rounded outward."""
    weights = solution.weights
    lists = weights.column_sums(), weights.row_sums()
    return _key(solution.game.rules, weights) | {
        "model": MODEL,
        "iterations": solution.about["iterations"],
        "strategy": f"sha256:{solution.digest}",
        "value": list(proof.value.texts(12)),
        "pone": list(proof.means[0].texts(12)),
        "dealer": list(proof.means[1].texts(12)),
        "tables": {
            role: {
                "weight": [str(weight) for weight in lists[player]],
                "own": _texts(proof.own[player]),
                "opponent": _texts(proof.opponent[player]),
                "most": _texts(proof.most[player]),
            }
            for player, role in enumerate(("pone", "dealer"))
        },
        "leads": leads(solution.game, proof.parts, lists[PONE]),
    }


def leads(
    game: RanksOfPlay, parts: Array, weights: list[int]
) -> list[list[int] | None]:
    """Return how often pone leads each rank, for each of pone's hands.

    ``parts`` is the strategy: the integer weight of each choice. ``weights`` has the
    weight of each of pone's hands, in the order of ``game.hands``. The result is in the
    same order. It has for each hand a list with an integer for each rank, proportional
    to the probability that pone leads it. A hand with the weight 0 has None instead of
    a list.
    """
    ranks = len(game.ranks)
    plus = game.multisets.plus[game.hand - 1]
    small = int(game.multisets.sizes[game.hand - 1])
    table = np.zeros((len(weights), ranks), np.int64)
    for rank in range(ranks):
        # The root has the first slots: one row for each rank that pone can lead.
        table[plus[rank, :small], rank] = parts[rank * small : (rank + 1) * small]
    return [
        row if weight else None
        for row, weight in zip(table.tolist(), weights, strict=True)
    ]


def _texts(column: Array) -> list[float | None]:
    return [round(x, 9) if np.isfinite(x) else None for x in column.tolist()]


def _key(rules: PlayRules, weights: HandWeights) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "rules": msgspec.to_builtins(rules),
        "hands": weights.name,
        "hands_digest": weights.digest,
    }


@contextmanager
def _reading(path: Path, command: str, fault: str = "cannot read") -> Iterator[None]:
    """Raise ``RulesError`` for a missing or damaged file that a command writes."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError("it is not a file")
        yield
    except FileNotFoundError:
        raise RulesError(
            f"there is no {path}; trueodds cribbage play {command} writes it"
        ) from None
    except OSError as error:
        raise RulesError(f"{fault} {path}: {error.strerror}") from None
    except DAMAGED as error:
        raise RulesError(f"{fault} {path}: {error!s:.200}") from None


def _having(
    read: tuple[dict[str, Any], store.Arrays], names: Iterable[str], shape: Any
) -> tuple[dict[str, Any], store.Arrays]:
    """Return a key and arrays; raise ``ValueError`` unless they are floats."""
    if not store.having(**dict.fromkeys(names, (shape, "f")))(read[1]):
        raise ValueError("its arrays have other names, shapes or types")
    return read


def _read_strategy(
    path: Path, key: dict[str, Any]
) -> tuple[dict[str, Any], memoryview]:
    """Read a strategy; raise ``RulesError`` unless it is for this game."""
    with _reading(path, "solve"):
        stored, content = store.read_bytes(path)
        stored["iterations"] = int(stored["iterations"])
        stored["exploitability"] = float(stored["exploitability"])
    if any(stored.get(name) != value for name, value in key.items()):
        raise RulesError(f"{path} is a strategy for other rules or other hands")
    return stored, content


def _require_progress(start: Path) -> None:
    if not (start / PROGRESS).exists():
        raise RulesError(f"there is no {start / PROGRESS} to start from")


def _resume(folder: Path, key: dict[str, Any], solver: Solver) -> None:
    path = folder / PROGRESS
    if not path.exists():
        return
    with _reading(path, "solve", "cannot resume from"):
        names = ("regrets", "totals")
        shape = (solver.game.slots,)
        stored, arrays = _having(store.read(path), names, shape)
        iterations = int(stored["iterations"])
    if any(stored.get(name) != value for name, value in key.items()):
        raise RulesError(f"{path} was begun with other rules or other hands")
    solver.iterations = iterations
    solver.regrets[:] = arrays["regrets"]
    solver.totals[:] = arrays["totals"]
