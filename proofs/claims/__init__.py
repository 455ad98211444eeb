"""Published claims and their verdicts.

The register (``register.py`` and the TOML files beside it) is data. Every verdict
follows from computed numbers. Some of these numbers ship with the package
(``core.shipped_odds``). They are exact, or the verdict names their sample. Numbers are
judged to the digits claimed (``rounding.py``). Other claims are judged by running our
reference (``judges``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from trueodds.core import games
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.claims.cell import read
from trueodds.proofs.claims.judges import Finding
from trueodds.proofs.claims.lookup import KnownNumbers, Number, evaluate
from trueodds.proofs.claims.register import Entry, selected
from trueodds.proofs.claims.rounding import (
    WORST,
    Verdict,
    judge_number,
    sentence,
)
from trueodds.proofs.parts import parts

__all__ = ["JudgedClaim", "Verdict", "judge", "judge_entries"]


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A published claim with its verdict, the exact number, and the explanation.

    ``source`` is the id of the source, such as ``S1``; ``title``, ``author`` and
    ``date`` are those of the source, as far as known. ``statement`` is the claim as a
    sentence, and ``claimed`` is the number or text that is claimed. ``exact`` is None
    unless the exact value is a single number. ``why`` explains the verdict.
    """

    id: str
    source: str
    title: str
    author: str
    date: str
    statement: str
    claimed: str
    exact: Annotated[Fraction | None, fraction_text]
    verdict: Verdict
    why: str


def judge(name: str | None = None, progress: Progress = silent) -> list[JudgedClaim]:
    """Judge published claims by exact numbers.

    Args:
        name: A source such as ``S1``, a claim such as ``S1.e``, which is judged with
            its parts, or words that find claims. The default is every claim that is
            judged in seconds.
        progress: Is called as the work goes on.

    Returns:
        The claims with their verdicts, in the order of the register.

    Raises:
        UnknownNameError: If there is no such source or claim.

    Example:
        >>> bunco, *parts = judge("S1.b")
        >>> bunco.verdict, [part.verdict for part in parts]
        ('approximate', ['approximate', 'true', 'true'])
    """
    return judge_entries(selected(name, search=True), (), progress)


def judge_entries(
    wanted: Sequence[Entry], known: Iterable[Odds], progress: Progress = silent
) -> list[JudgedClaim]:
    """Judge the ``wanted`` claims, using the ``known`` odds.

    The verdict of a claim in parts follows from its parts, which have to be among
    ``wanted``. Odds that are not in ``known`` are computed. The result has the order of
    ``wanted``. ``progress`` is called as the work goes on.
    """
    answers = KnownNumbers(known, progress)
    findings: dict[str, Finding] = {}
    for done, entry in enumerate(wanted):
        progress("Judging claims", done, len(wanted))
        if entry.number or entry.judge or entry.unspecified:
            findings[entry.id] = _judge(entry, answers)
    progress("Judging claims", len(wanted), len(wanted))
    # The verdict of a claim in parts needs the verdicts of its parts, so it comes last.
    for entry in wanted:
        if entry.id not in findings:
            findings[entry.id] = _whole(entry, findings)
    return [
        JudgedClaim(
            entry.id,
            entry.source,
            entry.title,
            entry.author,
            entry.date,
            entry.statement,
            entry.claimed,
            finding.exact,
            finding.verdict,
            " ".join(filter(None, (finding.why, entry.note))),
        )
        for entry in wanted
        for finding in [findings[entry.id]]
    ]


def _judge(entry: Entry, answers: KnownNumbers) -> Finding:
    if entry.judge:
        judges = parts(games.find(entry.game)).judges()
        return judges[entry.judge](entry.arguments, answers)
    exact = _value(entry, answers) if entry.exact or entry.formula else None
    if entry.unspecified:
        # The claim cannot be judged, but a number that bears on it is still shown.
        known = exact if isinstance(exact, Fraction) else None
        return Finding("unspecified", known, entry.unspecified)
    assert exact is not None
    claimed = read(entry.number).number
    verdict = judge_number(claimed, exact, entry.relation)
    why = sentence(claimed, exact, verdict)
    return Finding(verdict, exact if isinstance(exact, Fraction) else None, why)


def _value(entry: Entry, answers: KnownNumbers) -> Number:
    values = {name: answers.number(ref) for name, ref in entry.exact.items()}
    if not entry.formula:
        (number,) = values.values()
        return number
    exact = {}
    for name, number in values.items():
        if isinstance(number, Enclosure):
            # ``evaluate`` computes in fractions; a formula of bounds would need
            # interval arithmetic.
            raise ValueError(f"{entry.id}: only bounds of {name} are known")
        exact[name] = number
    return evaluate(entry.formula, exact)


def _whole(entry: Entry, findings: dict[str, Finding]) -> Finding:
    """Return the worst verdict of a claim's parts, with the parts that decide it."""
    # Direct parts only: a part of a part is counted in the verdict of its own whole.
    parts = {
        id: finding
        for id, finding in findings.items()
        if id.startswith(f"{entry.id}.") and "." not in id.removeprefix(f"{entry.id}.")
    }
    verdicts = [finding.verdict for finding in parts.values()]
    verdict = next(worst for worst in WORST if worst in verdicts)
    # One number stands for the whole only if all parts with the deciding verdict share
    # it.
    deciding = {part.exact for part in parts.values() if part.verdict == verdict}
    exact = deciding.pop() if len(deciding) == 1 else None
    return Finding(verdict, exact, "; ".join(_counted(parts, verdicts)) + ".")


def _counted(parts: dict[str, Finding], verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield f"{verdicts.count('true')} of {len(parts)} statements are true"
    for verdict in WORST[:-1]:
        ids = [id for id, finding in parts.items() if finding.verdict == verdict]
        if ids:
            yield f"{verdict}: {', '.join(ids)}"
